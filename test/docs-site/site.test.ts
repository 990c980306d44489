// The built documentation in a browser, under the service's content security policy.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebPages } from '../../local/web-pages.ts';
import { openChromium } from '../../scripts/chromium.ts';
import {
  accessibilityViolations,
  desktop,
  emptyScroll,
  nowhere,
  openConsole,
} from '../console/console-page.ts';
import { eventually } from '../eventually.ts';

let server: Server;
let browser: Browser;
let address: string;

beforeAll(async () => {
  const pages = createWebPages({});
  server = createServer((request, response) => {
    if (!pages.serve(request.method!, request.url!.split('?')[0]!, response)) response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`;
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

const open = (page: string, viewport = desktop) => openConsole(browser, `${address}${page}`, viewport);
const phone = { width: 375, height: 812, isMobile: true, hasTouch: true };

test.each(['index.html', 'api.html', 'prices.html', 'architecture.html'])(
  '%s is accessible in both themes, fits a phone, and respects the policy',
  async (name) => {
    await using it = await open(name);
    for (const viewport of [desktop, phone]) {
      await it.page.setViewport(viewport);
      for (const value of ['light', 'dark']) {
        await it.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        expect(await accessibilityViolations(it.page)).toEqual([]);
      }
      expect(await emptyScroll(it.page)).toEqual(nowhere);
    }
    expect(it.complaints).toEqual([]);
    const foreign = it.addresses.filter((each) => !each.startsWith('data:') && !each.startsWith(address));
    expect(foreign).toEqual([]);
  },
);

test('a search by keyboard leads to the passage', async () => {
  await using it = await open('index.html');
  await it.page.keyboard.press('/');
  await it.page.locator('#search[open] input').wait();
  await it.page.keyboard.type('idempotency key');
  await it.page.locator('#search li a').wait();
  expect(await accessibilityViolations(it.page)).toEqual([]);
  const first = await it.page.$eval('#search li a', (link) => (link as HTMLAnchorElement).href);
  await it.page.keyboard.press('Enter');
  await eventually(() => expect(it.page.url()).toBe(first));
  expect(it.complaints).toEqual([]);
});
