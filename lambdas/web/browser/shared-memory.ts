import { access, constants, statfs } from 'node:fs/promises';

/** Enough for what the pages of one browser share with each other and with the network. */
const enoughBytes = 1024 ** 3;

/**
 * True if `/dev/shm` is usable and large enough: it does not exist in Lambda, and has 64 MB in most containers, where
 * Chromium crashes when it is full.
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
