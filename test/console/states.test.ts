// Results and form in every state and screen size.
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestData } from '../../client/index.ts';
import { openChromium } from '../../scripts/chromium.ts';
import { eventually } from '../eventually.ts';
import { dataOf, entryOf, priced, resultOf, withHistory } from './console-data.ts';
import {
  accessibilityViolations,
  desktop,
  emptyScroll,
  nowhere,
  openConsole,
  textOf,
  write,
  zoomed,
} from './console-page.ts';
import { type FakeService, pending, problem, requestId, startFakeService } from './fake-service.ts';

let service: FakeService;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startFakeService(), openChromium()]);
});

afterAll(async () => {
  await Promise.allSettled([browser?.close(), service?.close()]);
});

const open = (path = '/', viewport = desktop, prepare?: (page: Page) => Promise<unknown>) =>
  openConsole(browser, service.webUrl + path, viewport, prepare);

const openResult = async (
  data: RequestData,
  viewport = desktop,
  query = '',
  prepare: (page: Page) => Promise<unknown> = async () => {},
) => {
  const it = await open(`/#/requests/${requestId}${query}`, viewport, async (page) => {
    await withHistory([entryOf(data)])(page);
    await prepare(page);
  });
  await it.page.locator('#results-title').wait();
  return it;
};

const rows = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(`.row ${selector}`, (nodes) => nodes.map((node) => node.textContent ?? ''));

const widths = [375, 768, 1_280, 1_920].map((width) => ({ width, height: 900 }));

describe('results', () => {
  test.each<[string, () => RequestData]>([
    ['a few sites', resultOf.few],
    ['50 sites', resultOf.fifty],
    ['100 sites', () => resultOf.many(100)],
    ['long names of three scripts', resultOf.names],
    ['amounts of forty digits', () => dataOf([priced('9'.repeat(40)), priced(`0.${'1'.repeat(60)}`)])],
    ['no price at all', () => dataOf([{ ...priced('1'), Price: null, Outcome: 'Failed' }])],
  ])('of %s fit every screen in both themes', async (_name, make) => {
    await using it = await openResult(make());
    for (const viewport of [...widths, zoomed]) {
      await it.page.setViewport(viewport);
      for (const view of ['Table', 'Cards']) {
        const choice = await it.page.$(`::-p-xpath(//label[.="${view}"])`);
        await choice?.click();
        expect([viewport.width, view, await emptyScroll(it.page)]).toEqual([viewport.width, view, nowhere]);
      }
    }
    for (const scheme of ['light', 'dark']) {
      await it.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      expect(await accessibilityViolations(it.page)).toEqual([]);
    }
    expect(it.complaints).toEqual([]);
  });

  test('of 50 sites are filtered to those in stock by price in one action', async () => {
    await using it = await openResult(resultOf.fifty());
    await it.page.locator('.check input').click();
    await it.page.locator('tbody:only-of-type').wait();
    const stocks = await rows(it.page, 'td.stock');
    expect(new Set(stocks)).toEqual(new Set(['in stock']));
    const amounts = (await rows(it.page, '.price .money')).map((text) => Number(text.replace(/[€,]/g, '')));
    expect(amounts.length).toBeGreaterThan(25);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  });

  test('put a doubtful price below, say why, and do not rank equal ones', async () => {
    const Warnings = ['SkuDiffers: the page states "B-2"'];
    await using it = await openResult(dataOf([priced('4.20', { Warnings }), priced('39.90')]));
    expect(await textOf(it.page, '.best-offers')).toMatch(
      /Cheapest trustworthy.*39\.90.*Shop 2.*check first.*4\.20.*Shop 1.*SKU differs/,
    );
    expect(await rows(it.page, '.expand')).toEqual(['Shop 2', 'Shop 1']);
    await using equal = await openResult(dataOf(Array.from({ length: 100 }, () => priced('4.20'))));
    expect(await textOf(equal.page, '.best-offers')).toMatch(/^All 100 prices are equal €4\.20\s*$/);
    expect(await equal.page.$('.chart')).toBeNull();
  });

  test('show a product’s title in full width below a long name, from the left', async () => {
    await using it = await openResult(resultOf.names());
    const places = await it.page.$$eval('.row:not(.open)', (found) =>
      found.map((row) => {
        const [name, title] = ['.expand bdi', '.title'].map((each) => row.querySelector(each));
        const left = (node: Element | null | undefined) =>
          Math.round(node?.getBoundingClientRect().left ?? 0);
        return {
          titleWidth: title?.getBoundingClientRect().width ?? 999,
          left: left(name),
          align: name ? getComputedStyle(name).textAlign : '',
        };
      }),
    );
    for (const { titleWidth, align } of places) {
      expect(titleWidth).toBeGreaterThan(150);
      expect(align).toBe('left');
    }
    expect(new Set(places.map(({ left }) => left)).size).toBe(1);
  });

  test('show evidence on expanding, with a link to its place on the page', async () => {
    const filler = '<p>x</p>'.repeat(500);
    const prices = '<p class="price">nur 1.299,- €, zzgl. Versand</p>';
    service.answer(() => ({
      status: 200,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      html: `<!doctype html><title>shop</title>${filler}${prices}${filler}`,
    }));
    const Evidence = [
      { Field: 'Price', Source: 'Visible' as const, Path: 'p.price', Raw: '1.299,- €, zzgl.', Agrees: [] },
    ];
    const FinalUrl = `${service.webUrl}/shop/p?id=1`;
    await using it = await openResult(dataOf([priced('1299', { FinalUrl, Evidence })]));
    await it.page.locator('.expand').click();
    const link = await it.page.locator('.evidence a').waitHandle();
    expect(
      await link.evaluate((node) => [(node as HTMLAnchorElement).rel, (node as HTMLAnchorElement).target]),
    ).toEqual(['noopener noreferrer', '_blank']);
    expect(await accessibilityViolations(it.page)).toEqual([]);
    const opening = browser.waitForTarget((target) => target.url().startsWith(FinalUrl));
    await link.click();
    const shop = (await (await opening).page())!;
    await eventually(async () => expect(await shop.evaluate(() => scrollY)).toBeGreaterThan(1_000));
    await shop.close();
  });

  test('show texts of hostile pages as text, and link only to web addresses', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const money = { Amount: '9'.repeat(40), Currency: 'EUR', Raw: hostile };
    const data = dataOf(
      [
        {
          Name: hostile,
          Title: hostile,
          Url: 'javascript:document.title=3',
          FinalUrl: 'javascript:document.title=4',
          Price: money,
          Seller: { Name: hostile },
          Warnings: [hostile],
          Evidence: [{ Field: hostile, Source: 'Visible', Path: hostile, Raw: hostile, Agrees: [] }],
          Candidates: [{ Price: money, Source: 'Visible', Path: hostile }],
          Error: { Code: 'Internal', Message: hostile, Retryable: false },
          Variants: [
            {
              Id: hostile,
              Size: hostile,
              SizeRegion: hostile,
              Color: hostile,
              Price: money,
              Availability: 'InStock',
            },
          ],
        },
      ],
      hostile,
    );
    await using it = await openResult(data);
    await it.page.locator('.expand').click();
    await it.page.locator('.details-body').wait();
    expect(await textOf(it.page, '.row .expand')).toBe(hostile);
    const elements = await it.page.$$eval('.stage :is(a, img, script, iframe)', (found) => found.length);
    expect(elements).toBe(0);
    expect(await it.page.title()).toBe(`${hostile} · scrap-prices`);
    const foreign = it.addresses.filter((address) => new URL(address).origin !== service.webUrl);
    expect(foreign).toEqual([]);
    expect(it.complaints).toEqual([]);
  });
});

describe('the form beside a request', () => {
  const other = dataOf([priced('1')], 'OTHER-1');
  const entries = [entryOf(resultOf.few()), entryOf(other, { requestId: 'other-1' })];
  const draftOf = (sku: string, sites: unknown) => (page: Page) =>
    page.evaluateOnNewDocument((draft) => {
      if (sessionStorage.getItem('scrap-prices.draft') === null)
        sessionStorage.setItem('scrap-prices.draft', draft);
    }, JSON.stringify({ sku, sites }));
  const skuAfter = async (sku: string, sites: unknown): Promise<string> => {
    await using it = await open('/#/requests/other-1', desktop, async (page) => {
      await withHistory(entries)(page);
      await draftOf(sku, sites)(page);
    });
    await it.page.locator('#results-title').wait();
    return await it.page.$eval('#sku', (input) => (input as HTMLInputElement).value);
  };

  test('shows that request if it holds nothing new', async () => {
    expect(await skuAfter('', [{ Url: '' }])).toBe('OTHER-1');
    expect(await skuAfter('VELA-A3', entries[0]!.sites)).toBe('OTHER-1');
  });

  test('keeps what was never sent', async () => {
    expect(await skuAfter('NEW-1', [{ Url: 'https://new.example/{sku}' }])).toBe('NEW-1');
  });
});

describe('no page scrolls beyond its content:', () => {
  const draft = (page: Page) =>
    page.evaluateOnNewDocument(
      (sites) => sessionStorage.setItem('scrap-prices.draft', JSON.stringify({ sku: 'X', sites })),
      Array.from({ length: 19 }, (_, i) => ({ Name: `Shop ${i}`, Url: `https://shop-${i}.example/{sku}` })),
    );
  const shown = `/#/requests/${requestId}`;

  test.each<[string, string, string, (page: Page) => Promise<unknown>]>([
    ['an empty console', '/', '.sites', async () => {}],
    ['a form of 19 sites', '/', '.sites li:nth-child(19)', draft],
    [
      'a result beside it',
      shown,
      '.row',
      async (page) => {
        await draft(page);
        await withHistory([entryOf(resultOf.few())])(page);
      },
    ],
    [
      'a pending request',
      shown,
      '.pending',
      async (page) => {
        await draft(page);
        service.answer(() => pending(3, 19));
      },
    ],
  ])('%s', async (_name, path, selector, prepare) => {
    await using it = await open(path, desktop, prepare);
    await it.page.locator(selector).wait();
    for (const viewport of widths) {
      await it.page.setViewport(viewport);
      expect([viewport.width, await emptyScroll(it.page)]).toEqual([viewport.width, nowhere]);
    }
  });
});

describe('the form', () => {
  test('shows each problem at its field until that changes', async () => {
    const at = (place: string, Detail: string) => ({ Pointer: `/Data/SellingSites/0/${place}`, Detail });
    const Errors = [at('Currency', 'must be a code'), at('Selectors/Price/0/Value', 'is no selector')];
    service.answer(() => problem(400, 'The request payload is invalid.', { Errors }));
    await using it = await open('/', desktop, (page) =>
      page.evaluateOnNewDocument(() => {
        const Selectors = { Price: [{ Type: 'Css', Value: '::' }] };
        const sites = [{ Url: 'https://a.example/', Currency: 'XYZ', Selectors }];
        sessionStorage.setItem('scrap-prices.draft', JSON.stringify({ sku: 'X', sites }));
      }),
    );
    await write(it.page, '#uid', 'acme');
    await write(it.page, '#license-key', 'sp_live_x');
    await it.page.locator('.primary').click();
    await it.page.locator('#site-0-currency[aria-invalid=true]').wait();
    expect(await textOf(it.page, '#site-0-currency-problem')).toBe('“Currency” must be a code.');
    await it.page.locator('#site-0-currency:focus').wait();
    expect(await textOf(it.page, '.problem')).toContain('Check 2 fields:');
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await it.page.keyboard.press('Backspace');
    await eventually(async () => expect(await it.page.$('#site-0-currency-problem')).toBeNull());
    expect(await textOf(it.page, '.field-problem')).toBe('The selector of “Price” is no selector.');
    await write(it.page, '.selector .mono', '.price');
    await eventually(async () => expect(await it.page.$('.field-problem, .problem')).toBeNull());
    // It stays open around the field.
    expect(await it.page.$eval('.settings', (details) => (details as HTMLDetailsElement).open)).toBe(true);
    expect(await it.page.evaluate(() => document.activeElement?.className)).toBe('mono');
  });
});
