import type { SellingSite } from '../client/index.ts';
import { labelOfLink } from '../lambdas/domain/links/link-label.ts';
import { isHttpUrl } from '../lambdas/domain/site/selling-site.ts';
import { UsageError } from './exit-codes.ts';
import { type SitesOptions, sitesFrom } from './options.ts';
import { schemeless } from './sites.ts';

/** A SKU and one of its sites. */
export interface Pair {
  sku: string;
  site: SellingSite;
}

/** True for an address of a product page, which needs no SKU. */
export const isLink = (text: string): boolean => isHttpUrl(text) && !text.includes('{sku}');

/** A site that is a product of its own. @throws UsageError if its page depends on a SKU. */
const productOf = (site: SellingSite): Pair => {
  const { Sku, Url, SearchUrl, Name } = site;
  if (Sku !== undefined) return { sku: Sku, site };
  if (Url !== undefined && isLink(Url)) return { sku: labelOfLink(Url), site };
  throw new UsageError(
    `${Url ?? SearchUrl ?? Name} needs a SKU. Only the link of a product page can be priced without one.`,
  );
};

/**
 * Reads what to scrape from arguments: a SKU for the sites of the options, or links of product pages. Each link is a product
 * of its own.
 *
 * @throws UsageError for several SKUs, no sites, or a site that needs a SKU if none is given.
 */
export const pairsFrom = (given: readonly string[], options: SitesOptions): Pair[] => {
  const [sku, ...more] = given.filter((text) => !isLink(text));
  if (sku === undefined) {
    const { site = [] } = options;
    return sitesFrom({ ...options, site: [...given, ...site] }).map(productOf);
  }
  if (options.site === undefined && options.sites === undefined) {
    const hint = schemeless.test(sku) ? `Did you mean https://${sku}? ` : '';
    throw new UsageError(
      `${hint}Give the link of a product page instead of a SKU, or selling sites with --site or --sites.`,
    );
  }
  if (more.length > 0 || given.length > 1)
    throw new UsageError('Give one SKU or several links, or a file of them with --skus.');
  return sitesFrom(options).map((site) => ({ sku, site }));
};
