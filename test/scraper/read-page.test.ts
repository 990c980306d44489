import { describe, expect, it } from 'vitest';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { type PageTask, readPage, type Tiers } from '../../lambdas/scraper/read-page.ts';
import type { PageLoad, PageRequest } from '../../lambdas/web/page-load.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { type FakePage, fakeTiers, productHtml, shellHtml } from '../fakes/tiers.ts';

const url = 'https://shop.example/p/1';

const orderOf = (): PageTask => ({
  url,
  site: { Url: url, Sku: '555088-105' },
  signal: new AbortController().signal,
  startedAtMs: 0,
  remainingMs: () => 60_000,
});
const tiersOf = (tiers: ReturnType<typeof fakeTiers>, memory = createHostMemory()): Tiers => ({
  http: tiers.openHttpTier(),
  renderer: tiers.openRenderer(),
  memory,
  reader: directReader,
});

/** Reads a page of a shop that is known to need the browser. */
const bring = async (http: FakePage, browser: FakePage, changes: Partial<PageTask> = {}) => {
  const tiers = fakeTiers({ http: { [url]: http }, browser: { [url]: browser } });
  const memory = createHostMemory();
  memory.record(url, 'Differs', false);
  const { extraction, page } = await readPage(tiersOf(tiers, memory), { ...orderOf(), ...changes });
  const { Outcome, Error: failure, Warnings } = extraction;
  return {
    Outcome,
    Warnings,
    code: failure?.Code,
    by: page.renderMode,
    attempts: page.attempts,
    requested: tiers.requested,
    history: await memory.historyOf(url),
  };
};

const crash = new WebError('RendererCrashed', 'The page crashed.', { retryable: true });
const hang = new WebError('Timeout', 'The page did not load.', { retryable: true });
const shell: PageLoad = {
  finalUrl: url,
  httpStatus: 200,
  headers: {},
  html: shellHtml,
  renderMode: 'Browser',
  wireBytes: 1,
  attempts: 1,
};
const refusal = new WebError('AccessDenied', 'The shop refused.', { retryable: false });

describe('a shop whose pages need the browser', () => {
  it('is fetched only by the browser if that finds the price', async () => {
    expect(await bring({ html: productHtml() }, { html: productHtml() })).toMatchObject({
      Outcome: 'Priced',
      by: 'Browser',
      requested: { http: [], browser: [url] },
    });
  });

  it('is fetched over plain HTTP as well if the browser finds nothing', async () => {
    expect(await bring({ html: productHtml() }, { html: shellHtml })).toMatchObject({
      Outcome: 'Priced',
      by: 'Http',
      attempts: 2,
      requested: { http: [url], browser: [url] },
      Warnings: [expect.stringMatching(/^BrowserFailed: .* ended with NoPriceFound\.$/)],
    });
  });

  it('is fetched both ways from then on, plain HTTP first, after a page the browser lacked but not after a crash', async () => {
    expect((await bring({ html: productHtml() }, { html: productHtml() })).history).toBe('Differs');
    expect((await bring({ html: shellHtml }, { html: shellHtml })).history).toBe('Differs');
    expect((await bring({ html: productHtml() }, crash)).history).toBe('Differs');
    expect((await bring({ html: productHtml() }, { html: shellHtml })).history).toBe('Varies');
    expect((await bring({ html: productHtml() }, hang)).history).toBe('Varies');
  });

  it.each([20_000, 60_000])('leaves plain HTTP enough of %i ms if the browser hangs', async (totalMs) => {
    let leftMs = totalMs;
    const hangs = async ({ timeoutMs = leftMs }: PageRequest) => {
      leftMs -= timeoutMs;
      throw hang;
    };
    expect(await bring({ html: productHtml() }, hangs, { remainingMs: () => leftMs })).toMatchObject({
      Outcome: 'Priced',
      by: 'Http',
      attempts: 2,
    });
    expect(leftMs).toBeGreaterThanOrEqual(3_000);
  });

  it('keeps the browser’s result if no time is left for plain HTTP', async () => {
    let leftMs = 60_000;
    const late = async (): Promise<PageLoad> => {
      leftMs = 1_000;
      return shell;
    };
    expect(await bring({ html: productHtml() }, late, { remainingMs: () => leftMs })).toMatchObject({
      code: 'NoPriceFound',
      requested: { http: [] },
    });
  });

  it('is searched over plain HTTP only if the browser shows no hits', async () => {
    const list = {
      html: '<h1>Results for 555088-105</h1><ul><li><a href="/p/555088-105.html">Air One 555088-105</a></ul>',
    };
    expect(await bring(list, { html: shellHtml }, { isSearch: true })).toMatchObject({
      by: 'Http',
      attempts: 2,
    });
    expect(await bring(list, list, { isSearch: true })).toMatchObject({
      by: 'Browser',
      requested: { http: [] },
    });
  });

  it('reports both attempts if neither finds anything', async () => {
    expect(await bring(refusal, { html: shellHtml })).toMatchObject({ code: 'NoPriceFound', attempts: 2 });
    await expect(bring(refusal, crash)).rejects.toMatchObject({ code: 'AccessDenied', attempts: 2 });
  });

  it('is not fetched again if the browser’s answer is final', async () => {
    const gone = { html: '<h1>Not found</h1>', httpStatus: 404 };
    expect(await bring({ html: productHtml() }, gone)).toMatchObject({
      Outcome: 'NotFound',
      requested: { http: [] },
    });
  });

  it('keeps the browser’s result if the server refuses plain HTTP', async () => {
    expect(await bring(refusal, { html: shellHtml })).toMatchObject({ code: 'NoPriceFound', by: 'Browser' });
  });

  it('falls back to plain HTTP if the browser fails', async () => {
    expect(await bring({ html: productHtml() }, crash)).toMatchObject({ Outcome: 'Priced', by: 'Http' });
  });
});

describe('a page that plain HTTP cannot read', () => {
  const bringUnread = async (isUndecodable: boolean, remainingMs = 60_000) => {
    const unread = new WebError('UnsupportedContent', 'It is no page.', { retryable: false, isUndecodable });
    const tiers = fakeTiers({ http: { [url]: unread }, browser: { [url]: { html: productHtml() } } });
    return readPage(tiersOf(tiers), { ...orderOf(), remainingMs: () => remainingMs });
  };

  it('is retried in the browser if its content coding is the problem', async () => {
    expect((await bringUnread(true)).extraction).toMatchObject({
      Outcome: 'Priced',
      Warnings: [expect.stringMatching(/^BrowserUsed: plain HTTP ended with UnsupportedContent/)],
    });
  });

  it('is not retried if it is no page or no time is left', async () => {
    await expect(bringUnread(false)).rejects.toMatchObject({ code: 'UnsupportedContent' });
    await expect(bringUnread(true, 1_000)).rejects.toMatchObject({ code: 'UnsupportedContent' });
  });
});

it('warns of a page whose compressed body ended early', async () => {
  const tiers = fakeTiers({ http: { [url]: { html: productHtml(), isTruncated: true } } });
  const { extraction } = await readPage(tiersOf(tiers), orderOf());
  expect(extraction.Warnings).toEqual([expect.stringMatching(/^PageCutOff: /)]);
});

describe('a shop where some pages need the browser and others plain HTTP', () => {
  const bringVaried = async (http: FakePage, browser: FakePage) => {
    const tiers = fakeTiers({ http: { [url]: http }, browser: { [url]: browser } });
    const memory = createHostMemory();
    memory.record(url, 'Differs', false);
    memory.record(url, 'Varies', false);
    const { extraction, page } = await readPage(tiersOf(tiers, memory), orderOf());
    return { amount: extraction.Price?.Amount, by: page.renderMode, history: await memory.historyOf(url) };
  };

  it('answers with the browser’s result if there is one, otherwise with plain HTTP’s', async () => {
    const [sent, drawn] = [productHtml(), productHtml({ price: '999.00' })];
    // Without scripts, the browser shows the server's HTML.
    expect(await bringVaried({ html: sent }, { html: drawn })).toMatchObject({ by: 'Http' });
    const scripted = `${sent}<script src="/app.js"></script>`;
    expect(await bringVaried({ html: scripted }, { html: drawn })).toEqual({
      amount: '999.00',
      by: 'Browser',
      history: 'Varies',
    });
    expect(await bringVaried({ html: scripted }, { html: shellHtml })).toMatchObject({
      amount: '1226.00',
      by: 'Http',
    });
    expect(await bringVaried(refusal, { html: drawn })).toMatchObject({ amount: '999.00', by: 'Browser' });
  });
});
