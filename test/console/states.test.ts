// Results and form in every state: what they show, to whom, and on which screen.
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestData } from '../../client/index.ts';
import { openChromium } from '../../scripts/chromium.ts';
import { eventually } from '../eventually.ts';
import { dataOf, entryOf, priced, resultOf, withHistory } from './console-data.ts';
import {
  accessibilityViolations,
  button,
  desktop,
  emptyScroll,
  nowhere,
  openConsole,
  textOf,
  write,
  zoomed,
} from './console-page.ts';
import {
  completed,
  type FakeService,
  pending,
  problem,
  queued,
  requestId,
  startFakeService,
} from './fake-service.ts';

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

  test('have each price in one line, whatever the font', async () => {
    await using it = await openResult(resultOf.few());
    // As wide as the widest that systems have, without one of them having to be there.
    await it.page.evaluate(() => {
      document.body.style.letterSpacing = '0.12em';
    });
    const broken = (): Promise<string[]> =>
      it.page.$$eval('.money', (nodes) =>
        nodes.filter((node) => node.getClientRects().length > 1).map((node) => node.textContent ?? ''),
      );
    for (const viewport of [...widths, zoomed]) {
      await it.page.setViewport(viewport);
      expect([viewport.width, await broken(), await emptyScroll(it.page)]).toEqual([
        viewport.width,
        [],
        nowhere,
      ]);
    }
  });

  test('of 50 sites are those in stock by price, in one action', async () => {
    await using it = await openResult(resultOf.fifty());
    await it.page.locator('.check input').click();
    await it.page.locator('tbody:only-of-type').wait();
    const stocks = await rows(it.page, 'td.stock');
    expect(new Set(stocks)).toEqual(new Set(['in stock']));
    const amounts = (await rows(it.page, '.price .money')).map((text) => Number(text.replace(/[€,]/g, '')));
    expect(amounts.length).toBeGreaterThan(25);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  });

  test('are sorted by their headings, with the keyboard too', async () => {
    await using it = await openResult(resultOf.few());
    await it.page.focus('th.site .sort');
    await it.page.keyboard.press('Enter');
    await it.page.locator('th.site[aria-sort=ascending]').wait();
    expect((await rows(it.page, '.expand'))[0]).toBe('Bonenbazaar');
    await it.page.keyboard.press('Enter');
    await it.page.locator('th.site[aria-sort=descending]').wait();
    expect((await rows(it.page, '.expand'))[0]).toBe('Slow Drip');
    await it.page.locator('th.price .sort').click();
    await it.page.locator('th.price[aria-sort=ascending]').wait();
    expect((await rows(it.page, '.expand')).slice(0, 4)).toEqual([
      'Dolce Macchina',
      'Bonenbazaar',
      'Comptoir du Café',
      'Maple Roasters',
    ]);
  });

  test('are found by a text, and all come back', async () => {
    await using it = await openResult(resultOf.few());
    await write(it.page, '.find', 'dolce');
    await eventually(async () => expect(await rows(it.page, '.expand')).toEqual(['Dolce Macchina']));
    expect(await textOf(it.page, '.toolbar [role=status]')).toBe('1 of 8 sites');
    await write(it.page, '.find', 'nothing like it');
    await button(it.page, 'Show all sites').click();
    await eventually(async () => expect(await rows(it.page, '.expand')).toHaveLength(8));
    expect(await textOf(it.page, '.toolbar [role=status]')).toBe('');
    await it.page.select('.toolbar select', 'Ambiguous');
    await eventually(async () => expect(await rows(it.page, '.expand')).toEqual(['Coin Toss Coffee']));
  });

  test('show evidence on expanding, with a link that opens the page at it', async () => {
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

  test('crown nothing that is sold out, say what colours mean, and agree in their numbers', async () => {
    await using it = await openResult(resultOf.few());
    const crowned = await it.page.$$eval('.chart li:has(.bar-lowest) .bar-name', (names) =>
      names.map((name) => name.textContent),
    );
    expect(crowned).toEqual(['Dolce Macchina']);
    expect(await textOf(it.page, '.legend')).toBe(
      'cheapest in stockin stock, or not statednot available nowlist price',
    );
    const heading = await textOf(it.page, '.results-title p');
    expect(heading).toContain('6 prices from 8 sites, 1 of them sold out');
    const bars = await it.page.$$eval('.chart li', (items) => items.length);
    expect(await textOf(it.page, '.chart > .hint')).toContain(`${6 - bars} of them are the only ones`);
    expect(await textOf(it.page, '.entry')).toContain('6 prices from 8 sites');
    for (const name of ['.bar-price .money', '.best-offer .money', '.row .money'])
      expect(await textOf(it.page, name)).toBe('€1,099.00');
  });

  test('say wherever a price stands, on every screen, why it should be checked', async () => {
    const stale = { Warnings: ['StalePrice: JsonLd states 9, the page shows 5.'] };
    const doubtful = priced('5', { ...stale, Confidence: 'Low', Name: 'Doubtful' });
    await using it = await openResult(dataOf([doubtful, priced('7', { Name: 'Certain' })]));
    const saidOf = (place: string): Promise<string[]> =>
      it.page.$$eval(`${place} .doubts`, (nodes) =>
        nodes.filter((node) => node.checkVisibility()).map((node) => node.textContent ?? ''),
      );
    const words = ['low confidence, stale price'];
    for (const viewport of widths) {
      await it.page.setViewport(viewport);
      for (const place of ['.best-offer', '.chart li', '.row'])
        expect([viewport.width, place, await saidOf(place)]).toEqual([viewport.width, place, words]);
      expect(await emptyScroll(it.page)).toEqual(nowhere);
    }
    expect(await textOf(it.page, '.unseen[role=status]')).toContain(
      'at Doubtful (low confidence, stale price)',
    );
    await it.page.locator('::-p-xpath(//label[.="Cards"])').click();
    await it.page.locator('.card').wait();
    expect(await saidOf('.card .price')).toEqual(words);
    expect(await accessibilityViolations(it.page)).toEqual([]);
  });

  test('can be told apart in the reader’s own colours', async () => {
    await using it = await openResult(resultOf.few());
    const session = await it.page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'forced-colors', value: 'active' }],
    });
    expect(await it.page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    const fills = await it.page.$$eval('.bar-lowest, .bar:not(.bar-lowest, .bar-gone), .bar-gone', (bars) =>
      bars.map((bar) => getComputedStyle(bar).fill),
    );
    expect(new Set(fills).size).toBe(3);
    expect(await accessibilityViolations(it.page)).toEqual([]);
  });

  test('show what hostile pages say as text, and lead to web addresses alone', async () => {
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
  const list = `Name,Url,Currency\n${Array.from({ length: 50 }, (_, i) => `Shop ${i},https://shop-${i}.example/{sku},EUR`).join('\n')}`;

  const paste = (page: Page, selector: string, text: string) =>
    page.$eval(
      selector,
      (field, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      text,
    );

  test('comes from empty to a result in three actions: open, paste, scrape', async () => {
    const data = resultOf.few();
    service.answer(({ method }) => (method === 'POST' ? queued : completed(data)));
    const request = {
      Authorization: { LicenseKey: 'sp_live_x', UID: 'acme' },
      Data: { Sku: 'VELA-A3', SellingSites: [{ Name: 'A', Url: 'https://a.example/{sku}' }] },
    };
    await using it = await open();
    await it.page.locator('.import summary').click();
    await paste(it.page, '.import textarea', JSON.stringify(request));
    await it.page.locator('.note ::-p-text(1 site from the pasted text.)').wait();
    await it.page.locator('.primary').click();
    await it.page.locator('#results-title').wait();
    expect(JSON.parse(service.calls[0]!.body)).toEqual(request);
    expect(it.complaints).toEqual([]);
  });

  test('takes a list that is pasted where an address belongs, and gives it back', async () => {
    await using it = await open();
    await paste(it.page, '.site-address', list);
    await it.page.locator('.sites li:nth-child(50)').wait();
    await it.page.locator('.sites li:nth-child(50) .settings summary').click();
    await it.page.locator('#site-49-currency').wait();
    expect(await it.page.$eval('#site-49-currency', (field) => (field as HTMLInputElement).value)).toBe(
      'EUR',
    );
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await button(it.page, 'Undo').click();
    await eventually(async () => expect(await it.page.$$eval('.sites > li', (all) => all.length)).toBe(1));
  });

  test('takes a file that is dropped on it, and says what it cannot read', async () => {
    await using it = await open();
    const drop = (name: string, text: string) =>
      it.page.$eval(
        '#request',
        (form, file) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([file.text], file.name));
          form.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
        },
        { name, text },
      );
    await drop('sites.csv', list);
    await it.page.locator('.note ::-p-text(50 sites from sites.csv.)').wait();
    await drop('more.csv', list.replaceAll('Shop', 'Other'));
    await drop('more.csv', list.replaceAll('Shop', 'Third'));
    await it.page.locator('.note ::-p-text(the last 50 sites were left out)').wait();
    await drop('broken.json', '{"SellingSites": [');
    await it.page.locator('.problem ::-p-text(Nothing was read from broken.json.)').wait();
    expect(await it.page.$$eval('.sites > li', (all) => all.length)).toBe(100);
    for (const viewport of widths) {
      await it.page.setViewport(viewport);
      expect(await emptyScroll(it.page)).toEqual(nowhere);
    }
    expect(await accessibilityViolations(it.page)).toEqual([]);
  });

  test('sends every setting as the service knows it', async () => {
    service.answer(() => problem(400, 'no', { Errors: [] }));
    await using it = await open();
    await write(it.page, '#uid', 'acme');
    await write(it.page, '#license-key', 'sp_live_x');
    await write(it.page, '#sku', 'X');
    await write(it.page, '.site-address', 'https://a.example/{sku}');
    await it.page.locator('.settings summary').click();
    await write(it.page, '#site-0-variant-size', '42');
    await write(it.page, '#site-0-timeoutseconds', '30');
    await it.page.select('#site-0-rendermode', 'Browser');
    await button(it.page, 'Add a selector').click();
    await write(it.page, '[aria-label="Text of selector 1 of site 1"]', '.price');
    expect(await accessibilityViolations(it.page)).toEqual([]);
    await it.page.locator('.primary').click();
    await it.page.locator('.problem').wait();
    expect(JSON.parse(service.calls[0]!.body).Data.SellingSites).toEqual([
      {
        Url: 'https://a.example/{sku}',
        Variant: { Size: '42' },
        TimeoutSeconds: 30,
        RenderMode: 'Browser',
        Selectors: { Price: [{ Type: 'Css', Value: '.price' }] },
      },
    ]);
  });

  test('says beside each field what is wrong with it, and keeps saying it until that is changed', async () => {
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

  test('keeps the credentials that a person filled in, whatever a list brings', async () => {
    await using it = await open();
    await write(it.page, '#uid', 'mine');
    const foreign = {
      Authorization: { UID: 'theirs', LicenseKey: 'sp_live_theirs' },
      Data: { Sku: 'X', SellingSites: [{ Name: 'A' }] },
    };
    await paste(it.page, '.site-address', JSON.stringify(foreign));
    await it.page.locator('.note').wait();
    const given = await it.page.$$eval('#uid, #license-key', (inputs) =>
      inputs.map((input) => (input as HTMLInputElement).value),
    );
    expect(given).toEqual(['mine', '']);
  });

  test('says until when a daily quota is used up', async () => {
    const answer = problem(
      429,
      'This license allows 5 requests per day; repeat the call after the time in Retry-After.',
    );
    service.answer(() => ({
      ...(answer as object),
      status: 429,
      headers: { 'Retry-After': '86294', 'X-Request-Id': 'x' },
    }));
    await using it = await open();
    await write(it.page, '#uid', 'acme');
    await write(it.page, '#license-key', 'sp_live_x');
    await write(it.page, '#sku', 'X');
    await write(it.page, '.site-address', 'https://a.example/{sku}');
    await it.page.locator('.primary').click();
    await it.page.locator('.problem').wait();
    expect(await textOf(it.page, '.problem')).toMatch(
      /^This license allows 5 requests per day; free again at .*\d:\d\d/,
    );
    expect(service.calls).toHaveLength(1);
  });

  test('never loses the focus with a site that goes', async () => {
    await using it = await open();
    await button(it.page, 'Add a site').click();
    await eventually(async () =>
      expect(await it.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
        'Name of site 2',
      ),
    );
    await it.page.locator('[aria-label="Remove site 2"]').click();
    expect(await it.page.evaluate(() => document.activeElement?.textContent)).toBe('Add a site');
  });
});
