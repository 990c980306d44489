import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { consoleFolder } from '../console/files.ts';
import { rootPages } from './navigation.ts';

// Apart from `build.ts`, whose libraries take longer to load than most starts need them.

const project = join(import.meta.dirname, '..');
const program = join(project, 'scripts/build-docs.ts');

/** Where the site is built by default: beside the console, which links to it. */
export const docsFolder = join(consoleFolder, 'docs');

export const stampName = '.stamp';

/** Files that decide what the site is, relative to the project; packages are not among them. */
export const docsInputs = (): string[] => {
  const below = (folder: string): string[] =>
    readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(project, join(parentPath, name)));
  return [...below('docs'), ...below('docs-site'), ...Object.keys(rootPages), 'console/icon.svg'].toSorted();
};

export const stampOfInputs = (): string => {
  const hash = createHash('sha256');
  for (const input of [...docsInputs(), 'package-lock.json'])
    hash.update(input).update(readFileSync(join(project, input)));
  return hash.digest('hex');
};

/** Tells whether the site in a folder is up to date with its inputs. */
export const areDocsCurrent = (folder = docsFolder): boolean => {
  const stampFile = join(folder, stampName);
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOfInputs();
};

let building: Promise<unknown> | undefined;

/** Builds the documentation where what it is made of has changed since, in a process of its own. */
export const keepDocsCurrent = async (): Promise<void> => {
  if (!building && areDocsCurrent()) return;
  building ??= promisify(execFile)(process.execPath, [program, docsFolder]).finally(() => {
    building = undefined;
  });
  await building;
};

/** Like {@link keepDocsCurrent}, for callers that cannot wait otherwise. */
export const keepDocsCurrentSync = (): void => {
  if (areDocsCurrent()) return;
  try {
    execFileSync(process.execPath, [program, docsFolder], { stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    // A dead link, which has been printed, is no reason not to start the service.
    if (!areDocsCurrent()) throw error;
  }
};
