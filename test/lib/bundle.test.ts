import { execFile } from 'node:child_process';
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { bundleFunction, bundlesFolder, functionNames } from '../../lib/bundle.ts';
import bundleAll from '../global-setup.ts';

const bundler = join(import.meta.dirname, '../../lib/bundle.ts');
// A separate registry, so that no other test's bundle is affected.
const registry = { SellingSites: [{ Name: `bundle-test-${process.pid}`, Url: 'https://shop.example/' }] };
const made = new Set<string>();
const stamps = (): string[] =>
  globSync('queue-*.stamp.json', { cwd: bundlesFolder }).map((name) => join(bundlesFolder, name));
const stampsBefore = new Set(stamps());
const ownStamps = (): string[] => stamps().filter((file) => !stampsBefore.has(file));
afterAll(() => {
  for (const path of [...made, ...ownStamps()]) rmSync(path, { recursive: true, force: true });
});

it('can be built by several processes concurrently, also anew', async () => {
  const program = `import { globSync, rmSync } from 'node:fs';
    import { bundleFunction } from ${JSON.stringify(bundler)};
    const before = ${JSON.stringify([...stampsBefore])};
    for (let round = 0; round < 2; round += 1) {
      for (const stamp of globSync(${JSON.stringify(join(bundlesFolder, 'queue-*.stamp.json'))}))
        if (!before.includes(stamp)) rmSync(stamp, { force: true });
      process.stdout.write(bundleFunction('queue', ${JSON.stringify(registry)}) + '\\n');
    }`;
  const run = promisify(execFile);
  const outputs = await Promise.all(
    Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '-e', program])),
  );
  for (const { stdout } of outputs) for (const folder of stdout.trim().split('\n')) made.add(folder);
  expect(made.size).toBe(1);
  expect(existsSync(join([...made][0]!, 'index.mjs'))).toBe(true);
});

it('stays as it is when it is built anew, since another process may use it', () => {
  const folder = bundleFunction('queue', registry);
  made.add(folder);
  const mark = join(folder, 'mark');
  writeFileSync(mark, '');
  for (const stamp of ownStamps()) rmSync(stamp);
  expect(bundleFunction('queue', registry)).toBe(folder);
  expect(existsSync(mark)).toBe(true);
});

it('exists for every function before the tests run', () => {
  const folders = globSync('lambdas/*/index.ts', { cwd: join(import.meta.dirname, '../..') });
  expect(folders.map((file) => dirname(file).split('/')[1]).toSorted()).toEqual(functionNames.toSorted());
  bundleAll();
  for (const name of functionNames) {
    expect(globSync(`${name}-*/index.mjs`, { cwd: bundlesFolder }), name).not.toEqual([]);
  }
});
