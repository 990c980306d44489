import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A folder that only this stack writes to, until `release`. */
export interface DataFolder {
  dynamodb: string;
  sqs: string;
  release: () => void;
}

/**
 * Takes a folder for this process alone. The lock is the operating system's own, so it ends with the process,
 * however that ends.
 *
 * @throws Error when another local stack uses the folder.
 */
export const takeDataFolder = (folder: string): DataFolder => {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new Error(
      `The data folder ${folder} is in use by another local stack; choose another one or stop that.`,
      {
        cause,
      },
    );
  }
  return { dynamodb: join(folder, 'dynamodb'), sqs: join(folder, 'sqs'), release: () => lock.close() };
};
