import { access, constants, statfs } from 'node:fs/promises';

/** What the pages of one browser share with each other and with the network may come to this. */
const enoughBytes = 1024 ** 3;

/**
 * Whether `/dev/shm` can be used and is large enough: it is not there in Lambda, and 64 MB in most containers, where
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
