import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
export const run = promisify(execFile);

/** Releases of Node.js that packages support, by the npm package that brings them. */
export const nodeMajors = [20, 22, 24] as const;
const programsFolder = join(root, '.cache/programs');

/** @returns a program that a package of the registry brings, installed once. @param file - in the package. */
export const programOf = (name: string, version: string, file: string): string => {
  const folder = join(programsFolder, `${name}@${version}`);
  const program = join(folder, 'node_modules', name, file);
  if (existsSync(program)) return program;
  mkdirSync(programsFolder, { recursive: true });
  // Files of tests run side by side: each installs apart, and whoever ends first puts it where all look for it.
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

/** @returns the program of that release. */
export const nodeOf = (major: number): string => programOf('node', String(major), 'bin/node');

/** How this machine reaches the registry. */
const isOfNetwork = (name: string): boolean => /^(?:NODE_EXTRA_CA_CERTS|(?:https?|no)_proxy)$/i.test(name);

/** Variables of an environment in which `node` is that release, with nothing of the project's own. */
export const environmentOf = (major: number): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => isOfNetwork(name))),
  PATH: [dirname(nodeOf(major)), process.env.PATH].join(delimiter),
  HOME: process.env.HOME,
});

/** A folder outside the project in which archives are installed, as users do. */
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
