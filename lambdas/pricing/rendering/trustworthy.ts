import type { Extraction } from '../../domain/result/site-result.ts';
import { isPriceAwaited } from './reason-to-render.ts';
import type { RenderingSigns } from './rendering-signs.ts';

/** True if a result rests on more than a heuristic: decided, with `High` or `Medium` confidence. */
export const isTrustworthy = (extraction: Extraction): boolean =>
  (extraction.Outcome === 'Priced' || extraction.Outcome === 'OutOfStock') &&
  (extraction.Confidence === 'High' || extraction.Confidence === 'Medium');

/**
 * Readiness of a page being rendered: `Ready` with a trustworthy price; `Doubtful` with something that may be
 * final; `NotYet` with nothing, or with a price in the data while the price element is still empty.
 */
export const readinessOf = (
  extraction: Extraction,
  signs: RenderingSigns,
): 'Ready' | 'Doubtful' | 'NotYet' => {
  if (extraction.Error !== null || isPriceAwaited(extraction, signs)) return 'NotYet';
  return isTrustworthy(extraction) ? 'Ready' : 'Doubtful';
};
