import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pythonEnvironment } from '../deploy/python-environment.ts';
import { archivesFolder, packageFolder, root } from './folders.ts';

const run = promisify(execFile);
export const pythonSource = join(root, 'clients/python');

/** Returns the `bin` folder of the tools for the Python client. @throws NoPython */
export const pythonPrograms = (): string =>
  pythonEnvironment('python-client', join(pythonSource, 'tests/requirements.txt'));

export interface Distribution {
  file: string;
  bytes: number;
}

/** Builds the wheel and the source distribution of the Python client. @throws NoPython */
export const buildPython = async (): Promise<Distribution[]> => {
  const folder = packageFolder('python');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['src', 'pyproject.toml', 'README.md'])
    cpSync(join(pythonSource, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.endsWith('__pycache__'),
    });
  const args = ['-m', 'build', '--no-isolation', '--outdir', join(folder, 'dist')];
  await run(join(pythonPrograms(), 'python'), args, { cwd: folder });
  mkdirSync(archivesFolder, { recursive: true });
  return readdirSync(join(folder, 'dist')).map((name) => {
    const file = join(archivesFolder, name);
    cpSync(join(folder, 'dist', name), file);
    return { file, bytes: statSync(file).size };
  });
};
