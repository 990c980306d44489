import type { ProductClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import type { Page } from '../page/page.ts';

/** Reads the products that embedded application state holds. */
export const readEmbeddedProducts = (_page: Page, _hints: PriceHints): ProductClaim[] => [];
