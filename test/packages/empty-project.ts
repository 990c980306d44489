import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
export const run = promisify(execFile);

/** Supported releases of Node.js, by npm package. */
export const nodeMajors = [20, 22, 24] as const;
const programsFolder = join(root, '.cache/programs');

/** Returns a program of an npm package, installed once. @param file - path in the package. */
export const programOf = (name: string, version: string, file: string): string => {
  const folder = join(programsFolder, `${name}@${version}`);
  const program = join(folder, 'node_modules', name, file);
  if (existsSync(program)) return program;
  mkdirSync(programsFolder, { recursive: true });
  // Test files run in parallel: each installs into its own folder, and the first moves it into place.
  const fresh = mkdtempSync(join(programsFolder, 'fresh-'));
  try {
    writeFileSync(join(fresh, 'package.json'), '{}');
    execFileSync(
      'npm',
      ['install', `${name}@${version}`, '--no-audit', '--no-fund', '--ignore-scripts=false'],
      {
        cwd: fresh,
        stdio: 'pipe',
      },
    );
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(program)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return program;
};

export const nodeOf = (version: number | string): string => programOf('node', String(version), 'bin/node');

/** Settings for reaching the registry. */
const isOfNetwork = (name: string): boolean => /^(?:NODE_EXTRA_CA_CERTS|(?:https?|no)_proxy)$/i.test(name);

/** Returns an environment with that release of `node` and nothing of the project. */
export const environmentOf = (version: number | string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => isOfNetwork(name))),
  PATH: [dirname(nodeOf(version)), process.env.PATH].join(delimiter),
  HOME: process.env.HOME,
});

/** Creates a folder outside the project in which archives are installed. */
export const emptyProject = async (...archives: string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-project-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await run('npm', ['install', ...archives, '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: folder,
    });
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    folder,
    write: (file: string, text: string): string => {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    [Symbol.dispose]: dispose,
  };
};
