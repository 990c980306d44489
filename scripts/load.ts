/**
 * `npm run load -- [--requests N] [--clients N] [--seed N] [--pressure] [--save]`: requests of 1 to 20 sites over
 * the local stack, from parallel clients with real HTTP, and what became of each. With `--save`, text and a plot go
 * to `bench/results/`. Exits with 1 when anything was lost, wrong or answered with an error.
 */

import { describeLoad } from './load/describe-load.ts';
import { driveLoad } from './load/drive-load.ts';
import { concludeProof, type ProofOptions, type ProofResult, wholeNumbers } from './load/proof.ts';
import { programOptions } from './program-options.ts';

export interface LoadOptions extends ProofOptions {
  /** Requests that clients have open at the same time. */
  clients?: number;
  /** More than the scraper can do within its window. */
  pressure?: boolean;
}

/** Runs `cases` requests through a local stack of its own. */
export const runLoad = async ({
  cases = 10_000,
  seed = 1,
  log = () => {},
  clients = 48,
  pressure = false,
}: LoadOptions = {}): Promise<ProofResult & { completed: number; svg: string }> => {
  const outcome = await driveLoad({ requests: cases, seed, log, clients, pressure });
  const { text, svg } = describeLoad(outcome);
  const completed = outcome.requests.filter(({ end }) => end === 'Completed').length;
  return { cases: outcome.requests.length, violations: outcome.violations, report: text, completed, svg };
};

if (import.meta.main) {
  const { values } = programOptions(import.meta.filename, {
    options: {
      requests: { type: 'string', default: '10000' },
      clients: { type: 'string', default: '48' },
      seed: { type: 'string', default: '1' },
      pressure: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  });
  const { pressure, save, ...given } = values;
  const { requests: cases, clients, seed } = wholeNumbers(given);
  const log = (line: string): boolean => process.stdout.write(`${line}\n`);
  const result = await runLoad({ cases, clients, seed, pressure, log });
  const name = pressure ? 'load-pressure' : 'load';
  concludeProof(result, save ? { [`${name}.txt`]: result.report, [`${name}.svg`]: result.svg } : {});
}
