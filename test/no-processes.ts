import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/** esbuild compiles in a process of its own; a test that bundles is no slower for it. */
const isBundler = (command: unknown): boolean => /[\\/](?:esbuild)(?:\.exe)?$/.test(String(command));

/** Refuses to start a process in a test of the project "unit": browsers, stacks and commands have projects of their own. */
const refusing =
  <Args extends unknown[], Result>(start: (...args: Args) => Result) =>
  (...args: Args): Result => {
    if (isBundler(args[0])) return start(...args);
    throw new Error(
      `A unit test started the process "${String(args[0])}". Unit tests start none, so that \`npm test\` stays fast: ` +
        'put the test into a project of test/kinds.ts that may.',
    );
  };

const isRefused = Symbol.for('scrap-prices: no processes');
// The files of a worker share it, and each runs this.
if (!Object.hasOwn(childProcess, isRefused)) {
  for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const)
    Object.assign(childProcess, { [name]: refusing(childProcess[name] as (...args: unknown[]) => unknown) });
  Object.assign(childProcess, { [isRefused]: true });
  syncBuiltinESMExports();
}
