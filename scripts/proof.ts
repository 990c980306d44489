export interface ProofOptions {
  cases?: number;
  seed?: number;
  log?: (line: string) => void;
}

export interface ProofResult {
  cases: number;
  /** A sentence each. */
  violations: string[];
  /** Measurements as text. */
  report: string;
}
