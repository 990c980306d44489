import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export class NoPython extends Error {
  override readonly name = 'NoPython';
}

const runOrThrow = (command: string, args: string[]): void => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stderr.slice(-2_000)}`);
};

/** Creates or reuses a virtual environment in `.cache/`. @returns its `bin` folder. @throws NoPython */
export const pythonEnvironment = (name: string, requirements: string): string => {
  const python = ['python3', 'python'].find(
    (candidate) => spawnSync(candidate, ['-c', 'import venv, ensurepip']).status === 0,
  );
  if (!python) throw new NoPython('Expected Python 3 with its venv module: install it and try again.');
  const folder = join(root, '.cache', name);
  const installed = join(folder, 'requirements.txt');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== readFileSync(requirements, 'utf8')) {
    process.stdout.write(`Installing ${name}\n`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    runOrThrow(python, ['-m', 'venv', folder]);
    runOrThrow(join(folder, 'bin/pip'), ['install', '--quiet', '--no-deps', '-r', requirements]);
    copyFileSync(requirements, installed);
  }
  return join(folder, 'bin');
};
