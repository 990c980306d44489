import * as z from 'zod';
import { compareDecimals } from './decimals.ts';
import { type Price, sumSchema } from './site-result.ts';
import type { EpochMs } from './timing.ts';

export const dayMs = 24 * 3_600_000;
/** How far back a price is called the lowest. */
export const lowestDays = 30;

/**
 * The past prices of a page needed to recognise a lowest one: those of the last days that no later one
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

/** Of two prices in one currency. */
export const isLower = (first: Price, second: Price): boolean =>
  compareDecimals(first.Amount, second.Amount) < 0;

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
    : lows.filter((low) => low.AtMs >= atMs - lowestDays * dayMs && isLower(low, price));
  return {
    SinceMs: past === undefined || isOther ? atMs : past.SinceMs,
    Lows: withFewer([...kept, { Amount, Currency, AtMs: atMs }]),
  };
};
