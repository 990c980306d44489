import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const lockName = 'lock.db';
/** Names of what a stack keeps. The last is in the root of a file system. */
const ownNames = /^(?:lock\.db|dynamodb|sqs|schedules\.json|lost\+found)$/;
/** Names of the files of LevelDB and SQLite in the folders of tables and queues. */
const ownParts: Readonly<Record<string, RegExp>> = {
  dynamodb: /^(?:CURRENT|LOCK|LOG|LOG\.old|MANIFEST-\d+|\d+\.(?:log|ldb|sst|dbtmp))$/,
  sqs: /^fauxqs\.db(?:-\w+)?$/,
};

/** Files that are not a stack's. */
const foreignIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!ownNames.test(entry.name)) return [entry.name];
    const own = ownParts[entry.name];
    if (own === undefined || !entry.isDirectory()) return [];
    const names = readdirSync(join(folder, entry.name)).filter((name) => !own.test(name));
    return names.map((name) => join(entry.name, name));
  });

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
    const isIntact = /no space left|read-only file system|permission denied|ENOSPC|EROFS|EACCES/i.test(
      reason,
    );
    if (isIntact)
      throw new Error(
        `${path} cannot be opened (${reason}). Its ${contents} are intact: give the folder space and the right to write, and start again.`,
        { cause: error },
      );
    throw new Error(
      `${path} cannot be read (${reason}). Restore it from a backup, or delete it to start without its ${contents}.`,
      { cause: error },
    );
  }
};

/** @throws Error if the folder cannot be made, or holds files of others. */
const openFolder = (folder: string): void => {
  let foreign: string[];
  try {
    // It holds webhook secrets. An existing folder keeps its mode; the parts in it are private by themselves.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    foreign = existsSync(join(folder, lockName)) ? [] : foreignIn(folder);
  } catch (error) {
    throw new Error(
      `The data folder ${folder} cannot be used (${(error as Error).message}): choose another folder.`,
      { cause: error },
    );
  }
  if (foreign.length > 0)
    throw new Error(
      `The data folder ${folder} holds other files, such as ${foreign[0]}: choose an empty or new folder.`,
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
