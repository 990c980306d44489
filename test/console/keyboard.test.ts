// The console with the keyboard alone: where the focus is after each action, and what comes back.
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsCredentials } from '../../console/words.ts';
import { openChromium } from '../../scripts/chromium.ts';
import { eventually } from '../eventually.ts';
import { entryOf, resultOf, withHistory } from './console-data.ts';
import { accessibilityViolations, desktop, drawLate, openConsole, textOf, write } from './console-page.ts';
import { completed, type FakeService, problem, requestId, startFakeService } from './fake-service.ts';

let service: FakeService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startFakeService(), openChromium()]);
});

afterAll(async () => {
  await Promise.allSettled([browser?.close(), service?.close()]);
});

const open = (hash = '', prepare?: (page: Page) => Promise<unknown>) =>
  openConsole(browser, `${service.webUrl}/${hash}`, desktop, async (page) => {
    await drawLate(page);
    await prepare?.(page);
  });

const openResult = () => open(`#/requests/${requestId}`, withHistory([entryOf(resultOf.few())]));

/** What has the focus, as a person knows it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? '';
  });

/** Focuses a control and presses a key there. */
const press = async (page: Page, selector: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> => {
  await page.locator(selector).wait();
  await page.focus(selector);
  await page.keyboard.press(key);
};

const titles = (page: Page): Promise<(string | null)[]> =>
  page.$$eval('.entry strong', (nodes) => nodes.map((node) => node.textContent));

describe('the keyboard', () => {
  test('comes past the form to the result and to the button, in one step each', async () => {
    await using it = await openResult();
    await it.page.locator('#results-title').wait();
    await it.page.keyboard.press('Tab');
    expect(await focused(it.page)).toBe('Skip to the result');
    expect(await it.page.$eval('.skip:focus', (link) => getComputedStyle(link).clipPath)).toBe('none');
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await it.page.keyboard.press('Enter');
    expect(await it.page.evaluate(() => document.activeElement?.id)).toBe('results-title');
    await it.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await press(it.page, '.skip + .skip');
    expect(await focused(it.page)).toBe('Scrape prices');
    expect(it.page.url()).toContain(requestId);
  });

  test('is told of credentials that open nothing where they are written', async () => {
    service.answer(() => problem(401, 'The license key and UID do not open this service.'));
    await using it = await open();
    await write(it.page, '#uid', 'acme');
    await write(it.page, '#sku', 'X');
    await write(it.page, '.site-address', 'https://a.example/{sku}');
    await write(it.page, '#license-key', 'sp_live_wrong');
    await it.page.keyboard.press('Enter');
    await it.page.locator('#license-key[aria-invalid=true]:focus').wait();
    expect(await textOf(it.page, '#license-key-problem')).toBe(
      'The license key and UID do not open this service.',
    );
    const { top, bottom } = await it.page.$eval('#license-key-problem', (node) => {
      const box = node.getBoundingClientRect();
      return { top: box.top, bottom: box.bottom };
    });
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(desktop.height);
  });

  test('is told of what no field is to blame for, in view', async () => {
    service.answer(() => problem(403, 'This license is suspended.'));
    await using it = await open();
    await write(it.page, '#uid', 'acme');
    await write(it.page, '#license-key', 'sp_live_x');
    await write(it.page, '#sku', 'X');
    await it.page.setViewport({ width: 375, height: 400 });
    await write(it.page, '.site-address', 'https://a.example/{sku}');
    await it.page.evaluate(() => scrollTo(0, 0));
    await it.page.focus('#sku');
    await it.page.keyboard.press('Enter');
    await it.page.locator('.problem').wait();
    await eventually(async () =>
      expect(
        await it.page.$eval('.problem', (node) => node.getBoundingClientRect().bottom),
      ).toBeLessThanOrEqual(400),
    );
  });

  test.each([
    ['Enter', 'Clear', '.history .form-head button'],
    ['Space', 'one request', '.history [aria-label^="Remove"]'],
  ] as const)('takes back with %s what it removed from the history: %s', async (key, _what, selector) => {
    await using it = await openResult();
    await it.page.locator('#results-title').wait();
    const before = await titles(it.page);
    await press(it.page, selector, key);
    await eventually(async () => expect(await titles(it.page)).toHaveLength(0));
    expect(await it.page.$('#results-title')).toBeNull();
    expect(await textOf(it.page, '.history [role=status]')).toBe('1 request removed. Undo');
    await eventually(async () => expect(await focused(it.page)).toBe('Undo'));
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await it.page.keyboard.press(key);
    await eventually(async () => expect(await titles(it.page)).toEqual(before));
    expect(await focused(it.page)).toBe('History');
    await it.page.reload();
    await eventually(async () => expect(await titles(it.page)).toEqual(before));
    await press(it.page, '.entry');
    await it.page.locator('#results-title').wait();
  });

  test('stays where a list of sites came in, and where it went again', async () => {
    await using it = await open();
    await press(it.page, '.import summary');
    await write(it.page, '.import textarea', 'https://a.example/1\nhttps://b.example/2');
    await press(it.page, '.import .actions button');
    await eventually(async () => expect(await focused(it.page)).toBe('Undo'));
    await it.page.keyboard.press('Enter');
    await eventually(async () => expect(await focused(it.page)).toBe('List of sites'));
    expect(await textOf(it.page, '.said')).toBe('The list is back as it was.');
    await it.page.keyboard.type('"');
    await press(it.page, '.import .actions button');
    await eventually(async () => expect(await textOf(it.page, '.said')).toMatch(/^Nothing was read/));
    await eventually(async () => expect(await focused(it.page)).toBe('List of sites'));
  });

  test('opens a request of another browser as soon as the credentials are filled in', async () => {
    service.answer(({ headers }) =>
      headers.authorization === undefined && headers.licensekey === undefined
        ? problem(401, 'The license key and UID do not open this service.')
        : completed(resultOf.few()),
    );
    await using it = await open(`#/requests/${requestId}`);
    await it.page.locator('.notice').wait();
    expect(await textOf(it.page, '.notice p')).toBe(needsCredentials);
    await eventually(async () =>
      expect(await textOf(it.page, '.unseen[role=status]')).toBe(needsCredentials),
    );
    expect(await textOf(it.page, '.notice .hint')).toContain('is missing');
    expect(service.calls).toHaveLength(0);
    await write(it.page, '#uid', 'acme');
    await write(it.page, '#license-key', 'sp_live_x');
    await it.page.locator('#results-title').wait();
  });

  test('is at the result again after the browser’s “Back”', async () => {
    await using it = await openResult();
    await it.page.locator('#results-title').wait();
    await it.page.evaluate(() => {
      location.hash = '#/';
    });
    await eventually(async () => expect(await it.page.$('#results-title')).toBeNull());
    await press(it.page, '.entry');
    await it.page.locator('#results-title:focus').wait();
  });
});
