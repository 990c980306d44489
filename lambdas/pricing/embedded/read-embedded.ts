import type { ProductClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import type { Page } from '../page/page.ts';
import { readAttributeProducts } from './attribute-products.ts';
import { startReading } from './reading.ts';
import { readScriptLiterals } from './script-literals.ts';
import { productsOfState } from './state-products.ts';

/** Products of one page that application state may bring in. */
const maxProducts = 500;

/** Reads the products that application state holds: scripts with data, and attributes of elements. */
export const readEmbeddedProducts = (page: Page, hints: PriceHints): ProductClaim[] => {
  const reading = startReading(hints);
  const products = readAttributeProducts(page, reading);
  for (const { name, value } of readScriptLiterals(page)) {
    if (products.length >= maxProducts) break;
    products.push(...productsOfState(value, name, reading));
  }
  return products;
};
