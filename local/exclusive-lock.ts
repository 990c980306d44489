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
