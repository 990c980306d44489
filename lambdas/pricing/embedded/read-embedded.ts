import type { ProductClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import type { Page } from '../page/page.ts';
import { readJsonLd } from '../structured/json-ld.ts';
import { productsOfGraph } from '../structured/schema-products.ts';
import { readAttributeProducts } from './attribute-products.ts';
import { linkCache } from './normalized-cache.ts';
import { pixelProduct } from './pixel-event.ts';
import { startReading } from './reading.ts';
import { readScriptLiterals } from './script-literals.ts';
import { productsOfState } from './state-products.ts';
import { readStreamedState } from './streamed-state.ts';

/** Most products read from one page's application state. */
const maxProducts = 500;
const ldType = 'application/ld+json';

/** Reads JSON-LD that a script will insert, unless the page has some already. */
const streamedJsonLd = (page: Page, texts: ReadonlySet<string>, hints: PriceHints): ProductClaim[] => {
  const [lead] = page.scripts;
  if (!lead || texts.size === 0 || page.scripts.some(({ type }) => type === ldType)) return [];
  const scripts = [...texts].map((text) => ({ ...lead, id: '', type: ldType, text }));
  return productsOfGraph(readJsonLd({ ...page, scripts }), hints).products;
};

/** Reads the products in application state: data scripts and element attributes. */
export const readEmbeddedProducts = (page: Page, hints: PriceHints): ProductClaim[] => {
  const reading = startReading(hints);
  const products = readAttributeProducts(page, reading);
  const streamed = readStreamedState(page);
  const literals = [...streamed.literals, ...readScriptLiterals(page)];
  for (const { name, value } of literals) {
    if (products.length >= maxProducts) break;
    products.push(...productsOfState(linkCache(value), { path: name, reading }));
  }
  // Tracking events are less reliable than the page's own state: some omit tax, or describe a bundle.
  if (products.length === 0)
    for (const { name, value } of literals) {
      const product = pixelProduct(value, { path: name, reading });
      if (product) products.push(product);
    }
  return [...streamedJsonLd(page, streamed.jsonLd, hints), ...products];
};
