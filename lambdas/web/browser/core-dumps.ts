import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Deletes the core dumps in a folder: `core` and `core.*`. Lambda keeps `/tmp` when a process crashes, and
 * each dump is as large as the process was. Never rejects.
 *
 * @param folder - must belong to the function alone; a developer may want to keep their dumps.
 */
export const deleteCoreDumps = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const dumps = entries.filter((entry) => entry.isFile() && /^core(?:\.|$)/.test(entry.name));
  await Promise.allSettled(dumps.map(({ name }) => unlink(join(folder, name))));
};
