// `npm run endurance -- [--share 0.01] [--seed N] [--only ROW]`: tries to break every promise that README.md makes,
// and prints one table: promise, cases tried, violations. Under an hour on two cores; `--share` scales the
// number of cases for a quick look. Everything random follows from the seed, which is printed first.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runTiming401 } from '../bench/timing-401.ts';
import { run as fuzzAddresses } from '../test/fuzz/addresses.fuzz.ts';
import { run as fuzzGrowth } from '../test/fuzz/growth.fuzz.ts';
import { run as fuzzMoney } from '../test/fuzz/money.fuzz.ts';
import { run as fuzzPages } from '../test/fuzz/pages.fuzz.ts';
import { run as fuzzRepetitions } from '../test/fuzz/repetitions.fuzz.ts';
import { checkDataLimits } from '../test/lifecycle/data-limits.ts';
import { playDeliveries } from '../test/lifecycle/run-deliveries.ts';
import { playCatalogues, playHalfDone, playOutages } from '../test/lifecycle/run-deployments.ts';
import { playHistories } from '../test/lifecycle/run-histories.ts';
import { playWatches } from '../test/lifecycle/run-watches.ts';
import { createMemoryWorld, startEmulatedWorld } from '../test/lifecycle/worlds.ts';
import { drillAccountWatch } from './drill/account-watch-drill.ts';
import { drillReport } from './drill/watch/judge-told.ts';
import { runFuzzApi } from './fuzz-api.ts';
import { type Guarantee, guarantees } from './guarantees.ts';
import { runKillRestart } from './kill-restart.ts';
import { runDeliveryLoad } from './load/drive-deliveries.ts';
import type { ProofResult } from './load/proof.ts';
import { runLoad } from './load.ts';
import { runOutageAndKills } from './outage-and-kills.ts';
import { programOptions } from './program-options.ts';
import {
  auditDependencies,
  checkLicenses,
  checkLockFile,
  readLockedPackages,
} from './security-dependencies.ts';
import { scanForSecrets } from './security-secrets.ts';

const root = join(import.meta.dirname, '..');

interface PartOptions {
  /** Of the full number of cases. */
  share: number;
  seed: number;
}

type Part = (options: PartOptions) => Promise<ProofResult>;

const scaled = (cases: number, share: number): number => Math.max(1, Math.round(cases * share));

/** Runs a program of the project and gives back what it printed. */
const runProgram = (args: string[]): Promise<{ status: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });

/** Test files, a case for each test. */
const tests =
  (...files: string[]): Part =>
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-endurance-'));
    try {
      const reportFile = join(folder, 'report.json');
      const { output } = await runProgram([
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=json',
        `--outputFile=${reportFile}`,
        ...files,
      ]);
      let text: string;
      try {
        text = readFileSync(reportFile, 'utf8');
      } catch {
        return { cases: 0, violations: [`The tests did not run: ${output.slice(-500)}`], report: '' };
      }
      const { numTotalTests, numPassedTests, testResults } = JSON.parse(text) as {
        numTotalTests: number;
        numPassedTests: number;
        testResults: {
          name: string;
          message: string;
          assertionResults: { fullName: string; status: string }[];
        }[];
      };
      const violations = testResults.flatMap(({ name, message, assertionResults }) => [
        ...(message && assertionResults.length === 0
          ? [`${relative(root, name)}: ${message.slice(0, 300)}`]
          : []),
        ...assertionResults
          .filter(({ status }) => status !== 'passed')
          .map(({ fullName, status }) => `${relative(root, name)}: ${fullName} (${status})`),
      ]);
      return {
        cases: numTotalTests,
        violations,
        report: `${numPassedTests} of ${numTotalTests} tests passed`,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

/** A property with many inputs; it stops at the first that breaks it. */
const fuzz =
  (name: string, run: (runs: number, seed: number) => void | Promise<void>, runs: number): Part =>
  async ({ share, seed }) => {
    const cases = scaled(runs, share);
    try {
      await run(cases, seed);
      return { cases, violations: [], report: '' };
    } catch (error) {
      const again = `again with: npm run fuzz -- ${name} --runs ${cases} --seed ${seed}`;
      return {
        cases,
        violations: [`${error instanceof Error ? error.message : error}\n${again}`],
        report: '',
      };
    }
  };

/** The part by its name, as `guarantees.ts` has it. */
export const parts: Readonly<Record<string, Part>> = {
  'lock file': async () => checkLockFile(readLockedPackages()),
  licenses: async () => checkLicenses(readLockedPackages()),
  vulnerabilities: async () => {
    const { outcome, reason } = auditDependencies();
    return outcome ?? { cases: 0, violations: [], report: reason ?? '' };
  },
  secrets: scanForSecrets,
  'regular expressions': async () => {
    const { status, output } = await runProgram([join(root, 'scripts/check-regular-expressions.ts')]);
    const cases = Number(/^(\d+) expressions/m.exec(output)?.[1] ?? 0);
    const violations = output.split('\n').filter((line) => line.startsWith('✗'));
    if (status !== 0 && violations.length === 0) violations.push(output.slice(-500));
    return { cases, violations, report: /^\d+ expressions.*$/m.exec(output)?.[0] ?? '' };
  },
  'times of a 401': ({ share }) => runTiming401({ cases: Math.max(1_000, scaled(10_000, share)) }),
  histories: async ({ share, seed }) => {
    const { cases, violations, counts } = await playHistories(createMemoryWorld(), {
      cases: scaled(20_000, share),
      seed,
    });
    const happened = (name: string): number => counts.get(name) ?? 0;
    return {
      cases,
      violations: violations.map((violation) => `${violation}, as in: npm run histories -- --seed ${seed}`),
      report: [
        `${happened('queue: 202')} accepted`,
        `${happened('queue: repeated')} repeated`,
        `${happened('read: Completed')} read as completed`,
        `${happened('read: Failed')} as failed`,
        `${happened('read: NotFound')} as gone`,
        `${happened('scraper: killed at its timeout')} scrapers killed`,
      ].join(', '),
    };
  },
  'histories over HTTP': async ({ share, seed }) => {
    const world = await startEmulatedWorld();
    try {
      const { cases, violations } = await playHistories(world, { cases: scaled(800, share), seed });
      return { cases, violations, report: '' };
    } finally {
      await world.stop();
    }
  },
  outages: async ({ share, seed }) => {
    const { cases, violations, counts } = await playOutages({ cases: scaled(3_000, share), seed });
    const happened = (name: string): number => counts.get(name) ?? 0;
    return {
      cases,
      violations,
      report: [
        `${happened('completed')} requests completed`,
        `${happened('not completed')} whose deadline lay in the trouble or close behind`,
        `${happened('sent again')} lives with messages sent again`,
        `${happened('trouble of the queue too')} requests with a queue in trouble too`,
      ].join(', '),
    };
  },
  'outages and kills': ({ share, seed }) => runOutageAndKills({ cases: scaled(5, share), seed }),
  'half-done requests': async ({ share, seed }) => {
    const { cases, violations, counts } = await playHalfDone({ cases: scaled(3_000, share), seed });
    const happened = (name: string): number => counts.get(name) ?? 0;
    return {
      cases,
      violations,
      report: [
        `${happened('completed')} requests completed`,
        `${happened('completed in part')} in part`,
        `${happened('failed')} failed with nothing processed`,
      ].join(', '),
    };
  },
  deliveries: async ({ share, seed }) => {
    const { cases, violations, counts } = await playDeliveries({ cases: scaled(10_000, share), seed });
    const happened = (name: string): number => counts.get(name) ?? 0;
    return {
      cases,
      violations,
      report: [
        `${happened('ended: Delivered')} delivered`,
        `${happened('ended: Gone')} to receivers that wanted no more`,
        `${happened('ended: GivenUp')} given up after all tries`,
        `${happened('posted more than once for a try')} posted more than once for a try`,
      ].join(', '),
    };
  },
  watches: async ({ share, seed }) => {
    const { cases, violations } = await playWatches({ cases: scaled(5_000, share), seed });
    return { cases, violations, report: '' };
  },
  'watches over days': async ({ share, seed }) => {
    const drill = { pairs: Math.max(22, scaled(200, share)), days: Math.max(3, scaled(30, share)), seed };
    const result = await drillAccountWatch(drill);
    return { cases: result.looks, violations: result.faults, report: drillReport(drill, result) };
  },
  'watch tests': tests(
    'test/watches/handler.test.ts',
    'test/aws/dynamodb-watch-store.test.ts',
    'test/domain/watches',
    'test/service/watches.test.ts',
    'test/service/watch-drill.test.ts',
  ),
  'deliveries over HTTP': ({ share, seed }) => runDeliveryLoad({ cases: scaled(10_000, share), seed }),
  catalogues: async ({ share, seed }) => {
    const { cases, violations, counts } = await playCatalogues({ cases: scaled(500, share), seed });
    const happened = (name: string): number => counts.get(name) ?? 0;
    return {
      cases,
      violations,
      report: `${happened('all priced')} requests priced whole, ${happened('not all priced')} not`,
    };
  },
  'tests of one host': tests(
    'test/scraper/one-host.test.ts',
    'test/domain/site-group.test.ts',
    'test/service/one-host.test.ts',
  ),
  'largest results': async ({ share, seed }) => {
    const world = await startEmulatedWorld();
    try {
      const cases = scaled(20, share);
      const violations: string[] = [];
      for (let index = 0; index < cases; index += 1) {
        violations.push(...(await checkDataLimits(world, seed + index)));
      }
      return { cases: cases * 100, violations, report: `${cases} requests of 100 sites` };
    } finally {
      await world.stop();
    }
  },
  'fuzz: addresses': fuzz('addresses', fuzzAddresses, 100_000),
  'fuzz: growth': fuzz('growth', fuzzGrowth, 20_000),
  'fuzz: money': fuzz('money', fuzzMoney, 30_000),
  'fuzz: pages': fuzz('pages', fuzzPages, 20_000),
  'fuzz: repetitions': fuzz('repetitions', fuzzRepetitions, 20_000),
  'lifecycle tests': tests('test/lifecycle'),
  'time tests': tests('test/domain/request.test.ts', 'test/status'),
  'fault tests': tests(
    'test/aws',
    'test/queue',
    'test/scraper',
    'test/service/outages.test.ts',
    'test/local/event-source.test.ts',
    'test/local/functions.test.ts',
  ),
  'version tests': tests('test/versions', 'test/domain/versioned.test.ts'),
  'outage tests': tests('test/service/outages.test.ts', 'test/service/outage-under-way.test.ts'),
  'delivery tests': tests(
    'test/delivery',
    'test/web/webhook-sender.test.ts',
    'test/service/webhooks.test.ts',
    'test/domain/standard-webhooks.test.ts',
  ),
  'closing tests': tests('test/closing', 'test/scraper/deaths.test.ts'),
  'hostile page tests': tests(
    'test/web/browser/hostile.test.ts',
    'test/web/browser/http2.test.ts',
    'test/scraper/hostile-pages.test.ts',
  ),
  'reader tests': tests('test/reader', 'test/scraper/main-thread.test.ts', 'test/pricing/selectors'),
  'attacking page tests': tests(
    'test/web/browser/attacks.test.ts',
    'test/web/browser/judge-processes.test.ts',
    'test/web/browser/guard-processes.test.ts',
  ),
  'renderer tests': tests(
    'test/renderer',
    'test/aws/lambda-renderer.test.ts',
    'test/scraper/remote-renderer.test.ts',
    'test/service/renderer-faults.test.ts',
    'test/service/renderer-tenants.test.ts',
    'test/service/taken-over-browser.test.ts',
  ),
  'quota tests': tests('test/aws/dynamodb-stores.test.ts', 'test/service/quotas.test.ts'),
  'search tests': tests(
    'test/web/acting-addresses.test.ts',
    'test/domain/links',
    'test/pricing/search',
    'test/scraper/search-site.test.ts',
  ),
  'egress tests': tests('test/web/egress', 'test/web/browser/canary.test.ts'),
  'input tests': tests('test/service/bad-input.test.ts', 'test/security/costly-input.test.ts', 'test/domain'),
  'secrecy tests': tests(
    'test/security/identifiers.test.ts',
    'test/security/mann-whitney.test.ts',
    'test/domain/license.test.ts',
    'test/service/secrets.test.ts',
  ),
  'injection tests': tests('test/security/injection.test.ts', 'test/security/prototype-pollution.test.ts'),
  'fuzz: API': ({ share, seed }) => runFuzzApi({ cases: scaled(50_000, share), seed }),
  load: ({ share, seed }) => runLoad({ cases: scaled(10_000, share), seed }),
  'load beyond capacity': ({ share, seed }) => runLoad({ cases: scaled(1_500, share), seed, pressure: true }),
  'kill and restart': ({ share, seed }) => runKillRestart({ cases: scaled(20, share), seed }),
  soak: async ({ share }) => {
    // Fewer say nothing about growth: the first ones warm up.
    const cases = Math.max(20, scaled(120, share));
    const { status, output } = await runProgram([
      '--expose-gc',
      join(root, 'scripts/soak.ts'),
      String(cases),
    ]);
    const violations = output.split('\n').filter((line) => line.startsWith('✗'));
    if (status !== 0 && violations.length === 0) violations.push(output.slice(-500));
    return { cases, violations, report: '' };
  },
};

const wrap = (text: string, width: number): string[] =>
  text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
    return lines;
  }, []);

const promiseWidth = 72;

/** The one table, as text. */
export const tableOf = (
  rows: readonly { row: string; promise: string; cases: number; violations: number }[],
): string => {
  const line = (row: string, promise: string, cases: string, violations: string): string =>
    `${row.padEnd(10)} ${promise.padEnd(promiseWidth)} ${cases.padStart(10)} ${violations.padStart(10)}`.trimEnd();
  return [
    line('row', 'promise', 'cases', 'violations'),
    line('-'.repeat(9), '-'.repeat(promiseWidth), '-'.repeat(10), '-'.repeat(10)),
    ...rows.flatMap(({ row, promise, cases, violations }) =>
      wrap(promise, promiseWidth).map((text, index) =>
        index === 0
          ? line(row, text, cases.toLocaleString('en'), violations.toLocaleString('en'))
          : line('', text, '', ''),
      ),
    ),
  ].join('\n');
};

interface Order extends PartOptions {
  guarantees: readonly Guarantee[];
  /** Whether every promise is tried with all its cases. */
  isWhole: boolean;
}

/** @returns `undefined` for options that cannot be carried out. */
const readOrder = (): Order | undefined => {
  const { values } = programOptions(import.meta.filename, {
    options: {
      share: { type: 'string', default: '1' },
      seed: { type: 'string' },
      only: { type: 'string', multiple: true },
    },
  });
  const share = Number(values.share);
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  const chosen = guarantees.filter(({ row }) => values.only === undefined || values.only.includes(row));
  if (!(share > 0 && share <= 1) || !Number.isSafeInteger(seed) || chosen.length === 0) return undefined;
  return { share, seed, guarantees: chosen, isWhole: share === 1 && values.only === undefined };
};

const secondsSince = (startedAtMs: number): string => ((performance.now() - startedAtMs) / 1_000).toFixed(0);

/** Tries one part, and prints what came of it. */
const tryPart = async (name: string, part: Part, options: PartOptions): Promise<ProofResult> => {
  const startedAtMs = performance.now();
  const outcome = await part(options).catch(
    (error: unknown): ProofResult => ({
      cases: 0,
      violations: [`It could not be tried: ${error}`],
      report: '',
    }),
  );
  const { cases, violations, report } = outcome;
  const tried = `${cases.toLocaleString('en')} cases, ${violations.length} violations, ${secondsSince(startedAtMs)} s`;
  console.log(`${violations.length === 0 ? '✓' : '✗'} ${name.padEnd(20)} ${tried}`);
  for (const line of [...report.split('\n'), ...violations].filter(Boolean)) console.log(`    ${line}`);
  return outcome;
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const main = async (): Promise<number> => {
  const order = readOrder();
  if (!order) {
    const rows = guarantees.map(({ row }) => row).join(', ');
    console.error(`Expected --share between 0 and 1, --seed to be a whole number, --only one of: ${rows}.`);
    return 2;
  }
  const { share, seed } = order;
  const startedAtMs = performance.now();
  console.log(`seed ${seed}, ${share * 100} % of the cases\n`);

  const wanted = new Set(order.guarantees.flatMap(({ parts: names }) => names));
  const outcomes = new Map<string, ProofResult>();
  for (const [name, part] of Object.entries(parts))
    if (wanted.has(name)) outcomes.set(name, await tryPart(name, part, { share, seed }));

  const rows = order.guarantees.map(({ row, promise, parts: names }) => {
    const tried = names.map((name) => outcomes.get(name)!);
    return {
      row,
      promise,
      cases: sumOf(tried.map(({ cases }) => cases)),
      violations: sumOf(tried.map(({ violations }) => violations.length)),
    };
  });
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`;
  const text = `${tableOf(rows)}\n\nNode.js ${process.versions.node}, ${machine}, seed ${seed}, ${secondsSince(startedAtMs)} s\n`;
  console.log(`\n${text}`);
  if (order.isWhole) {
    mkdirSync(join(root, 'bench/results'), { recursive: true });
    writeFileSync(join(root, 'bench/results/endurance.txt'), text);
  }
  return rows.every(({ cases, violations }) => cases > 0 && violations === 0) ? 0 : 1;
};

if (import.meta.main) process.exitCode = await main();
