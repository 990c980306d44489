import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildConsole } from '../../console/build.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { openChromium } from '../../scripts/chromium.ts';
import { eventually } from '../eventually.ts';
import {
  accessibilityViolations,
  click,
  type desktop,
  emptyScroll,
  nowhere,
  openConsole,
  phone,
  write,
} from './console-page.ts';

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

const openPage = (path = '/', viewport?: typeof desktop) =>
  openConsole(browser, new URL(path, stack.webUrl).href, viewport);

const fill = async (page: Page, credentials: object = {}) => {
  const { uid, licenseKey } = stack.license!;
  const given = { uid, key: licenseKey, sku: 'VELA-A3', ...credentials };
  const url = stack.shops!.sellingSites[0]!.Url!;
  await write(page, 'input[autocomplete=username]', given.uid);
  await write(page, 'input[type=password]', given.key);
  await write(page, 'input[placeholder="555088-105"]', given.sku);
  await write(page, '.site-address', url);
};

const fieldText = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (input) => (input as HTMLInputElement).value);

describe('the link that the service prints', () => {
  const link = () => `/#access=${stack.credentials.accessKeyId}`;
  const signedIn = async (page: Page): Promise<void> => {
    await eventually(async () =>
      expect([await fieldText(page, '#uid'), await fieldText(page, '#license-key')]).toEqual([
        stack.license!.uid,
        stack.license!.licenseKey,
      ]),
    );
    expect(page.url()).not.toContain('access');
  };

  test('signs in, also after a reload, and leaves no secret in addresses', async () => {
    await using it = await openPage(link());
    await signedIn(it.page);
    await it.page.reload();
    await signedIn(it.page);
    const { accessKeyId } = stack.credentials;
    // The browser's own address had it in the fragment, which is not sent.
    const sent = it.addresses.map((address) => address.replace(/#.*$/, ''));
    for (const secret of [accessKeyId, stack.license!.licenseKey]) expect(sent.join()).not.toContain(secret);
    expect(await it.page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    expect(it.complaints).toEqual([]);
  });

  test('signs in anew when pasted into an open tab, and going back does not show it', async () => {
    await using it = await openPage('/');
    await write(it.page, '#uid', 'somebody');
    await write(it.page, '#license-key', 'sp_live_old');
    await write(it.page, '#sku', 'KEPT-1');
    await it.page.evaluate((hash) => {
      location.hash = hash;
    }, link().slice(1));
    await signedIn(it.page);
    expect(await fieldText(it.page, '#sku')).toBe('KEPT-1');
    await it.page.goBack();
    expect(it.page.url()).not.toContain('access');
    expect(it.complaints).toEqual([]);
  });

  test('scrapes the demonstration shops in one click', async () => {
    await using it = await openPage(link());
    await click(it.page, 'Scrape the demonstration shops');
    await it.page.locator('.pending .awaited li').wait();
    expect(await it.page.$$eval('.awaited li', (sites) => sites.length)).toBe(
      stack.shops!.sellingSites.length,
    );
    await it.page.locator('.row').wait();
    // A row without a price says why, and what to do.
    const blocked = await it.page.$eval('.row[data-outcome=Blocked] .reason', (node) => node.textContent);
    expect(blocked).toMatch(/\. [A-Z].+\.$/);
    expect(await accessibilityViolations(it.page)).toEqual([]);
  });

  test('lets links alone be priced, each as a product of its own', async () => {
    await using it = await openPage(link());
    await signedIn(it.page);
    const links = stack
      .shops!.sellingSites.slice(0, 2)
      .map(({ Url }) => Url!.replace('{sku}', stack.shops!.sku));
    await it.page.locator('.import summary').click();
    await it.page.locator('.import textarea').fill(`${links.join('\n')}\nnonsense`);
    await click(it.page, 'Add these sites');
    await it.page.locator('.said ::-p-text(was left out)').wait();
    await click(it.page, 'Scrape prices');
    await it.page.locator('.row').wait();
    expect(await it.page.$eval('#results-title', (node) => node.textContent)).toBe('2 products');
    const prices = await it.page.$$eval('.row .money', (found) => found.map((node) => node.textContent));
    expect(prices).toContain('£1,149.00');
    expect(await it.page.$eval('.row .expand', (node) => node.textContent)).toMatch(/^Vela Aurelia 3/);
    expect(await it.page.$$('.best-offers, .chart, .section')).toEqual([]);
    expect(await accessibilityViolations(it.page)).toEqual([]);
    expect(it.complaints).toEqual([]);
  });
});

describe('the console', () => {
  test('leads from an empty form to results in two clicks, without errors', async () => {
    await using it = await openPage(`/#access=${stack.credentials.accessKeyId}`);
    await click(it.page, 'Use the demonstration shops');
    expect(it.page.url()).not.toContain(stack.credentials.accessKeyId);
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await click(it.page, 'Scrape prices');
    await it.page.locator('.pending').wait();
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await it.page.locator('.row').wait();
    const names = await it.page.$$eval('.row .expand', (found) => found.map((node) => node.textContent));
    expect(names.toSorted()).toEqual(stack.shops!.sellingSites.map(({ Name }) => Name).toSorted());
    const prices = await it.page.$$eval('.row .money', (found) => found.map((node) => node.textContent));
    expect(prices).toContain('£1,149.00');
    await it.page.locator('.expand').click();
    await it.page.locator('.details-body .evidence').wait();
    expect(await it.page.$$eval('.chart li', (bars) => bars.length)).toBeGreaterThan(1);
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await it.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    expect(await accessibilityViolations(it.page)).toEqual([]);
    expect(it.complaints).toEqual([]);
  });

  test('only calls its own origin', async () => {
    await using it = await openPage();
    await fill(it.page);
    await click(it.page, 'Scrape prices');
    await it.page.locator('.row').wait();
    expect(new Set(it.addresses.map((address) => new URL(address).origin))).toEqual(new Set([stack.webUrl]));
  });

  test('stores requests, but the license key only for the tab', async () => {
    await using it = await openPage();
    await fill(it.page);
    await click(it.page, 'Scrape prices');
    await it.page.locator('.row').wait();
    const kept = await it.page.evaluate(() => ({
      local: JSON.stringify(localStorage),
      cookie: document.cookie,
    }));
    expect(kept.local).toContain('VELA-A3');
    expect(kept.local + kept.cookie).not.toContain(stack.license!.licenseKey);
    expect(it.addresses.join()).not.toContain(stack.license!.licenseKey);
    await it.page.reload();
    await it.page.locator('.row').wait();
    expect(await it.page.$eval('input[type=password]', (input) => (input as HTMLInputElement).value)).toBe(
      stack.license!.licenseKey,
    );
  });

  test('announces wrong credentials', async () => {
    await using it = await openPage();
    await fill(it.page, { key: 'sp_live_wrong' });
    await click(it.page, 'Scrape prices');
    const problem = await it.page.locator('.problem').waitHandle();
    expect(await problem.evaluate((node) => [node.getAttribute('role'), node.textContent])).toEqual([
      'alert',
      'Check 1 field:\nNo enabled license has this UID and license key.',
    ]);
    expect(await accessibilityViolations(it.page)).toEqual([]);
  });

  test('sends a name without an address for a registered site, and shows the problem at the field', async () => {
    await using it = await openPage();
    await fill(it.page);
    await write(it.page, '.site-name', 'Nobody knows me');
    // Empties the field as a user does.
    await it.page.focus('.site-address');
    await it.page.keyboard.down('Control');
    await it.page.keyboard.press('a');
    await it.page.keyboard.up('Control');
    await it.page.keyboard.press('Backspace');
    expect(await it.page.$eval('.site-address', (input) => (input as HTMLInputElement).value)).toBe('');
    await click(it.page, 'Scrape prices');
    const problem = await it.page.locator('.field-problem').waitHandle();
    expect(await problem.evaluate((node) => node.textContent)).toBe(
      'The name is not in the selling-site registry of this deployment; give an address.',
    );
    const name = await it.page.$('.site-name[aria-invalid=true]');
    expect(
      await name?.evaluate((node) => node.getAttribute('aria-describedby') === 'site-0-name-problem'),
    ).toBe(true);
    await it.page.locator('.site-name:focus').wait();
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await write(it.page, '.site-name', 'Another name');
    await eventually(async () => expect(await it.page.$('.field-problem')).toBeNull());
  });

  test('can be used with only the keyboard', async () => {
    await using it = await openPage();
    await fill(it.page);
    await it.page.focus('input[autocomplete=username]');
    const visited: string[] = [];
    for (let step = 0; step < 30 && !visited.includes('Scrape prices'); step += 1) {
      await it.page.keyboard.press('Tab');
      visited.push(await it.page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    expect(visited).toContain('Add a site');
    expect(visited).toContain('Scrape prices');
    await it.page.keyboard.press('Enter');
    await it.page.locator('.row').wait();
  });

  test('exports the result as CSV and JSON, and the request as a working command without the key', async () => {
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
      await it.page.locator('.row').wait();
      const downloaded = async (name: string): Promise<string> => {
        await eventually(() => expect(existsSync(join(folder, name))).toBe(true));
        return readFileSync(join(folder, name), 'utf8');
      };
      await it.page.locator('::-p-xpath(//button[.="CSV"])').click();
      expect(await downloaded('prices-VELA-A3.csv')).toMatch(/^"Sku","Site",[\s\S]*"Priced",1149\.00,"GBP"/);
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

  test('leads from an ambiguous result to a saved selector in two actions, for either price', async () => {
    const ambiguous = stack.shops!.sellingSites.find(({ Name }) => Name === 'Coin Toss Coffee')!;
    for (const amount of ['1,799.00', '1,949.00']) {
      await using it = await openPage();
      await fill(it.page);
      await write(it.page, '.site-name', ambiguous.Name!);
      await write(it.page, '.site-address', ambiguous.Url!);
      await click(it.page, 'Scrape prices');
      await it.page.locator('.candidates').wait();
      expect(await accessibilityViolations(it.page)).toEqual([]);
      await it.page
        .locator(`::-p-xpath(//ul[@class="candidates"]/li[contains(., "${amount}")]//button)`)
        .click();
      await it.page.locator(`.trial ::-p-text(The selector finds A$${amount}, as you chose.)`).wait();
      expect(await accessibilityViolations(it.page)).toEqual([]);
      await it.page.evaluate(() => {
        const { createObjectURL } = URL;
        URL.createObjectURL = (blob) => {
          void (blob as Blob).text().then((text) => document.body.setAttribute('data-saved', text));
          return createObjectURL(blob);
        };
      });
      await click(it.page, 'Save the site as JSON');
      const saved = await it.page.locator('body[data-saved]').waitHandle();
      const { SellingSites } = JSON.parse((await saved.evaluate((body) => body.getAttribute('data-saved')))!);
      expect(SellingSites).toMatchObject([{ Name: ambiguous.Name, Selectors: { Price: [{ Type: 'Css' }] } }]);
      // The form has it too, and going back takes one click.
      await it.page.locator('.settings summary').click();
      await it.page.locator('.selector .mono').wait();
      expect(await it.page.$eval('.selector .mono', (input) => (input as HTMLInputElement).value)).toBe(
        SellingSites[0].Selectors.Price[0].Value,
      );
      await click(it.page, 'Back to all sites');
      await it.page.locator('.candidates').wait();
    }
  });

  test('fits a phone without scrolling sideways', async () => {
    await using it = await openPage('/', phone);
    await fill(it.page);
    await click(it.page, 'Scrape prices');
    await it.page.locator('.row').wait();
    expect(await emptyScroll(it.page)).toEqual(nowhere);
    expect(await accessibilityViolations(it.page)).toEqual([]);
  });
});

describe('the console of a deployment, from the API itself', () => {
  const inApi = (path: string) => `/${stack.plan.api.stage}/console${path}`;

  test.each(['', '/'])('opens at "/console%s"', async (ending) => {
    await using it = await openPage(inApi(ending));
    await it.page.locator('form').wait();
    expect(new URL(it.page.url()).pathname).toBe(inApi('/index.html'));
  });

  test('finds the API, scrapes, and respects its strict policy', async () => {
    await using it = await openPage(inApi('/index.html'));
    await fill(it.page);
    expect(await it.page.$$eval('button', (all) => all.map((button) => button.textContent))).not.toContain(
      'Use the demonstration shops',
    );
    await click(it.page, 'Scrape prices');
    await it.page.locator('.row').wait();
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await it.page.reload();
    await it.page.locator('.row').wait();
    expect(new URL(it.page.url()).pathname).toBe(inApi('/index.html'));
    expect(it.complaints).toEqual([]);
    const paths = it.addresses.map((address) => new URL(address).pathname);
    expect(paths).toContain(inApi('/demo.json'));
    expect(paths).toContain(`/${stack.plan.api.stage}/api/scrap_prices/queue`);
    expect(paths.filter((path) => !path.startsWith(`/${stack.plan.api.stage}/`))).toEqual([]);
  });

  test('links to the documentation, which works below a deployment’s path', async () => {
    await using it = await openPage(inApi('/index.html'));
    await it.page.locator('header > a').click();
    await it.page.locator('::-p-xpath(//nav//a[.="API"])').click();
    await it.page.locator('::-p-xpath(//h3[contains(., "Queue a request")])').wait();
    expect(new URL(it.page.url()).pathname).toBe(inApi('/docs/api.html'));
    // The shortcut works once the page's script has run.
    await it.page.waitForFunction(() => document.readyState === 'complete');
    await it.page.keyboard.press('/');
    await it.page.keyboard.type('currency');
    await it.page.locator('#search li a').wait();
    expect(it.complaints).toEqual([]);
  });
});
