// `npm run bench -- cold-start [ROUNDS [COMMIT]]`: how long a new function waits for its browser's binary. Ours and the
// package's own way, each as a whole process with an empty temporary folder, in turns. Then how large the packages of
// scraper and renderer are, and what their start takes until the handler may be called: beside them, where a commit is
// named, the scraper of that one. Prints and writes bench/results/cold-start.txt.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { environment } from '../lambdas/environment.ts';
import { bundleFunction } from '../lib/bundle.ts';
import { chromiumAssetFolder } from '../lib/chromium-asset.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.argv[2] ?? 7);
const commit = process.argv[3];

const programs = {
  ours: `
    const { createChromiumBinary } = await import('${join(root, 'lambdas/web/browser/chromium-binary.ts')}');
    await createChromiumBinary('${chromiumAssetFolder()}')();`,
  package: `
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();`,
};

/** @returns wall-clock milliseconds of the whole process. */
const measure = (program: string): number => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-cold-'));
  try {
    const startedAt = performance.now();
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      encoding: 'utf8',
      // The package unpacks its libraries only where it believes to be in Lambda; ours come unpacked.
      env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    });
    const elapsedMs = performance.now() - startedAt;
    if (status !== 0) throw new Error(`A measured program failed:\n${stderr}`);
    return elapsedMs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Wall-clock and processor time of a process that loads a bundle as Lambda does, ms. */
const measureStart = (folder: string): { wallMs: number; cpuMs: number } => {
  const program = `
    await import(${JSON.stringify(pathToFileURL(join(folder, 'index.mjs')).href)});
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ wallMs: performance.now(), cpuMs: (user + system) / 1e3 }));
    process.exit();`;
  const temporary = mkdtempSync(join(tmpdir(), 'scrap-prices-cold-'));
  try {
    const names = Object.values(environment).filter((name) => name !== environment.chromePath);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: {
        ...Object.fromEntries(names.map((name) => [name, '60'])),
        [environment.allowedTargets]: '',
        PATH: process.env.PATH,
        AWS_REGION: 'us-east-1',
        POWERTOOLS_TRACE_ENABLED: 'false',
        TMPDIR: temporary,
      },
    });
    if (status !== 0) throw new Error(`A bundle did not load:\n${stderr}`);
    return JSON.parse(stdout.trim().split('\n').at(-1)!);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};

/** The scraper as another commit bundles it, with the packages of this one. */
const bundleAt = (name: string, folder: string): string => {
  const archive = spawnSync('git', ['archive', name], { cwd: root, maxBuffer: 1 << 30 });
  if (archive.status !== 0) throw new Error(`git knows no ${name}: ${archive.stderr}`);
  spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const program = `
    const { bundleFunction } = await import(${JSON.stringify(pathToFileURL(join(folder, 'lib/bundle.ts')).href)});
    console.log(bundleFunction('scraper', { SellingSites: [] }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
  });
  const bundle = stdout.trim().split('\n').at(-1);
  if (!bundle) throw new Error(`The bundle of ${name} could not be made:\n${stderr}`);
  return bundle;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const folderBytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** About what a zip of the folder takes. */
const zippedBytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + deflateRawSync(readFileSync(join(entry.parentPath, entry.name))).length, 0);

const times = { ours: [] as number[], package: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  for (const name of ['ours', 'package'] as const) times[name].push(measure(programs[name]));
}
const [ours, theirs] = [median(times.ours), median(times.package)];
const spread = (values: readonly number[]): string =>
  `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;
const commitFolder = commit === undefined ? undefined : mkdtempSync(join(tmpdir(), 'scrap-prices-commit-'));
const bundles: [string, string][] = [
  ...(commitFolder === undefined
    ? []
    : [[`scraper at ${commit}`, bundleAt(commit!, commitFolder)] as [string, string]]),
  ['scraper', bundleFunction('scraper', { SellingSites: [] })],
  ['renderer', bundleFunction('renderer', { SellingSites: [] })],
];
const starts = new Map(bundles.map(([name]) => [name, [] as { wallMs: number; cpuMs: number }[]]));
for (let round = 0; round < rounds; round += 1)
  for (const [name, folder] of bundles) starts.get(name)!.push(measureStart(folder));
const functionLines = bundles.map(([name, folder]) => {
  const own = starts.get(name)!;
  return [
    name.padEnd(24),
    `${(zippedBytes(folder) / 1e6).toFixed(2).padStart(8)} MB`,
    `${(folderBytes(folder) / 1e6).toFixed(2).padStart(8)} MB`,
    `${Math.round(median(own.map(({ cpuMs }) => cpuMs)))
      .toString()
      .padStart(8)} ms`,
    `${Math.round(median(own.map(({ wallMs }) => wallMs)))
      .toString()
      .padStart(8)} ms`,
  ].join('');
});
if (commitFolder !== undefined) rmSync(commitFolder, { recursive: true, force: true });
const report = `Cold start of the browser's binary, whole process, median of ${rounds} (${cpus()[0]?.model}, ${cpus().length} cores)

ours (Zstandard)                ${Math.round(ours)} ms (${spread(times.ours)})
@sparticuz/chromium (Brotli)    ${Math.round(theirs)} ms (${spread(times.package)})
ratio                           ${(ours / theirs).toFixed(2)} (goal: at most 0.60)
size in the bundle, unzipped    ${(folderBytes(chromiumAssetFolder()) / 1e6).toFixed(1)} MB (limit of Lambda: 250 MB)

Functions: package, and the start of a process until its handler may be called, median of ${rounds}

${''.padEnd(24)}     zipped   unzipped  processor  wall clock
${functionLines.join('\n')}
`;
process.stdout.write(report);
mkdirSync(join(root, 'bench/results'), { recursive: true });
writeFileSync(join(root, 'bench/results/cold-start.txt'), report);
