import type { Confidence } from '../domain/site-result.ts';

/** A doubted price is not `High`, however well it is seen. */
export const atMostMedium = (confidence: Confidence | null): Confidence | null =>
  confidence === 'High' ? 'Medium' : confidence;
