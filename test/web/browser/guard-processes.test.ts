// Guards plain processes that use memory, without a browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { defaultBrowserLimits } from '../../../lambdas/web/browser/browser-limits.ts';
import { guardProcesses } from '../../../lambdas/web/browser/guard-processes.ts';

vi.setConfig({ testTimeout: 120_000 });
const mebibyte = 1024 ** 2;

/** Leads its own process group, like a browser, and fills memory. */
const spawnHog = () =>
  spawn(
    process.execPath,
    ['-e', `const all=[];setInterval(()=>{if(all.length<80)all.push(Buffer.alloc(${8 * mebibyte},7))},5)`],
    { detached: true, stdio: 'ignore' },
  );

it.runIf(process.platform === 'linux')('works while the main thread is busy, and reports why', async () => {
  const hog = spawnHog();
  const exited = new Promise<NodeJS.Signals | null>((resolve) => {
    hog.once('exit', (_code, signal) => resolve(signal));
  });
  const guard = guardProcesses(hog.pid!, tmpdir(), {
    ...defaultBrowserLimits,
    sharedBytes: 300 * mebibyte,
  });
  // Block this thread until the guard has killed it; a killed process stays until it is reaped.
  const status = `/proc/${hog.pid}/smaps_rollup`;
  const isHeld = (): boolean => {
    try {
      return readFileSync(status, 'utf8') !== '';
    } catch {
      return false;
    }
  };
  while (isHeld()) {}
  expect(await exited).toBe('SIGKILL');
  expect(await guard.reason('page')).toBeUndefined();
  expect(await guard.reason('browser')).toEqual({
    browser: hog.pid,
    renderer: undefined,
    cap: 'sharedBytes',
  });
  guard.end();
});

it.runIf(process.platform === 'linux').each([
  ['that it keeps', ''],
  ['that it has deleted and keeps open', 'fs.unlinkSync(name);'],
])('kills a process that fills a nearly full disk with files %s', async (_which, afterwards) => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-disk-'));
  const program = `const fs=require('node:fs');let n=0;const part=Buffer.alloc(${mebibyte},7);
    setInterval(()=>{if(n>=40)return;const name=${JSON.stringify(folder)}+'/'+(n++);
      const file=fs.openSync(name,'w');fs.writeSync(file,part);${afterwards}},5)`;
  const hog = spawn(process.execPath, ['-e', program], { detached: true, stdio: 'ignore' });
  const exited = new Promise<NodeJS.Signals | null>((resolve) => {
    hog.once('exit', (_code, signal) => resolve(signal));
  });
  const guard = guardProcesses(hog.pid!, folder, {
    ...defaultBrowserLimits,
    // As if the disk were nearly full.
    diskFreeBytes: Number.MAX_SAFE_INTEGER,
    diskBytes: 20 * mebibyte,
  });
  try {
    expect(await exited).toBe('SIGKILL');
    expect(await guard.reason('browser')).toMatchObject({ browser: hog.pid, cap: 'diskBytes' });
    // All but the current file are deleted.
    if (afterwards !== '') expect(readdirSync(folder).length).toBeLessThanOrEqual(1);
  } finally {
    guard.end();
    rmSync(folder, { recursive: true, force: true });
  }
});

it.runIf(process.platform === 'linux')(
  'does not keep a program alive after its browsers are closed',
  async () => {
    const guard = new URL('../../../lambdas/web/browser/guard-processes.ts', import.meta.url).href;
    const limits = JSON.stringify(defaultBrowserLimits);
    const program = `const { guardProcesses } = await import('${guard}');
    guardProcesses(process.pid + 1_000_000, '/nowhere', ${limits}).end();
    process.on('exit', () => console.log('ended by itself'));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(said).toBe('ended by itself\n');
  },
);
