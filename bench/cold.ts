// `npm run bench -- cold [ROUNDS]`: measures the processor time of cold starts: of each function, and of all of them from
// a POST to Completed, for one page over HTTP and one in the browser; also as multiples of Node.js's own start, which are
// comparable between machines. With control groups (Linux, root), functions get the share of a processor that their
// memory buys on Lambda. Writes bench/results/cold.txt.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ScrapPrices, type SellingSite } from '../client/index.ts';
import { environment } from '../lambdas/environment.ts';
import { bundleFunction } from '../lib/bundle.ts';
import { chromiumAssetFolder } from '../lib/chromium-asset.ts';
import { startLocalStack } from '../local/stack.ts';
import { ProcessSampler } from './process-sampler.ts';
import { holdToShares } from './processor-shares.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.argv[2] ?? 7);
const functionNames = ['queue', 'status', 'scraper', 'renderer'] as const;
type FunctionName = (typeof functionNames)[number];

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Processor time of a process with an empty folder for temporary files, ms. */
const cpuMsOf = (program: string): number => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-cold-'));
  const names = Object.values(environment).filter((name) => name !== environment.chromePath);
  const report = 'const {user,system}=process.cpuUsage();console.log((user+system)/1e3);process.exit()';
  try {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', `${program};${report}`],
      {
        cwd: root,
        encoding: 'utf8',
        env: {
          ...Object.fromEntries(names.map((name) => [name, '60'])),
          [environment.allowedTargets]: '',
          PATH: process.env.PATH,
          AWS_REGION: 'us-east-1',
          POWERTOOLS_TRACE_ENABLED: 'false',
          // The package unpacks its libraries only on Lambda; ours come unpacked.
          AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x',
          TMPDIR: folder,
        },
      },
    );
    if (status !== 0) throw new Error(`A measured program failed:\n${stderr}`);
    return Number(stdout.trim().split('\n').at(-1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

interface Trip {
  wallMs: number;
  cpuMs: Record<FunctionName, number>;
  areHeld: boolean;
}

/** Processor time from the POST to Completed, with all functions cold. */
const travel = async (site: SellingSite, allowedTarget: string): Promise<Trip> => {
  const stack = await startLocalStack({ maxConcurrency: 1, allowedTargets: [allowedTarget] });
  const shares = holdToShares(stack, functionNames);
  try {
    const client = new ScrapPrices({
      baseUrl: stack.apiUrl,
      ...stack.license!,
      holdSeconds: 0,
      wait: () => delay(50),
    });
    const samplers = functionNames.map((name) => ({
      name,
      sampler: new ProcessSampler(() => stack.functionActivity(name).processIds, 30),
    }));
    const startedAtMs = performance.now();
    const { Summary, Sites } = await client.scrape('555088-105', [site]);
    const wallMs = performance.now() - startedAtMs;
    if (Summary.Priced !== 1) throw new Error(`No price: ${JSON.stringify(Sites[0]?.Error)}`);
    const cpuMs = Object.fromEntries(samplers.map(({ name, sampler }) => [name, sampler.stop().cpuMs]));
    return { wallMs, cpuMs: cpuMs as Trip['cpuMs'], areHeld: shares.areHeld() };
  } finally {
    await stack.close();
    shares.release();
  }
};

const lines: string[] = [];
const print = (line: string): void => {
  lines.push(line);
  console.log(line);
};
const nodeMs = median(Array.from({ length: rounds }, () => cpuMsOf('')));
const row = (what: string, ms: number): void =>
  print(`${what.padEnd(44)}${`${Math.round(ms)} ms`.padStart(10)}${(ms / nodeMs).toFixed(1).padStart(8)}`);
const measure = (what: string, program: string): void =>
  row(what, median(Array.from({ length: rounds }, () => cpuMsOf(program))));

print(`Cold start, median of ${rounds}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${process.version}\n`);
print(`${'Processor time'.padEnd(44)}${''.padStart(10)} x Node.js`);
row('Node.js', nodeMs);
const bundles = new Map(functionNames.map((name) => [name, bundleFunction(name, { SellingSites: [] })]));
for (const [name, folder] of bundles)
  measure(`${name}: import`, `await import(${JSON.stringify(join(folder, 'index.mjs'))})`);
measure(
  'reader: import and warm-up',
  `await import(${JSON.stringify(join(bundles.get('scraper')!, 'reader.mjs'))})`,
);
measure(
  "Chromium's binary",
  `const { createChromiumBinary } = await import('${join(root, 'lambdas/web/browser/chromium-binary.ts')}');
   await createChromiumBinary('${await chromiumAssetFolder()}')()`,
);
measure(
  'the same with @sparticuz/chromium itself',
  `const { default: chromium } = await import('@sparticuz/chromium');await chromium.executablePath()`,
);

const shop = fork(join(import.meta.dirname, 'web-shop.ts'));
const [port] = (await once(shop, 'message')) as [number];
try {
  for (const [kind, RenderMode] of [
    ['plain', 'Http'],
    ['rendered', 'Browser'],
  ] as const) {
    const site = { Name: 'Shop', Url: `http://127.0.0.1:${port}/${kind}/1`, Currency: 'EUR', RenderMode };
    const trips: Trip[] = [];
    for (let round = 0; round < Math.min(rounds, 3); round += 1)
      trips.push(await travel(site, `127.0.0.1:${port}`));
    print(`\nFrom POST to Completed, one page with ${RenderMode}, all functions cold`);
    for (const name of functionNames) row(name, median(trips.map(({ cpuMs }) => cpuMs[name])));
    const held = trips.every(({ areHeld }) => areHeld) ? "held to Lambda's share" : 'with all processors';
    row(`whole time, ${held}`, median(trips.map(({ wallMs }) => wallMs)));
  }
} finally {
  shop.disconnect();
}
writeFileSync(join(root, 'bench/results/cold.txt'), `${lines.join('\n')}\n`);
