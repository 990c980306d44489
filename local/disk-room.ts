import { statfsSync } from 'node:fs';

/** Kept free of a disk: a database that cannot write what it has begun is no longer usable. */
const reservedBytes = 32 * 1024 * 1024;

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** @returns the first of the folders on whose disk there is no room; `undefined`: all have some. */
export const fullFolder = (folders: readonly (string | undefined)[]): string | undefined =>
  folders.find((folder) => folder !== undefined && freeBytes(folder) < reservedBytes);
