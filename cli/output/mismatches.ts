import type { RequestData, SiteResult } from '../../client/index.ts';
import { printable } from './printable.ts';
import { siteName } from './results.ts';

/** Told one by one; the column `Identity` of the table and the CSV has all. */
const maxTold = 50;

/** Why a result is not, or may not be, the product that was asked for; `undefined` where nothing speaks against it. */
const doubtOf = ({ Identity, Title, Sku, Warnings }: SiteResult): string | undefined => {
  if (Identity?.Verdict === 'Different') {
    return `another product by its ${Identity.By.join(', ')}${Title === null ? '' : `: "${printable(Title, 100)}"`}`;
  }
  return Warnings.some((warning) => warning.startsWith('SkuDiffers:'))
    ? `has another number${Sku === null ? '' : `: ${printable(Sku, 100)}`}`
    : undefined;
};

/**
 * What of a catalogue did not match, for people: the verdicts counted, and each row whose product is or may be another.
 *
 * @returns no line where nothing is said of any product.
 */
export const mismatchLines = (all: readonly RequestData[]): string[] => {
  const sites = all.flatMap((data) => data.Sites);
  const verdicts = Map.groupBy(sites, ({ Identity }) => Identity?.Verdict ?? 'Unknown');
  const countOf = (verdict: 'Same' | 'Different' | 'Unknown'): number => verdicts.get(verdict)?.length ?? 0;
  const doubted = sites.flatMap((site) => {
    const doubt = doubtOf(site);
    return doubt === undefined ? [] : [`  ${printable(site.RequestedSku)} at ${siteName(site)}: ${doubt}`];
  });
  if (countOf('Same') + countOf('Different') + doubted.length === 0) return [];
  const counts =
    `${countOf('Same')} the asked product, ${countOf('Different')} another, ` +
    `${countOf('Unknown')} of which nothing tells`;
  const more = doubted.length - maxTold;
  return [
    `Of ${sites.length} results: ${counts}.`,
    ...(doubted.length > 0 ? ['Did not match:', ...doubted.slice(0, maxTold)] : []),
    ...(more > 0 ? [`  and ${more} more; "Identity" in the output has all of them.`] : []),
  ];
};
