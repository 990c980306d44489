import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatLicenseKey, keyRandomBytes } from '../lambdas/domain/license/license.ts';

/**
 * Returns the folder for state that outlives one run.
 *
 * @param variables - environment; `XDG_STATE_HOME` as in the XDG Base Directory Specification.
 */
export const stateFolder = (variables: Variables): string =>
  join(variables.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'scrap-prices');

type Variables = Readonly<Record<string, string | undefined>>;

/** Replaces the file, e.g. for programs of another account. */
export const accessKeyVariable = 'SCRAP_PRICES_LOCAL_ACCESS_KEY';

/** Returns the file that holds the access key of the stack at a port while it runs. */
export const accessFile = (variables: Variables, port: number | string): string =>
  join(stateFolder(variables), `local-access-${port}`);

/** Saves an access key, readable by its owner only. @returns a function that removes it. */
export const keepAccessKey = (file: string, accessKey: string): (() => void) => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // An existing file would keep its mode.
  rmSync(file, { force: true });
  writeFileSync(file, `${accessKey}\n`, { mode: 0o600, flag: 'wx' });
  return () => rmSync(file, { force: true });
};

/** @returns `undefined` if this user runs no stack there. */
export const readAccessKey = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
};

/** Returns the file of the license key that all local stacks of a user share. */
export const localKeyFile = (variables: Variables): string =>
  join(stateFolder(variables), 'local-license-key');

const keyForm = /^sp_live_[\w-]{43}$/;

/** @returns `undefined` if the file is missing or invalid. */
const readKey = (file: string): string | undefined => {
  try {
    const key = readFileSync(file, 'utf8').trim();
    if (!keyForm.test(key)) return undefined;
    // A copied file may be readable by others.
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Writes a key atomically unless another start was first. */
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
 * Returns the license key of the user's local stacks. The first start creates it; deleting the file replaces it.
 *
 * @throws Error if it can neither be read nor saved.
 */
export const keptLocalKey = (file: string): string => {
  const saved = readKey(file);
  if (saved !== undefined) return saved;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = formatLicenseKey(randomBytes(keyRandomBytes));
  offerKey(file, made);
  const agreed = readKey(file);
  if (agreed !== undefined) return agreed;
  // The file holds something else.
  rmSync(file, { force: true });
  offerKey(file, made);
  return readKey(file) ?? made;
};
