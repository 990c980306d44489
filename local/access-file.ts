import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stateFolder } from './state-folder.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Takes the place of the file, e.g. for a program that another account runs. */
export const accessKeyVariable = 'SCRAP_PRICES_LOCAL_ACCESS_KEY';

/** Where the access key of the stack at a port stands while it runs, for its owner's command line alone to read. */
export const accessFile = (variables: Variables, port: number | string): string =>
  join(stateFolder(variables), `local-access-${port}`);

/** Keeps an access key. @returns what removes it again. @throws Error where it cannot be kept. */
export const keepAccessKey = (file: string, accessKey: string): (() => void) => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A file that is there already would keep its mode.
  rmSync(file, { force: true });
  writeFileSync(file, `${accessKey}\n`, { mode: 0o600, flag: 'wx' });
  return () => rmSync(file, { force: true });
};

/** @returns `undefined` where this person runs no stack. */
export const readAccessKey = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
};
