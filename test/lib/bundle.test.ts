import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const bundler = join(import.meta.dirname, '../../lib/bundle.ts');
// A registry of its own, so that no other test's bundle is touched.
const registry = { SellingSites: [{ Name: `bundle-test-${process.pid}`, Url: 'https://shop.example/' }] };
let made: string | undefined;
afterAll(() => {
  if (made === undefined) return;
  rmSync(made, { recursive: true, force: true });
  rmSync(`${made}.stamp.json`, { force: true });
});

it('is made by several processes at the same time without one disturbing another', async () => {
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
