import type { SellingSite } from './selling-site.ts';

/**
 * What makes two sites of two requests the same question, so that their prices are of one history; selectors, countries
 * and settings of the way there do not.
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
