import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodeOf } from '../../cli/exit-codes.ts';
import { fileProblem } from '../../lib/file-problem.ts';
import { temporaryFolder } from './run-cli.ts';

const problemOf = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It succeeded.');
};

test('a file in place of a folder is named, with what to do', () => {
  using it = temporaryFolder();
  const file = join(it.folder, 'file');
  writeFileSync(file, '');
  for (const folder of [file, join(file, 'below')]) {
    const error = problemOf(() => mkdirSync(folder, { recursive: true }));
    expect(fileProblem(error)).toMatch(/file.* should be a folder\. Rename the file/);
    expect(exitCodeOf(error)).toBe(2);
  }
});

test.each([
  ['EACCES', /permission is denied.*XDG_STATE_HOME.*SCRAP_PRICES_CACHE.*--data/],
  ['EROFS', /read-only/],
  ['ENOSPC', /disk is full/],
])('%s is explained', (code, text) => {
  const error = Object.assign(new Error(code), { code, path: '/home/a/.cache', syscall: 'mkdir' });
  expect(fileProblem(error)).toMatch(text);
  expect(fileProblem(error)).toContain('/home/a/.cache');
});

test.each([new Error('a'), Object.assign(new Error('b'), { code: 'ENOENT', path: '/a' }), undefined])(
  'other errors are not explained: %s',
  (error) => {
    expect(fileProblem(error ?? {})).toBeUndefined();
  },
);
