import Papa from 'papaparse';
import { createColors } from 'picocolors';
import type { Outcome, RequestData, SiteResult } from '../../client/index.ts';
import { formatMoney, resultHeadings, toResultRows } from '../../client/result-rows.ts';
import { printable } from './printable.ts';
import { columnsOf, tableText, wrapText } from './table.ts';

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

const siteName = (site: SiteResult): string => printable(site.Name ?? site.Url ?? `#${site.Index}`);

const outWidth = (): number => columnsOf(process.stdout, process.env);

const summaryLine = (data: RequestData): string => {
  const { Total, ...counts } = data.Summary;
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`);
  return `${printable(data.Sku)}: ${Total} ${Total === 1 ? 'site' : 'sites'}, ${parts.join(', ')}`;
};

/** Why there is no price, or which ones it may be. */
const remarkOf = ({ Error: error, Candidates }: SiteResult): string => {
  if (error) return `${error.Code}${error.Retryable ? ' (may pass)' : ''}`;
  return printable(Candidates.map(({ Price }) => formatMoney(Price)).join(' or '), 1_000);
};

/**
 * A table for people; text from pages is made printable.
 *
 * @param width - columns of the terminal.
 */
export const resultTable = (data: RequestData, isColored: boolean, width = outWidth()): string => {
  const colors = createColors(isColored);
  const cells = data.Sites.map((site) => ({
    site: siteName(site),
    outcome: { text: site.Outcome, paint: colorOf(colors, site.Outcome) },
    price: { text: site.Price ? printable(formatMoney(site.Price)) : '', paint: colors.bold },
    listPrice: site.ListPrice ? printable(formatMoney(site.ListPrice)) : '',
    availability: site.Availability === 'Unknown' ? '' : site.Availability,
    confidence: site.Confidence ?? '',
    remark: remarkOf(site),
  }));
  const table = tableText(
    [
      { heading: 'Site' },
      { heading: 'Outcome' },
      { heading: 'Price', align: 'right' },
      { heading: 'List price', align: 'right' },
      { heading: 'Availability' },
      { heading: 'Confidence' },
      { heading: 'Remark' },
    ],
    cells.map(({ site, outcome, price, listPrice, availability, confidence, remark }) => [
      site,
      outcome,
      price,
      { text: listPrice, paint: colors.dim },
      availability,
      confidence,
      remark,
    ]),
    {
      width,
      paintHeading: colors.bold,
      narrower: {
        columns: [
          { heading: 'Site' },
          { heading: 'Outcome' },
          { heading: 'Price', align: 'right' },
          { heading: 'Remark', least: 24 },
        ],
        rows: cells.map(({ site, outcome, price, listPrice, availability, confidence, remark }) => [
          site,
          outcome,
          price,
          [listPrice && `was ${listPrice}`, availability, confidence, remark].filter(Boolean).join(', '),
        ]),
      },
    },
  );
  return [table, '', ...wrapText(summaryLine(data), width)].join('\n');
};

/** Where each value of a site stands on its page. */
export const evidenceTable = (site: SiteResult, isColored: boolean, width = outWidth()): string =>
  tableText(
    [
      { heading: 'Field' },
      { heading: 'Source' },
      { heading: 'Agrees' },
      { heading: 'Text on the page' },
      { heading: 'Place' },
    ],
    site.Evidence.map(({ Field, Source, Agrees, Raw, Path }) => [
      Field,
      Source,
      Agrees.join(', '),
      printable(Raw, 500),
      printable(Path, 500),
    ]),
    { width, paintHeading: createColors(isColored).bold },
  );

/** CSV with a heading. Text that a spreadsheet would run as a formula is quoted: it comes from pages. */
export const resultCsv = (all: readonly RequestData[]): string =>
  Papa.unparse(
    { fields: [...resultHeadings], data: all.flatMap(toResultRows) },
    { escapeFormulae: true, newline: '\n' },
  );

/** Whether every site gave what was asked for; being out of stock is an answer. */
export const isComplete = (data: RequestData): boolean =>
  data.Sites.every(({ Outcome }) => Outcome === 'Priced' || Outcome === 'OutOfStock');
