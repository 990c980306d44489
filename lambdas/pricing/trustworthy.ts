import type { Extraction } from '../domain/site-result.ts';

/**
 * Whether a result needs no better look at the page: priced or out of stock, by more than a heuristic. The
 * browser tier stops loading when it does, and the mode Auto then does without the browser.
 */
export const isTrustworthy = (extraction: Extraction): boolean =>
  (extraction.Outcome === 'Priced' || extraction.Outcome === 'OutOfStock') &&
  (extraction.Confidence === 'High' || extraction.Confidence === 'Medium');
