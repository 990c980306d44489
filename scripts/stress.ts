/**
 * `npm run stress -- [NAME ...] [--cases N] [--share 0.01] [--seed N]`: tests the promises of docs/guarantees.md under
 * stress, and prints cases and violations. All of them take under an hour on two cores; `--share` scales the cases.
 * Everything random derives from the seed, which is printed first.
 *
 *     load          many clients queue at once              kill       a local stack is killed and restarted
 *     outage        the store is down, functions die        soak       leaks over thousands of pages
 *     audit         known vulnerabilities of dependencies
 *     virtual-...   a deployment in virtual time; `virtual-histories` takes the --path and --replay-path of a failure
 *     fuzz-...      properties of test/fuzz with many inputs
 */
import { cpus } from 'node:os';
import { playDeliveries } from '../test/lifecycle/run-deliveries.ts';
import { playCatalogues, playHalfDone, playOutages } from '../test/lifecycle/run-deployments.ts';
import { playHistories } from '../test/lifecycle/run-histories.ts';
import { playWatches } from '../test/lifecycle/run-watches.ts';
import { createMemoryWorld } from '../test/lifecycle/worlds.ts';
import { auditDependencies } from '../test/security/dependencies.ts';
import { programOptions } from './program-options.ts';
import type { ProofResult } from './proof.ts';
import { runKill } from './stress/kill.ts';
import { runLoad } from './stress/load.ts';
import { runOutage } from './stress/outage.ts';
import { runSoak } from './stress/soak.ts';

interface RunOptions {
  cases: number;
  seed: number;
  path?: string | undefined;
  replayPath?: string | undefined;
  log: (line: string) => void;
}
interface Rehearsal {
  cases: number;
  run: (options: RunOptions) => Promise<ProofResult>;
}
interface Played {
  cases: number;
  violations: string[];
  counts: ReadonlyMap<string, number>;
}

const reported = ({ cases, violations, counts }: Played): ProofResult => ({
  cases,
  violations,
  report: [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 8)
    .map(([name, count]) => `${count} ${name}`)
    .join(', '),
});
const played =
  (play: (options: RunOptions) => Promise<Played>) =>
  async (options: RunOptions): Promise<ProofResult> =>
    reported(await play(options));

const audit = async (): Promise<ProofResult> => {
  const { outcome, reason } = auditDependencies();
  return outcome ?? { cases: 0, violations: [], report: reason ?? '' };
};

/** Runs a property, which stops at the first violation. */
const fuzz =
  (name: string) =>
  async ({ cases, seed }: RunOptions): Promise<ProofResult> => {
    const { run } = (await import(`../test/fuzz/${name}.fuzz.ts`)) as {
      run: (runs: number, seed: number) => void | Promise<void>;
    };
    try {
      await run(cases, seed);
      return { cases, violations: [], report: '' };
    } catch (error) {
      const { message, cause } = error as Error;
      return { cases, violations: [cause ? `${message}\n${cause}` : message], report: '' };
    }
  };

export const rehearsals: Readonly<Record<string, Rehearsal>> = {
  load: { cases: 10_000, run: runLoad },
  kill: { cases: 20, run: runKill },
  outage: { cases: 5, run: runOutage },
  soak: { cases: 120, run: runSoak },
  audit: { cases: 1, run: audit },
  'virtual-histories': {
    cases: 20_000,
    run: played((options) =>
      playHistories(createMemoryWorld(), { ...options, cases: options.path ? 1 : options.cases }),
    ),
  },
  'virtual-outages': { cases: 3_000, run: played(playOutages) },
  'virtual-half-done': { cases: 3_000, run: played(playHalfDone) },
  'virtual-catalogues': { cases: 500, run: played(playCatalogues) },
  'virtual-deliveries': { cases: 10_000, run: played(playDeliveries) },
  'virtual-watches': { cases: 5_000, run: played(playWatches) },
  'fuzz-addresses': { cases: 100_000, run: fuzz('addresses') },
  'fuzz-growth': { cases: 20_000, run: fuzz('growth') },
  'fuzz-money': { cases: 30_000, run: fuzz('money') },
  'fuzz-pages': { cases: 20_000, run: fuzz('pages') },
};

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

const main = async (): Promise<number> => {
  const { values, positionals } = programOptions(import.meta.filename, {
    allowPositionals: true,
    options: {
      cases: { type: 'string' },
      share: { type: 'string', default: '1' },
      seed: { type: 'string' },
      path: { type: 'string' },
      'replay-path': { type: 'string' },
    },
  });
  const share = Number(values.share);
  const seed = wholeNumber(values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
  const unknown = positionals.filter((name) => !Object.hasOwn(rehearsals, name));
  const hasCases = values.cases === undefined || (wholeNumber(values.cases) ?? 0) > 0;
  if (!(share > 0 && share <= 1) || seed === undefined || !hasCases || unknown.length > 0) {
    const names = Object.keys(rehearsals).join(', ');
    console.error(`Expected --share between 0 and 1, whole numbers, and names among: ${names}.`);
    return 2;
  }
  console.log(`seed ${seed}, Node.js ${process.versions.node}, ${cpus().length} processors\n`);
  let hasViolations = false;
  for (const name of positionals.length > 0 ? positionals : Object.keys(rehearsals)) {
    const { cases: defaultCases, run } = rehearsals[name]!;
    const startedAtMs = performance.now();
    const { cases, violations, report } = await run({
      cases: wholeNumber(values.cases) ?? Math.max(1, Math.round(defaultCases * share)),
      seed,
      path: values.path,
      replayPath: values['replay-path'],
      log: (line) => console.log(`    ${line}`),
    }).catch((error: unknown): ProofResult => ({ cases: 0, violations: [String(error)], report: '' }));
    hasViolations ||= violations.length > 0;
    const mark = violations.length > 0 ? '✗' : '✓';
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    console.log(`${mark} ${name} ${cases} cases, ${violations.length} violations, ${seconds} s`);
    for (const line of [report, ...violations.slice(0, 20)].filter(Boolean))
      console.log(`    ${line.slice(0, 2_000)}`);
  }
  return hasViolations ? 1 : 0;
};

if (import.meta.main) process.exitCode = await main();
