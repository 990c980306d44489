import { decimalsOf, inUnits } from './decimals.ts';
import type { Money, SiteResult } from './site-result.ts';

/** Fewer prices do not show what is usual. */
const leastPrices = 4;
/** A price is far at this multiple of the others' median, or at this fraction of it. */
const factor = 3n;

/** Twice the median, to stay a whole number between two amounts. */
const doubleMedian = (sorted: readonly bigint[]): bigint =>
  sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!;

const inOrder = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));

/** For each amount, true if it is far from the median of the others. */
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
  `FarFromOthers: ${Price.Amount} ${Price.Currency} is at least three times, or at most a third of, the median of ` +
  `the other ${count - 1} prices of this SKU in the request; it may be of another product or pack.`;

/**
 * Warns of prices that stand out among those of the same SKU and currency in one request. Changes nothing else: the shop
 * may really be that expensive, or that cheap.
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
