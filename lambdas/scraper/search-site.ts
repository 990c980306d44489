import { findSearchHits } from '../pricing/search/search-hits.ts';
import { isSameSku } from '../pricing/search/sku-match.ts';
import { pageCarriesSku } from '../pricing/search/sku-on-page.ts';
import { WebError } from '../web/page-load.ts';
import { bringPage, type PageOrder, type ReadPage, type Tiers } from './bring-page.ts';

/** Hits that are followed at most; the best one is nearly always the first. */
const maxHitsFollowed = 3;

const carriesSku = ({ page, extraction }: ReadPage, sku: string): boolean =>
  pageCarriesSku(page.html, sku, { url: page.finalUrl, sku: extraction.Sku });

/**
 * Finds the product that carries the SKU through a site's search page, and reads it on its own page.
 *
 * @throws WebError `SkuNotFound` when no hit carries the SKU, or what {@link bringPage} throws.
 */
export const searchSite = async (tiers: Tiers, order: PageOrder & { sku: string }): Promise<ReadPage> => {
  const hitsOn = (html: string, finalUrl: string) => findSearchHits(html, { url: finalUrl, sku: order.sku });
  const results = await bringPage(tiers, {
    ...order,
    sku: undefined,
    isListed: (html, finalUrl) => hitsOn(html, finalUrl).length > 0,
  });
  const { Error: error, Outcome } = results.extraction;
  if (error && Outcome === 'Blocked') return results;
  const hits = hitsOn(results.page.html, results.page.finalUrl);
  // Many shops lead a search with one hit straight to the product.
  if (hits.length === 0 && results.extraction.Outcome === 'Priced' && carriesSku(results, order.sku)) {
    return results;
  }
  let likely: ReadPage | undefined;
  for (const hit of hits.slice(0, maxHitsFollowed)) {
    const product = await bringPage(tiers, { ...order, url: hit.url, isListed: undefined });
    const { Outcome: outcome, Sku: stated } = product.extraction;
    if (outcome === 'Blocked') return product;
    if (outcome === 'NotFound' || !carriesSku(product, order.sku)) continue;
    // A page that states another SKU may name this one as its model, or be an accessory of the product.
    if (stated === null || isSameSku(stated, order.sku)) return product;
    likely ??= product;
  }
  if (likely) return likely;
  throw new WebError(
    'SkuNotFound',
    hits.length === 0
      ? `The site's search shows no product with the SKU "${order.sku}".`
      : `None of the pages that the site's search leads to carries the SKU "${order.sku}".`,
    { retryable: false, httpStatus: results.page.httpStatus },
  );
};
