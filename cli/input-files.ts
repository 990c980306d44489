import { readFileSync } from 'node:fs';
import { decodeTextFile, noTextFile } from '../lib/text-bytes.ts';
import { UsageError } from './exit-codes.ts';

/**
 * @param file - `-` is standard input.
 * @throws UsageError if it cannot be read.
 */
export const readFileBytes = (file: string): Uint8Array => {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
};

/**
 * Reads a text file, possibly saved by a spreadsheet: UTF-8, or UTF-16 with a byte order mark.
 *
 * @param file - `-` is standard input.
 * @throws UsageError if it cannot be read, or is neither.
 */
export const readTextFile = (file: string): string => {
  const text = decodeTextFile(readFileBytes(file));
  if (text === undefined) throw new UsageError(`${file} ${noTextFile}`);
  return text;
};
