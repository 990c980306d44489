import { exec, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('refuses to start a process in a unit test', () => {
  expect(() => spawnSync(process.execPath, ['--version'])).toThrow(/unit test/);
  expect(() => exec('node --version')).toThrow(/unit test/);
});
