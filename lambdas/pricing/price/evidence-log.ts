import type { Confidence, Evidence, EvidenceSource } from '../../domain/result/site-result.ts';

/** Caps the confidence of a doubtful price. */
export const atMostMedium = (confidence: Confidence | null): Confidence | null =>
  confidence === 'High' ? 'Medium' : confidence;

/** Records where each field of a result was read. */
export class EvidenceLog {
  readonly entries: Evidence[] = [];

  note(
    field: string,
    source: EvidenceSource,
    claim: { raw: string; path: string },
    agrees: readonly EvidenceSource[] = [],
  ): void {
    // Untrusted text is capped so that a page cannot inflate the result.
    this.entries.push({
      Field: field,
      Source: source,
      Path: claim.path.slice(0, 300),
      Raw: claim.raw.slice(0, 300),
      Agrees: [...agrees],
    });
  }
}
