/**
 * `npm test`: lint, types, unit tests and one smoke test, in at most three minutes on two cores. `npm test -- FILE` runs
 * only that file. `npm run test:all` runs all other tests, `npm run test:all -- browser stack` those of some kinds (see
 * test/kinds.ts). Other arguments go to vitest.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { deployProject, quickProjects, slowProjects } from '../test/kinds.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

/** @returns the exit code. */
const run = (command: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });

const vitest = (projects: readonly string[], args: readonly string[]): Promise<number> =>
  run(process.execPath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...projects.map((name) => `--project=${name}`),
    ...args,
  ]);

const lintAndTypes = async (): Promise<number> => {
  const codes = await Promise.all([
    run(bin('biome'), ['check', '--error-on-warnings', '.']),
    run(bin('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo']),
  ]);
  return Math.max(...codes);
};

const [first, ...rest] = process.argv.slice(2);
const isSlow = (name: string): boolean => name === deployProject || slowProjects.includes(name);
if (first === '--all') {
  const chosen = rest.filter(isSlow);
  process.exitCode = await vitest(
    chosen.length > 0 ? chosen : slowProjects,
    rest.filter((arg) => !isSlow(arg)),
  );
} else if (first !== undefined) {
  process.exitCode = await vitest([], [first, ...rest]);
} else {
  process.exitCode = (await lintAndTypes()) || (await vitest(quickProjects, []));
}
