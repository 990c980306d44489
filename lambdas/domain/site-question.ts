import type { SellingSite } from './selling-site.ts';

/**
 * Identifies what a site is asked for: equal identifiers share a price history. Selectors, countries and settings of the
 * fetch do not count.
 */
export const questionOf = (sku: string, site: SellingSite): string =>
  JSON.stringify([
    site.Sku ?? sku,
    site.Url,
    site.SearchUrl,
    (site.Url ?? site.SearchUrl) ? undefined : site.Name,
    site.Variant,
    site.Condition,
    site.Seller,
  ]);
