import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  Confidence,
  Offer,
  Outcome,
  Price,
  SiteResult,
  Variant,
} from '../../../lambdas/domain/result/site-result.ts';
import {
  comparePrices,
  isPending,
  maxWatchedItems,
  type Observation,
  type PriceChange,
  readWatchState,
  type WatchRules,
  type WatchState,
} from '../../../lambdas/domain/watch/price-changes.ts';
import { siteResult } from '../../fakes/site-results.ts';

const minuteMs = 60_000;
const rules: WatchRules = { confirmAfterMs: minuteMs };

const money = (text: string) => {
  const [Amount = '', Currency = null] = text.split(' ');
  return { Amount, Currency, Raw: text };
};

const euros = (Amount: string): Price => ({ Amount, Currency: 'EUR' });

/** A result in short form: `90 EUR`, `90 EUR Medium`, `90 EUR OutOfStock`, or an outcome. */
const seen = (words: string, more: Partial<SiteResult> = {}): SiteResult => {
  const outcome = ['Blocked', 'Failed', 'NotFound', 'Ambiguous'].find((each) => words === each);
  if (outcome) return siteResult({ Outcome: outcome as Outcome, Price: null, Confidence: null, ...more });
  const [amount = '', currency = '', ...rest] = words.split(' ');
  const Confidence = rest.find((word) => ['High', 'Medium', 'Low'].includes(word)) as Confidence | undefined;
  const stock = rest.find((word) => word !== Confidence) as SiteResult['Availability'] | undefined;
  return siteResult({
    Price: money(currency === '?' ? amount : `${amount} ${currency}`),
    Confidence: Confidence ?? 'High',
    Availability: stock ?? 'InStock',
    ...more,
  });
};

/** Scrapes of one site, an hour apart by default. */
const watched = (results: readonly SiteResult[], given: WatchRules = rules, stepMs = 60 * minuteMs) => {
  let state: WatchState | undefined;
  const reported: PriceChange[][] = [];
  for (const [index, result] of results.entries()) {
    const observation: Observation = { result, atMs: (index + 1) * stepMs };
    const compared = comparePrices(state, observation, given);
    // As read back from the store.
    state = readWatchState(JSON.parse(JSON.stringify(compared.state)));
    reported.push(compared.changes);
  }
  return { reported, state: state! };
};

const wordsOf = (change: PriceChange): string => {
  const text = (value: unknown): string =>
    typeof value === 'string' ? value : `${(value as Price).Amount} ${(value as Price).Currency ?? '?'}`;
  return change.Kind === 'BelowTarget'
    ? `BelowTarget ${text(change.Price)} < ${text(change.Target)}`
    : `${change.Kind} ${text(change.From)} > ${text(change.To)}`;
};

describe('changes', () => {
  test.each<[string, string[], string[]]>([
    ['nothing, of what is seen for the first time', ['100 EUR'], ['']],
    [
      'a price, to the last of its digits',
      ['0.10000000000000000001 EUR', '0.1 EUR'],
      ['', 'Price 0.10000000000000000001 EUR > 0.1 EUR'],
    ],
    ['nothing, where it is only written otherwise', ['100 EUR', '100.00 EUR', '0100.0 EUR'], ['', '', '']],
    [
      'each change of a certain page',
      ['100 EUR', '90 EUR', '100 EUR'],
      ['', 'Price 100 EUR > 90 EUR', 'Price 90 EUR > 100 EUR'],
    ],
    [
      'nothing, of pages that are no page of the product',
      ['100 EUR', 'Blocked', 'Failed', 'NotFound', 'Ambiguous', '100 EUR'],
      ['', '', '', '', '', ''],
    ],
    ['what changed behind them', ['100 EUR', 'Blocked', '90 EUR'], ['', '', 'Price 100 EUR > 90 EUR']],
    [
      'a currency, which makes nothing cheaper',
      ['100 EUR', '90 USD', '80 USD'],
      ['', 'Currency 100 EUR > 90 USD', 'Price 90 USD > 80 USD'],
    ],
    [
      'nothing, where the page leaves its currency out',
      ['100 EUR', '100 ?', '90 EUR'],
      ['', '', 'Price 100 EUR > 90 EUR'],
    ],
    [
      'no price, where the amount is another without a currency',
      ['100 EUR', '15000 ?'],
      ['', 'Currency 100 EUR > 15000 ?'],
    ],
    [
      'a currency that is learned is none that changed',
      ['100 ?', '100 EUR', '90 EUR'],
      ['', '', 'Price 100 EUR > 90 EUR'],
    ],
    [
      'availability',
      ['100 EUR', '100 EUR OutOfStock', '100 EUR InStock'],
      ['', 'Availability InStock > OutOfStock', 'BackInStock OutOfStock > InStock'],
    ],
    [
      'no coming back of what was never there',
      ['100 EUR PreOrder', '100 EUR InStock'],
      ['', 'Availability PreOrder > InStock'],
    ],
    [
      'nothing, where the page does not say',
      ['100 EUR InStock', '100 EUR Unknown', '100 EUR InStock'],
      ['', '', ''],
    ],
    [
      'price and availability at once',
      ['100 EUR OutOfStock', '90 EUR InStock'],
      ['', 'Price 100 EUR > 90 EUR,BackInStock OutOfStock > InStock'],
    ],
    [
      'what a second scrape has seen, where the first was not certain',
      ['100 EUR', '90 EUR Medium', '90 EUR Medium'],
      ['', '', 'Price 100 EUR > 90 EUR'],
    ],
    ['what a certain one confirms', ['100 EUR', '90 EUR Low', '90 EUR'], ['', '', 'Price 100 EUR > 90 EUR']],
    [
      'what was seen before and behind a wall',
      ['100 EUR', '90 EUR Low', 'Blocked', '90 EUR Low'],
      ['', '', '', 'Price 100 EUR > 90 EUR'],
    ],
    [
      'nothing, of a page that flaps',
      ['100 EUR', '90 EUR Low', '100 EUR', '90 EUR Low', '100 EUR Low', '90 EUR Low'],
      ['', '', '', '', '', ''],
    ],
    [
      'nothing, of one that says another thing each time',
      ['100 EUR', '90 EUR Low', '80 EUR Low', '90 EUR Low'],
      ['', '', '', ''],
    ],
    ['nothing, of what was never certain', ['100 EUR Low', '90 EUR Low', '90 EUR Low'], ['', '', '']],
    [
      'what changed since it was',
      ['100 EUR Low', '100 EUR Low', '90 EUR Low', '90 EUR Low'],
      ['', '', '', 'Price 100 EUR > 90 EUR'],
    ],
  ])('%s', (_name, words, expected) => {
    const { reported } = watched(words.map((each) => seen(each)));
    expect(reported.map((changes) => changes.map(wordsOf).join(','))).toEqual(expected);
  });

  test('is sold out even if the page keeps its price and its data do not say so', () => {
    const gone = seen('100 EUR Unknown', { Outcome: 'OutOfStock' });
    const { reported } = watched([seen('100 EUR'), gone]);
    expect(reported[1]!.map(wordsOf)).toEqual(['Availability InStock > OutOfStock']);
  });

  test('needs a second scrape, not the same one again nor one of the same moment', () => {
    const first = comparePrices(undefined, { result: seen('100 EUR'), atMs: 0 }, rules);
    const low = seen('90 EUR Low');
    const second = comparePrices(first.state, { result: low, atMs: minuteMs }, rules);
    expect(isPending(first.state)).toBe(false);
    expect(isPending(second.state)).toBe(true);
    for (const atMs of [0, minuteMs, minuteMs + 1, 2 * minuteMs - 1]) {
      expect(comparePrices(second.state, { result: low, atMs }, rules).changes).toEqual([]);
    }
    const soon = comparePrices(second.state, { result: low, atMs: minuteMs + 1 }, rules);
    const third = comparePrices(soon.state, { result: low, atMs: 2 * minuteMs }, rules);
    expect(third.changes.map(wordsOf)).toEqual(['Price 100 EUR > 90 EUR']);
    expect(isPending(third.state)).toBe(false);
    const late = comparePrices(third.state, { result: seen('100 EUR'), atMs: minuteMs }, rules);
    expect(late).toEqual({ state: third.state, changes: [] });
  });
});

const variant = (Size: string, price: string, more: Partial<Variant> = {}): Variant => ({
  Id: null,
  Size,
  SizeRegion: 'EU',
  Color: null,
  Price: money(price),
  Availability: 'InStock',
  ...more,
});

const offer = (Name: string | null, price: string, more: Partial<Offer> = {}): Offer => ({
  Seller: Name === null ? null : { Name },
  Price: money(price),
  Shipping: null,
  Total: null,
  Condition: 'New',
  Availability: 'InStock',
  IsFeatured: false,
  Evidence: [],
  ...more,
});

describe('variants and sellers', () => {
  const names = (change: PriceChange): (string | undefined)[] =>
    change.Of.map(({ Variant, Seller }) => Variant?.Size ?? Seller?.Name);

  test('are each compared with themselves, in any order on the page', () => {
    const before = seen('100 EUR', { Variants: [variant('41', '100 EUR'), variant('42', '110 EUR')] });
    const after = seen('100 EUR', { Variants: [variant('42', '105 EUR'), variant('41', '100 EUR')] });
    const [, reported] = watched([before, after]).reported;
    expect(reported!.map(wordsOf)).toEqual(['Price 110 EUR > 105 EUR']);
    expect(reported!.map(names)).toEqual([['42']]);
  });

  test('that change like the page are reported with it', () => {
    const before = seen('100 EUR', { Offers: [offer('A', '100.00 EUR'), offer('B', '120 EUR')] });
    const after = seen('90.00 EUR', { Offers: [offer('A', '90 EUR'), offer('B', '120 EUR')] });
    const [, reported] = watched([before, after]).reported;
    expect(reported!.map(wordsOf)).toEqual(['Price 100 EUR > 90.00 EUR']);
    expect(reported!.map(names)).toEqual([[undefined, 'A']]);
  });

  test('that come and go are no changes', () => {
    const both = seen('100 EUR', { Offers: [offer('A', '100 EUR'), offer('B', '120 EUR')] });
    const { reported } = watched([
      both,
      seen('100 EUR'),
      both,
      seen('100 EUR', { Offers: [offer('B', '110 EUR')] }),
    ]);
    expect(reported.map((changes) => changes.map(wordsOf))).toEqual([
      [],
      [],
      [],
      ['Price 120 EUR > 110 EUR'],
    ]);
  });

  test('that cannot be distinguished are left out', () => {
    const twice = (first: string, second: string) =>
      seen('100 EUR', {
        Variants: [variant('41', first), variant('41', second)],
        Offers: [offer('A', first), offer('A', second), offer(null, first)],
      });
    const { reported } = watched([twice('100 EUR', '110 EUR'), twice('90 EUR', '80 EUR')]);
    expect(reported).toEqual([[], []]);
    const alike = watched([twice('100 EUR', '100.0 EUR'), twice('90 EUR', '90 EUR')]).reported[1]!;
    expect(alike.map(names)).toEqual([['41', 'A']]);
  });

  test('may be named like members of JavaScript objects', () => {
    const hostile = ['__proto__', 'constructor', '","', '[]', ''];
    const priced = (price: string) => seen('1 EUR', { Offers: hostile.map((name) => offer(name, price)) });
    const [, reported] = watched([priced('100 EUR'), priced('90 EUR')]).reported;
    expect(reported!.flatMap(names).sort()).toEqual([...hostile].sort());
  });

  test('of a page with thousands are the same ones at each scrape, so that the state stays small', () => {
    const many = (price: string, isTurned: boolean) => {
      const variants = Array.from({ length: 2_000 }, (_, index) =>
        variant('x'.repeat(196) + String(index).padStart(4, '0'), price),
      );
      return seen('1 EUR', { Variants: isTurned ? variants.reverse() : variants });
    };
    const { reported, state } = watched([many('100 EUR', false), many('90 EUR', true)]);
    expect(reported[1]!.map(({ Of }) => Of.length)).toEqual([maxWatchedItems]);
    expect(JSON.stringify(state).length).toBeLessThan(100_000);
  });
});

describe('a target', () => {
  const toldOf = (words: readonly string[], target: Price): string[] =>
    watched(
      words.map((each) => seen(each)),
      { ...rules, target },
    ).reported.map((changes) =>
      changes
        .filter(({ Kind }) => Kind === 'BelowTarget')
        .map(wordsOf)
        .join(),
    );

  test.each<[string, Price, string[], string[]]>([
    [
      'reports once that the price is below it',
      euros('95'),
      ['100 EUR', '94.99 EUR', '93 EUR'],
      ['', 'BelowTarget 94.99 EUR < 95 EUR', ''],
    ],
    ['is not reached by the very amount', euros('95'), ['100 EUR', '95.00 EUR'], ['', '']],
    ['reports the first price already', euros('95'), ['90 EUR'], ['BelowTarget 90 EUR < 95 EUR']],
    [
      'reports again after the price was above it',
      euros('95'),
      ['90 EUR', '96 EUR', '94 EUR'],
      ['BelowTarget 90 EUR < 95 EUR', '', 'BelowTarget 94 EUR < 95 EUR'],
    ],
    [
      'waits for what is sold out',
      euros('95'),
      ['90 EUR OutOfStock', '90 EUR InStock'],
      ['', 'BelowTarget 90 EUR < 95 EUR'],
    ],
    [
      'waits for a second scrape of what is not certain',
      euros('95'),
      ['90 EUR Low', '90 EUR Low'],
      ['', 'BelowTarget 90 EUR < 95 EUR'],
    ],
    ['is of its currency alone', euros('95'), ['90 USD', '80 ?'], ['', '']],
    [
      'without a currency is in that of the first price',
      { Amount: '95', Currency: null },
      ['100 EUR', '90 USD', '80 EUR'],
      ['', '', 'BelowTarget 80 EUR < 95 EUR'],
    ],
  ])('%s', (_name, target, words, expected) => {
    expect(toldOf(words, target)).toEqual(expected);
  });

  test('starts again if it changes, and not if it stays the same', () => {
    const observation = { result: seen('90 EUR'), atMs: 0 };
    const first = comparePrices(undefined, observation, { ...rules, target: euros('95') });
    const next = (target: Price) =>
      comparePrices(first.state, { ...observation, atMs: 1 }, { ...rules, target }).changes.map(wordsOf);
    expect(next(euros('95.00'))).toEqual([]);
    expect(next({ Amount: '95', Currency: null })).toEqual([]);
    expect(next(euros('92'))).toEqual(['BelowTarget 90 EUR < 92 EUR']);
    expect(comparePrices(first.state, { ...observation, atMs: 1 }, rules).state.Target).toBeUndefined();
  });
});

describe('a state', () => {
  test('of an unsupported version is refused', () => {
    const { state } = watched([seen('100 EUR')]);
    expect(readWatchState({ ...state, More: true })).toEqual(state);
    expect(() => readWatchState({ ...state, Version: 2 })).toThrow(/Version/);
    expect(() => readWatchState({ Version: 1 })).toThrow();
  });
});

/** Random values of a scrape at each place of a page; `undefined`: none. */
const storyOf = (places: number) =>
  fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.array(fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }), {
          minLength: places,
          maxLength: places,
        }),
      },
      { weight: 1, arbitrary: fc.constantFrom<Outcome>('Blocked', 'Failed', 'NotFound', 'Ambiguous') },
    ),
    { maxLength: 30 },
  );

describe('over any history', () => {
  const places = 3;
  const resultOf = (
    reported: readonly (number | undefined)[] | Outcome,
    confidence: Confidence,
    order: (variants: Variant[]) => Variant[] = (variants) => variants,
  ): SiteResult => {
    if (typeof reported === 'string') return seen(reported);
    const Variants = reported.flatMap((price, place) =>
      // Amounts differ by place, so that changes are not merged.
      price === undefined ? [] : [variant(String(place), `${price}.${place} EUR`)],
    );
    return seen('7 EUR', { Variants: order(Variants), Confidence: confidence });
  };
  /** Each change by its place, in order. */
  const perPlace = (reported: readonly PriceChange[][]): string[][] =>
    Array.from({ length: places }, (_, place) =>
      reported
        .flat()
        .flatMap((change) => (change.Of[0]!.Variant?.Size === String(place) ? [wordsOf(change)] : [])),
    );

  test('of certain pages, exactly the changes are reported, once each', () => {
    fc.assert(
      fc.property(storyOf(places), (story) => {
        const { reported } = watched(story.map((each) => resultOf(each, 'High')));
        const expected = Array.from({ length: places }, (_, place) => {
          const said = story.flatMap((each) => (typeof each === 'string' ? [] : (each[place] ?? [])));
          return said.flatMap((price, index) =>
            index > 0 && said[index - 1] !== price
              ? [`Price ${said[index - 1]}.${place} EUR > ${price}.${place} EUR`]
              : [],
          );
        });
        expect(perPlace(reported)).toEqual(expected);
        for (const change of reported.flat()) expect(change.Of).toHaveLength(1);
      }),
    );
  });

  test('of uncertain pages, nothing is reported before two consecutive scrapes agree', () => {
    fc.assert(
      fc.property(storyOf(places), (story) => {
        const { reported } = watched(story.map((each) => resultOf(each, 'Medium')));
        const expected = Array.from({ length: places }, (_, place) => {
          const said = story.flatMap((each) => (typeof each === 'string' ? [] : (each[place] ?? [])));
          const confirmed = said.filter((price, index) => said[index - 1] === price);
          return confirmed.flatMap((price, index) =>
            index > 0 && confirmed[index - 1] !== price
              ? [`Price ${confirmed[index - 1]}.${place} EUR > ${price}.${place} EUR`]
              : [],
          );
        });
        expect(perPlace(reported)).toEqual(expected);
      }),
    );
  });

  test('neither the order on the page nor a repeated scrape matters', () => {
    fc.assert(
      fc.property(storyOf(places), fc.constantFrom<Confidence>('High', 'Medium'), (story, confidence) => {
        const plain = watched(story.map((each) => resultOf(each, confidence)));
        const turned = watched(story.map((each) => resultOf(each, confidence, (list) => list.toReversed())));
        expect(turned).toEqual(plain);
        let state: WatchState | undefined;
        const reported: PriceChange[][] = [];
        for (const [index, each] of story.entries()) {
          const observation = { result: resultOf(each, confidence), atMs: (index + 1) * 60 * minuteMs };
          const first = comparePrices(state, observation, rules);
          const again = comparePrices(first.state, observation, rules);
          expect(again).toEqual({ state: first.state, changes: [] });
          state = again.state;
          reported.push(first.changes);
        }
        expect(reported).toEqual(plain.reported);
      }),
    );
  });
});
