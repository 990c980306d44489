import Papa from 'papaparse';
import type { SellingSite } from '../client/index.ts';
import { echoedNames } from '../lambdas/domain/echoed-members.ts';
import { nearestName } from '../lambdas/domain/nearest-name.ts';
import { sellingSiteSchema, skuSchema } from '../lambdas/domain/selling-site.ts';
import { separatorLine } from '../lib/text-bytes.ts';
import { UsageError } from './exit-codes.ts';
import { expectedMembers, readExpectation, withExpectation } from './expectation.ts';
import { readTextFile } from './input-files.ts';
import { tell } from './output/terminal.ts';
import { inBatches, type Order, type Pair } from './run/journal.ts';

/** Columns that make a site of a row, beside `Site`, its name. */
const siteColumns = [
  'Url',
  'SearchUrl',
  'Country',
  'Locale',
  'Currency',
  'Condition',
  'Seller',
  ...echoedNames,
  'MaxOfferPages',
] as const;
/** `ExpectGtin` is the member `Gtin` of `Expect`. */
const expectColumns = expectedMembers.map((member) => `Expect${member}` as const);
const knownColumns = ['Sku', 'Site', ...siteColumns, ...expectColumns, 'Target'] as const;
type Column = (typeof knownColumns)[number];

const delimiters = [',', ';', '\t', '|'];
/** For a file of one column: a character that stands in no line. */
const noDelimiter = '\u001f';

interface Row {
  /** As an editor counts lines where no cell holds a line break. */
  number: number;
  cells: Partial<Record<Column, string>>;
}

/** Text as a spreadsheet guards it: `="00123"` keeps zeros, an apostrophe keeps `-5` from being a formula. */
const withoutGuard = (cell: string): string => {
  const quoted = /^="((?:[^"]|"")*)"$/.exec(cell);
  if (quoted) return quoted[1]!.replaceAll('""', '"');
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
};

const headingsIn = (line: string, delimiter: string): string[] =>
  (Papa.parse<string[]>(line, { delimiter }).data[0] ?? []).map((cell) => cell.trim().toLowerCase());

/** @returns what separates the cells, told by the heading where there is one; `undefined` where there is none. */
const delimiterOf = (firstLine: string): string | undefined =>
  [...delimiters, noDelimiter].find((delimiter) => {
    const headings = headingsIn(firstLine, delimiter);
    return headings.includes('sku') && (headings.length > 1 || delimiter === noDelimiter);
  });

/** "ExpectEan" is near "ExpectMpn" by what all of them begin with, and by nothing else. */
const expectationMeant = (name: string, missing: readonly Column[]): string | undefined => {
  const members = expectedMembers.filter((member) => missing.includes(`Expect${member}`));
  const meant = nearestName(name.replace(/^expect(?:ed)?/i, ''), members);
  return meant === undefined ? undefined : `Expect${meant}`;
};

const maxNamed = 20;

const isColumn = (heading: string): boolean =>
  knownColumns.some((column) => column.toLowerCase() === heading.trim().toLowerCase());

/** Headings of columns that nothing reads, each with the one that was probably meant. */
const ignoredIn = (headings: readonly string[]): string[] => {
  const given = new Set(headings.map((heading) => heading.trim().toLowerCase()));
  const missing = knownColumns.filter((column) => !given.has(column.toLowerCase()));
  const ignored = headings.map((heading) => heading.trim()).filter((name) => name !== '' && !isColumn(name));
  const named = ignored.slice(0, maxNamed).map((name) => {
    const shown = JSON.stringify(name.slice(0, 40));
    const isExpectation = /^expect/i.test(name);
    const meant = isExpectation ? expectationMeant(name, missing) : nearestName(name, missing);
    if (meant !== undefined) return `${shown} (did you mean ${meant}?)`;
    // An expectation that nobody reads would let any product pass.
    return isExpectation ? `${shown} (expectations are ${expectColumns.join(', ')})` : shown;
  });
  const more = ignored.length - named.length;
  return more > 0 ? [...named, `and ${more} more`] : named;
};

const looksLikeColumn = (cell: string): boolean =>
  isColumn(cell) || nearestName(cell.trim(), knownColumns) !== undefined;

/** True if the first row of a file without a column `Sku` looks like headings. */
const looksLikeHeadings = ([first = [], ...others]: readonly string[][]): boolean =>
  first.length > 1 ||
  first.some(looksLikeColumn) ||
  // Words above numbers.
  (/^\P{Nd}+$/u.test(first[0] ?? '') && others.some(([sku = '']) => /\p{Nd}/u.test(sku)));

/** Tells of columns that are not read, since a misspelt one would change nothing without a word. */
const tellIgnored = (file: string, rows: readonly string[][], hasHeadings: boolean): void => {
  const ignored = hasHeadings ? ignoredIn(rows[0]!) : [];
  if (ignored.length > 0) tell(`${file}: ignored columns: ${ignored.join(', ')}`);
  if (!hasHeadings && looksLikeHeadings(rows)) {
    tell(
      `${file} has no column "Sku": every row of its first column is read as a SKU, ${JSON.stringify((rows[0]?.[0] ?? '').trim().slice(0, 40))} too. If the first row holds headings, name that column "Sku".`,
    );
  }
};

const columnsOf = (headings: readonly string[] | undefined): Map<Column, number> => {
  const columns = new Map<Column, number>();
  for (const column of knownColumns) {
    const index =
      headings?.findIndex((heading) => heading.trim().toLowerCase() === column.toLowerCase()) ?? -1;
    if (index >= 0) columns.set(column, index);
  }
  return columns.has('Sku') ? columns : new Map([['Sku', 0]]);
};

/** Rows of a CSV file, with the columns that are known. @throws UsageError when its quotes do not match. */
const readRows = (file: string): Row[] => {
  const text = readTextFile(file);
  const said = separatorLine.exec(text);
  const body = text.slice(said?.[0].length ?? 0);
  const delimiter = said?.[1] ?? delimiterOf(/^[^\r\n]*/.exec(body)![0]);
  const { data, errors } = Papa.parse<string[]>(body, {
    delimitersToGuess: delimiters,
    ...(delimiter && { delimiter }),
  });
  const unquoted = errors.find(({ type }) => type === 'Quotes');
  const firstNumber = said ? 2 : 1;
  if (unquoted) {
    const place = `row ${(unquoted.row ?? 0) + firstNumber}`;
    throw new UsageError(
      `${file}: the quotes of ${place} do not match; a cell with quotes in it is written "say ""this""".`,
    );
  }
  const columns = columnsOf(data[0]);
  const hasHeadings = data[0]?.some((cell) => cell.trim().toLowerCase() === 'sku') ?? false;
  tellIgnored(file, data, hasHeadings);
  return data.flatMap((cells, index): Row[] => {
    const isBlank = cells.every((cell) => cell.trim() === '');
    if (isBlank || (hasHeadings && index === 0)) return [];
    const known = [...columns].map(([column, place]) => [column, withoutGuard((cells[place] ?? '').trim())]);
    return [
      { number: index + firstNumber, cells: Object.fromEntries(known.filter(([, cell]) => cell !== '')) },
    ];
  });
};

const checkSku = (sku: string | undefined, place: string): string => {
  if (sku === undefined) throw new UsageError(`${place} has no SKU.`);
  if (skuSchema.safeParse(sku).success) return sku;
  throw new UsageError(
    `${place}: ${JSON.stringify(sku.slice(0, 40))} is not a valid SKU: expected 1 to 128 characters without control characters.`,
  );
};

/** A cell as the member of a site; what is no number is left for the site's schema to refuse. */
const memberOf = (name: (typeof siteColumns)[number], cell: string): string | number =>
  name === 'MaxOfferPages' && /^\d{1,3}$/.test(cell) ? Number(cell) : cell;

/** The site of a row; `undefined` where it names none. @throws UsageError when it cannot be one. */
const siteOf = (
  cells: Row['cells'],
  named: readonly SellingSite[],
  place: string,
): SellingSite | undefined => {
  const { Site, Url, SearchUrl } = cells;
  if (Site === undefined && Url === undefined && SearchUrl === undefined) return undefined;
  const members = Object.fromEntries(
    siteColumns.flatMap((name) => (cells[name] ? [[name, memberOf(name, cells[name])]] : [])),
  );
  const base =
    Url === undefined && SearchUrl === undefined ? named.find(({ Name }) => Name === Site) : undefined;
  const site = { ...base, ...(Site !== undefined && { Name: Site }), ...members };
  const { data, error } = sellingSiteSchema.safeParse(site);
  if (data) return data;
  const { path, message } = error.issues[0]!;
  throw new UsageError(`${place}, column ${String(path[0] ?? 'Site')}: ${message}.`);
};

export interface FilePair extends Pair {
  /** The row's `Target`, used by watches only. */
  target: string | undefined;
  /** File and row, for people. */
  place: string;
  /** The row has more than a SKU. */
  isOwn: boolean;
}

/** Pairs of one row: one where it has a site, else one for each that is given. */
const pairsOf = ({ number, cells }: Row, file: string, given: readonly SellingSite[]): FilePair[] => {
  const place = `${file}, row ${number}`;
  const sku = checkSku(cells.Sku, place);
  const own = siteOf(cells, given, place);
  const expectation = readExpectation(
    (member) => cells[`Expect${member}`],
    (member) => `${place}, column Expect${member}`,
  );
  const sites = (own === undefined ? given : [own]).map((site) => withExpectation(site, expectation));
  if (sites.length === 0) {
    throw new UsageError(
      `${place} names no site: fill in its column "Site" or "Url", or give sites for all rows with --site or --sites.`,
    );
  }
  const isOwn = own !== undefined || Object.keys(expectation).length > 0;
  return sites.map((site) => ({ sku, site, target: cells.Target, place, isOwn }));
};

/**
 * Reads SKUs from CSV, each with the sites of its rows: the column `Sku` where there is a heading, else the first column;
 * `Site` names one of the sites given, or a registered one, `Url` or `SearchUrl` gives one of the row's own, and a row
 * with none of them has all sites given.
 *
 * @param given - sites for rows that name none.
 * @returns what each row asks for, in the order of the file.
 * @throws UsageError that names the row.
 */
export const readPairs = (file: string, given: readonly SellingSite[]): FilePair[] => {
  const pairs = readRows(file).flatMap((row) => pairsOf(row, file, given));
  if (pairs.length === 0)
    throw new UsageError(`${file} has no SKUs; expected a column "Sku", or one SKU per line.`);
  return pairs;
};

/**
 * Reads the orders of a file, as {@link readPairs} does.
 *
 * A file whose rows say nothing but SKUs has a request for each. One of rows with sites or expectations of their own is a
 * catalogue, of which each request takes as many pairs of SKU and site as it can.
 *
 * @returns orders that have each pair once, in the order of the file.
 */
export const readSkusFile = (file: string, given: readonly SellingSite[]): Order[] => {
  const all = readPairs(file, given);
  const pairs = [...new Map(all.map((pair) => [JSON.stringify([pair.sku, pair.site]), pair])).values()];
  if (all.some(({ isOwn }) => isOwn)) return inBatches(pairs);
  return [...Map.groupBy(pairs, ({ sku }) => sku).values()].flatMap(inBatches);
};
