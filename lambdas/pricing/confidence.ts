import type { Confidence } from '../domain/site-result.ts';

/** Caps the confidence of a doubtful price. */
export const atMostMedium = (confidence: Confidence | null): Confidence | null =>
  confidence === 'High' ? 'Medium' : confidence;
