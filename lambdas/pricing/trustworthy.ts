import type { Extraction } from '../domain/site-result.ts';
import { isPriceAwaited } from './rendering/reason-to-render.ts';
import type { RenderingSigns } from './rendering/rendering-signs.ts';

/** True if a result rests on more than a heuristic: priced or out of stock, with `High` or `Medium` confidence. */
export const isTrustworthy = (extraction: Extraction): boolean =>
  (extraction.Outcome === 'Priced' || extraction.Outcome === 'OutOfStock') &&
  (extraction.Confidence === 'High' || extraction.Confidence === 'Medium');

/**
 * State of a page as a browser shows it now: `Ready` a price that can be trusted; `Doubtful` something that may be
 * all there is; `NotYet` nothing, or a price in the data of a page whose own element still waits for one.
 */
export const readinessOf = (
  extraction: Extraction,
  signs: RenderingSigns,
): 'Ready' | 'Doubtful' | 'NotYet' => {
  if (extraction.Error !== null || isPriceAwaited(extraction, signs)) return 'NotYet';
  return isTrustworthy(extraction) ? 'Ready' : 'Doubtful';
};
