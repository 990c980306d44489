import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatLicenseKey, keyRandomBytes } from '../lambdas/domain/license.ts';

/**
 * Where what a person's runs and starts have to remember is kept.
 *
 * @param variables - Of the environment: `XDG_STATE_HOME` as the XDG Base Directory Specification has it.
 */
export const stateFolder = (variables: Variables): string =>
  join(variables.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'scrap-prices');

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

/** Where the license key of `npm start` is kept, the same for every start and every data folder of one person. */
export const localKeyFile = (variables: Variables): string =>
  join(stateFolder(variables), 'local-license-key');

const keyForm = /^sp_live_[\w-]{43}$/;

/** @returns `undefined` when the file is not there, or holds no key. */
const readKey = (file: string): string | undefined => {
  try {
    const key = readFileSync(file, 'utf8').trim();
    if (!keyForm.test(key)) return undefined;
    // A copy from elsewhere may have come open to others; Windows has no such modes.
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Puts a key there unless another start has been quicker; whole or not at all, whenever this process ends. */
const offerKey = (file: string, key: string): void => {
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(own, `${key}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
};

/**
 * The license key of this person's local stacks: random, made by the first start and kept for the next ones, so that
 * profiles and scripts which have it go on working. Whoever deletes the file gets a new one.
 *
 * @throws Error when it can neither be read nor kept.
 */
export const keptLocalKey = (file: string): string => {
  const kept = readKey(file);
  if (kept !== undefined) return kept;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = formatLicenseKey(randomBytes(keyRandomBytes));
  offerKey(file, made);
  const now = readKey(file);
  if (now !== undefined) return now;
  // The content is not a key, and no loss.
  rmSync(file, { force: true });
  offerKey(file, made);
  return readKey(file) ?? made;
};
