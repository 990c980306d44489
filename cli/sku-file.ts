import Papa from 'papaparse';
import type { SellingSite } from '../client/index.ts';
import { labelOfLink } from '../lambdas/domain/links/link-label.ts';
import { nearestName } from '../lambdas/domain/nearest-name.ts';
import { detailOf } from '../lambdas/domain/request/queue-request.ts';
import { sellingSiteSchema, skuSchema } from '../lambdas/domain/site/selling-site.ts';
import { columnNames, memberOf } from '../lambdas/domain/site/site-members.ts';
import { withoutFormulaGuards } from '../lib/csv.ts';
import { type LinkList, readLinkList } from '../lib/link-list.ts';
import { separatorLine } from '../lib/text-bytes.ts';
import { info } from '../terminal/streams.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { expectedMembers, readExpectation, withExpectation } from './expectation.ts';
import { readTextFile } from './input-files.ts';
import { isLink, type Pair } from './products.ts';
import { inBatches, type Order } from './run/journal.ts';

/** `ExpectGtin` is the member `Gtin` of `Expect`. */
const expectColumns = expectedMembers.map((member) => `Expect${member}` as const);
const knownColumns = ['Sku', 'Site', ...columnNames, ...expectColumns, 'Target'] as const;
type Column = (typeof knownColumns)[number];

const delimiters = [',', ';', '\t', '|'];
/** Delimiter for a single-column file: a character that occurs in no line. */
const noDelimiter = '\u001f';

interface Row {
  /** Line number, unless cells contain line breaks. */
  number: number;
  cells: Partial<Record<Column, string>>;
}

/** Removes spreadsheet quoting: `="00123"` keeps zeros. */
const withoutGuard = (cell: string): string => {
  const formula = /^="((?:[^"]|"")*)"$/.exec(cell);
  if (formula) return formula[1]!.replaceAll('""', '"');
  return withoutFormulaGuards(cell);
};

/** Columns of which a file with headings has at least one. */
const isKeyColumn = (column: Column | undefined): boolean => column === 'Sku' || column === 'Url';

/** @returns the delimiter, according to the heading; `undefined` without a heading. */
const delimiterOf = (firstLine: string): string | undefined =>
  [...delimiters, noDelimiter].find((delimiter) => {
    const headings = Papa.parse<string[]>(firstLine, { delimiter }).data[0] ?? [];
    return (
      headings.some((heading) => isKeyColumn(columnNamed(heading))) &&
      (headings.length > 1 || delimiter === noDelimiter)
    );
  });

const normalized = (heading: string): string => heading.trim().toLowerCase();

const columnNamed = (heading: string): Column | undefined =>
  knownColumns.find((column) => normalized(column) === normalized(heading));

/** The column probably meant by an unknown heading, as a hint for its author. */
const hintFor = (name: string, missing: readonly Column[]): string => {
  const isExpectation = /^expect/i.test(name);
  // Compared without the common prefix, which would make "ExpectEan" similar to "ExpectMpn".
  const meant = isExpectation
    ? nearestName(
        name.replace(/^expect(?:ed)?/i, ''),
        expectedMembers.filter((member) => missing.includes(`Expect${member}`)),
      )
    : nearestName(name, missing);
  if (meant !== undefined) return ` (did you mean ${isExpectation ? 'Expect' : ''}${meant}?)`;
  // An ignored expectation would accept any product.
  return isExpectation ? ` (expectations are ${expectColumns.join(', ')})` : '';
};

const maxNamed = 20;
const quoted = (cell: string): string => JSON.stringify(cell.trim().slice(0, 40));

/** Headings of ignored columns, since a misspelt one would have no effect, each with the one probably intended. */
const ignoredIn = (headings: readonly string[]): string[] => {
  const missing = knownColumns.filter(
    (column) => !headings.some((heading) => columnNamed(heading) === column),
  );
  const ignored = headings.filter((heading) => heading.trim() !== '' && columnNamed(heading) === undefined);
  const named = ignored.slice(0, maxNamed).map((name) => quoted(name) + hintFor(name.trim(), missing));
  return ignored.length > maxNamed ? [...named, `and ${ignored.length - maxNamed} more`] : named;
};

/** True if the first row of a file without the columns `Sku` and `Url` looks like headings. */
const looksLikeHeadings = ([first = [], ...others]: readonly string[][]): boolean =>
  (first.length > 1 && !isLink(first[0]!.trim())) ||
  first.some((cell) => columnNamed(cell) ?? nearestName(cell.trim(), knownColumns)) ||
  (/^\P{Nd}+$/u.test(first[0] ?? '') && others.some(([sku = '']) => /\p{Nd}/u.test(sku)));

const warnOfHeadings = (file: string, rows: readonly string[][], hasHeadings: boolean): void => {
  const ignored = hasHeadings ? ignoredIn(rows[0]!) : [];
  if (ignored.length > 0) info(`${file}: ignored columns: ${ignored.join(', ')}`);
  if (!hasHeadings && looksLikeHeadings(rows))
    info(
      `${file} has no column "Sku" or "Url": every row of its first column is read as a SKU or link, ${quoted(rows[0]?.[0] ?? '')} too.\nIf the first row holds headings, name that column "Sku" or "Url".`,
    );
};

/** True for a link that can be requested. */
const isProductLink = (link: string): boolean =>
  isLink(link) && sellingSiteSchema.safeParse({ Url: link }).success;

/**
 * Rows of a list of links. Lines without one are SKUs if there are sites for them; otherwise they are reported and left
 * out, and the exit code says so.
 */
const rowsOfList = (file: string, { links, others }: LinkList, hasSites: boolean): Row[] => {
  const isUsable = ({ link }: { link: string }): boolean => isProductLink(link);
  const unread = [
    ...links.filter((line) => !isUsable(line)).map(({ number, link }) => ({ number, text: link })),
    ...(hasSites ? [] : others),
  ].sort((one, other) => one.number - other.number);
  for (const { number, text } of unread.slice(0, maxNamed))
    info(`${file}, line ${number}: ${quoted(text)} is not the link of a product page, and is left out.`);
  if (unread.length > maxNamed) info(`${file}: ${unread.length - maxNamed} more lines are left out.`);
  if (unread.length > 0) process.exitCode = exitCodes.incomplete;
  return [
    ...links
      .filter(isUsable)
      .map(({ number, link, name }): Row => ({ number, cells: { Url: link, ...(name && { Site: name }) } })),
    ...(hasSites
      ? others.map(({ number, text }): Row => ({ number, cells: { Sku: withoutGuard(text) } }))
      : []),
  ].sort((one, other) => one.number - other.number);
};

/**
 * Rows of a CSV file or of a list of links, with their known columns.
 *
 * @param hasSites - whether there are sites for rows without one.
 * @throws UsageError if quotes do not match.
 */
const readRows = (file: string, hasSites: boolean): Row[] => {
  const text = readTextFile(file);
  const separator = separatorLine.exec(text);
  const body = text.slice(separator?.[0].length ?? 0);
  const firstLine = /^[^\r\n]*/.exec(body)![0];
  const delimiter = separator?.[1] ?? delimiterOf(firstLine);
  const isList = delimiter === undefined && !isKeyColumn(columnNamed(firstLine));
  const list = isList ? readLinkList(body) : undefined;
  // Without sites, lines without a link can be nothing else.
  if (list && list.links.length > 0 && (list.isPlain || !hasSites)) return rowsOfList(file, list, hasSites);
  const { data, errors } = Papa.parse<string[]>(body, {
    delimitersToGuess: delimiters,
    ...(delimiter && { delimiter }),
  });
  const firstNumber = separator ? 2 : 1;
  const unquoted = errors.find(({ type }) => type === 'Quotes');
  if (unquoted)
    throw new UsageError(
      `${file}: the quotes in row ${(unquoted.row ?? 0) + firstNumber} do not match; write quotes within a cell as "say ""this""".`,
    );
  const columns = (data[0] ?? []).map(columnNamed);
  const hasHeadings = columns.some(isKeyColumn);
  warnOfHeadings(file, data, hasHeadings);
  return data.flatMap((row, index): Row[] => {
    if ((hasHeadings && index === 0) || row.every((cell) => cell.trim() === '')) return [];
    const cells: Row['cells'] = {};
    for (const [place, column] of (hasHeadings ? columns : ['Sku' as const]).entries()) {
      const cell = withoutGuard((row[place] ?? '').trim());
      // The first of two columns with one heading counts.
      if (column && cell !== '') cells[column] ??= cell;
    }
    return [{ number: index + firstNumber, cells }];
  });
};

/** A row's link in place of a SKU is its address: the product's label then comes from the link. */
const withLabel = ({ Sku, ...cells }: Row['cells']): Row['cells'] => {
  const Url = cells.Url ?? (Sku !== undefined && isLink(Sku) ? Sku : undefined);
  if (Url === undefined || !isLink(Url) || (Sku !== undefined && Sku !== Url)) return { ...cells, Sku };
  return { Site: new URL(Url).host, ...cells, Url, Sku: labelOfLink(Url) };
};

/** Warns of numbers that a spreadsheet has shortened: the digits that they lack are lost. */
const warnOfShortened = (file: string, rows: readonly Row[]): void => {
  const shortened = rows.filter(({ cells }) => /^\d[.,]?\d*E\+\d{2}$/i.test(cells.Sku ?? ''));
  const [first] = shortened;
  if (first === undefined) return;
  const more = shortened.length === 1 ? '' : ` and ${shortened.length - 1} more`;
  info(
    `${file}, row ${first.number}${more}: a spreadsheet has shortened the SKU to ${quoted(first.cells.Sku!)}. Format the column as text, enter the whole number, and save the file again.`,
  );
};

const checkSku = (sku: string | undefined, place: string): string => {
  if (sku === undefined) throw new UsageError(`${place} has neither a SKU nor the link of a product page.`);
  if (skuSchema.safeParse(sku).success) return sku;
  throw new UsageError(
    `${place}: ${quoted(sku)} is not a valid SKU: expected 1 to 128 characters without control characters.`,
  );
};

/** A cell as a site's member; the schema rejects invalid numbers. */
const cellValue = (name: (typeof columnNames)[number], cell: string): string | number =>
  memberOf(name).range && /^\d{1,3}$/.test(cell) ? Number(cell) : cell;

/** The site of a row; `undefined` if there is none. @throws UsageError if it is invalid. */
const siteOf = (
  cells: Row['cells'],
  named: readonly SellingSite[],
  place: string,
): SellingSite | undefined => {
  const { Site, Url, SearchUrl } = cells;
  if (Site === undefined && Url === undefined && SearchUrl === undefined) return undefined;
  const members = Object.fromEntries(
    columnNames.flatMap((name) => (cells[name] ? [[name, cellValue(name, cells[name])]] : [])),
  );
  const base =
    Url === undefined && SearchUrl === undefined ? named.find(({ Name }) => Name === Site) : undefined;
  const site = { ...base, ...(Site !== undefined && { Name: Site }), ...members };
  const { data, error } = sellingSiteSchema.safeParse(site);
  if (data) return data;
  const [issue] = error.issues;
  throw new UsageError(`${place}, column ${String(issue!.path[0] ?? 'Site')}: ${detailOf(issue!)}.`);
};

export interface FilePair extends Pair {
  /** The row's `Target`, used by watches only. */
  target: string | undefined;
  /** File and row, for messages. */
  place: string;
  /** True if the row has more than a SKU. */
  isOwn: boolean;
}

/** Pairs of one row: one if it has a site, otherwise one for each given site. */
const pairsOf = ({ number, cells: given }: Row, file: string, sites: readonly SellingSite[]): FilePair[] => {
  const cells = withLabel(given);
  const place = `${file}, row ${number}`;
  const sku = checkSku(cells.Sku, place);
  const own = siteOf(cells, sites, place);
  const expectation = readExpectation(
    (member) => cells[`Expect${member}`],
    (member) => `${place}, column Expect${member}`,
  );
  const all = (own === undefined ? sites : [own]).map((site) => withExpectation(site, expectation));
  if (all.length === 0) {
    throw new UsageError(
      `${place} has no site: fill in its column "Site" or "Url", or give sites for all rows with --site or --sites.`,
    );
  }
  const isOwn = own !== undefined || Object.keys(expectation).length > 0;
  return all.map((site) => ({ sku, site, target: cells.Target, place, isOwn }));
};

/**
 * Reads pairs of SKU and site from CSV. SKUs are in the column `Sku`, or in the first column without a heading. `Site` names
 * a given or registered site, `Url` or `SearchUrl` gives the row's own; a row with none of them gets all given sites. A row
 * with only a link, in `Url` or in place of the SKU, is a product of its own.
 *
 * @param given - sites for rows without one.
 * @returns the pairs, in file order.
 * @throws UsageError with the row.
 */
export const readPairs = (file: string, given: readonly SellingSite[]): FilePair[] => {
  const rows = readRows(file, given.length > 0);
  warnOfShortened(file, rows);
  const pairs = rows.flatMap((row) => pairsOf(row, file, given));
  if (pairs.length === 0)
    throw new UsageError(
      `${file} has no SKUs or links; expected a column "Sku" or "Url", or one of them per line.`,
    );
  return pairs;
};

/**
 * Reads the orders of a file, as {@link readPairs} does.
 *
 * A file of only SKUs makes one request for each. Rows with their own sites or expectations are packed into as few requests
 * as possible.
 *
 * @returns orders with each pair once, in file order.
 */
export const readSkusFile = (file: string, given: readonly SellingSite[]): Order[] => {
  const all = readPairs(file, given);
  const pairs = [...new Map(all.map((pair) => [JSON.stringify([pair.sku, pair.site]), pair])).values()];
  if (all.some(({ isOwn }) => isOwn)) return inBatches(pairs);
  return [...Map.groupBy(pairs, ({ sku }) => sku).values()].flatMap(inBatches);
};
