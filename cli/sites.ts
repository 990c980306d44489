import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { SellingSite } from '../client/index.ts';
import { sellingSiteSchema } from '../lambdas/domain/selling-site.ts';
import { UsageError } from './exit-codes.ts';

const read = (file: string): string => {
  try {
    // 0 is standard input.
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
};

/**
 * A site from the command line: `URL`, `NAME=URL`, or `NAME` of a registry entry.
 * An address with `{sku}` in its query is taken as a product page all the same; a search page stands in a file.
 */
export const parseSite = (text: string): SellingSite => {
  const [, name, url] = /^(?:([^=:/?#]+)=)?(https?:\/\/.*)$/is.exec(text) ?? [];
  if (url === undefined) return { Name: text };
  return { Name: name ?? URL.parse(url)?.host ?? url, Url: url };
};

/**
 * Reads selling sites from JSON: a list of them, or an object with the member `SellingSites`.
 *
 * @throws UsageError that names each violation.
 */
export const readSitesFile = (file: string): SellingSite[] => {
  let json: unknown;
  try {
    json = JSON.parse(read(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`);
  }
  const parsed = z
    .union([z.array(sellingSiteSchema), z.object({ SellingSites: z.array(sellingSiteSchema) })])
    .safeParse(Array.isArray(json) ? json : json);
  if (parsed.success) return Array.isArray(parsed.data) ? parsed.data : parsed.data.SellingSites;
  const list = Array.isArray(json) ? json : (json as { SellingSites?: unknown } | null)?.SellingSites;
  const exact = z.array(sellingSiteSchema).safeParse(list);
  throw new UsageError(
    `${file} should hold a list of selling sites, or an object with "SellingSites":\n${exact.error ? z.prettifyError(exact.error) : ''}`,
  );
};
