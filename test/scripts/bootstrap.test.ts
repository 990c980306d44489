// The first command in a fresh clone, with a fake npm.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';

let clone: string;

/** Waits for the file `go`, then creates the expected files or fails, as the file says. */
const fakeNpm = `#!/usr/bin/env node
const { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, copyFileSync } = require('node:fs');
appendFileSync('installations', 'npm ' + process.argv.slice(2).join(' ') + '\\n');
const wait = setInterval(() => {
  // A failed test deletes its folder.
  if (!existsSync('installations')) process.exit(1);
  if (!existsSync('go')) return;
  clearInterval(wait);
  if (readFileSync('go', 'utf8') === 'fail') {
    console.error('npm error code ENOTFOUND');
    process.exit(1);
  }
  console.log('added 1 package in 1s');
  mkdirSync('node_modules/node/bin', { recursive: true });
  symlinkSync(process.execPath, 'node_modules/node/bin/node');
  copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
}, 10);
`;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'scrap-prices-clone-'));
  for (const folder of ['scripts', 'bin']) mkdirSync(join(clone, folder));
  cpSync(join(import.meta.dirname, '../../scripts/bootstrap.mjs'), join(clone, 'scripts/bootstrap.mjs'));
  const lock = { packages: { '': {}, 'node_modules/node': { version: '24.0.0' } } };
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(join(clone, 'program.mjs'), 'console.log("ran", ...process.argv.slice(2));');
  writeFileSync(join(clone, 'bin/npm'), fakeNpm);
  chmodSync(join(clone, 'bin/npm'), 0o755);
});
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(clone, { recursive: true, force: true });
});

const letNpm = (how: 'install' | 'fail') => writeFileSync(join(clone, 'go'), how);
const installations = (): number =>
  existsSync(join(clone, 'installations'))
    ? readFileSync(join(clone, 'installations'), 'utf8').trim().split('\n').length
    : 0;
const lockFile = () => join(clone, '.cache/installing');

const start = (argument: string, variables?: Record<string, string>) =>
  startProgram([join(clone, 'scripts/bootstrap.mjs'), join(clone, 'program.mjs'), argument], variables);

const startProgram = (args: string[], variables: Record<string, string> = {}) => {
  const child = spawn(process.execPath, args, {
    cwd: clone,
    env: { ...process.env, PATH: `${join(clone, 'bin')}:${process.env.PATH}`, ...variables },
  });
  children.push(child);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (data: string) => {
    said += data;
  });
  const ended = Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]).then(([output, code]) => ({ output, code, said }));
  return { ended, says: (what: RegExp) => eventually(() => expect(said).toMatch(what)) };
};

it('installs once for two concurrent commands, and explains the wait to the second', async () => {
  const first = start('first');
  await first.says(/^Installing dependencies/);
  const second = start('second');
  await second.says(/^Waiting for another command .*\n$/);
  letNpm('install');
  expect(await first.ended).toMatchObject({ output: 'ran first\n', code: 0 });
  expect(await second.ended).toMatchObject({ output: 'ran second\n', code: 0 });
  expect(installations()).toBe(1);
  expect(existsSync(lockFile())).toBe(false);
});

it('lets the waiting command retry if the first one failed', async () => {
  const first = start('first');
  await first.says(/^Installing/);
  const second = start('second');
  await second.says(/^Waiting for another command/);
  letNpm('fail');
  expect(await first.ended).toMatchObject({
    code: 1,
    said: expect.stringContaining('npm registry could not be reached'),
  });
  expect(await second.ended).toMatchObject({
    code: 1,
    said: expect.stringContaining('Installing dependencies'),
  });
  expect(installations()).toBe(2);
  expect(existsSync(lockFile())).toBe(false);
});

// Some shells, e.g. dash, die from the signal without forwarding it.
it.skipIf(!existsSync('/proc/self/status'))('ends with npm’s shell', async () => {
  letNpm('install');
  const ids = join(clone, 'ids');
  writeFileSync(
    join(clone, 'program.mjs'),
    `import { writeFileSync } from 'node:fs';
     process.on('SIGTERM', () => process.exit());
     setInterval(() => {}, 1_000);
     writeFileSync(${JSON.stringify(ids)}, process.pid + ' ' + process.ppid);`,
  );
  const program = `"${process.execPath}" scripts/bootstrap.mjs program.mjs; exit`;
  const shell = spawn('sh', ['-c', program], {
    cwd: clone,
    stdio: 'ignore',
    env: { ...process.env, PATH: `${join(clone, 'bin')}:${process.env.PATH}`, npm_lifecycle_event: 'start' },
  });
  await eventually(() => expect(existsSync(ids)).toBe(true));
  await eventually(() => expect(readFileSync(ids, 'utf8')).toMatch(/^\d+ \d+$/));
  shell.kill('SIGKILL');
  const isRunning = (id: number): boolean => {
    try {
      // A zombie stays in the process list until it is collected.
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  const processIds = readFileSync(ids, 'utf8').split(' ').map(Number);
  await eventually(() => expect(processIds.filter(isRunning)).toEqual([]));
});
