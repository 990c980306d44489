import { access, constants, statfs } from 'node:fs/promises';

/** Enough for all pages of one browser and its network process. */
const enoughBytes = 1024 ** 3;

/**
 * True if `/dev/shm` is usable and large enough. It does not exist in Lambda. Most containers limit it to 64
 * MB, and Chromium crashes once it is full.
 */
export const hasSharedMemory = async (): Promise<boolean> => {
  try {
    await access('/dev/shm', constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs('/dev/shm');
    return bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
};
