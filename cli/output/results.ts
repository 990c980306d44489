import Table from 'cli-table3';
import Papa from 'papaparse';
import { createColors } from 'picocolors';
import type { Outcome, RequestData, SiteResult } from '../../client/index.ts';
import { formatMoney, resultHeadings, toResultRows } from '../../client/result-rows.ts';
import { printable } from './printable.ts';

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

const siteName = (site: SiteResult): string => printable(site.Name ?? site.Url ?? `#${site.Index}`, 32);

const plainBorders = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

const summaryLine = (data: RequestData): string => {
  const { Total, ...counts } = data.Summary;
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`);
  return `${printable(data.Sku)}: ${Total} ${Total === 1 ? 'site' : 'sites'}, ${parts.join(', ')}`;
};

/** A table for people; text from pages is made printable. */
export const resultTable = (data: RequestData, isColored: boolean): string => {
  const colors = createColors(isColored);
  const table = new Table({
    head: ['Site', 'Outcome', 'Price', 'List price', 'Availability', 'Confidence', 'Remark'],
    style: { head: isColored ? ['bold'] : [], border: isColored ? ['gray'] : [] },
    chars: plainBorders,
    colAligns: ['left', 'left', 'right', 'right', 'left', 'left', 'left'],
  });
  for (const site of data.Sites) {
    const ways = site.Candidates.map(({ Price }) => formatMoney(Price)).join(' or ');
    table.push([
      siteName(site),
      colorOf(colors, site.Outcome)(site.Outcome),
      site.Price ? colors.bold(printable(formatMoney(site.Price))) : '',
      site.ListPrice ? colors.dim(printable(formatMoney(site.ListPrice))) : '',
      site.Availability === 'Unknown' ? '' : site.Availability,
      site.Confidence ?? '',
      site.Error ? `${site.Error.Code}${site.Error.Retryable ? ' (may pass)' : ''}` : printable(ways, 40),
    ]);
  }
  return `${table.toString()}\n${summaryLine(data)}`;
};

/** Where each value of a site stands on its page. */
export const evidenceTable = (site: SiteResult, isColored: boolean): string => {
  const table = new Table({
    head: ['Field', 'Source', 'Agrees', 'Text on the page', 'Place'],
    style: { head: isColored ? ['bold'] : [], border: isColored ? ['gray'] : [] },
    chars: plainBorders,
  });
  for (const { Field, Source, Agrees, Raw, Path } of site.Evidence) {
    table.push([Field, Source, Agrees.join(', '), printable(Raw, 40), printable(Path, 60)]);
  }
  return table.toString();
};

/** CSV with a heading. Text that a spreadsheet would run as a formula is quoted: it comes from pages. */
export const resultCsv = (all: readonly RequestData[]): string =>
  Papa.unparse(
    { fields: [...resultHeadings], data: all.flatMap(toResultRows) },
    { escapeFormulae: true, newline: '\n' },
  );

/** Whether every site gave what was asked for; being out of stock is an answer. */
export const isComplete = (data: RequestData): boolean =>
  data.Sites.every(({ Outcome }) => Outcome === 'Priced' || Outcome === 'OutOfStock');
