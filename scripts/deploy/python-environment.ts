import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** No usable Python is here. */
export class NoPython extends Error {
  override readonly name = 'NoPython';
}

const must = (command: string, args: string[]): void => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stderr.slice(-2_000)}`);
};

/**
 * Makes a virtual environment in `.cache/` with what a file of requirements lists, at exact versions; once.
 *
 * @returns the folder of its programs.
 * @throws NoPython
 */
export const pythonEnvironment = (name: string, requirements: string): string => {
  const python = ['python3', 'python'].find(
    (candidate) => spawnSync(candidate, ['-c', 'import venv, ensurepip']).status === 0,
  );
  if (!python) throw new NoPython('Python 3 with its venv module is needed; install it and run this again.');
  const folder = join(root, '.cache', name);
  const installed = join(folder, 'requirements.txt');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== readFileSync(requirements, 'utf8')) {
    process.stdout.write(`Installing ${name}, once\n`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    must(python, ['-m', 'venv', folder]);
    must(join(folder, 'bin/pip'), ['install', '--quiet', '--no-deps', '-r', requirements]);
    copyFileSync(requirements, installed);
  }
  return join(folder, 'bin');
};
