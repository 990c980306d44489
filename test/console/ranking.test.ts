import { describe, expect, it } from 'vitest';
import { arrange } from '../../console/arrange.ts';
import { lastPrices } from '../../console/last-prices.ts';
import { cheapestInStock, currencyGroups } from '../../console/ranking.ts';
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

  it('have no best offer that is sold out, to order, or of unknown availability', () => {
    for (const site of [
      soldOut('10'),
      priced('10', { Availability: 'PreOrder' }),
      priced('10', { Availability: 'Unknown' }),
    ])
      expect(cheapestInStock(currencyGroups(dataOf([site]).Sites)[0]!)).toBeUndefined();
    const [group] = currencyGroups(dataOf([soldOut('10'), priced('20')]).Sites);
    expect(cheapestInStock(group!)?.Price.Amount).toBe('20');
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
      [{ currency: 'EUR' }, ['Dolce Macchina', 'Bonenbazaar', 'Comptoir du Café', 'Maple Roasters']],
      ['Alone', ['Kettle & Crown', 'Chikmagalur Direct']],
      ['None', ['Coin Toss Coffee', 'Slow Drip']],
    ]);
  });

  it('match the filters', () => {
    const { Sites } = resultOf.few();
    const find = (look: object) =>
      arrange(Sites, { ...plainLook, ...look }).flatMap(({ sites }) => sites.map(({ Name }) => Name));
    expect(find({ isInStockOnly: true })).toEqual([
      'Dolce Macchina',
      'Bonenbazaar',
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
