import type { Evidence, EvidenceSource } from '../domain/site-result.ts';

/** Gathers where each field of a result was read. */
export class EvidenceLog {
  readonly entries: Evidence[] = [];

  note(
    field: string,
    source: EvidenceSource,
    claim: { raw: string; path: string },
    agrees: readonly EvidenceSource[] = [],
  ): void {
    // A page may put a novel where a word stands; the result must not grow with it.
    this.entries.push({
      Field: field,
      Source: source,
      Path: claim.path.slice(0, 300),
      Raw: claim.raw.slice(0, 300),
      Agrees: [...agrees],
    });
  }
}
