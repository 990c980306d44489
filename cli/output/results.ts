import { createColors } from 'picocolors';
import type { Outcome, RequestData, SiteResult } from '../../client/index.ts';
import { formatMoney, resultCsv } from '../../client/result-rows.ts';
import { exitCodes } from '../exit-codes.ts';
import { errorLines, type Grid, outWidth, tableText, wrapText } from './table.ts';
import { isColored, writeOut } from './terminal.ts';
import { counted, printable } from './text.ts';

export type Format = 'table' | 'json' | 'csv';

type Colors = ReturnType<typeof createColors>;

const colorOf = (colors: Colors, outcome: Outcome): ((text: string) => string) => {
  if (outcome === 'Priced') return colors.green;
  return outcome === 'OutOfStock' || outcome === 'Ambiguous' ? colors.yellow : colors.red;
};

const isOfManySkus = ({ Sku, Sites }: RequestData): boolean =>
  Sites.some(({ RequestedSku = Sku }) => RequestedSku !== Sku);

/** `Same (Gtin, Title)`; empty if unknown, or if only the SKU matched. */
const identityText = ({ Identity }: SiteResult): string => {
  if (Identity === undefined || Identity.Verdict === 'Unknown') return '';
  const by = Identity.By.filter((ground) => ground !== 'Sku');
  return Identity.Verdict === 'Same' && by.length === 0
    ? ''
    : `${Identity.Verdict} (${Identity.By.join(', ')})`;
};

const siteName = (site: SiteResult): string => printable(site.Name ?? site.Url ?? `#${site.Index}`);

const summaryLine = (data: RequestData): string => {
  const { Total, ...counts } = data.Summary;
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`);
  const skus = new Set(data.Sites.map(({ RequestedSku = data.Sku }) => RequestedSku));
  const what = isOfManySkus(data) ? `${skus.size} SKUs` : printable(data.Sku);
  return `${what}: ${counted(Total, 'site')}, ${parts.join(', ')}`;
};

/** Why there is no price, or the candidates. */
const remarkOf = ({ Error: error, Candidates }: SiteResult): string => {
  if (error) return `${error.Code}${error.Retryable ? ' (retryable)' : ''}`;
  return printable(Candidates.map(({ Price }) => formatMoney(Price)).join(' or '), 1_000);
};

/**
 * A table for people; text from pages is made printable.
 *
 * @param width - columns of the terminal.
 */
export const resultTable = (data: RequestData, isColored: boolean, width = outWidth()): string => {
  const colors = createColors(isColored);
  const isOfMany = isOfManySkus(data);
  const columns: Grid['columns'] = [
    ...(isOfMany ? [{ heading: 'Sku', isWhole: true as const }] : []),
    'Site',
    'Outcome',
    { heading: 'Price', align: 'right' },
  ];
  const rows = data.Sites.map((site) => {
    const cells = [
      ...(isOfMany ? [printable(site.RequestedSku)] : []),
      siteName(site),
      { text: site.Outcome, paint: colorOf(colors, site.Outcome) },
      { text: site.Price ? printable(formatMoney(site.Price)) : '', paint: colors.bold },
    ];
    const listPrice = site.ListPrice ? printable(formatMoney(site.ListPrice)) : '';
    const availability = site.Availability === 'Unknown' ? '' : site.Availability;
    const rest = [availability, site.Confidence ?? '', identityText(site), remarkOf(site)];
    return {
      whole: [...cells, { text: listPrice, paint: colors.dim }, ...rest],
      narrow: [...cells, [listPrice && `was ${listPrice}`, ...rest].filter(Boolean).join(', ')],
    };
  });
  const list = { heading: 'List price', align: 'right' } as const;
  const table = tableText(
    [...columns, list, 'Availability', 'Confidence', 'Identity', 'Remark'],
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
  const errors = data.Sites.flatMap(({ Error: error }) => error ?? []);
  const explained = errors.length > 0 ? ['', ...errorLines(errors, width)] : [];
  return [table, ...explained, '', ...wrapText(summaryLine(data), width)].join('\n');
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
    table: () => all.map((data) => resultTable(data, isColored)).join('\n\n'),
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
