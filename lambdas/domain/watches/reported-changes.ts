import { decimalsOf, inUnits } from '../decimals.ts';
import type { PriceChange } from '../price-changes.ts';
import type { Price } from '../site-result.ts';
import type { When } from './watch.ts';

/** True if an amount moved by at least this percentage, up or down; compared without rounding. */
const movedBy = (from: Price, to: Price, percent: string): boolean => {
  const decimals = Math.max(decimalsOf(from.Amount), decimalsOf(to.Amount));
  const before = inUnits(from.Amount, decimals);
  const after = inUnits(to.Amount, decimals);
  const moved = after > before ? after - before : before - after;
  const percentDecimals = decimalsOf(percent);
  return moved * inUnits('100', percentDecimals) >= inUnits(percent, percentDecimals) * before;
};

const conditions: Readonly<Record<PriceChange['Kind'], (change: never, when: When) => boolean>> = {
  Price: ({ From, To }: Extract<PriceChange, { Kind: 'Price' }>, { ChangePercent }) =>
    ChangePercent !== undefined && movedBy(From, To, String(ChangePercent)),
  // There is no percentage between currencies.
  Currency: () => false,
  Availability: () => false,
  BackInStock: (_change: never, when) => when.BackInStock === true,
  BelowTarget: (_change: never, when) => when.Below !== undefined,
};

/** True for changes that meet a condition, and for all if there are no conditions. */
export const isReportedWhen = (change: PriceChange, when: When | undefined): boolean =>
  when === undefined || conditions[change.Kind](change as never, when);
