import * as z from 'zod';
import type { SellingSite } from '../client/index.ts';
import { jsonPointer } from '../lambdas/domain/json-text.ts';
import { detailOf } from '../lambdas/domain/request/queue-request.ts';
import { isHttpUrl, sellingSiteSchema } from '../lambdas/domain/site/selling-site.ts';
import { type KnownMembers, knownSiteMembers, unknownIn } from '../lambdas/domain/site/unknown-members.ts';
import { allEngines } from '../lambdas/pricing/sources/selectors/all-engines.ts';
import { selectorFaultsOf } from '../lambdas/queue/check-selectors.ts';
import { parseJsonBytes } from '../lib/json-file.ts';
import { info } from '../terminal/streams.ts';
import { UsageError } from './exit-codes.ts';
import { readFileBytes } from './input-files.ts';

const file: KnownMembers = { names: ['SellingSites', '$schema'], below: { SellingSites: knownSiteMembers } };

/**
 * Finds unknown members, which the service would ignore.
 *
 * @param json - a list of selling sites, or an object with `SellingSites`.
 * @returns a sentence for each, with its place as a JSON pointer.
 */
export const unknownMembers = (json: unknown): string[] =>
  [...unknownIn(json, Array.isArray(json) ? knownSiteMembers : file)].map(({ path, meant }) => {
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    return `${jsonPointer(path)}: unknown member${hint}`;
  });

/** Looks like an address without its scheme, such as `shop.example/p/1` or `www.shop.example`. */
export const schemeless = /^(?:www\.|[\w-]+(?:\.[\w-]+)+[/:?])\S*$/i;

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

/** Describes each unusable selector, with its place in the file. */
const unusableSelectors = (list: readonly unknown[], pathOfList: readonly string[]): string[] =>
  list.flatMap((site, index) =>
    selectorFaultsOf(site, allEngines).map(({ selector, path, fault }) => {
      const type = selector.Type === 'WaitFor' ? 'Css' : selector.Type;
      return `${jsonPointer([...pathOfList, index, ...path])}: is not a valid ${type} selector: ${fault}`;
    }),
  );

interface SitesJson {
  SellingSites: unknown;
}

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
  const fail = (problem: string, details: readonly string[]): never => {
    throw new UsageError([`${file} ${problem}`, ...details, ...unknown].join('\n  - '));
  };
  const list: unknown = Array.isArray(json) ? json : (json as Partial<SitesJson> | null)?.SellingSites;
  if (!Array.isArray(list))
    return fail('should hold a list of selling sites, or an object with "SellingSites".', []);
  const pathOfList = Array.isArray(json) ? [] : ['SellingSites'];
  const { data, error } = z.array(sellingSiteSchema).safeParse(list);
  const violations = (error?.issues ?? []).map(
    (issue) => `${jsonPointer([...pathOfList, ...issue.path])}: ${detailOf(issue)}`,
  );
  const faults = [...violations, ...unusableSelectors(list, pathOfList)];
  if (faults.length > 0 || data === undefined) return fail('cannot be used:', faults);
  return { sites: data, unknown };
};

/** Reads selling sites, and reports ignored members on standard error. @throws UsageError as `checkSitesFile`. */
export const readSitesFile = (file: string): SellingSite[] => {
  const { sites, unknown } = checkSitesFile(file);
  if (unknown.length > 0) info([`${file}: these members are ignored:`, ...unknown].join('\n  - '));
  return sites;
};
