import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'scrap-prices-function-';

const isRunning = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // A process of somebody else runs too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A folder for one instance's temporary files, named after the process that has to remove it. */
export const makeTempFolder = (): string => mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));

export const removeTempFolder = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
};

/** Removes what stacks left behind that were killed: each folder may hold an inflated Chromium. */
export const removeAbandonedTempFolders = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) removeTempFolder(join(tmpdir(), name));
  }
};
