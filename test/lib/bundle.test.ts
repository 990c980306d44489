import { execFile } from 'node:child_process';
import { existsSync, globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { bundlesFolder, functionNames } from '../../lib/bundle.ts';
import bundleAll from '../global-setup.ts';

const bundler = join(import.meta.dirname, '../../lib/bundle.ts');
// A separate registry, so that no other test's bundle is affected.
const registry = { SellingSites: [{ Name: `bundle-test-${process.pid}`, Url: 'https://shop.example/' }] };
let made: string | undefined;
afterAll(() => {
  if (made === undefined) return;
  rmSync(made, { recursive: true, force: true });
  rmSync(`${made}.stamp.json`, { force: true });
});

it('can be built by several processes concurrently', async () => {
  const program = `import { bundleFunction } from ${JSON.stringify(bundler)};
    process.stdout.write(bundleFunction('queue', ${JSON.stringify(registry)}));`;
  const run = promisify(execFile);
  const outputs = await Promise.all(
    Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '-e', program])),
  );
  const folders = new Set(outputs.map(({ stdout }) => stdout));
  expect(folders.size).toBe(1);
  [made] = folders;
  expect(existsSync(join(made!, 'index.mjs'))).toBe(true);
});

it('exists for every function before the tests run', () => {
  const folders = globSync('lambdas/*/index.ts', { cwd: join(import.meta.dirname, '../..') });
  expect(folders.map((file) => dirname(file).split('/')[1]).toSorted()).toEqual(functionNames.toSorted());
  bundleAll();
  for (const name of functionNames) {
    expect(globSync(`${name}-*/index.mjs`, { cwd: bundlesFolder }), name).not.toEqual([]);
  }
});
