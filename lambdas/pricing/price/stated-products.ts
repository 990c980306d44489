import type { Page } from '../page/page.ts';
import { offersOf, type ProductClaim } from '../sources/claims.ts';
import { readJsonLd } from '../sources/markup/json-ld.ts';
import { readMicrodata } from '../sources/markup/microdata.ts';
import { readOpenGraph } from '../sources/markup/open-graph.ts';
import { readRdfa } from '../sources/markup/rdfa.ts';
import { productsOfGraph } from '../sources/markup/schema-products.ts';
import { maxRepeatedOffers, withoutLapsed } from '../sources/markup/schema-reading.ts';
import { maxThings, type ThingGraph } from '../sources/markup/thing.ts';
import { readEmbeddedProducts } from '../sources/state/read-embedded.ts';
import type { PriceHints } from '../text/price-hints.ts';

export interface StatedProducts {
  products: ProductClaim[];
  /** About data that were not read. */
  warnings: string[];
}

/** Returns every product stated in the page's data: standards first, then guesses from application state. */
export const findStatedProducts = (
  page: Page,
  hints: PriceHints,
  fetchedAtMs: number | undefined,
): StatedProducts => {
  const openGraph = readOpenGraph(page, hints);
  const graphs: ThingGraph[] = [readJsonLd(page), readMicrodata(page), readRdfa(page)];
  const ofGraphs = graphs.map((graph) => productsOfGraph(withoutLapsed(graph, fetchedAtMs), hints));
  return {
    products: [
      ...ofGraphs.flatMap(({ products }) => products),
      ...(openGraph ? [openGraph] : []),
      ...readEmbeddedProducts(page, hints),
    ],
    warnings: [
      ...(graphs.some(({ isCut }) => isCut)
        ? [
            `DataTruncated: the page has more structured data than the ${maxThings} items that are read; ` +
              'the product may be in the unread part.',
          ]
        : []),
      ...(ofGraphs.some(({ isCut }) => isCut)
        ? [
            `DataTruncated: the page's products share more than the ${maxRepeatedOffers} offers that are read ` +
              "repeatedly; the product's may be in the unread part.",
          ]
        : []),
    ],
  };
};

/** The distinct ISO codes of the products' prices. */
export const currenciesOf = (claims: readonly ProductClaim[]): string[] => {
  const offers = claims.flatMap(offersOf);
  const codes = offers.flatMap((offer) => [offer.price?.currency, offer.low?.currency]);
  return [...new Set(codes.filter((code): code is string => typeof code === 'string'))];
};
