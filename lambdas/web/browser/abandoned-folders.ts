import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const isAlive = (pid: number): boolean => {
  // This process has no folder yet: one with its PID belongs to an earlier process.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Deletes the folders of killed processes: Lambda keeps `/tmp` when it kills a function at its timeout. Call
 * this before the current process creates such a folder. Never rejects.
 *
 * @param prefix - of the folders' names; the creator's PID and "-" follow.
 */
export const deleteAbandonedFolders = async (parent: string, prefix: string): Promise<void> => {
  const names = await readdir(parent).catch(() => []);
  const abandoned = names.filter((name) => {
    const owner = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
    return owner !== undefined && !isAlive(Number(owner));
  });
  await Promise.allSettled(abandoned.map((name) => rm(join(parent, name), { recursive: true, force: true })));
};
