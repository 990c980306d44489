import { readFileSync } from 'node:fs';
import { UsageError } from './exit-codes.ts';

/**
 * @param file - `-` is standard input.
 * @throws UsageError when it cannot be read.
 */
export const readFileBytes = (file: string): Uint8Array => {
  try {
    // 0 is standard input.
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
};
