import { lstatSync, readdirSync, readlinkSync, type Stats, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const tried = <T>(look: () => T, otherwise: T): T => {
  try {
    return look();
  } catch {
    // The process is gone, or another user's.
    return otherwise;
  }
};

const filesIn = (folder: string): string[] =>
  tried(() => readdirSync(folder, { recursive: true, encoding: 'utf8' }), []).map((name) =>
    join(folder, name),
  );

/** A process's open files, including deleted ones, which still have a name and use space. */
const openFilesIn = (folder: string, pid: number): string[] =>
  tried(() => readdirSync(`/proc/${pid}/fd`), [])
    .map((descriptor) => `/proc/${pid}/fd/${descriptor}`)
    .filter((path) => tried(() => readlinkSync(path), '').startsWith(folder));

const bytesPerBlock = 512;

/**
 * Disk held by a browser: the files of its folder, and deleted ones that it has open. Where there is no
 * `/dev/shm`, the memory that its processes share lies in such files. Linux only.
 */
export const heldDiskBytes = (folder: string, pids: readonly number[]): number => {
  const blocks = new Map<string, number>();
  const add = (of: Stats | undefined): void => {
    if (of) blocks.set(`${of.dev} ${of.ino}`, of.blocks);
  };
  for (const file of filesIn(folder)) add(tried(() => lstatSync(file), undefined));
  for (const pid of pids) {
    for (const path of openFilesIn(folder, pid)) add(tried(() => statSync(path), undefined));
  }
  return bytesPerBlock * [...blocks.values()].reduce((sum, count) => sum + count, 0);
};

/** @returns infinity if unknown. */
export const freeDiskBytes = (folder: string): number =>
  tried(() => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  }, Number.POSITIVE_INFINITY);
