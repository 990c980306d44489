/**
 * `npm run load -- [--requests N] [--clients N] [--seed N] [--pressure] [--save]`: requests of 1 to 20 sites over
 * the local stack, from parallel clients with real HTTP, and what became of each. With `--save`, text and a plot go
 * to `bench/results/`. Exits with 1 when anything was lost, wrong or answered with an error.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeLoad } from './load/describe-load.ts';
import { driveLoad } from './load/drive-load.ts';
import type { ProofOptions, ProofResult } from './load/proof.ts';

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
}: LoadOptions = {}): Promise<ProofResult & { svg: string }> => {
  const outcome = await driveLoad({ requests: cases, seed, log, clients, pressure });
  const { text, svg } = describeLoad(outcome);
  return { cases: outcome.requests.length, violations: outcome.violations, report: text, svg };
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '10000' },
      clients: { type: 'string', default: '48' },
      seed: { type: 'string', default: '1' },
      pressure: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  });
  const { violations, report, svg } = await runLoad({
    cases: Number(values.requests),
    clients: Number(values.clients),
    seed: Number(values.seed),
    pressure: values.pressure,
    log: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`\n${report}`);
  if (values.save) {
    const file = join(import.meta.dirname, '../bench/results', values.pressure ? 'load-pressure' : 'load');
    writeFileSync(`${file}.txt`, report);
    writeFileSync(`${file}.svg`, svg);
  }
  for (const violation of violations.slice(0, 20)) process.stdout.write(`✗ ${violation}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
