// `npm test`: lint, types, then every test. Each step stops the run when it fails; vitest's summary comes last.
// Arguments go to vitest: `npm test -- test/pricing`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const steps: [title: string, command: string, args: string[]][] = [
  ['Lint and format', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['Types', bin('tsc'), ['--noEmit']],
  [
    'Tests',
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)],
  ],
];

for (const [title, command, args] of steps) {
  process.stdout.write(`\n${title}\n`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) {
    process.stderr.write(`\n${title}: failed.\n`);
    process.exit(status ?? 1);
  }
}
