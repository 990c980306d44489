import type { Extraction } from '../domain/result/site-result.ts';
import type { SearchHit } from '../pricing/product/search-hits.ts';
import { isSameSku, normalizeSku } from '../pricing/text/same-sku.ts';
import type { PageReader } from '../reader/page-reader.ts';
import { WebError } from '../web/web-error.ts';
import { orFailure, type PageTask, type ReadPage, readPage, type Tiers } from './read-page.ts';

/** Maximum number of hits followed; together with the list, a search fetches four pages of a shop. */
const maxHitsFollowed = 3;

/** The SKU stated in the page's structured data; SKUs from its text are matched separately. */
const statedSku = ({ Sku, Evidence }: Extraction): string | null =>
  Evidence.some(({ Field, Source }) => Field === 'Sku' && Source !== 'Visible') ? Sku : null;

const isSpelledAlike = (left: string, right: string): boolean =>
  left.trim().replace(/\s+/g, ' ').toLowerCase() === right.trim().replace(/\s+/g, ' ').toLowerCase();

interface Judging {
  /** The page is the search's own response. */
  isLanding: boolean;
  /** Its structured data belong to a product, not to a list. */
  isStated: boolean;
}

/** Match of a page with the product: 2 by its SKU, 1 possible, 0 none. */
type Rank = 0 | 1 | 2;

type SearchTask = PageTask & { site: { Sku: string } };

const rankOf = async (
  reader: PageReader,
  { site: { Sku: sku }, url: searchUrl, signal }: SearchTask,
  { page, extraction }: ReadPage,
  { isLanding, isStated }: Judging,
): Promise<Rank> => {
  if (extraction.Outcome === 'NotFound') return 0;
  const stated = isStated ? statedSku(extraction) : null;
  const hints = { sku: stated, searchUrl, isLanding };
  const evidence = await reader.read('pageCarriesSku', page, [sku, hints], signal);
  if (evidence === undefined) return 0;
  const shown = extraction.Sku;
  if (shown === null || isSpelledAlike(shown, sku)) return 2;
  if (isSameSku(shown, sku)) return evidence === 'Identifier' ? 1 : 0;
  // A longer number that contains this one belongs to an accessory or another size.
  if (evidence === 'Name' && normalizeSku(shown).includes(normalizeSku(sku))) return 0;
  return 1;
};

/** True if the list shows the SKU with the hit, or lists it first. */
const isLikely = ({ reason }: SearchHit, place: number): boolean => place === 0 || reason !== 'Listed';

const isUnread = (outcome: ReadPage | WebError): boolean =>
  outcome instanceof WebError || outcome.page.httpStatus >= 500;

/**
 * Follows the hits of a list until one certainly is the product.
 *
 * @returns the product's page or a blocked one; otherwise a possible match; otherwise a likely hit that could
 *   not be loaded; `undefined` if none of the hits is the product.
 * @throws WebError once the site's time is over.
 */
const followHits = async (
  tiers: Tiers,
  task: SearchTask,
  hits: readonly SearchHit[],
): Promise<ReadPage | WebError | undefined> => {
  let likely: ReadPage | undefined;
  let unread: ReadPage | WebError | undefined;
  for (const [place, hit] of hits.slice(0, maxHitsFollowed).entries()) {
    const followed = { ...task, url: hit.url, isSearch: false };
    const product = await orFailure(task.signal, () => readPage(tiers, followed));
    if (isLikely(hit, place) && isUnread(product)) unread ??= product;
    if (product instanceof WebError) continue;
    if (product.extraction.Outcome === 'Blocked') return product;
    const rank = await rankOf(tiers.reader, task, product, { isLanding: false, isStated: true });
    if (rank === 2) return product;
    if (rank === 1) likely ??= product;
  }
  // A page that was not read may be the missing product.
  return likely ?? unread;
};

/**
 * Finds the product with the SKU through a site's search page, and reads its own page. Fetches at most four
 * pages, and no URLs that change state.
 *
 * If a hit cannot be loaded, continues with the others. If none has the SKU, the search ends with that
 * failure, since the hit may have been the product, unless it was neither first nor listed with the SKU.
 *
 * @throws WebError `SkuNotFound` if none of the hits has the SKU, or an error of {@link readPage}.
 */
export const searchSite = async (tiers: Tiers, task: SearchTask): Promise<ReadPage> => {
  const { reader } = tiers;
  const { url: searchUrl, signal } = task;
  const sku = task.site.Sku;
  const results = await readPage(tiers, { ...task, isSearch: true });
  const { page, extraction } = results;
  if (extraction.Outcome === 'Blocked') return results;
  const { hits, isRedirected } = await reader.read('readSearchPage', page, [{ searchUrl, sku }], signal);
  const shown = hits.filter(({ reason }) => reason !== 'Listed');
  // Many shops redirect a search with a single hit to the product. A list that shows the SKU links to its
  // page.
  const isLanding = isRedirected || shown.length === 0;
  const isStated = isRedirected
    ? shown.every(({ reason }) => reason !== 'StructuredData')
    : hits.length === 0;
  if (isLanding && (await rankOf(reader, task, results, { isLanding, isStated })) > 0) return results;
  const found = await followHits(tiers, task, hits);
  if (found instanceof WebError) throw found;
  if (found) return found;
  throw new WebError(
    'SkuNotFound',
    hits.length === 0
      ? `The site's search shows no product with the SKU "${sku}".`
      : `None of the pages found by the site's search has the SKU "${sku}".`,
    { retryable: false, httpStatus: page.httpStatus },
  );
};
