import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held until `release`. */
export interface ExclusiveLock {
  release: () => void;
}

/**
 * Takes a lock for this process alone. It is the operating system's own, so it ends with the process, however that ends.
 *
 * @param file - made where it is not there.
 * @throws Error when another process holds it.
 */
export const takeExclusiveLock = (file: string): ExclusiveLock => {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => lock.close() };
};

/** A folder that only this stack writes to, until `release`. */
export interface DataFolder {
  dynamodb: string;
  sqs: string;
  schedulesFile: string;
  release: () => void;
}

/**
 * Takes a folder for this process alone.
 *
 * @throws Error when another local stack uses the folder.
 */
export const takeDataFolder = (folder: string): DataFolder => {
  // Secrets of webhooks lie in it.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Also where somebody else has made it.
  chmodSync(folder, 0o700);
  let lock: ExclusiveLock;
  try {
    lock = takeExclusiveLock(join(folder, 'lock.db'));
  } catch (cause) {
    throw new Error(
      `The data folder ${folder} is in use by another local stack; choose another one or stop that.`,
      { cause },
    );
  }
  return {
    dynamodb: join(folder, 'dynamodb'),
    sqs: join(folder, 'sqs'),
    schedulesFile: join(folder, 'schedules.json'),
    release: lock.release,
  };
};
