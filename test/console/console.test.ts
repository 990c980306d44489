import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildConsole } from '../../console/build.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { openChromium } from '../../scripts/chromium.ts';
import { requestDataExample } from '../../scripts/openapi/examples.ts';
import { eventually } from '../eventually.ts';
import { siteResult } from '../fakes/site-results.ts';
import { hangGuardMs } from '../hang-guard.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let stack: LocalStack;
let browser: Browser;

beforeAll(async () => {
  buildConsole();
  [stack, browser] = await Promise.all([
    startLocalStack({ shops: true, settings: { console: true } }),
    openChromium(),
  ]);
});

afterAll(async () => {
  await Promise.allSettled([browser?.close(), stack?.close()]);
});

const desktop = { width: 1_280, height: 900 };
const phone = { width: 360, height: 740, isMobile: true, hasTouch: true };

/** A page in a context of its own, and everything that it complained about. */
const openPage = async (path = '/', viewport: typeof desktop = desktop) => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(hangGuardMs);
  await page.setViewport(viewport);
  const complaints: string[] = [];
  const addresses: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(new URL(path, stack.webUrl).href);
  return { page, complaints, addresses, [Symbol.asyncDispose]: () => context.close() };
};

const click = (page: Page, text: string) => page.locator(`::-p-text(${text})`).click();

const fill = async (page: Page, credentials: object = {}) => {
  const { uid, licenseKey } = stack.license!;
  const given = { uid, key: licenseKey, sku: 'VELA-A3', ...credentials };
  const url = stack.shops!.sellingSites[0]!.Url!;
  await page.locator('input[autocomplete=username]').fill(given.uid);
  await page.locator('input[type=password]').fill(given.key);
  await page.locator('input[placeholder="555088-105"]').fill(given.sku);
  await page.locator('.site-address').fill(url);
};

/** Violations of WCAG 2.2 A and AA and of axe's best practices. */
const accessibilityViolations = async (page: Page): Promise<string[]> => {
  // Through the debugger, which the page's policy on scripts does not bind.
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
};

describe('the console', () => {
  test('comes from an empty form to result cards in two clicks, with nothing amiss on the way', async () => {
    await using it = await openPage();
    await click(it.page, 'Use the demonstration shops');
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await click(it.page, 'Scrape prices');
    await it.page.locator('.pending').wait();
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await it.page.locator('.card').wait();
    const names = await it.page.$$eval('.card h4', (found) => found.map((node) => node.textContent));
    expect(names).toEqual(stack.shops!.sellingSites.map(({ Name }) => Name));
    const first = await it.page.$eval('.card', (card) => card.textContent);
    expect(first).toContain('GBP');
    expect(first).toContain('1,149.00');
    expect(first).toContain('Evidence');
    expect(await it.page.$$eval('.chart li', (bars) => bars.length)).toBeGreaterThan(1);
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await it.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    expect(await accessibilityViolations(it.page)).toEqual([]);
    expect(it.complaints).toEqual([]);
  });

  test('says how many sites of a pending request are done', async () => {
    await using it = await openPage();
    await it.page.setRequestInterception(true);
    it.page.on('request', (request) => {
      if (!/\/api\/scrap_prices\/[\da-f-]{36}$/.test(request.url())) return void request.continue();
      const RequestId = request.url().slice(-36);
      const body = JSON.stringify({ RequestId, RequestStatus: 0, Progress: { Sites: 20, Done: 7 } });
      void request.respond({ status: 200, contentType: 'application/json', body });
    });
    await fill(it.page);
    await click(it.page, 'Scrape prices');
    await it.page.locator('.pending ::-p-text(7 of 20 sites done)').wait();
    expect(await accessibilityViolations(it.page)).toEqual([]);
  });

  test('calls nothing but its own origin', async () => {
    await using it = await openPage();
    await fill(it.page);
    await click(it.page, 'Scrape prices');
    await it.page.locator('.card').wait();
    expect(new Set(it.addresses.map((address) => new URL(address).origin))).toEqual(new Set([stack.webUrl]));
  });

  test('keeps the license key out of everything that outlives the tab, and requests in it', async () => {
    await using it = await openPage();
    await fill(it.page);
    await click(it.page, 'Scrape prices');
    await it.page.locator('.card').wait();
    const kept = await it.page.evaluate(() => ({
      local: JSON.stringify(localStorage),
      cookie: document.cookie,
    }));
    expect(kept.local).toContain('VELA-A3');
    expect(kept.local + kept.cookie).not.toContain(stack.license!.licenseKey);
    expect(it.addresses.join()).not.toContain(stack.license!.licenseKey);
    await it.page.reload();
    await it.page.locator('.entry').click();
    await it.page.locator('.card').wait();
    expect(await it.page.$eval('input[type=password]', (input) => (input as HTMLInputElement).value)).toBe(
      stack.license!.licenseKey,
    );
  });

  test('says that the credentials are wrong in words, and announces it', async () => {
    await using it = await openPage();
    await fill(it.page, { key: 'sp_live_wrong' });
    await click(it.page, 'Scrape prices');
    const problem = await it.page.locator('.problem').waitHandle();
    expect(await problem.evaluate((node) => [node.getAttribute('role'), node.textContent])).toEqual([
      'alert',
      'The license key and UID do not open this service.',
    ]);
    expect(await accessibilityViolations(it.page)).toEqual([]);
  });

  test('sends a name without an address for a site of the registry, and shows each violation', async () => {
    await using it = await openPage();
    await fill(it.page);
    await it.page.locator('.site-name').fill('Nobody knows me');
    // As a person empties a field.
    await it.page.focus('.site-address');
    await it.page.keyboard.down('Control');
    await it.page.keyboard.press('a');
    await it.page.keyboard.up('Control');
    await it.page.keyboard.press('Backspace');
    expect(await it.page.$eval('.site-address', (input) => (input as HTMLInputElement).value)).toBe('');
    await click(it.page, 'Scrape prices');
    const problem = await it.page.locator('.problem').waitHandle();
    expect(await problem.evaluate((node) => node.textContent)).toContain(
      '/Data/SellingSites/0/Name names no entry of the selling-site registry',
    );
  });

  test('can be used with the keyboard alone', async () => {
    await using it = await openPage();
    await fill(it.page);
    await it.page.focus('input[autocomplete=username]');
    const visited: string[] = [];
    for (let step = 0; step < 20 && !visited.includes('Scrape prices'); step += 1) {
      await it.page.keyboard.press('Tab');
      visited.push(await it.page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    expect(visited).toContain('Add a site');
    expect(visited).toContain('Scrape prices');
    await it.page.keyboard.press('Enter');
    await it.page.locator('.card').wait();
  });

  test('gives the result as CSV and JSON, and the request as a command that works and holds no key', async () => {
    await using it = await openPage();
    const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-downloads-'));
    const session = await it.page.createCDPSession();
    const { browserContextId } = (await session.send('Target.getTargetInfo')).targetInfo;
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: folder,
      ...(browserContextId && { browserContextId }),
    });
    try {
      await fill(it.page);
      await click(it.page, 'Scrape prices');
      await it.page.locator('.card').wait();
      const downloaded = async (name: string): Promise<string> => {
        await eventually(() => expect(existsSync(join(folder, name))).toBe(true));
        return readFileSync(join(folder, name), 'utf8');
      };
      await it.page.locator('::-p-xpath(//button[.="CSV"])').click();
      expect(await downloaded('prices-VELA-A3.csv')).toMatch(/^Sku,Site,[\s\S]*Priced,1149\.00,GBP/);
      await it.page.locator('::-p-xpath(//button[.="JSON"])').click();
      expect(JSON.parse(await downloaded('prices-VELA-A3.json'))).toMatchObject({ Summary: { Priced: 1 } });
      await click(it.page, 'Copy as curl');
      // This Chromium has no clipboard, so the command is shown instead.
      expect(await accessibilityViolations(it.page)).toEqual([]);
      const field = await it.page.locator('textarea.command').waitHandle();
      const command = await field.evaluate((node) => (node as HTMLTextAreaElement).value);
      const { licenseKey } = stack.license!;
      expect(command).not.toContain(licenseKey);
      const env = { PATH: process.env.PATH, LICENSE_KEY: licenseKey };
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
      expect(JSON.parse(stdout)).toMatchObject({ RequestStatus: 0 });
      expect(it.complaints).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('shows what hostile pages say as text, and leads to web addresses alone', async () => {
    await using it = await openPage();
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const site = siteResult({
      Name: hostile,
      Title: hostile,
      Url: 'javascript:document.title=3',
      FinalUrl: 'javascript:document.title=4',
      Price: { Amount: '9'.repeat(40), Currency: 'EUR', Raw: hostile },
      Warnings: [hostile],
    });
    const data = { ...requestDataExample, Sku: hostile, Sites: [site] };
    const entry = { requestId: 'x', sku: hostile, sites: [], queuedAtMs: 1, state: 'Completed', data };
    await it.page.evaluate(
      (text) => localStorage.setItem('scrap-prices.history', text),
      JSON.stringify([entry]),
    );
    await it.page.reload();
    await it.page.locator('.entry').click();
    await it.page.locator('.card').wait();
    expect(await it.page.$eval('.card h4', (name) => name.textContent)).toBe(hostile);
    expect(await it.page.$$eval('.card a, .card img, .card script', (found) => found.length)).toBe(0);
    expect(await it.page.title()).toBe('scrap-prices');
    expect(it.complaints).toEqual([]);
  });

  test('fits a phone without scrolling sideways', async () => {
    await using it = await openPage('/', phone);
    await fill(it.page);
    await click(it.page, 'Scrape prices');
    await it.page.locator('.card').wait();
    const [content, window] = await it.page.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    expect(content).toBeLessThanOrEqual(window!);
    expect(await accessibilityViolations(it.page)).toEqual([]);
  });
});

describe('the API pages', () => {
  test('show both operations under their policy, from their own origin alone', async () => {
    await using it = await openPage('/docs/');
    await it.page.locator('.opblock-get').wait();
    const paths = await it.page.$$eval('.opblock-summary-path', (nodes) =>
      nodes.map((node) => node.textContent?.replaceAll('\u200b', '')),
    );
    expect(paths).toEqual(['/api/scrap_prices/queue', '/api/scrap_prices/{requestId}']);
    // The parts that Swagger UI draws only when asked.
    await it.page.locator('.opblock-post .try-out button').click();
    await it.page.locator('.btn.authorize').click();
    await it.page.locator('.modal-ux .btn-done').click();
    await it.page.locator('.models-control, .models button').click();
    expect(it.complaints).toEqual([]);
    const origins = it.addresses
      .filter((address) => !address.startsWith('data:'))
      .map((a) => new URL(a).origin);
    expect(new Set(origins)).toEqual(new Set([stack.webUrl]));
  });
});

describe('the console of a deployment, from the API itself', () => {
  const inApi = (path: string) => `/${stack.plan.api.stage}/console${path}`;

  test.each(['', '/'])('opens at its folder, asked for as "/console%s"', async (ending) => {
    await using it = await openPage(inApi(ending));
    await it.page.locator('form').wait();
    expect(new URL(it.page.url()).pathname).toBe(inApi('/index.html'));
  });

  test('knows where the API is, scrapes, and breaks no rule of its strict policy', async () => {
    await using it = await openPage(inApi('/index.html'));
    await fill(it.page);
    expect(await it.page.$$eval('button', (all) => all.map((button) => button.textContent))).not.toContain(
      'Use the demonstration shops',
    );
    await click(it.page, 'Scrape prices');
    await it.page.locator('.card').wait();
    expect(await accessibilityViolations(it.page)).toEqual([]);
    expect(it.complaints).toEqual([]);
    const paths = it.addresses.map((address) => new URL(address).pathname);
    expect(paths).toContain(inApi('/demo.json'));
    expect(paths).toContain(`/${stack.plan.api.stage}/api/scrap_prices/queue`);
    expect(paths.filter((path) => !path.startsWith(`/${stack.plan.api.stage}/`))).toEqual([]);
  });

  test('shows the API pages, which call this very deployment', async () => {
    await using it = await openPage(inApi('/index.html'));
    await it.page.locator('header a').click();
    await it.page.locator('.opblock-get').wait();
    expect(await it.page.$eval('.servers', (node) => node.textContent)).toContain(stack.apiUrl);
    expect(it.complaints).toEqual([]);
  });
});
