import type { SellingSite } from '../domain/selling-site.ts';
import type { RunBounded } from './selectors/apply-selectors.ts';
import type { SelectorEngines } from './selectors/engine.ts';

/** Facts about a page besides its markup. */
export interface ExtractionContext {
  /** Address of the final document; resolves relative links and tells the host's country. */
  url: string;
  /** Address that was asked for; tells that a product page was replaced by the front page. */
  requestedUrl?: string | undefined;
  /** Status of the answer; 404 and 410 mean that the product is gone. Absent: 200. */
  httpStatus?: number | undefined;
  /** The SKU that is looked for, when the caller named one. */
  sku?: string | undefined;
  /** When the page was fetched, in milliseconds since 1970; tells prices that hold from those that do not. Absent: all hold. */
  fetchedAtMs?: number | undefined;
  /** The caller's wishes: market, variant, condition, selectors. */
  site?: Partial<SellingSite> | undefined;
  /** Engines for the types of the caller's selectors; absent if there are no selectors. */
  engines?: SelectorEngines | undefined;
  /** Bounds the time of the caller's selectors. Absent: nothing does. */
  runBounded?: RunBounded | undefined;
}

/** The SKU that is looked for: the selling site's own goes before the request's. */
export const requestedSkuOf = ({ site, sku }: ExtractionContext): string | undefined => site?.Sku ?? sku;
