// `npm run bench -- peers [ROUNDS]`: compares this project's tiers with Crawlee's on one shop. Runs alternate in separate
// processes, so that the ratios hold under load. Crawlee is installed outside the project at the versions below. Its
// Cheerio crawler reads only JSON-LD, its Puppeteer crawler one known element; ours reads the whole offer. A profile of
// one page over plain HTTP follows. Writes bench/results/peers.txt.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { createChromiumBinary } from '../lambdas/web/browser/chromium-binary.ts';
import { chromiumAssetFolder } from '../lib/chromium-asset.ts';
import { installTools } from '../scripts/install-tools.ts';
import { runProgram } from '../scripts/run-program.ts';
import { originOf, shopHosts } from './peers/hosts.ts';
import { processKinds } from './peers/processor-time.ts';
import type { Run } from './peers/run-clock.ts';

const packages = { '@crawlee/cheerio': '3.18.1', '@crawlee/puppeteer': '3.18.1', puppeteer: '25.11.0' };
const rounds = Number(process.argv[2] ?? 3);
const goals = { http: 1.5, browser: 1.2, aloneMs: 500 };

const folder = await installTools('peers', packages);
const chromium = await createChromiumBinary(await chromiumAssetFolder())();

const shop = fork(join(import.meta.dirname, 'peers/shop.ts'));
try {
  const [port] = (await once(shop, 'message')) as [number];
  const figuresOf = async (script: string, args: readonly (string | number)[]): Promise<Run> => {
    const output = await runProgram(
      process.execPath,
      [join(import.meta.dirname, 'peers', script), ...args.map(String)],
      {
        env: chromium.libraryPath === undefined ? {} : { LD_LIBRARY_PATH: chromium.libraryPath },
      },
    );
    return JSON.parse(output.trim().split('\n').at(-1)!) as Run;
  };
  const rows: { what: string; runs: Run[]; start: () => Promise<Run> }[] = [
    {
      what: 'HTTP, 16 at a time, Crawlee Cheerio, JSON-LD only',
      runs: [],
      start: () => figuresOf('run-crawlee.ts', [folder, 'Http', port, 1, 800, 16]),
    },
    {
      what: 'HTTP, 16 at a time, ours, whole offer',
      runs: [],
      start: () => figuresOf('run-ours.ts', ['Http', port, 1, 800, 16]),
    },
    ...[shopHosts, 1].flatMap((hosts) => [
      {
        what: `Browser, 4 at a time, ${hosts} hosts, Crawlee Puppeteer, one element`,
        runs: [],
        start: () =>
          figuresOf('run-crawlee.ts', [folder, 'Browser', port, hosts, 96, 4, chromium.executablePath]),
      },
      {
        what: `Browser, 4 at a time, ${hosts} hosts, ours, whole offer`,
        runs: [],
        start: () => figuresOf('run-ours.ts', ['Browser', port, hosts, 96, 4]),
      },
    ]),
    {
      what: 'Browser, 1 at a time, ours, whole offer',
      runs: [],
      start: () => figuresOf('run-ours.ts', ['Browser', port, 1, 24, 1]),
    },
  ];
  for (let round = 0; round < rounds; round += 1) for (const row of rows) row.runs.push(await row.start());
  const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  const speedOf = ({ runs }: (typeof rows)[number]): number =>
    middle(runs.map(({ pages, seconds }) => pages / seconds));
  const cpuOf = ({ runs }: (typeof rows)[number]): number[] =>
    processKinds.map((kind) => middle(runs.map(({ cpuMs, pages }) => cpuMs[kind] / pages)));
  const wholeOf = (row: (typeof rows)[number]): number => cpuOf(row).reduce((sum, ms) => sum + ms);
  const profile = await runProgram(process.execPath, [
    join(import.meta.dirname, 'peers/profile.ts'),
    originOf(port, 0, 1),
  ]);
  const aloneMs = middle(rows.at(-1)!.runs.map(({ medianMs = 0 }) => medianMs));
  const ratio = (value: number, goal: number): string =>
    `${value.toFixed(2)} (goal: ${goal}, ${value >= goal ? 'met' : 'not met'})`;
  /** Formats ratios of the peer's row at `at` and ours after it. */
  const ratios = (what: string, at: number, goal: number): string[] => [
    `${`${what}, pages a second, ours to Crawlee's`.padEnd(58)}${ratio(speedOf(rows[at + 1]!) / speedOf(rows[at]!), goal)}`,
    `${`${what}, processor time, Crawlee's to ours`.padEnd(58)}${ratio(wholeOf(rows[at]!) / wholeOf(rows[at + 1]!), goal)}`,
  ];
  const lines = [
    `Node.js ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0]!.toFixed(1)}`,
    `Crawlee ${packages['@crawlee/cheerio']}; median of ${rounds} rounds, without the first quarter of each (compiling, starting)`,
    '',
    `${''.padEnd(66)}pages/s   processor ms/page: ${processKinds.join(', ')}`,
    ...rows.map((row) => {
      const parts = cpuOf(row)
        .map((ms) => ms.toFixed(1))
        .join(' + ');
      return `${row.what.padEnd(66)}${speedOf(row).toFixed(1).padStart(7)}${wholeOf(row).toFixed(1).padStart(8)} = ${parts}`;
    }),
    '',
    ...ratios('HTTP', 0, goals.http),
    ...ratios(`Browser, ${shopHosts} hosts`, 2, goals.browser),
    ...ratios('Browser, one host', 4, goals.browser),
    `${'A single page in the browser'.padEnd(58)}${Math.round(aloneMs)} ms (goal: ${goals.aloneMs}, ${aloneMs <= goals.aloneMs ? 'met' : 'not met'})`,
    '',
    profile.trimEnd(),
  ];
  console.log(lines.join('\n'));
  writeFileSync(new URL('./results/peers.txt', import.meta.url), `${lines.join('\n')}\n`);
} finally {
  shop.disconnect();
}
