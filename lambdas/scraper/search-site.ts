import { isSameSku } from '../pricing/search/sku-match.ts';
import { WebError } from '../web/page-load.ts';
import { bringPage, type PageOrder, type ReadPage, type Tiers } from './bring-page.ts';

/** Hits that are followed at most; the best one is nearly always the first. */
const maxHitsFollowed = 3;

/**
 * Finds the product that carries the SKU through a site's search page, and reads it on its own page.
 *
 * @throws WebError `SkuNotFound` when no hit carries the SKU, or what {@link bringPage} throws.
 */
export const searchSite = async (tiers: Tiers, order: PageOrder & { sku: string }): Promise<ReadPage> => {
  const { reader } = tiers;
  const { sku, signal } = order;
  const hitsOn = (html: string, url: string) => reader.read('findSearchHits', [html, { url, sku }], signal);
  const carriesSku = ({ page, extraction }: ReadPage): Promise<boolean> =>
    reader.read('pageCarriesSku', [page.html, sku, { url: page.finalUrl, sku: extraction.Sku }], signal);
  const results = await bringPage(tiers, {
    ...order,
    sku: undefined,
    isListed: async (html, finalUrl) => (await hitsOn(html, finalUrl)).length > 0,
  });
  const { Error: error, Outcome } = results.extraction;
  if (error && Outcome === 'Blocked') return results;
  const hits = await hitsOn(results.page.html, results.page.finalUrl);
  // Many shops lead a search with one hit straight to the product.
  if (hits.length === 0 && results.extraction.Outcome === 'Priced' && (await carriesSku(results))) {
    return results;
  }
  let likely: ReadPage | undefined;
  for (const hit of hits.slice(0, maxHitsFollowed)) {
    const product = await bringPage(tiers, { ...order, url: hit.url, isListed: undefined });
    const { Outcome: outcome, Sku: stated } = product.extraction;
    if (outcome === 'Blocked') return product;
    if (outcome === 'NotFound' || !(await carriesSku(product))) continue;
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
