import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { consoleFolder } from '../console/files.ts';
import { rootPages } from './navigation.ts';

// Separate from `build.ts`, whose libraries are slow to load.

const project = join(import.meta.dirname, '..');
const program = join(project, 'scripts/build-docs.ts');

/** Default folder of the site, beside the console, which links to it. */
export const docsFolder = join(consoleFolder, 'docs');

export const stampName = '.stamp';

/** Lists the input files of the site, relative to the project, without packages. */
export const docsInputs = (): string[] => {
  const below = (folder: string): string[] =>
    readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(project, join(parentPath, name)));
  return [
    ...['docs', 'docs-site', 'examples'].flatMap(below),
    ...Object.keys(rootPages),
    'console/icon.svg',
  ].toSorted();
};

export const stampOfInputs = (): string => {
  const hash = createHash('sha256');
  for (const input of [...docsInputs(), 'package-lock.json'])
    hash.update(input).update(readFileSync(join(project, input)));
  return hash.digest('hex');
};

/** Returns true if the site in a folder is up to date. */
export const areDocsCurrent = (folder = docsFolder): boolean => {
  const stampFile = join(folder, stampName);
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOfInputs();
};

let building: Promise<unknown> | undefined;

/** Rebuilds the documentation in a separate process if its inputs have changed. */
export const keepDocsCurrent = async (): Promise<void> => {
  if (!building && areDocsCurrent()) return;
  building ??= promisify(execFile)(process.execPath, [program, docsFolder]).finally(() => {
    building = undefined;
  });
  await building;
};

/** Like {@link keepDocsCurrent}, synchronously. */
export const keepDocsCurrentSync = (): void => {
  if (areDocsCurrent()) return;
  try {
    execFileSync(process.execPath, [program, docsFolder], { stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    // Dead links are printed, but do not prevent the start of the service.
    if (!areDocsCurrent()) throw error;
  }
};
