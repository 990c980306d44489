import type { RequestData, SiteResult } from '../../client/index.ts';
import { counted } from './counted.ts';
import { printable } from './printable.ts';
import { siteName } from './results.ts';

/** Told one by one; the column `Identity` of the table and the CSV has all. */
const maxTold = 50;

/** Why a result is not, or may not be, the product that was asked for; `undefined` where nothing speaks against it. */
const doubtOf = ({ Identity, Title, Sku, Warnings }: SiteResult): string | undefined => {
  if (Identity?.Verdict === 'Different') {
    return `different ${Identity.By.join(', ')}${Title === null ? '' : `: "${printable(Title, 100)}"`}`;
  }
  return Warnings.some((warning) => warning.startsWith('SkuDiffers:'))
    ? `the page states another SKU${Sku === null ? '' : `: ${printable(Sku, 100)}`}`
    : undefined;
};

type Verdict = 'Same' | 'Different' | 'Unknown';

/** Each verdict for one result, and for several. */
const verdictWords: readonly [Verdict, one: string, several: string][] = [
  ['Same', 'matches the requested product', 'match the requested product'],
  ['Different', 'is a different product', 'are different products'],
  ['Unknown', 'could not be verified', 'could not be verified'],
];

const verdictsText = (countOf: (verdict: Verdict) => number, total: number): string =>
  verdictWords
    .flatMap(([verdict, one, several]) => {
      const count = countOf(verdict);
      if (count === 0) return [];
      const words = count === 1 ? one : several;
      if (count < total) return [`${count} ${words}`];
      return [total === 1 ? words : `all ${words}`];
    })
    .join(', ');

/**
 * Mismatches of a catalogue, for people: the verdicts counted, and each row whose product is or may be another.
 *
 * @returns no line where nothing is said of any product.
 */
export const mismatchLines = (all: readonly RequestData[]): string[] => {
  const sites = all.flatMap((data) => data.Sites);
  const verdicts = Map.groupBy(sites, ({ Identity }) => Identity?.Verdict ?? 'Unknown');
  const countOf = (verdict: Verdict): number => verdicts.get(verdict)?.length ?? 0;
  const doubted = sites.flatMap((site) => {
    const doubt = doubtOf(site);
    return doubt === undefined ? [] : [`  ${printable(site.RequestedSku)} at ${siteName(site)}: ${doubt}`];
  });
  if (countOf('Same') + countOf('Different') + doubted.length === 0) return [];
  const more = doubted.length - maxTold;
  return [
    `${counted(sites.length, 'result')}: ${verdictsText(countOf, sites.length)}.`,
    ...(doubted.length > 0 ? ['Did not match:', ...doubted.slice(0, maxTold)] : []),
    ...(more > 0 ? [`  and ${more} more; see "Identity" in the output.`] : []),
  ];
};
