import type { ProductClaim } from '../claims.ts';
import { readEmbeddedProducts } from '../embedded/read-embedded.ts';
import type { PriceHints } from '../money/price-hints.ts';
import type { Page } from '../page/page.ts';
import { readJsonLd } from '../structured/json-ld.ts';
import { readMicrodata } from '../structured/microdata.ts';
import { readOpenGraph } from '../structured/open-graph.ts';
import { readRdfa } from '../structured/rdfa.ts';
import { productsOfGraph } from '../structured/schema-products.ts';
import type { ThingGraph } from '../structured/thing.ts';
import { withoutLapsed } from '../structured/validity.ts';

/** Every product that the page's data state, the standards before what is guessed from application state. */
export const findStatedProducts = (
  page: Page,
  hints: PriceHints,
  fetchedAtMs: number | undefined,
): ProductClaim[] => {
  const openGraph = readOpenGraph(page, hints);
  const productsOf = (graph: ThingGraph): ProductClaim[] =>
    productsOfGraph(withoutLapsed(graph, fetchedAtMs), hints);
  return [
    ...productsOf(readJsonLd(page)),
    ...productsOf(readMicrodata(page)),
    ...productsOf(readRdfa(page)),
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

/** The ISO codes that the page's tags for shares name, with an amount or without. */
export const currenciesOfMetas = ({ metas }: Page): string[] => [
  ...new Set(
    metas
      .filter(
        ({ name, content }) =>
          /^(?:product:|og:)(?:sale_)?price:currency$/.test(name) && /^[A-Z]{3}$/.test(content),
      )
      .map(({ content }) => content),
  ),
];
