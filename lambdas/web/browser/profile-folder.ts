import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteAbandonedFolders } from './abandoned-folders.ts';

const prefix = 'scrap-prices-profile-';

let cleaned: Promise<void> | undefined;

/** Creates a folder for one browser's profile, after deleting those of dead processes. */
export const createProfileFolder = async (): Promise<{ path: string; delete: () => Promise<void> }> => {
  cleaned ??= deleteAbandonedFolders(tmpdir(), prefix);
  await cleaned;
  const path = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  return {
    path,
    // A dying browser may still write.
    delete: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {}),
  };
};
