import { describe, expect, it } from 'vitest';
import type { SiteResult } from '../../client/index.ts';
import { byProduct, currencyGroups, recommend, recommendations } from '../../client/ranking.ts';
import { arrange } from '../../console/arrange.ts';
import { lastPrices } from '../../console/last-prices.ts';
import { plainLook } from '../../console/route.ts';
import { seenPrices } from '../../console/seen-prices.ts';
import { doubtWords } from '../../console/words.ts';
import { dataOf, entryOf, priced, resultOf, soldOut, timedOut } from './console-data.ts';

const amounts = (sites: readonly { Price: { Amount: string } | null }[]) =>
  sites.map(({ Price }) => Price?.Amount);

describe('prices in order', () => {
  it('put available products first, the cheapest before others', () => {
    const { Sites } = dataOf([
      priced('30'),
      soldOut('10'),
      priced('20', { Availability: 'PreOrder' }),
      priced('25', { Availability: 'Unknown' }),
      priced('9.99', { Availability: 'Discontinued' }),
      priced('29.90', { Availability: 'LimitedAvailability' }),
    ]);
    expect(amounts(currencyGroups(Sites)[0]!.sites)).toEqual(['29.90', '30', '25', '20', '9.99', '10']);
  });

  it('belong to the product that was requested', () => {
    const { Sites } = dataOf([
      priced('1', { RequestedSku: 'A' }),
      priced('2', { RequestedSku: 'B' }),
      priced('3', { RequestedSku: 'A' }),
    ]);
    expect([...byProduct(Sites)].map(([sku, sites]) => [sku, amounts(sites)])).toEqual([
      ['A', ['1', '3']],
      ['B', ['2']],
    ]);
  });
});

describe('a recommendation', () => {
  const recommended = (...sites: ReturnType<typeof priced>[]) => {
    const { best, doubtful } = recommend(currencyGroups(dataOf(sites).Sites)[0]!);
    return { best: amounts(best), doubtful: amounts(doubtful) };
  };
  const doubted = (amount: string) => priced(amount, { Confidence: 'Low' });

  it.each([
    ['sold out', soldOut('10')],
    ['to order', priced('10', { Availability: 'PreOrder' })],
    ['of unknown availability', priced('10', { Availability: 'Unknown' })],
  ])('never has an offer that is %s', (_name, site) => {
    expect(recommended(site)).toEqual({ best: [], doubtful: [] });
    expect(recommended(site, priced('20'))).toEqual({ best: ['20'], doubtful: [] });
  });

  it.each<[string, Partial<SiteResult>]>([
    ['low confidence', { Confidence: 'Low' }],
    ['another SKU', { Warnings: ['SkuDiffers: the page states "B-2"'] }],
    ['a price far from others', { Warnings: ['FarFromOthers: 4.20'] }],
    ['a stale price', { Warnings: ['StalePrice: 4.20'] }],
    ['a warning of a later version', { Warnings: ['PriceOfMembers: 4.20'] }],
  ])('keeps %s apart', (_name, changes) => {
    expect(recommended(priced('4.20', changes), priced('39.90'))).toEqual({
      best: ['39.90'],
      doubtful: ['4.20'],
    });
  });

  it('lists doubtful offers only if they cost less, cheapest first', () => {
    expect(recommended(doubted('9'), priced('10'), doubted('10'), doubted('11'), doubted('8'))).toEqual({
      best: ['10'],
      doubtful: ['8', '9'],
    });
  });

  it('does not rank equal prices', () => {
    expect(recommended(priced('10'), priced('10.00'), priced('11'))).toEqual({
      best: ['10', '10.00'],
      doubtful: [],
    });
  });

  it('has no best offer if nothing is trustworthy', () => {
    expect(recommended(doubted('9'), doubted('8'))).toEqual({ best: [], doubtful: ['8', '9'] });
  });

  it('is made by currency, without currencies of a single price among several', () => {
    const inCurrency = (amount: string, Currency: string) =>
      priced(amount, { Price: { Amount: amount, Currency, Raw: amount } });
    const { Sites } = dataOf([inCurrency('5', 'USD'), inCurrency('7', 'EUR'), inCurrency('6', 'EUR')]);
    expect(recommendations(Sites).map(({ currency, best }) => [currency, amounts(best)])).toEqual([
      ['EUR', ['6']],
    ]);
  });
});

describe('doubts about a price', () => {
  const wordsOf = (changes: object): string => doubtWords(dataOf([priced('5', changes)]).Sites[0]!);

  it.each<[string, object, string]>([
    ['a certain price', {}, ''],
    ['medium confidence', { Confidence: 'Medium' }, ''],
    ['low confidence', { Confidence: 'Low' }, 'low confidence'],
    [
      'warnings about the price',
      { Warnings: ['StalePrice: a', 'FarFromOthers: b'] },
      'stale price, far from others',
    ],
    ['the same warning twice', { Warnings: ['StalePrice: a', 'StalePrice: b'] }, 'stale price'],
    ['how the page was read', { Warnings: ['BrowserUsed: a', 'UnknownMember: b', 'TimeoutCut: c'] }, ''],
    ['a warning of a later version', { Warnings: ['PriceOfMembers: a'] }, 'price of members'],
    ['a text without a code', { Warnings: ['<img src=x>: a'] }, 'warning'],
    ['no price', { Price: null, Confidence: 'Low', Warnings: ['StalePrice: a'] }, ''],
  ])('of %s', (_name, changes, words) => {
    expect(wordsOf(changes)).toBe(words);
  });
});

describe('sites arranged', () => {
  it('by price are in sections of comparable prices', () => {
    const sections = arrange(resultOf.few().Sites, plainLook);
    expect(sections.map(({ of, sites }) => [of, sites.map(({ Name }) => Name)])).toEqual([
      [{ currency: 'EUR' }, ['Bonenbazaar', 'Comptoir du Café', 'Maple Roasters']],
      [{ currency: 'EUR', isDoubtful: true }, ['Dolce Macchina']],
      ['Alone', ['Kettle & Crown', 'Chikmagalur Direct']],
      ['None', ['Coin Toss Coffee', 'Slow Drip']],
    ]);
  });

  it('match the filters', () => {
    const { Sites } = resultOf.few();
    const find = (look: object) =>
      arrange(Sites, { ...plainLook, ...look }).flatMap(({ sites }) => sites.map(({ Name }) => Name));
    expect(find({ isInStockOnly: true })).toEqual([
      'Bonenbazaar',
      'Dolce Macchina',
      'Kettle & Crown',
      'Chikmagalur Direct',
    ]);
    expect(find({ outcome: 'Ambiguous' })).toEqual(['Coin Toss Coffee']);
    expect(find({ find: 'ESPRESSOMACHINE' })).toEqual(['Bonenbazaar']);
    expect(find({ find: 'nothing like it' })).toEqual([]);
  });
});

describe('last prices', () => {
  const before = entryOf(dataOf([priced('10'), priced('20'), timedOut]), { requestId: 'a', queuedAtMs: 1 });
  const older = entryOf(dataOf([priced('9'), priced('9'), priced('30')]), { requestId: 'b', queuedAtMs: 0 });
  const now = entryOf(dataOf([priced('11'), timedOut, priced('29')]), { requestId: 'c', queuedAtMs: 2 });

  it('come from the last answer to the same question', () => {
    const last = lastPrices([now, before, older], now);
    expect([...last].map(([index, { price, atMs }]) => [index, price.Amount, atMs])).toEqual([
      [0, '10', 1],
      [1, '20', 1],
      [2, '30', 0],
    ]);
  });

  it('do not come from another SKU, variant, or a later request', () => {
    expect(lastPrices([{ ...before, sku: 'OTHER' }, now], now).size).toBe(0);
    const sites = before.sites.map((site) => ({ ...site, Variant: { Size: '42' } }));
    expect(lastPrices([{ ...before, sites }, now], now).size).toBe(0);
    expect(lastPrices([{ ...before, queuedAtMs: 3 }, now], now).size).toBe(0);
  });
});

describe('prices that this browser has seen', () => {
  const entryAt = (queuedAtMs: number, sites: Parameters<typeof dataOf>[0]) =>
    entryOf(dataOf(sites), { requestId: `r${queuedAtMs}`, queuedAtMs });
  const older = entryAt(0, [
    priced('30'),
    priced('5', { Price: { Amount: '5', Currency: 'USD', Raw: '5' } }),
  ]);
  const middle = entryAt(1, [soldOut('9.9'), timedOut]);
  const now = entryAt(2, [priced('9007199254740993'), priced('5')]);

  it('have the same question and currency, in order of time, for every request', () => {
    for (const shown of [older, now]) {
      const [first, ...others] = seenPrices([now, older, middle], shown);
      expect(others).toEqual([]);
      expect(first!.prices).toEqual([
        { atMs: 0, amount: '30', isGone: false },
        { atMs: 1, amount: '9.9', isGone: true },
        { atMs: 2, amount: '9007199254740993', isGone: false },
      ]);
      expect([first!.lowest.amount, first!.highest.amount]).toEqual(['9.9', '9007199254740993']);
    }
  });

  it('are absent if a site was seen once, or for another SKU', () => {
    expect(seenPrices([now], now)).toEqual([]);
    expect(seenPrices([{ ...older, sku: 'OTHER' }, now], now)).toEqual([]);
  });
});
