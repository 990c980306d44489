import type { Money, SiteResult } from '../result/site-result.ts';
import { decimalsOf, inUnits } from './decimals.ts';

/** With fewer prices, none is an outlier. */
const minPrices = 4;
/** A price is an outlier at this multiple of the others' median, or at this fraction of it. */
const factor = 3n;

/** Twice the median, which is always an integer. */
const doubleMedian = (sorted: readonly bigint[]): bigint =>
  sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!;

const inOrder = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));

/** For each amount, true if it is an outlier. */
const areOutliers = (amounts: readonly string[]): boolean[] => {
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

const outlierWarning = ({ Price }: Priced, count: number): string =>
  `FarFromOthers: ${Price.Amount} ${Price.Currency} is at least three times, or at most a third of, the median of ` +
  `the other ${count - 1} prices of this SKU in the request; it may be of another product or pack.`;

/**
 * Adds warnings to outliers among prices of the same SKU and currency in one request. Changes nothing else,
 * since a shop may really be that expensive or cheap.
 */
export const withOutlierWarnings = (sites: readonly SiteResult[]): SiteResult[] => {
  const groups = Map.groupBy(sites.filter(isPriced), ({ RequestedSku, Price }) =>
    JSON.stringify([RequestedSku, Price.Currency]),
  );
  const warnings = new Map<SiteResult, string>();
  for (const group of groups.values()) {
    if (group.length < minPrices) continue;
    const outliers = areOutliers(group.map(({ Price }) => Price.Amount));
    for (const [index, site] of group.entries())
      if (outliers[index]) warnings.set(site, outlierWarning(site, group.length));
  }
  return sites.map((site) => {
    const warning = warnings.get(site);
    return warning === undefined ? site : { ...site, Warnings: [...site.Warnings, warning] };
  });
};
