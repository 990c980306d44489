import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkFiles, checkRepository } from '../../scripts/repository-files.ts';

test('the repository holds what belongs to it', () => {
  const { cases, violations, report } = checkRepository();
  // Which files were looked at differs between a clone and a tarball, and nobody should have to guess.
  console.log(report);
  expect(violations).toEqual([]);
  expect(cases).toBeGreaterThan(500);
});

const file = (path: string, bytes = 1, isSpecial = false) => ({ path, bytes, isSpecial });

describe('a file', () => {
  test.each([
    ['code', 'lambdas/pricing/a.ts'],
    ['one of the root', 'README.md'],
    ['a screenshot', 'docs/images/a.png'],
    ['a page that a test reads', 'test/pages/a.html'],
    ['of no kind, in its place', '.ci/run'],
  ])('belongs here: %s', (_what, path) => {
    expect(checkFiles([file(path, 512 * 1024)])).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    ['an archive in the root', 'pandas-2.0.0.tar.gz', /^pandas-2\.0\.0\.tar\.gz is not one of the files/],
    ['a note in the root', 'NOTES.md', /Move it into a folder, or name it in "rootFiles"/],
    ['a wheel in a folder', 'test/a.whl', /kind \(\.whl\) that nothing here names/],
    ['a program', 'scripts/run', /kind \(no extension\)/],
    [
      'a picture among code',
      'lambdas/a.png',
      /is a \.png file \(screenshots in documents\) outside docs\/images/,
    ],
    ['a folder whose name begins like another', 'docs/images-old/a.png', /outside docs\/images/],
    ['code in a new folder', 'old/a.ts', /outside bench, bin/],
    ['a name of every object', 'constructor', /is not one of the files/],
    ['an ending in capitals', 'docs/images/a.PNG', /kind \(\.PNG\)/],
  ])('does not: %s', (_what, path, says) => {
    expect(checkFiles([file(path)])).toEqual([expect.stringMatching(says)]);
  });

  test('has at most 512 KiB', () => {
    expect(checkFiles([file('docs/images/a.png', 512 * 1024 + 1)])).toEqual([
      'docs/images/a.png has 524289 bytes, more than the 524288 that a file may have; make it smaller.',
    ]);
  });

  test('is no link', () => {
    expect(checkFiles([file('docs/a.md', 1, true)])).toEqual([expect.stringContaining('link or a device')]);
  });

  test('has a name that no other has in other letters', () => {
    expect(checkFiles([file('docs/a.md'), file('docs/A.md')])).toEqual([
      'docs/a.md and docs/A.md are one file on macOS and Windows; rename one.',
    ]);
  });
});

describe('which files are looked at', () => {
  let top: string;
  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
    for (const path of ['README.md', 'scratch.zip', 'node_modules/a/a.node', 'npm-debug.log']) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), '');
    }
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: top,
      stdio: 'ignore',
      // Neither the tester's settings nor what git tells the hooks that it runs.
      env: { PATH: process.env.PATH ?? '', HOME: top },
    });

  // Node.js and npm are all that the tests need; without git only what is said of tarballs can be tried.
  const hasGit = spawnSync('git', ['--version']).status === 0;
  if (!hasGit) console.warn('There is no git on this machine: which files it tracks is not tested.');

  test.runIf(hasGit)('those that git tracks, so that nobody’s scratch file fails the tests', () => {
    git('init');
    git('add', 'README.md');
    expect(checkRepository(top)).toEqual({ cases: 1, violations: [], report: '1 files that git tracks' });
    git('add', 'scratch.zip');
    expect(checkRepository(top).violations).toEqual([expect.stringMatching(/^scratch\.zip /)]);
  });

  test.runIf(hasGit)('none that is deleted and not yet committed', () => {
    git('init');
    git('add', 'README.md', 'scratch.zip');
    rmSync(join(top, 'scratch.zip'));
    expect(checkRepository(top)).toMatchObject({ cases: 1, violations: [] });
  });

  test('all in a copy without its repository but what installing and running make, and that is said', () => {
    symlinkSync('README.md', join(top, 'LICENSE'));
    const { cases, violations, report } = checkRepository(top);
    expect(violations).toEqual([
      expect.stringMatching(/^LICENSE is a link/),
      expect.stringMatching(/^scratch\.zip is not one/),
    ]);
    expect([cases, report]).toEqual([3, '3 files, all that are here, since git tracks none of them']);
  });

  test.runIf(hasGit)('all in a copy that lies in a repository of somebody else', () => {
    git('init');
    const copy = join(top, 'copy');
    mkdirSync(copy);
    writeFileSync(join(copy, 'a.zip'), '');
    expect(checkRepository(copy)).toMatchObject({ cases: 1, violations: [expect.stringMatching(/^a\.zip/)] });
  });
});
