import * as z from 'zod';
import { compareDecimals } from '../money/decimals.ts';
import { type Price, sumSchema } from '../result/site-result.ts';
import { dayMs, type EpochMs } from '../timing.ts';

/** Period for which a price can be the lowest. */
export const lowestDays = 30;

/**
 * The past prices needed to recognise a lowest one: those that no later price undercuts. Each is therefore higher than
 * the one before, and the first is the lowest.
 */
export const pastPricesSchema = z.object({
  /** Time of the first known price. */
  SinceMs: z.int(),
  /** Each with the time at which it was last seen. */
  Lows: z.array(sumSchema.extend({ AtMs: z.int() })),
});

export type PastPrices = z.infer<typeof pastPricesSchema>;

/** Further steps of a rising price are merged, to keep the state small. */
const maxLows = 40;

/** Compares two prices in one currency. */
export const isLower = (first: Price, second: Price): boolean =>
  compareDecimals(first.Amount, second.Amount) < 0;

/** Merges two steps into one with the lower price and the later time, so that no price is wrongly called the lowest. */
const withFewer = (lows: PastPrices['Lows']): PastPrices['Lows'] => {
  const [first, second, ...others] = lows;
  if (lows.length <= maxLows || !first || !second) return lows;
  return [{ ...first, AtMs: second.AtMs }, ...others];
};

/** Records a price at a time. Another currency starts over. */
export const recordPrice = (past: PastPrices | undefined, price: Price, atMs: EpochMs): PastPrices => {
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
