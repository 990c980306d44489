import * as z from 'zod';
import type { SellingSite } from '../client/index.ts';
import { jsonPointer } from '../lambdas/domain/json-text.ts';
import { sellingSiteSchema } from '../lambdas/domain/selling-site.ts';
import { selectorFaultsOf } from '../lambdas/queue/check-selectors.ts';
import { parseJsonBytes } from '../lib/json-file.ts';
import { UsageError } from './exit-codes.ts';
import { readFileBytes } from './file-bytes.ts';
import { faultPlace } from './selector-place.ts';
import { unknownMembers } from './unknown-members.ts';

/**
 * A site from the command line: `URL`, `NAME=URL`, or `NAME` of a registry entry.
 * An address with `{sku}` in its query is taken as a product page all the same; a search page stands in a file.
 */
export const parseSite = (text: string): SellingSite => {
  const [, name, url] = /^(?:([^=:/?#]+)=)?(https?:\/\/.*)$/is.exec(text) ?? [];
  if (url === undefined) return { Name: text };
  return { Name: name ?? URL.parse(url)?.host ?? url, Url: url };
};

const readJson = (file: string): unknown => {
  const bytes = readFileBytes(file);
  try {
    return parseJsonBytes(bytes);
  } catch (error) {
    throw new UsageError(`${file} ${(error as Error).message}`);
  }
};

/** Each selector of the sites that cannot be used on any page, with its place in the file and in itself. */
const unusableSelectors = (list: readonly unknown[], pathOfList: readonly string[]): string[] =>
  list.flatMap((site, index) =>
    selectorFaultsOf(site).map(({ selector, path, fault }) => {
      const type = selector.Type === 'WaitFor' ? 'Css' : selector.Type;
      const place = faultPlace(selector, fault);
      const pointer = jsonPointer([...pathOfList, index, ...path]);
      return `${pointer}: is not a valid ${type} selector${place && `, ${place}`}: ${fault}`;
    }),
  );

/** Contents of a file of selling sites, and what in it would be ignored. */
export interface SitesFile {
  sites: SellingSite[];
  /** A sentence for each member that there is not, with its place. */
  unknown: string[];
}

/**
 * Reads selling sites from JSON: a list of them, or an object with the member `SellingSites`.
 *
 * @throws UsageError that names each violation, selectors that do not compile among them.
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
    ({ path, message }) => `${jsonPointer([...pathOfList, ...path])}: ${message}`,
  );
  const faults = [...violations, ...unusableSelectors(list, pathOfList)];
  if (faults.length > 0 || data === undefined) {
    throw new UsageError([`${file} cannot be used:`, ...faults, ...unknown].join('\n  - '));
  }
  return { sites: data, unknown };
};

/** Reads selling sites; what would be passed over is told on standard error. @throws UsageError as `checkSitesFile`. */
export const readSitesFile = (file: string): SellingSite[] => {
  const { sites, unknown } = checkSitesFile(file);
  if (unknown.length > 0)
    process.stderr.write(`${[`${file}: these members are ignored:`, ...unknown].join('\n  - ')}\n`);
  return sites;
};
