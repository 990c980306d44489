import { lstatSync, readdirSync, readlinkSync, type Stats, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const tryOr = <T>(read: () => T, fallback: T): T => {
  try {
    return read();
  } catch {
    // The process has exited or belongs to another user.
    return fallback;
  }
};

const filesIn = (folder: string): string[] =>
  tryOr(() => readdirSync(folder, { recursive: true, encoding: 'utf8' }), []).map((name) =>
    join(folder, name),
  );

/** A process's open files, including deleted ones, which still use space. */
const openFilesIn = (folder: string, pid: number): string[] =>
  tryOr(() => readdirSync(`/proc/${pid}/fd`), [])
    .map((descriptor) => `/proc/${pid}/fd/${descriptor}`)
    .filter((path) => tryOr(() => readlinkSync(path), '').startsWith(folder));

const bytesPerBlock = 512;

/**
 * Disk space used by a browser: files in its folder, and deleted files that it has open. Without `/dev/shm`,
 * these include memory shared between its processes. Linux only.
 */
export const usedDiskBytes = (folder: string, pids: readonly number[]): number => {
  const blocks = new Map<string, number>();
  const add = (of: Stats | undefined): void => {
    if (of) blocks.set(`${of.dev} ${of.ino}`, of.blocks);
  };
  for (const file of filesIn(folder)) add(tryOr(() => lstatSync(file), undefined));
  for (const pid of pids) {
    for (const path of openFilesIn(folder, pid)) add(tryOr(() => statSync(path), undefined));
  }
  return bytesPerBlock * [...blocks.values()].reduce((sum, count) => sum + count, 0);
};

/** @returns infinity if unknown. */
export const freeDiskBytes = (folder: string): number =>
  tryOr(() => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  }, Number.POSITIVE_INFINITY);
