import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const made = /^(?:\.git|node_modules|build|cdk\.out|\.cache|coverage)$/;
const paths = globSync('**/*', { cwd: root, exclude: (name) => made.test(name) });

test('no file has more than 512 KiB: every clone carries it for ever', () => {
  const large = paths.filter((path) => statSync(join(root, path)).size > 512 * 1024);
  expect(paths.length).toBeGreaterThan(500);
  expect(large.filter((path) => statSync(join(root, path)).isFile())).toEqual([]);
});

test('no two names differ in capitals alone: they are one file on macOS and Windows', () => {
  const known = Map.groupBy(paths, (path) => path.toLowerCase());
  expect([...known.values()].filter(({ length }) => length > 1)).toEqual([]);
});
