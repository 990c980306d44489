import type { ProductClaim } from '../claims.ts';
import { readEmbeddedProducts } from '../embedded/read-embedded.ts';
import type { PriceHints } from '../money/price-hints.ts';
import type { Page } from '../page/page.ts';
import { readJsonLd } from '../structured/json-ld.ts';
import { readMicrodata } from '../structured/microdata.ts';
import { readOpenGraph } from '../structured/open-graph.ts';
import { readRdfa } from '../structured/rdfa.ts';
import { productsOfGraph } from '../structured/schema-products.ts';

/** Every product that the page's data state, the standards before what is guessed from application state. */
export const findStatedProducts = (page: Page, hints: PriceHints): ProductClaim[] => {
  const openGraph = readOpenGraph(page, hints);
  return [
    ...productsOfGraph(readJsonLd(page), hints),
    ...productsOfGraph(readMicrodata(page), hints),
    ...productsOfGraph(readRdfa(page), hints),
    ...(openGraph ? [openGraph] : []),
    ...readEmbeddedProducts(page, hints),
  ];
};

/** The ISO codes that the products' prices name, each once. */
export const currenciesOf = (claims: readonly ProductClaim[]): string[] => {
  const offers = claims.flatMap((claim) => [...claim.offers, ...claim.variants]);
  const codes = offers.flatMap((offer) => [offer.price?.currency, offer.low?.currency]);
  return [...new Set(codes.filter((code): code is string => typeof code === 'string'))];
};
