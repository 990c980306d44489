/** Options of each proof; all have defaults. */
export interface ProofOptions {
  cases?: number;
  /** The same seed tries the same cases. */
  seed?: number;
  /** Told of the progress. */
  log?: (line: string) => void;
}

export interface ProofResult {
  cases: number;
  /** One sentence each; empty when the promise held. */
  violations: string[];
  /** Measurements as text. */
  report: string;
}
