import { createColors } from 'picocolors';
import type { Outcome, RequestData, SiteResult } from '../../client/index.ts';
import {
  byProduct,
  doubtWords,
  isTrustworthy,
  type PricedSite,
  type Recommendation,
  recommendations,
} from '../../client/ranking.ts';
import { formatMoney, resultCsv } from '../../client/result-rows.ts';
import { isLabelOfLink } from '../../lambdas/domain/links/link-label.ts';
import { isColored, writeOut } from '../../terminal/streams.ts';
import { errorLines, type Grid, outWidth, tableText, wrapText } from '../../terminal/table.ts';
import { counted, printable } from '../../terminal/text.ts';
import { exitCodes } from '../exit-codes.ts';

export type Format = 'table' | 'json' | 'csv';

type Colors = ReturnType<typeof createColors>;

const colorOf = (colors: Colors, outcome: Outcome): ((text: string) => string) => {
  if (outcome === 'Priced') return colors.green;
  return outcome === 'OutOfStock' || outcome === 'Ambiguous' ? colors.yellow : colors.red;
};

/** More would leave no room for other columns. */
const maxLabel = 24;

/** Name of a requested product: its SKU, or if only a link is known its page's title, else the end of the link. */
const productName = ({ RequestedSku, Title, Url }: SiteResult): string => {
  if (!isLabelOfLink(RequestedSku, Url ?? undefined)) return printable(RequestedSku);
  if (Title !== null) return printable(Title, 60);
  return RequestedSku.length > maxLabel ? `…${RequestedSku.slice(1 - maxLabel)}` : RequestedSku;
};

/** `Same (Gtin, Title)`; empty if unknown, or if only the SKU matched. */
const identityText = ({ Identity }: SiteResult): string => {
  if (Identity === undefined || Identity.Verdict === 'Unknown') return '';
  const by = Identity.By.filter((ground) => ground !== 'Sku');
  return Identity.Verdict === 'Same' && by.length === 0
    ? ''
    : `${Identity.Verdict} (${Identity.By.join(', ')})`;
};

const siteName = (site: SiteResult): string => printable(site.Name ?? site.Url ?? `#${site.Index}`);

const outcomes: readonly Outcome[] = ['Priced', 'OutOfStock', 'Ambiguous', 'NotFound', 'Blocked', 'Failed'];

/** Counts over all results, e.g. `300 products: 300 sites, 290 Priced, 10 Failed; 4 prices to check`. */
const summaryLine = (products: ReadonlyMap<string, readonly SiteResult[]>): string => {
  const sites = [...products.values()].flat();
  const counts = outcomes.flatMap((outcome) => {
    const count = sites.filter(({ Outcome }) => Outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  const doubtful = sites.filter((site) => !isTrustworthy(site)).length;
  const what = products.size === 1 ? productName(sites[0]!) : counted(products.size, 'product');
  const toCheck = doubtful === 0 ? '' : `; ${counted(doubtful, 'price')} to check`;
  return `${what}: ${[counted(sites.length, 'site'), ...counts].join(', ')}${toCheck}`;
};

/** Products whose recommendation is printed. */
const maxRecommended = 20;

const offerText = (site: PricedSite): string => {
  const doubt = doubtWords(site);
  return `${printable(formatMoney(site.Price))} at ${siteName(site)}${doubt && ` (${doubt})`}`;
};

const recommendationText = ({ best, doubtful }: Recommendation): string[] => [
  best.length > 0
    ? `cheapest trustworthy ${formatMoney(best[0]!.Price)} at ${best.map(siteName).join(', ')}`
    : 'no price in stock is trustworthy',
  ...(doubtful.length > 0
    ? [
        `${best.length > 0 ? 'cheaper, but check first' : 'check first'}: ${doubtful.map(offerText).join('; ')}`,
      ]
    : []),
];

/** The cheapest trustworthy price in stock of each product with several sites; cheaper doubtful ones apart. */
const recommendationLines = (products: ReadonlyMap<string, readonly SiteResult[]>): string[] => {
  const lines = [...products.values()]
    .filter((sites) => sites.length > 1)
    .flatMap((sites) =>
      recommendations(sites).map((one) => `${productName(sites[0]!)}: ${recommendationText(one).join('; ')}`),
    );
  const more = lines.length - maxRecommended;
  return more > 0 ? [...lines.slice(0, maxRecommended), `and ${more} more`] : lines;
};

/** Why there is no price, the candidates, or what is doubtful besides low confidence, which has a column. */
const remarkOf = (site: SiteResult): string => {
  const { Error: error, Candidates, Price } = site;
  if (error) return `${error.Code}${error.Retryable ? ' (retryable)' : ''}`;
  if (Price) return doubtWords({ ...site, Confidence: null });
  return printable(Candidates.map(({ Price }) => formatMoney(Price)).join(' or '), 1_000);
};

/**
 * A table for people, with the results of all requests; text from pages is made printable.
 *
 * @param width - columns of the terminal.
 */
export const resultTable = (all: readonly RequestData[], isColored: boolean, width = outWidth()): string => {
  const colors = createColors(isColored);
  const sites = all.flatMap(({ Sites }) => Sites);
  const products = byProduct(sites);
  const isOfMany = products.size > 1;
  const columns: Grid['columns'] = [
    ...(isOfMany ? ['Product'] : []),
    'Site',
    'Outcome',
    { heading: 'Price', align: 'right' },
  ];
  const rows = sites.map((site) => {
    const product = productName(site);
    const cells = [
      ...(isOfMany ? [product] : []),
      siteName(site),
      { text: site.Outcome, paint: colorOf(colors, site.Outcome) },
      { text: site.Price ? printable(formatMoney(site.Price)) : '', paint: colors.bold },
    ];
    const listPrice = site.ListPrice ? printable(formatMoney(site.ListPrice)) : '';
    const availability = site.Availability === 'Unknown' ? '' : site.Availability;
    const title = printable(site.Title ?? '', 60);
    const shownTitle = isOfMany && title === product ? '' : title;
    const rest = [availability, site.Confidence ?? '', identityText(site), remarkOf(site)];
    return {
      whole: [...cells, { text: listPrice, paint: colors.dim }, ...rest, shownTitle],
      narrow: [...cells, [listPrice && `was ${listPrice}`, ...rest, shownTitle].filter(Boolean).join(', ')],
    };
  });
  const list = { heading: 'List price', align: 'right' } as const;
  const table = tableText(
    [...columns, list, 'Availability', 'Confidence', 'Identity', 'Remark', 'Title'],
    rows.map(({ whole }) => whole),
    {
      width,
      paintHeading: colors.bold,
      narrower: {
        columns: [...columns, { heading: 'Remark', least: 24 }],
        rows: rows.map(({ narrow }) => narrow),
      },
    },
  );
  const errors = sites.flatMap(({ Error: error }) => error ?? []);
  const explained = errors.length > 0 ? ['', ...errorLines(errors, width)] : [];
  const ends = [...recommendationLines(products), summaryLine(products)];
  return [table, ...explained, '', ...ends.flatMap((line) => wrapText(line, width))].join('\n');
};

/** True if every site gave a result; out of stock is one. */
const isComplete = (data: RequestData): boolean =>
  data.Sites.every(({ Outcome }) => Outcome === 'Priced' || Outcome === 'OutOfStock');

/**
 * Prints results on standard output.
 *
 * @param isList - print JSON as a list, even for one result.
 * @throws OutputError
 */
export const printResults = async (
  all: readonly RequestData[],
  format: Format,
  isList: boolean,
): Promise<void> => {
  const text = {
    json: () => JSON.stringify(isList ? all : all[0], null, 2),
    csv: () => resultCsv(all),
    table: () => resultTable(all, isColored),
  }[format]();
  await writeOut(`${text}\n`);
  if (!all.every(isComplete)) process.exitCode = exitCodes.incomplete;
};

/** Mismatches listed; the column `Identity` has all. */
const maxListed = 50;

/** Why a result is not, or may not be, the requested product; `undefined` without doubt. */
const doubtOf = ({ Identity, Title, Sku, Warnings }: SiteResult): string | undefined => {
  if (Identity?.Verdict === 'Different') {
    return `different ${Identity.By.join(', ')}${Title === null ? '' : `: "${printable(Title, 100)}"`}`;
  }
  return Warnings.some((warning) => warning.startsWith('SkuDiffers:'))
    ? `the page states another SKU${Sku === null ? '' : `: ${printable(Sku, 100)}`}`
    : undefined;
};

type Verdict = 'Same' | 'Different' | 'Unknown';

/** Each verdict in singular and plural. */
const verdictTexts: Readonly<Record<Verdict, readonly [one: string, several: string]>> = {
  Same: ['matches the requested product', 'match the requested product'],
  Different: ['is a different product', 'are different products'],
  Unknown: ['could not be verified', 'could not be verified'],
};

const verdictsText = (countOf: (verdict: Verdict) => number, total: number): string =>
  Object.entries(verdictTexts)
    .flatMap(([verdict, [one, several]]) => {
      const count = countOf(verdict as Verdict);
      if (count === 0) return [];
      const text = count === 1 ? one : several;
      if (count < total) return [`${count} ${text}`];
      return [total === 1 ? text : `all ${text}`];
    })
    .join(', ');

/**
 * Mismatches in a catalogue: counts of verdicts, and each row whose product is or may be a different one.
 *
 * @returns no lines if no product could be compared.
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
  const more = doubted.length - maxListed;
  return [
    `${counted(sites.length, 'result')}: ${verdictsText(countOf, sites.length)}.`,
    ...(doubted.length > 0 ? ['Did not match:', ...doubted.slice(0, maxListed)] : []),
    ...(more > 0 ? [`  and ${more} more; see "Identity" in the output.`] : []),
  ];
};
