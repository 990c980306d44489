import * as z from 'zod';
import type { SellingSite } from '../client/index.ts';
import { jsonPointer } from '../lambdas/domain/json-text.ts';
import { detailOf } from '../lambdas/domain/queue-request.ts';
import { isHttpUrl, sellingSiteSchema } from '../lambdas/domain/selling-site.ts';
import { type KnownMembers, siteMembers, unknownIn } from '../lambdas/domain/unknown-members.ts';
import { allEngines } from '../lambdas/pricing/selectors/all-engines.ts';
import { type CheckedSelector, selectorFault } from '../lambdas/pricing/selectors/check-selector.ts';
import { selectorFaultsOf } from '../lambdas/queue/check-selectors.ts';
import { parseJsonBytes } from '../lib/json-file.ts';
import { UsageError } from './exit-codes.ts';
import { readFileBytes } from './input-files.ts';

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Closes the brackets and quotes opened in a selector's prefix. */
const closersOf = (beginning: string): string => {
  const open: string[] = [];
  let quote = '';
  for (const character of beginning) {
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (closing[character]) open.push(closing[character]);
    else if (character === open.at(-1)) open.pop();
  }
  return quote + open.reverse().join('');
};

/** True if the prefix can be completed to a selector, by a name or number and closing what is open. */
const isBeginning = (Type: CheckedSelector['Type'], beginning: string): boolean =>
  ['', 'a', '1', '*', ':a', '=a'].some(
    (next) =>
      selectorFault({ Type, Value: `${beginning}${next}${closersOf(beginning)}` }, allEngines) === undefined,
  );

/** Length of the longest prefix that can be completed to a selector. */
const longestBeginning = ({ Type, Value }: CheckedSelector): number => {
  let length = Value.length;
  // No binary search: a prefix of a valid name may be an invalid name.
  while (length > 0 && !isBeginning(Type, Value.slice(0, length))) length -= 1;
  return length;
};

/** The position that the JSONPath or regular expression parser reports. */
const placeInWords = ({ Type, Value }: CheckedSelector, fault: string): number | undefined => {
  if (Type === 'JsonPath') return Number(/:(\d+)\)$/.exec(fault)?.[1] ?? Number.NaN);
  const part = /`(.*)`$/.exec(fault)?.[1];
  const index = part === undefined ? -1 : Value.lastIndexOf(part);
  return index < 0 ? undefined : index;
};

/**
 * Where a selector is invalid, e.g. `at character 9, before "]"`.
 *
 * @param fault - from `selectorFault`.
 */
export const faultPlace = (selector: CheckedSelector, fault: string): string => {
  const isOwnParser = selector.Type === 'JsonPath' || selector.Type === 'Regex';
  const said = isOwnParser ? placeInWords(selector, fault) : longestBeginning(selector);
  if (said === undefined || Number.isNaN(said)) return '';
  const rest = [...selector.Value.slice(said)].slice(0, 12).join('');
  return rest === '' ? 'at its end' : `at character ${said + 1}, before ${JSON.stringify(rest)}`;
};

const file: KnownMembers = { names: ['SellingSites', '$schema'], below: { SellingSites: siteMembers } };

const didYouMean = (meant: string | undefined): string =>
  meant === undefined ? '' : `; did you mean ${meant}?`;

/**
 * Finds unknown members, which the service would ignore.
 *
 * @param json - a list of selling sites, or an object with `SellingSites`.
 * @returns a sentence for each, with its place as a JSON pointer.
 */
const unknownMembers = (json: unknown): string[] =>
  [...unknownIn(json, Array.isArray(json) ? siteMembers : file)].map(
    ({ path, meant }) => `${jsonPointer(path)}: unknown member${didYouMean(meant)}`,
  );

/** Looks like an address without its scheme, such as `shop.example/p/1` or `www.shop.example`. */
const schemeless = /^(?:www\.|[\w-]+(?:\.[\w-]+)+[/:?])\S*$/i;

/**
 * A site from the command line: `URL`, `NAME=URL`, or `NAME` of a registry entry, which may hold blanks.
 * An address is always taken as a product page, even with `{sku}` in its query; search pages need a file.
 *
 * @throws UsageError for a mistyped address, which no registered name looks like.
 */
export const parseSite = (text: string): SellingSite => {
  const [, name, url] = /^(?:([^=:/?#]+)=)?(https?:\/\/.*)$/is.exec(text) ?? [];
  if (url !== undefined && isHttpUrl(url)) return { Name: name ?? URL.parse(url)?.host ?? url, Url: url };
  const address = text.replace(/^[^=:/?#]+=/, '');
  const hint = schemeless.test(address) ? ` Did you mean https://${address}?` : '';
  if (url !== undefined || hint !== '' || /^\s*$|:\/\/|\{sku\}|^https?:/i.test(text))
    throw new UsageError(
      `--site ${JSON.stringify(text)}: expected an http(s) URL or a registered name.${hint}`,
    );
  return { Name: text };
};

const readJson = (file: string): unknown => {
  const bytes = readFileBytes(file);
  try {
    return parseJsonBytes(bytes);
  } catch (error) {
    throw new UsageError(`${file} ${(error as Error).message}`);
  }
};

/** Describes each unusable selector, with its place in the file and the position of the fault. */
const unusableSelectors = (list: readonly unknown[], pathOfList: readonly string[]): string[] =>
  list.flatMap((site, index) =>
    selectorFaultsOf(site, allEngines).map(({ selector, path, fault }) => {
      const type = selector.Type === 'WaitFor' ? 'Css' : selector.Type;
      const place = faultPlace(selector, fault);
      const pointer = jsonPointer([...pathOfList, index, ...path]);
      return `${pointer}: is not a valid ${type} selector${place && `, ${place}`}: ${fault}`;
    }),
  );

/** Contents of a file of selling sites. */
interface SitesFile {
  sites: SellingSite[];
  /** A description of each ignored member, with its place. */
  unknown: string[];
}

/**
 * Reads selling sites from JSON: a list, or an object with the member `SellingSites`.
 *
 * @throws UsageError with each violation, including unusable selectors.
 */
export const checkSitesFile = (file: string): SitesFile => {
  const json = readJson(file);
  const unknown = unknownMembers(json);
  const list: unknown = Array.isArray(json)
    ? json
    : (json as { SellingSites?: unknown } | null)?.SellingSites;
  if (!Array.isArray(list)) {
    throw new UsageError(
      [`${file} should hold a list of selling sites, or an object with "SellingSites".`, ...unknown].join(
        '\n  - ',
      ),
    );
  }
  const pathOfList = Array.isArray(json) ? [] : ['SellingSites'];
  const { data, error } = z.array(sellingSiteSchema).safeParse(list);
  const violations = (error?.issues ?? []).map(
    (issue) => `${jsonPointer([...pathOfList, ...issue.path])}: ${detailOf(issue)}`,
  );
  const faults = [...violations, ...unusableSelectors(list, pathOfList)];
  if (faults.length > 0 || data === undefined) {
    throw new UsageError([`${file} cannot be used:`, ...faults, ...unknown].join('\n  - '));
  }
  return { sites: data, unknown };
};

/** Reads selling sites, and reports ignored members on standard error. @throws UsageError as `checkSitesFile`. */
export const readSitesFile = (file: string): SellingSite[] => {
  const { sites, unknown } = checkSitesFile(file);
  if (unknown.length > 0)
    process.stderr.write(`${[`${file}: these members are ignored:`, ...unknown].join('\n  - ')}\n`);
  return sites;
};
