import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { removeAbandonedTempFolders } from '../../local/functions/processes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Beyond the largest process id. */
const noProcess = 2 ** 30;
const folderOf = (processId: number, name: string): string => {
  const made = join(folder, `scrap-prices-function-${processId}-${name}`);
  mkdirSync(join(made, 'chromium'), { recursive: true });
  return made;
};

it.runIf(process.platform !== 'win32')('removes folders of dead stacks of this user', () => {
  const [dead, alive] = [folderOf(noProcess, 'a'), folderOf(process.pid, 'b')];
  removeAbandonedTempFolders();
  expect([existsSync(dead), existsSync(alive)]).toEqual([false, true]);
});

it.runIf(process.getuid?.() === 0)('leaves those of other users', () => {
  const foreign = folderOf(noProcess, 'a');
  chownSync(foreign, 12_345, 12_345);
  removeAbandonedTempFolders();
  expect(existsSync(foreign)).toBe(true);
});
