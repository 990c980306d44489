import type { SellingSite } from './selling-site.ts';

/**
 * Identifies what is requested from a site: equal identifiers share a price history. Selectors, country and fetch
 * settings do not count.
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
