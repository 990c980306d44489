/**
 * `npm run fuzz:api -- [--requests N] [--clients N] [--seed N] [--save]`: calls generated from the API's document,
 * and mutations of them, to a running local stack. No answer may be a 5xx, each must be as documented, what was
 * accepted must be completed, and the functions must not grow. With `--save` the measurements go to
 * `bench/results/`. Exits with 1 when anything was otherwise; the smallest such call is shown.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driveFuzz } from './fuzz-api/drive-fuzz.ts';
import { concludeProof, type ProofOptions, type ProofResult, wholeNumbers } from './load/proof.ts';
import { programOptions } from './program-options.ts';

export interface FuzzApiOptions extends ProofOptions {
  /** Calls that are open at the same time. */
  clients?: number;
}

/** Sends `cases` generated calls to a local stack of its own. */
export const runFuzzApi = async ({
  cases = 50_000,
  seed = 1,
  log = () => {},
  clients = 12,
}: FuzzApiOptions = {}): Promise<ProofResult & { accepted: number; watchesPut: number }> => {
  // Tables on disk, so that what calls leave behind is not taken for growth.
  const dataDir = mkdtempSync(join(tmpdir(), 'scrap-prices-fuzz-'));
  try {
    return await driveFuzz({ calls: cases, seed, log, clients, dataDir });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

if (import.meta.main) {
  const { values } = programOptions(import.meta.filename, {
    options: {
      requests: { type: 'string', default: '50000' },
      clients: { type: 'string', default: '12' },
      seed: { type: 'string', default: '1' },
      save: { type: 'boolean', default: false },
    },
  });
  const { save, ...given } = values;
  const { requests: cases, clients, seed } = wholeNumbers(given);
  const log = (line: string): boolean => process.stdout.write(`${line}\n`);
  const result = await runFuzzApi({ cases, clients, seed, log });
  concludeProof(result, save ? { 'fuzz-api.txt': result.report } : {});
}
