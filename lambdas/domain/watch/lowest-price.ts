import type { Price } from '../result/site-result.ts';
import { dayMs, type EpochMs } from '../timing.ts';
import { isLower, lowestDays, type PastPrices } from './past-prices.ts';
import type { PriceChange } from './price-changes.ts';

const isOfPage = ({ Of }: PriceChange): boolean =>
  Of.some(({ Variant, Seller }) => Variant === undefined && Seller === undefined);

/** The page's new price in a change; `undefined` for any other change. */
const newPriceOf = (change: PriceChange): Price | undefined => {
  if (!isOfPage(change)) return undefined;
  if (change.Kind === 'Price') return change.To;
  return change.Kind === 'BelowTarget' ? change.Price : undefined;
};

/** Prices known before a change. */
interface PriceRecord {
  /** Prices of the last {@link lowestDays} days, without the changed one. */
  prices: readonly Price[];
  /** Time of the first known price; `undefined`: there was none. */
  beginsAtMs: EpochMs | undefined;
  nowMs: EpochMs;
}

/**
 * Number of days, at most {@link lowestDays}, in which no price was as low as the new one; 0: less than a day.
 *
 * @returns `null` if there was such a price, or the change is not of the page's own price.
 */
const lowestInDays = (change: PriceChange, { prices, beginsAtMs, nowMs }: PriceRecord): number | null => {
  const price = newPriceOf(change);
  if (price === undefined || beginsAtMs === undefined) return null;
  const comparable = prices.filter(({ Currency }) => Currency === price.Currency);
  if (comparable.length === 0 || !comparable.every((each) => isLower(price, each))) return null;
  return Math.min(lowestDays, Math.floor((nowMs - beginsAtMs) / dayMs));
};

/** {@link lowestInDays} from what a watch remembers. */
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
