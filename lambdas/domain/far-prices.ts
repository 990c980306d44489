import { decimalsOf, inUnits } from './decimals.ts';
import type { Money, SiteResult } from './site-result.ts';

/** Fewer prices than these say nothing of what is usual. */
const leastPrices = 4;
/** So many times the median of the others, or less than that part of it. */
const factor = 3n;

/** Twice the median, which is a whole number also where it lies between two of them. */
const doubleMedian = (sorted: readonly bigint[]): bigint =>
  sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!;

const inOrder = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));

/** For each amount: is it far from the median of the others? */
const areFar = (amounts: readonly string[]): boolean[] => {
  const decimals = Math.max(...amounts.map(decimalsOf));
  const units = amounts.map((amount) => inUnits(amount, decimals));
  return units.map((unit, index) => {
    const median = doubleMedian(units.toSpliced(index, 1).sort(inOrder));
    if (median === 0n) return unit > 0n;
    return 2n * unit >= factor * median || 2n * unit * factor <= median;
  });
};

type Priced = SiteResult & { Price: Money & { Currency: string } };

const isPriced = (site: SiteResult): site is Priced => site.Price !== null && site.Price.Currency !== null;

const farWarning = ({ Price }: Priced, count: number): string =>
  `FarFromOthers: ${Price.Amount} ${Price.Currency} is three times the median of the other ${count - 1} prices ` +
  'of this SKU in the request or more, or a third of it or less; it may be of another product or pack.';

/**
 * Warns of prices that stand out among those of the same SKU and currency in one request. Nothing else changes: a shop
 * may be that dear, or that cheap.
 */
export const withFarPrices = (sites: readonly SiteResult[]): SiteResult[] => {
  const groups = Map.groupBy(sites.filter(isPriced), ({ RequestedSku, Price }) =>
    JSON.stringify([RequestedSku, Price.Currency]),
  );
  const warnings = new Map<SiteResult, string>();
  for (const group of groups.values()) {
    if (group.length < leastPrices) continue;
    const far = areFar(group.map(({ Price }) => Price.Amount));
    for (const [index, site] of group.entries())
      if (far[index]) warnings.set(site, farWarning(site, group.length));
  }
  return sites.map((site) => {
    const warning = warnings.get(site);
    return warning === undefined ? site : { ...site, Warnings: [...site.Warnings, warning] };
  });
};
