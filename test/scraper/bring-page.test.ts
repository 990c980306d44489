import { describe, expect, it } from 'vitest';
import { bringPage, type PageOrder, type Tiers } from '../../lambdas/scraper/bring-page.ts';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { WebError } from '../../lambdas/web/page-load.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { type FakePage, fakeTiers, productHtml, shellHtml } from '../fakes/tiers.ts';

const url = 'https://shop.example/p/1';

const orderOf = (): PageOrder => ({
  url,
  site: { Url: url },
  sku: '555088-105',
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

/** Brings the page of a shop that is known to need the browser. */
const bring = async (http: FakePage, browser: FakePage) => {
  const tiers = fakeTiers({ http: { [url]: http }, browser: { [url]: browser } });
  const memory = createHostMemory();
  memory.note(url, 'Differs', false);
  const { extraction, page } = await bringPage(tiersOf(tiers, memory), orderOf());
  const { Outcome, Error: failure } = extraction;
  return { Outcome, code: failure?.Code, by: page.renderMode, attempts: page.attempts, asked: tiers.asked };
};

const crash = new WebError('RendererCrashed', 'The page crashed.', { retryable: true });
const refusal = new WebError('AccessDenied', 'The shop refused.', { retryable: false });

describe('a shop whose pages need the browser', () => {
  it('is asked by nothing else where the browser finds the price', async () => {
    expect(await bring({ html: productHtml() }, { html: productHtml() })).toMatchObject({
      Outcome: 'Priced',
      by: 'Browser',
      asked: { http: [], browser: [url] },
    });
  });

  it('is asked for what it sends itself where the browser finds nothing', async () => {
    expect(await bring({ html: productHtml() }, { html: shellHtml })).toMatchObject({
      Outcome: 'Priced',
      by: 'Http',
      attempts: 2,
      asked: { http: [url], browser: [url] },
    });
  });

  it('is not asked again where the browser’s answer is final', async () => {
    const gone = { html: '<h1>Not found</h1>', httpStatus: 404 };
    expect(await bring({ html: productHtml() }, gone)).toMatchObject({
      Outcome: 'NotFound',
      asked: { http: [] },
    });
  });

  it('keeps what the browser found where the server refuses', async () => {
    expect(await bring(refusal, { html: shellHtml })).toMatchObject({ code: 'NoPriceFound', by: 'Browser' });
  });

  it('has what the server sends where the browser fails', async () => {
    expect(await bring({ html: productHtml() }, crash)).toMatchObject({ Outcome: 'Priced', by: 'Http' });
  });
});

describe('a page that plain HTTP cannot read', () => {
  const bringUnread = async (isUndecodable: boolean, remainingMs = 60_000) => {
    const unread = new WebError('UnsupportedContent', 'It is no page.', { retryable: false, isUndecodable });
    const tiers = fakeTiers({ http: { [url]: unread }, browser: { [url]: { html: productHtml() } } });
    return bringPage(tiersOf(tiers), { ...orderOf(), remainingMs: () => remainingMs });
  };

  it('is tried in the browser where its content coding is what is wrong', async () => {
    expect((await bringUnread(true)).extraction).toMatchObject({
      Outcome: 'Priced',
      Warnings: [expect.stringMatching(/^BrowserUsed: plain HTTP ended with UnsupportedContent/)],
    });
  });

  it('is not where it is no page, or no time is left', async () => {
    await expect(bringUnread(false)).rejects.toMatchObject({ code: 'UnsupportedContent' });
    await expect(bringUnread(true, 1_000)).rejects.toMatchObject({ code: 'UnsupportedContent' });
  });
});

it('tells of a page whose compressed body ended early', async () => {
  const tiers = fakeTiers({ http: { [url]: { html: productHtml(), isCutOff: true } } });
  const { extraction } = await bringPage(tiersOf(tiers), orderOf());
  expect(extraction.Warnings).toEqual([expect.stringMatching(/^PageCutOff: /)]);
});
