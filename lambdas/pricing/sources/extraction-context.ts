import { isLabelOfLink } from '../../domain/links/link-label.ts';
import type { SellingSite } from '../../domain/site/selling-site.ts';
import type { RunBounded } from './selectors/apply-selectors.ts';
import type { SelectorEngines } from './selectors/engine.ts';

/** Context of a page besides its markup. */
export interface ExtractionContext {
  /** URL of the final document; resolves relative links and suggests a country by its domain. */
  url: string;
  /** Requested URL; reveals redirects from a product to the front page. */
  requestedUrl?: string | undefined;
  /** Response status; 404 and 410 mean that the product is gone. Default: 200. */
  httpStatus?: number | undefined;
  /** The requested SKU, if any. */
  sku?: string | undefined;
  /** Fetch time in milliseconds since 1970; excludes prices not valid then. Default: excludes none. */
  fetchedAtMs?: number | undefined;
  /** The caller's requirements: market, variant, condition, selectors. */
  site?: Partial<SellingSite> | undefined;
  /** Engines for the types of the caller's selectors; absent without selectors. */
  engines?: SelectorEngines | undefined;
  /** Limits the time of the caller's selectors. Default: unlimited. */
  runBounded?: RunBounded | undefined;
}

/** The SKU to find: the site's own, else the request's; none if it is only the label of the site's link. */
export const requestedSkuOf = ({ site, sku }: ExtractionContext): string | undefined => {
  const requested = site?.Sku ?? sku;
  return requested === undefined || isLabelOfLink(requested, site?.Url) ? undefined : requested;
};
