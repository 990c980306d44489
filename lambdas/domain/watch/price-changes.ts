import * as z from 'zod';
import { compareDecimals, decimalsOf, inUnits } from '../money/decimals.ts';
import { availabilities } from '../result/result-values.ts';
import {
  type Availability,
  type moneySchema,
  type Price,
  type SiteResult,
  sumSchema,
} from '../result/site-result.ts';
import { conditions } from '../site/site-members.ts';
import type { EpochMs } from '../timing.ts';
import { type PastPrices, pastPricesSchema, recordPrice } from './past-prices.ts';

/** The subject of a fact: the page itself if both are absent, one of its variants, or one of its sellers. */
export const placeSchema = z.object({
  Variant: z
    .object({
      Id: z.string().nullable(),
      Size: z.string().nullable(),
      SizeRegion: z.string().nullable(),
      Color: z.string().nullable(),
    })
    .optional()
    .describe('One of the page’s variants.'),
  Seller: z
    .object({ Name: z.string(), Condition: z.enum(conditions).nullable() })
    .optional()
    .describe('One of the page’s sellers, with the condition of the item.'),
});

/** A known value, and a newer one that a second scrape has yet to confirm. */
const factSchema = <Value extends z.ZodType>(value: Value) =>
  z.object({
    Known: value.optional(),
    Pending: z.object({ Value: value, SinceMs: z.int() }).optional(),
  });

const itemSchema = z.object({
  Of: placeSchema,
  Price: factSchema(sumSchema),
  Availability: factSchema(z.enum(availabilities)),
});

/** A watch's memory of one site between scrapes. A few hundred bytes of JSON, 60 KB at most. */
const watchStateSchema = z.object({
  Version: z.literal(1),
  /** When the page was scraped; a scrape that is not later is ignored. */
  AtMs: z.int(),
  Items: z.array(itemSchema),
  /** The current target, in one currency from the first price on. `IsReported`: reported. */
  Target: sumSchema.extend({ IsReported: z.boolean() }).optional(),
  /** Past prices of the page itself. */
  Past: pastPricesSchema.optional(),
});

/** @throws ZodError if this code cannot read it. */
export const readWatchState = (stored: unknown): WatchState => watchStateSchema.parse(stored);

export type WatchState = z.infer<typeof watchStateSchema>;
export type WatchPlace = z.infer<typeof placeSchema>;
type Item = WatchState['Items'][number];
interface Fact<Value> {
  Known?: Value | undefined;
  Pending?: { Value: Value; SinceMs: EpochMs } | undefined;
}

/** A difference from the known state, reported once. `Of` names everything that changed in this way. */
export type PriceChange =
  | { Kind: 'Price'; From: Price; To: Price; Of: WatchPlace[] }
  /** Amounts in different currencies are not compared. */
  | { Kind: 'Currency'; From: Price; To: Price; Of: WatchPlace[] }
  | { Kind: 'Availability' | 'BackInStock'; From: Availability; To: Availability; Of: WatchPlace[] }
  /** The page's price is below the target, and the product is not sold out. */
  | { Kind: 'BelowTarget'; Price: Price; Target: Price; Of: WatchPlace[] };

/** One scrape of the site. */
export interface Observation {
  result: Pick<SiteResult, 'Outcome' | 'Price' | 'Availability' | 'Confidence' | 'Variants' | 'Offers'>;
  atMs: EpochMs;
}

export interface WatchRules {
  /** Reported once when the price is below it. Without a currency, that of the first price applies. */
  target?: Price | undefined;
  /** Time after which another scrape can confirm a value. */
  confirmAfterMs: number;
}

export interface Compared {
  state: WatchState;
  changes: PriceChange[];
}

/** Further variants and sellers of a site are not watched, to keep the state small. */
export const maxWatchedItems = 200;

/** Cannot be bought at any price. */
const gone: ReadonlySet<string> = new Set(['OutOfStock', 'Discontinued']);
/** Availabilities from which a product can come back in stock. */
const missing: ReadonlySet<string> = new Set([...gone, 'BackOrder']);
const inStock: ReadonlySet<Availability> = new Set(['InStock', 'LimitedAvailability']);
const readable: ReadonlySet<string> = new Set(['Priced', 'OutOfStock']);
/** True if a scrape read the page as the product's. */
export const isRead = ({ Outcome }: { Outcome: string }): boolean => readable.has(Outcome);

/** True if the product cannot be bought, by its availability or its outcome. */
export const isGone = ({ Outcome, Availability }: { Outcome: string; Availability: string }): boolean =>
  Outcome === 'OutOfStock' || gone.has(Availability);

const isSameAmount = (first: Price, second: Price): boolean =>
  compareDecimals(first.Amount, second.Amount) === 0;

/** A currency that a page does not state contradicts none. */
const isSameCurrency = (first: Price, second: Price): boolean =>
  first.Currency === null || second.Currency === null || first.Currency === second.Currency;

const isSamePrice = (first: Price, second: Price): boolean =>
  isSameAmount(first, second) && isSameCurrency(first, second);

const isComparable = (first: Price, second: Price): boolean => first.Currency === second.Currency;

const priceOf = (money: z.infer<typeof moneySchema> | null): Price | undefined =>
  money === null ? undefined : { Amount: money.Amount, Currency: money.Currency };

/** An unstated availability is no change. */
const availabilityOf = (stated: Availability): Availability | undefined =>
  stated === 'Unknown' ? undefined : stated;

/** One scrape's view of a place. */
interface Seen {
  of: WatchPlace;
  price: Price | undefined;
  availability: Availability | undefined;
}

const keyOf = ({ Variant, Seller }: WatchPlace): string =>
  JSON.stringify([
    Variant && [Variant.Id, Variant.Size, Variant.SizeRegion, Variant.Color],
    Seller && [Seller.Name, Seller.Condition],
  ]);

const agree = (first: Seen, second: Seen): boolean =>
  first.availability === second.availability &&
  (first.price === undefined || second.price === undefined
    ? first.price === second.price
    : isSamePrice(first.price, second.price));

const pageOf = ({ Outcome, Price, Availability }: Observation['result']): Seen => ({
  of: {},
  price: priceOf(Price),
  availability:
    Outcome === 'OutOfStock' && !gone.has(Availability) ? 'OutOfStock' : availabilityOf(Availability),
});

/** Variants and sellers by key. Omits those with equal keys and different values, which are ambiguous. */
const partsOf = ({ Variants, Offers }: Observation['result']): Map<string, Seen> => {
  const all = [
    ...Variants.map(
      ({ Id, Size, SizeRegion, Color, Price, Availability }): Seen => ({
        of: { Variant: { Id, Size, SizeRegion, Color } },
        price: priceOf(Price),
        availability: availabilityOf(Availability),
      }),
    ),
    ...Offers.flatMap(({ Seller, Price, Condition, Availability }): Seen[] =>
      Seller === null
        ? []
        : [
            {
              of: { Seller: { Name: Seller.Name, Condition } },
              price: priceOf(Price),
              availability: availabilityOf(Availability),
            },
          ],
    ),
  ];
  const named = [...Map.groupBy(all, ({ of }) => keyOf(of))].filter(([, same]) =>
    same.every((seen) => agree(seen, same[0]!)),
  );
  return new Map(named.map(([key, same]) => [key, same[0]!]));
};

interface Step<Value> {
  fact: Fact<Value>;
  /** The previously known value, if it differs. */
  from?: Value;
}

/** How certain a scrape is. */
interface Trust extends Pick<WatchRules, 'confirmAfterMs'> {
  isCertain: boolean;
  atMs: EpochMs;
}

/** Updates a fact. The first value is no change, and if uncertain is not compared with before a second scrape. */
const updateFact = <Value>(
  fact: Fact<Value>,
  value: Value | undefined,
  isSame: (first: Value, second: Value) => boolean,
  { isCertain, atMs, confirmAfterMs }: Trust,
): Step<Value> => {
  if (value === undefined) return { fact };
  const { Known, Pending } = fact;
  if (Known !== undefined && isSame(Known, value)) return { fact: { Known } };
  const isSeen = Pending !== undefined && isSame(Pending.Value, value);
  if (!isCertain && !(isSeen && atMs - Pending.SinceMs >= confirmAfterMs)) {
    return { fact: { Known, Pending: isSeen ? Pending : { Value: value, SinceMs: atMs } } };
  }
  return Known === undefined ? { fact: { Known: value } } : { fact: { Known: value }, from: Known };
};

/** Adds the currency to a known price once a page states it. */
const withCurrency = (fact: Fact<Price>, seen: Price | undefined): Fact<Price> =>
  fact.Known !== undefined &&
  seen !== undefined &&
  fact.Known.Currency === null &&
  isSamePrice(fact.Known, seen)
    ? { ...fact, Known: seen }
    : fact;

const newItem = (of: WatchPlace): Item => ({ Of: of, Price: {}, Availability: {} });

const priceChange = ({ fact: { Known: To }, from: From }: Step<Price>, of: WatchPlace): PriceChange[] =>
  From === undefined || To === undefined
    ? []
    : [{ Kind: isComparable(From, To) ? 'Price' : 'Currency', From, To, Of: [of] }];

const stockChange = (
  { fact: { Known: To }, from: From }: Step<Availability>,
  of: WatchPlace,
): PriceChange[] =>
  From === undefined || To === undefined
    ? []
    : [{ Kind: inStock.has(To) && missing.has(From) ? 'BackInStock' : 'Availability', From, To, Of: [of] }];

const compareItem = (
  { Of, ...before }: Item,
  seen: Seen,
  trust: Trust,
): { item: Item; changes: PriceChange[] } => {
  const price = updateFact(before.Price, seen.price, isSamePrice, trust);
  const stock = updateFact(before.Availability, seen.availability, Object.is, trust);
  return {
    item: { Of, Price: withCurrency(price.fact, seen.price), Availability: stock.fact },
    changes: [...priceChange(price, Of), ...stockChange(stock, Of)],
  };
};

/** The target to remember; a changed one starts over. */
const targetOf = (
  before: WatchState['Target'],
  requested: Price | undefined,
  price: Price | undefined,
): WatchState['Target'] => {
  if (requested === undefined) return undefined;
  const isKept =
    before !== undefined &&
    isSameAmount(before, requested) &&
    (requested.Currency ?? before.Currency) === before.Currency;
  if (isKept) return { ...before, Currency: before.Currency ?? price?.Currency ?? null };
  return {
    Amount: requested.Amount,
    Currency: requested.Currency ?? price?.Currency ?? null,
    IsReported: false,
  };
};

const compareTarget = (
  before: WatchState['Target'],
  requested: Price | undefined,
  page: Item,
): { Target?: WatchState['Target']; changes: PriceChange[] } => {
  const Price = page.Price.Known;
  const target = targetOf(before, requested, Price);
  if (target === undefined || Price === undefined) return { Target: target, changes: [] };
  const { IsReported, ...Target } = target;
  const isSoldOut = gone.has(page.Availability.Known ?? 'Unknown');
  const isReached =
    !isSoldOut && isComparable(Price, Target) && compareDecimals(Price.Amount, Target.Amount) < 0;
  return {
    Target: { ...Target, IsReported: isReached },
    changes: isReached && !IsReported ? [{ Kind: 'BelowTarget', Price, Target, Of: [page.Of] }] : [],
  };
};

/** The prices in a change. */
const pricesOf = (change: PriceChange): Price[] => {
  if (change.Kind === 'Price' || change.Kind === 'Currency') return [change.From, change.To];
  return change.Kind === 'BelowTarget' ? [change.Price] : [];
};

/** Merges equal changes of the page, its variants and its sellers; `90` and `90.00` are equal. */
const joined = (changes: readonly PriceChange[]): PriceChange[] => {
  const prices = changes.flatMap(pricesOf);
  const decimals = Math.max(0, ...prices.map(({ Amount }) => decimalsOf(Amount)));
  const kindOf = (change: PriceChange): string =>
    JSON.stringify([
      change.Kind,
      pricesOf(change).map(({ Amount, Currency }) => [String(inUnits(Amount, decimals)), Currency]),
      'From' in change && pricesOf(change).length === 0 ? [change.From, change.To] : [],
    ]);
  return [...Map.groupBy(changes, kindOf).values()].map((same) => ({
    ...same[0]!,
    Of: same.flatMap(({ Of }) => Of),
  }));
};

/** Keeps this scrape's items before earlier ones, sorted by key so that the choice is stable. */
const keptItems = (seen: ReadonlyMap<string, Item>, before: ReadonlyMap<string, Item>): Item[] => {
  const inOrder = (items: ReadonlyMap<string, Item>): [string, Item][] =>
    [...items].sort(([first], [second]) => (first < second ? -1 : 1));
  const earlier = new Map([...before].filter(([key]) => !seen.has(key)));
  return [...inOrder(seen), ...inOrder(earlier)].slice(0, maxWatchedItems).map(([, item]) => item);
};

/** Past prices of the page, also for an older state that lacks them. */
export const pastOf = ({ AtMs, Items, Past }: WatchState): PastPrices | undefined => {
  const known = Items[0]?.Price.Known;
  return Past ?? (known && recordPrice(undefined, known, AtMs));
};

/**
 * Compares a scrape of a site with its known state.
 *
 * - Only `Priced` and `OutOfStock` results count; all other outcomes change nothing.
 * - Without `High` confidence a change is pending until a second scrape confirms it, and dropped if that scrape finds the
 *   known value again.
 * - Prices are compared as exact decimals, by variant and seller; a different currency is a change of its own. A value
 *   that is missing, no longer listed, or seen for the first time is no change.
 *
 * @param before - the state returned by the last call for this site; `undefined` on the first.
 * @returns the new state, and each change once.
 */
export const comparePrices = (
  before: WatchState | undefined,
  { result, atMs }: Observation,
  rules: WatchRules,
): Compared => {
  const state: WatchState = before ?? { Version: 1, AtMs: Number.MIN_SAFE_INTEGER, Items: [] };
  if (!isRead(result) || atMs <= state.AtMs) return { state, changes: [] };
  const trust: Trust = {
    isCertain: result.Confidence === 'High',
    atMs,
    confirmAfterMs: rules.confirmAfterMs,
  };
  const known = new Map(state.Items.map((item) => [keyOf(item.Of), item]));
  const pageKey = keyOf({});
  const page = compareItem(known.get(pageKey) ?? newItem({}), pageOf(result), trust);
  const parts = [...partsOf(result)]
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .map(([key, seen]) => [key, compareItem(known.get(key) ?? newItem(seen.of), seen, trust)] as const);
  const { Target, changes } = compareTarget(state.Target, rules.target, page.item);
  known.delete(pageKey);
  const past = pastOf(state);
  const price = page.item.Price.Known;
  const Past = price === undefined ? past : recordPrice(past, price, atMs);
  return {
    state: {
      Version: 1,
      AtMs: atMs,
      Items: [page.item, ...keptItems(new Map(parts.map(([key, { item }]) => [key, item])), known)],
      ...(Target && { Target }),
      ...(Past && { Past }),
    },
    changes: [
      ...joined([page, ...parts.map(([, part]) => part)].flatMap((item) => item.changes)),
      ...changes,
    ],
  };
};

/** True if a second scrape could confirm a value. */
export const isPending = ({ Items }: WatchState): boolean =>
  Items.some(({ Price, Availability }) => Price.Pending !== undefined || Availability.Pending !== undefined);
