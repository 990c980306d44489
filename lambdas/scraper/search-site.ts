import type { Extraction } from '../domain/site-result.ts';
import { isSameSku, normalizeSku } from '../pricing/search/same-sku.ts';
import type { SearchHit } from '../pricing/search/search-hits.ts';
import type { PageReader } from '../reader/page-reader.ts';
import { WebError } from '../web/web-error.ts';
import { bringPage, orFailure, type PageOrder, type ReadPage, type Tiers } from './bring-page.ts';

/** Hits that are followed at most: with the list itself, a search asks a shop for four pages. */
const maxHitsFollowed = 3;

/** The number that the page's data state as the product's; what is read from its text is looked at anew, as a whole. */
const statedSku = ({ Sku, Evidence }: Extraction): string | null =>
  Evidence.some(({ Field, Source }) => Field === 'Sku' && Source !== 'Visible') ? Sku : null;

const isSpelledAlike = (left: string, right: string): boolean =>
  left.trim().replace(/\s+/g, ' ').toLowerCase() === right.trim().replace(/\s+/g, ' ').toLowerCase();

interface Judging {
  /** The page is what the search itself answered with. */
  isLanding: boolean;
  /** Its data are the product's, and not those of a list. */
  isStated: boolean;
}

/** How sure it is that a page is the product's: 2 for its number, 1 for one that may be another's, 0 for another's. */
type Rank = 0 | 1 | 2;

type SearchOrder = PageOrder & { sku: string };

const rankOf = async (
  reader: PageReader,
  { sku, url: searchUrl, signal }: SearchOrder,
  { page, extraction }: ReadPage,
  { isLanding, isStated }: Judging,
): Promise<Rank> => {
  if (extraction.Outcome === 'NotFound') return 0;
  const stated = isStated ? statedSku(extraction) : null;
  const hints = { url: page.finalUrl, sku: stated, searchUrl, isLanding };
  const evidence = await reader.read('pageCarriesSku', [page.html, sku, hints], signal);
  if (evidence === undefined) return 0;
  const shown = extraction.Sku;
  if (shown === null || isSpelledAlike(shown, sku)) return 2;
  if (isSameSku(shown, sku)) return evidence === 'Identifier' ? 1 : 0;
  // A longer number that holds this one is that of an accessory, or of another size of it.
  if (evidence === 'Name' && normalizeSku(shown).includes(normalizeSku(sku))) return 0;
  return 1;
};

/** The list shows the SKU with it, or puts it before all others. */
const isLikely = ({ reason }: SearchHit, place: number): boolean => place === 0 || reason !== 'Listed';

const isUnread = (outcome: ReadPage | WebError): boolean =>
  outcome instanceof WebError || outcome.page.httpStatus >= 500;

/**
 * Follows the hits of a list until one is the product for certain.
 *
 * @returns the product's page, or one that refuses; else one that may be the product's; else a likely hit that could not be
 *   brought; `undefined` when all hits were seen and none is the product.
 * @throws WebError when the site's time is over.
 */
const followHits = async (
  tiers: Tiers,
  order: SearchOrder,
  hits: readonly SearchHit[],
): Promise<ReadPage | WebError | undefined> => {
  let likely: ReadPage | undefined;
  let unread: ReadPage | WebError | undefined;
  for (const [place, hit] of hits.slice(0, maxHitsFollowed).entries()) {
    const followed = { ...order, url: hit.url, hits: undefined };
    const product = await orFailure(order.signal, () => bringPage(tiers, followed));
    if (isLikely(hit, place) && isUnread(product)) unread ??= product;
    if (product instanceof WebError) continue;
    if (product.extraction.Outcome === 'Blocked') return product;
    const rank = await rankOf(tiers.reader, order, product, { isLanding: false, isStated: true });
    if (rank === 2) return product;
    if (rank === 1) likely ??= product;
  }
  // A page that was not read may be the missing product.
  return likely ?? unread;
};

/**
 * Finds the product that carries the SKU through a site's search page, and reads it on its own page. Asks for four pages
 * at most, and for none that acts on the shop.
 *
 * A hit that cannot be brought ends nothing while others are left. Where none of them carries the SKU it is what the
 * search ends with, since nobody knows whether it was the product; one that is neither the first of the list nor shown with
 * the SKU is another product, as far as the shop's search can tell.
 *
 * @throws WebError `SkuNotFound` when all hits were seen and none carries the SKU, or what {@link bringPage} throws.
 */
export const searchSite = async (tiers: Tiers, order: SearchOrder): Promise<ReadPage> => {
  const { reader } = tiers;
  const { sku, url: searchUrl, signal } = order;
  const results = await bringPage(tiers, { ...order, hits: { kind: 'Hits', searchUrl, sku } });
  const { page, extraction } = results;
  if (extraction.Outcome === 'Blocked') return results;
  const search = { url: page.finalUrl, searchUrl, sku };
  const { hits, isRedirected } = await reader.read('readSearchPage', [page.html, search], signal);
  const shown = hits.filter(({ reason }) => reason !== 'Listed');
  // Many shops lead a search with one hit straight to the product. A list that shows the SKU leads to its page.
  const isLanding = isRedirected || shown.length === 0;
  const isStated = isRedirected
    ? shown.every(({ reason }) => reason !== 'StructuredData')
    : hits.length === 0;
  if (isLanding && (await rankOf(reader, order, results, { isLanding, isStated })) > 0) return results;
  const found = await followHits(tiers, order, hits);
  if (found instanceof WebError) throw found;
  if (found) return found;
  throw new WebError(
    'SkuNotFound',
    hits.length === 0
      ? `The site's search shows no product with the SKU "${sku}".`
      : `None of the pages that the site's search leads to carries the SKU "${sku}".`,
    { retryable: false, httpStatus: page.httpStatus },
  );
};
