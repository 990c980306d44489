import * as z from 'zod';
import { compareDecimals } from './decimals.ts';
import type { Price, PriceChange } from './price-changes.ts';
import { sumSchema } from './site-result.ts';
import type { EpochMs } from './timing.ts';

export const dayMs = 24 * 3_600_000;
/** How far back a price is called the lowest. */
export const lowestDays = 30;

/**
 * What is remembered of a page's prices to tell a lowest one: of all that were known in so many days, those that no later one
 * undercuts. So each is higher than the one before it, and the first is the lowest of all.
 */
export const pastPricesSchema = z.object({
  /** When the first price was known. */
  SinceMs: z.int(),
  /** With the time at which it was known last. */
  Lows: z.array(sumSchema.extend({ AtMs: z.int() })),
});

export type PastPrices = z.infer<typeof pastPricesSchema>;

/** More steps of a rising price are taken together, so that a state stays small. */
const maxLows = 40;

const isBefore = (first: Price, second: Price): boolean => compareDecimals(first.Amount, second.Amount) < 0;

/** Two steps as one, which was as low as the lower and lasted as long as the later: it never makes a price the lowest. */
const withFewer = (lows: PastPrices['Lows']): PastPrices['Lows'] => {
  const [first, second, ...others] = lows;
  if (lows.length <= maxLows || !first || !second) return lows;
  return [{ ...first, AtMs: second.AtMs }, ...others];
};

/** Takes in that a price was known at a time. One in another currency begins anew. */
export const notePrice = (past: PastPrices | undefined, price: Price, atMs: EpochMs): PastPrices => {
  const { Amount, Currency } = price;
  const lows = past?.Lows ?? [];
  const isOther = lows.some((low) => low.Currency !== Currency);
  const kept = isOther
    ? []
    : lows.filter((low) => low.AtMs >= atMs - lowestDays * dayMs && isBefore(low, price));
  return {
    SinceMs: past === undefined || isOther ? atMs : past.SinceMs,
    Lows: withFewer([...kept, { Amount, Currency, AtMs: atMs }]),
  };
};

const isOfPage = ({ Of }: PriceChange): boolean =>
  Of.some(({ Variant, Seller }) => Variant === undefined && Seller === undefined);

/** What a change says of the page's new price; `undefined` where it says nothing of it. */
const newPriceOf = (change: PriceChange): Price | undefined => {
  if (!isOfPage(change)) return undefined;
  if (change.Kind === 'Price') return change.To;
  return change.Kind === 'BelowTarget' ? change.Price : undefined;
};

/** What was known before a change. */
export interface PriceRecord {
  /** Of the last {@link lowestDays} days, without the one that tells of the change. */
  prices: readonly Price[];
  /** When the first price of all was known; `undefined`: there was none. */
  beginsAtMs: EpochMs | undefined;
  nowMs: EpochMs;
}

/**
 * In how many days, {@link lowestDays} at most, there was no price as low as the new one of a change; 0: in less than a day.
 *
 * @returns `null` where there was one, or the change is not of the page's own price.
 */
export const lowestInDays = (
  change: PriceChange,
  { prices, beginsAtMs, nowMs }: PriceRecord,
): number | null => {
  const price = newPriceOf(change);
  if (price === undefined || beginsAtMs === undefined) return null;
  const comparable = prices.filter(({ Currency }) => Currency === price.Currency);
  if (comparable.length === 0 || !comparable.every((each) => isBefore(price, each))) return null;
  return Math.min(lowestDays, Math.floor((nowMs - beginsAtMs) / dayMs));
};

/** {@link lowestInDays} by what a watch remembers. */
export const lowestInPast = (
  change: PriceChange,
  past: PastPrices | undefined,
  nowMs: EpochMs,
): number | null =>
  lowestInDays(change, {
    prices: (past?.Lows ?? []).filter(({ AtMs }) => AtMs >= nowMs - lowestDays * dayMs),
    beginsAtMs: past?.SinceMs,
    nowMs,
  });
