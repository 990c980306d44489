import Papa from 'papaparse';
import { createColors } from 'picocolors';
import type { Outcome, RequestData, SiteResult } from '../../client/index.ts';
import { formatMoney, resultHeadings, toResultRows } from '../../client/result-rows.ts';
import { counted } from './counted.ts';
import { errorLines } from './error-lines.ts';
import { printable } from './printable.ts';
import { type Column, columnsOf, tableText, wrapText } from './table.ts';

export type Format = 'table' | 'json' | 'csv';

type Colors = ReturnType<typeof createColors>;

const colorOf = (colors: Colors, outcome: Outcome): ((text: string) => string) => {
  switch (outcome) {
    case 'Priced':
      return colors.green;
    case 'OutOfStock':
    case 'Ambiguous':
      return colors.yellow;
    default:
      return colors.red;
  }
};

const isOfManySkus = ({ Sku, Sites }: RequestData): boolean =>
  Sites.some(({ RequestedSku = Sku }) => RequestedSku !== Sku);

/** `Same (Gtin, Title)`; nothing where nothing is known, and of the asked SKU, which everybody takes for granted. */
const identityText = ({ Identity }: SiteResult): string => {
  if (Identity === undefined || Identity.Verdict === 'Unknown') return '';
  const by = Identity.By.filter((ground) => ground !== 'Sku');
  return Identity.Verdict === 'Same' && by.length === 0
    ? ''
    : `${Identity.Verdict} (${Identity.By.join(', ')})`;
};

export const siteName = (site: SiteResult): string => printable(site.Name ?? site.Url ?? `#${site.Index}`);

const outWidth = (): number => columnsOf(process.stdout, process.env);

const summaryLine = (data: RequestData): string => {
  const { Total, ...counts } = data.Summary;
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`);
  const skus = new Set(data.Sites.map(({ RequestedSku = data.Sku }) => RequestedSku));
  const what = isOfManySkus(data) ? `${skus.size} SKUs` : printable(data.Sku);
  return `${what}: ${counted(Total, 'site')}, ${parts.join(', ')}`;
};

/** Why there is no price, or which ones it may be. */
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
  const columns: readonly Column[] = [
    ...(isOfMany ? [{ heading: 'Sku', isWhole: true as const }] : []),
    { heading: 'Site' },
    { heading: 'Outcome' },
    { heading: 'Price', align: 'right' },
  ];
  const rows = data.Sites.map((site) => ({
    cells: [
      ...(isOfMany ? [printable(site.RequestedSku)] : []),
      siteName(site),
      { text: site.Outcome, paint: colorOf(colors, site.Outcome) },
      { text: site.Price ? printable(formatMoney(site.Price)) : '', paint: colors.bold },
    ],
    listPrice: site.ListPrice ? printable(formatMoney(site.ListPrice)) : '',
    rest: [
      site.Availability === 'Unknown' ? '' : site.Availability,
      site.Confidence ?? '',
      identityText(site),
      remarkOf(site),
    ],
  }));
  const table = tableText(
    [
      ...columns,
      { heading: 'List price', align: 'right' },
      { heading: 'Availability' },
      { heading: 'Confidence' },
      { heading: 'Identity' },
      { heading: 'Remark' },
    ],
    rows.map(({ cells, listPrice, rest }) => [...cells, { text: listPrice, paint: colors.dim }, ...rest]),
    {
      width,
      paintHeading: colors.bold,
      narrower: {
        columns: [...columns, { heading: 'Remark', least: 24 }],
        rows: rows.map(({ cells, listPrice, rest }) => [
          ...cells,
          [listPrice && `was ${listPrice}`, ...rest].filter(Boolean).join(', '),
        ]),
      },
    },
  );
  const errors = errorLines(
    data.Sites.flatMap(({ Error: error }) => error ?? []),
    width,
  );
  return [
    table,
    ...(errors.length > 0 ? ['', ...errors] : []),
    '',
    ...wrapText(summaryLine(data), width),
  ].join('\n');
};

/** CSV with a heading. Text that a spreadsheet would run as a formula is quoted: it comes from pages. */
export const resultCsv = (all: readonly RequestData[]): string =>
  Papa.unparse(
    { fields: [...resultHeadings], data: all.flatMap(toResultRows) },
    { escapeFormulae: true, newline: '\n' },
  );

/** True if every site gave what was requested; being out of stock is an answer. */
export const isComplete = (data: RequestData): boolean =>
  data.Sites.every(({ Outcome }) => Outcome === 'Priced' || Outcome === 'OutOfStock');
