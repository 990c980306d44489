import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a folder until `release`. SQLite's file lock ends with the process, even if it is killed.
 *
 * @throws Error if another local stack uses the folder.
 */
export const takeDataFolder = (folder: string) => {
  // It holds webhook secrets.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // An existing folder keeps its mode.
  chmodSync(folder, 0o700);
  const lock = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new Error(
      `The data folder ${folder} is in use by another local stack: stop that one or choose another folder.`,
      { cause },
    );
  }
  return {
    dynamodb: join(folder, 'dynamodb'),
    sqs: join(folder, 'sqs'),
    schedulesFile: join(folder, 'schedules.json'),
    release: (): void => lock.close(),
  };
};
