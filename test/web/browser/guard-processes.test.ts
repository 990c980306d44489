// The guard on processes of its own making: no browser is needed to hold memory.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { defaultBrowserLimits } from '../../../lambdas/web/browser/browser-limits.ts';
import { guardProcesses } from '../../../lambdas/web/browser/guard-processes.ts';

vi.setConfig({ testTimeout: 120_000 });
const mebibyte = 1024 ** 2;

/** Leads a group of its own, as a browser does, and fills memory. */
const spawnHog = () =>
  spawn(
    process.execPath,
    ['-e', `const all=[];setInterval(()=>{if(all.length<80)all.push(Buffer.alloc(${8 * mebibyte},7))},5)`],
    { detached: true, stdio: 'ignore' },
  );

it.runIf(process.platform === 'linux')('goes on while the main thread is busy, and says why', async () => {
  const hog = spawnHog();
  const exited = new Promise<NodeJS.Signals | null>((resolve) => {
    hog.once('exit', (_code, signal) => resolve(signal));
  });
  const guard = guardProcesses(hog.pid!, { ...defaultBrowserLimits, sharedBytes: 300 * mebibyte });
  // Nothing runs in this thread until the guard has killed it; what is killed stays until it is waited for.
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
