import { readFileSync } from 'node:fs';
import type { CDPSession } from 'puppeteer-core';

/** Memory can be filled at about 1 GB/s. */
const intervalMs = 200;

const pageBytes = 4096;

/** Resident memory, as Linux tells it; `undefined` elsewhere, and for a process that is gone. */
const residentBytes = (pid: number): number | undefined => {
  try {
    // The kernel answers at once; a thread to wait in would cost more.
    const resident = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1];
    return Number(resident) * pageBytes;
  } catch {
    return undefined;
  }
};

/**
 * Kills the process of a page that takes more memory than allowed. V8's own limit knows of the heap alone, and a
 * page has buffers besides it; without this guard the function would be killed with all its pages.
 *
 * @returns a function that ends the guard.
 */
export const guardMemory = (browserSession: CDPSession, limitBytes: number): (() => void) => {
  if (process.platform !== 'linux') return () => {};
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  const look = async (): Promise<void> => {
    const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
    for (const { type, id } of processInfo) {
      if (type !== 'renderer') continue;
      const bytes = residentBytes(id);
      if (bytes !== undefined && bytes > limitBytes && !isEnded) process.kill(id, 'SIGKILL');
    }
  };
  const next = (): void => {
    if (isEnded) return;
    timer = setTimeout(() => {
      // A browser that does not answer is about to be closed.
      look().then(next, () => {});
    }, intervalMs);
    timer.unref();
  };
  next();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
};
