// `npm run bench:cold-start -- [ROUNDS]`: how long a new function waits for its browser's binary. Ours and the package's own way,
// each as a whole process with an empty temporary folder, in turns. Prints and writes bench/results/cold-start.txt.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumAssetFolder } from '../lib/chromium-asset.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.argv[2] ?? 7);

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

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const folderBytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

const times = { ours: [] as number[], package: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  for (const name of ['ours', 'package'] as const) times[name].push(measure(programs[name]));
}
const [ours, theirs] = [median(times.ours), median(times.package)];
const spread = (values: readonly number[]): string =>
  `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;
const report = `Cold start of the browser's binary, whole process, median of ${rounds} (${cpus()[0]?.model}, ${cpus().length} cores)

ours (Zstandard)                ${Math.round(ours)} ms (${spread(times.ours)})
@sparticuz/chromium (Brotli)    ${Math.round(theirs)} ms (${spread(times.package)})
ratio                           ${(ours / theirs).toFixed(2)} (goal: at most 0.60)
size in the bundle, unzipped    ${(folderBytes(chromiumAssetFolder()) / 1e6).toFixed(1)} MB (limit of Lambda: 250 MB)
`;
process.stdout.write(report);
mkdirSync(join(root, 'bench/results'), { recursive: true });
writeFileSync(join(root, 'bench/results/cold-start.txt'), report);
