// The console loses nothing if the network, the service or the browser fails.
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryEntry } from '../../console/storage.ts';
import { openChromium } from '../../scripts/chromium.ts';
import { eventually } from '../eventually.ts';
import { dataOf, entryOf, priced, resultOf, timedOut, withHistory } from './console-data.ts';
import { accessibilityViolations, desktop, openConsole, textOf, write } from './console-page.ts';
import {
  completed,
  type FakeService,
  pathOfRequest,
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

const data = resultOf.few();
const open = (path = '/', viewport = desktop, prepare?: (page: Page) => Promise<unknown>) =>
  openConsole(browser, service.webUrl + path, viewport, prepare);

const fill = async (page: Page, sku = 'VELA-A3') => {
  await write(page, '#uid', 'acme');
  await write(page, '#license-key', 'sp_live_x');
  await write(page, '#sku', sku);
  await write(page, '.site-address', 'https://shop.example/{sku}');
};

const finishedNames = (page: Page) =>
  page.$$eval('.finished bdi:first-child', (nodes) => nodes.map(({ textContent }) => textContent));

const submit = (page: Page) => page.locator('.primary').click();

describe('a browser with little storage', () => {
  test('that blocks storage: a request still works, and the page says what is not kept', async () => {
    service.answer(({ method }) => (method === 'POST' ? queued : completed(data)));
    await using it = await open('/', desktop, (page) =>
      page.evaluateOnNewDocument(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(globalThis, name, {
            get: () => {
              throw new DOMException('Access is denied for this document.', 'SecurityError');
            },
          });
        }
      }),
    );
    await fill(it.page);
    await submit(it.page);
    await it.page.locator('#results-title').wait();
    expect(await textOf(it.page, '.history')).toContain('blocks cookies and site data');
    expect(await it.page.$$('.entry')).toHaveLength(1);
    expect(await accessibilityViolations(it.page)).toEqual([]);
    expect(it.complaints).toEqual([]);
  });

  const good = entryOf(data);
  test.each<[string, unknown]>([
    ['no list', 5],
    ['entries that are none', [{ requestId: 5 }, null, 7, [], {}]],
    ['sites that are none', [{ ...good, requestId: 'c', sites: [null, 'x'] }]],
    ['a state of another version', [{ ...good, requestId: 'd', state: 'Paused' }]],
  ])('with %s in storage: the rest is shown', async (_name, kept) => {
    const entries = Array.isArray(kept) ? [...kept, good] : kept;
    await using it = await open('/', desktop, withHistory(entries as HistoryEntry[]));
    await it.page.locator('#sku').wait();
    expect(await it.page.$$('.entry')).toHaveLength(Array.isArray(kept) ? 1 : 0);
    expect(it.complaints).toEqual([]);
  });
});

describe('a request under way', () => {
  test('survives a network outage, and continues right after it', async () => {
    let isDone = false;
    service.answer(({ method }) => {
      if (method === 'POST') return queued;
      return isDone ? completed(data) : pending(3, 8);
    });
    await using it = await open();
    await fill(it.page);
    await submit(it.page);
    await it.page.locator('.pending ::-p-text(3 of 8 sites done)').wait();
    await it.page.setOfflineMode(true);
    await it.page.locator('.notice ::-p-text(The request continues)').wait();
    expect(await accessibilityViolations(it.page)).toEqual([]);
    isDone = true;
    await it.page.setOfflineMode(false);
    await it.page.locator('#results-title').wait();
    expect(await it.page.$('.failed')).toBeNull();
  });

  test('lists its finished sites as they finish, those without a price first, and ranks none', async () => {
    const { Sites } = dataOf([priced('39.90'), priced('4.20'), timedOut, priced('5')]);
    let finished = 2;
    service.answer(({ method }) =>
      method === 'POST' ? queued : pending(finished, 4, Sites.slice(0, finished)),
    );
    await using it = await open();
    await fill(it.page);
    await submit(it.page);
    await it.page.locator('.finished li').wait();
    expect(await finishedNames(it.page)).toEqual(['Shop 1', 'Shop 2']);
    finished = 3;
    await it.page.locator('.finished ::-p-text(did not answer within 20 s)').wait();
    expect(await finishedNames(it.page)).toEqual(['Shop 3', 'Shop 1', 'Shop 2']);
    expect(await textOf(it.page, '.finished .reason strong')).not.toBe('');
    expect(await it.page.$('.best-offers')).toBeNull();
    expect(await accessibilityViolations(it.page)).toEqual([]);
    expect(service.calls.at(-1)?.headers.prefer).toMatch(/partial-results/);
  });

  test('is sent once the network is back, and says what it waits for', async () => {
    service.answer(({ method }) => (method === 'POST' ? queued : completed(data)));
    await using it = await open();
    await fill(it.page);
    await it.page.setOfflineMode(true);
    await submit(it.page);
    await it.page.locator('.primary ::-p-text(Offline)').wait();
    await it.page.setOfflineMode(false);
    await it.page.locator('#results-title').wait();
  });

  test('stays one request if the answer to its queueing was lost', async () => {
    const keys: unknown[] = [];
    service.answer(({ method, headers }) => {
      if (method !== 'POST') return completed(data);
      keys.push(headers['idempotency-key']);
      return keys.length < 3 ? 'cut' : queued;
    });
    await using it = await open();
    await fill(it.page);
    await submit(it.page);
    await it.page.locator('#results-title').wait();
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  });

  test('stays one request if the page was left before the answer', async () => {
    const keys: unknown[] = [];
    service.answer(({ method, headers }) => {
      if (method !== 'POST') return completed(data);
      keys.push(headers['idempotency-key']);
      return keys.length === 1 ? new Promise(() => {}) : queued;
    });
    await using it = await open();
    await fill(it.page);
    await submit(it.page);
    await eventually(() => expect(keys).toHaveLength(1));
    await it.page.reload();
    await submit(it.page);
    await it.page.locator('#results-title').wait();
    expect(keys).toEqual([keys[0], keys[0]]);
    // The next submission is a new request.
    await submit(it.page);
    await eventually(() => expect(keys).toHaveLength(3));
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('is restored after a reload, with the draft', async () => {
    let isDone = false;
    service.answer(({ method }) => {
      if (method === 'POST') return queued;
      return isDone ? completed(data) : pending(1, 8);
    });
    await using it = await open();
    await fill(it.page);
    await submit(it.page);
    await it.page.locator('.pending').wait();
    await write(it.page, '#sku', 'NEXT-ONE');
    await it.page.locator('.settings summary').click();
    await write(it.page, '#site-0-currency', 'EUR');
    await it.page.reload();
    await it.page.locator('.pending ::-p-text(1 of 8 sites done)').wait();
    await it.page.locator('.settings summary').click();
    await it.page.locator('#site-0-currency').wait();
    const values = await it.page.$$eval(
      '#uid, #license-key, #sku, .site-address, #site-0-currency',
      (fields) => fields.map((field) => (field as HTMLInputElement).value),
    );
    expect(values).toEqual(['acme', 'sp_live_x', 'NEXT-ONE', 'https://shop.example/{sku}', 'EUR']);
    isDone = true;
    await it.page.locator('#results-title').wait();
    expect(it.complaints).toEqual([]);
  });

  test('is not overwritten by another tab', async () => {
    service.answer(({ method }) => (method === 'POST' ? queued : completed(data)));
    await using it = await open();
    const second = await it.context.newPage();
    await second.goto(service.webUrl);
    await second.locator('.primary').wait();
    await fill(it.page);
    await submit(it.page);
    await it.page.locator('#results-title').wait();
    await second.locator('.entry ::-p-text(VELA-A3)').wait();
    await second.evaluate(
      (entry) => {
        const history = JSON.parse(localStorage.getItem('scrap-prices.history') ?? '[]');
        localStorage.setItem('scrap-prices.history', JSON.stringify([...history, entry]));
      },
      entryOf(dataOf([priced('5')], 'SECOND'), { requestId: 'second' }) as never,
    );
    await it.page.locator('.entry ::-p-text(SECOND)').wait();
    await submit(it.page);
    await eventually(async () =>
      expect(await it.page.evaluate(() => localStorage.getItem('scrap-prices.history'))).toContain('SECOND'),
    );
  });
});

describe('the address', () => {
  const first = entryOf(dataOf([priced('5')], 'FIRST'), { requestId: 'first' });
  const second = entryOf(dataOf([priced('6')], 'SECOND'), { requestId: 'second' });
  const title = (page: Page, text: string) => page.locator(`#results-title ::-p-text(${text})`).wait();

  test('identifies a request for back, forward and reload', async () => {
    await using it = await open('/', desktop, withHistory([second, first]));
    await it.page.locator('.entry ::-p-text(FIRST)').click();
    await title(it.page, 'FIRST');
    await it.page.locator('.entry ::-p-text(SECOND)').click();
    await title(it.page, 'SECOND');
    expect(new URL(it.page.url()).hash).toBe('#/requests/second');
    expect(await it.page.title()).toBe('SECOND · scrap-prices');
    await it.page.goBack();
    await title(it.page, 'FIRST');
    await it.page.goForward();
    await title(it.page, 'SECOND');
    await it.page.reload();
    await title(it.page, 'SECOND');
    expect(it.complaints).toEqual([]);
  });

  test('opens a request of another browser while the service has it', async () => {
    service.answer(({ path }) =>
      path === pathOfRequest ? completed(data) : problem(404, 'No request of yours has this identifier.'),
    );
    await using it = await open(`/#/requests/${requestId}`);
    await it.page.locator('.notice ::-p-text(enter the UID and license key)').wait();
    expect(service.calls).toEqual([]);
    await fill(it.page);
    await it.page.keyboard.press('Tab');
    await title(it.page, 'VELA-A3');
    await it.page.evaluate(() => {
      location.hash = '#/requests/11111111-1111-4111-8111-111111111111';
    });
    await it.page.locator('.failed ::-p-text(There is no such request)').wait();
    expect(await it.page.$$eval('.entry', (entries) => entries.length)).toBe(1);
  });
});

describe('running again', () => {
  test('shows the last price beside the new one', async () => {
    const before = entryOf(dataOf([priced('1300.00'), priced('1200.00'), priced('1100.00')]), {
      requestId: 'old',
    });
    const after = dataOf([priced('1250.00'), priced('1290.00'), priced('1100.00')]);
    service.answer(({ method }) => (method === 'POST' ? queued : completed(after)));
    await using it = await open('/', desktop, withHistory([before]));
    await write(it.page, '#uid', 'acme');
    await write(it.page, '#license-key', 'sp_live_x');
    await it.page.locator('.again').click();
    await it.page.locator('.last').wait();
    expect(JSON.parse(service.calls[0]!.body).Data).toEqual({ Sku: 'VELA-A3', SellingSites: before.sites });
    const lasts = await it.page.$$eval('.row .last', (nodes) => nodes.map((node) => node.textContent));
    expect(lasts).toEqual(['unchanged', 'lower now, was €1,300.00', 'higher now, was €1,200.00']);
    expect(await accessibilityViolations(it.page)).toEqual([]);
  });
});
