import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a folder for this process alone, until `release`. The lock is the operating system's own, so it ends with the
 * process, however that ends.
 *
 * @throws Error when another local stack uses the folder.
 */
export const takeDataFolder = (folder: string) => {
  // Secrets of webhooks lie in it.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Also where somebody else has made it.
  chmodSync(folder, 0o700);
  const lock = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new Error(
      `The data folder ${folder} is in use by another local stack; choose another one or stop that.`,
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
