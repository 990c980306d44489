import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const lockName = 'lock.db';
/** The last is in the root of a file system. */
const ownNames = [lockName, 'dynamodb', 'sqs', 'schedules.json', 'lost+found'];

/** SQLite's code for a lock that another process holds. */
const sqliteBusy = 5;

/**
 * Runs what reads a part of a data folder.
 *
 * @param path - of the file or folder.
 * @param contents - what is lost with it, e.g. `schedules of watches`.
 * @throws Error naming the part and what to do about it.
 */
export const readKept = async <T>(path: string, contents: string, read: () => T | Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = [message, (cause as Error | undefined)?.message].filter(Boolean).join(': ');
    throw new Error(
      `${path} cannot be read (${reason}). Restore it from a backup, or delete it to start without its ${contents}.`,
      { cause: error },
    );
  }
};

/** @throws Error if the folder cannot be made, or holds files of others. */
const openFolder = (folder: string): void => {
  let names: string[];
  try {
    // It holds webhook secrets. An existing folder keeps its mode; the parts in it are private by themselves.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    names = readdirSync(folder);
  } catch (error) {
    throw new Error(
      `The data folder ${folder} cannot be used (${(error as Error).message}): choose another folder.`,
      { cause: error },
    );
  }
  const foreign = names.find((name) => !ownNames.includes(name));
  if (foreign !== undefined && !names.includes(lockName))
    throw new Error(
      `The data folder ${folder} holds other files, such as ${foreign}: choose an empty or new folder.`,
    );
};

/**
 * Locks a folder until `release`. SQLite's file lock ends with the process, even if it is killed.
 *
 * @throws Error if another local stack uses the folder, or it holds files that are not a stack's.
 */
export const takeDataFolder = (folder: string) => {
  openFolder(folder);
  const file = join(folder, lockName);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    throw new Error(
      (cause as { errcode?: number }).errcode === sqliteBusy
        ? `The data folder ${folder} is in use by another local stack: stop that one or choose another folder.`
        : `${file} cannot be locked (${(cause as Error).message}). It holds nothing: delete it if it is damaged, or choose another folder.`,
      { cause },
    );
  }
  const held = lock;
  return {
    dynamodb: join(folder, 'dynamodb'),
    sqs: join(folder, 'sqs'),
    schedulesFile: join(folder, 'schedules.json'),
    release: (): void => held.close(),
  };
};
