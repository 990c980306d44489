import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process's folders carry its id, so that another one can tell whether their owner is gone. */
const prefix = 'scrap-prices-profile-';

const isAlive = (pid: number): boolean => {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const deleteFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });

/** Folders of processes that were killed: Lambda keeps `/tmp` when it kills a function at its timeout. */
const deleteAbandoned = async (): Promise<void> => {
  const names = await readdir(tmpdir());
  const abandoned = names.filter((name) => {
    const owner = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
    return owner !== undefined && !isAlive(Number(owner));
  });
  await Promise.allSettled(abandoned.map((name) => deleteFolder(join(tmpdir(), name))));
};

let cleaned: Promise<void> | undefined;

/** @returns a new folder for the profile of one browser, in a `/tmp` that earlier processes left nothing in. */
export const createProfileFolder = async (): Promise<{ path: string; delete: () => Promise<void> }> => {
  // Before the first folder of this process: its id may have been another one's before.
  cleaned ??= deleteAbandoned().catch(() => {});
  await cleaned;
  const path = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  return { path, delete: () => deleteFolder(path).catch(() => {}) };
};
