import { readFileSync } from 'node:fs';
import { decodeTextFile, noTextFile } from '../lib/text-bytes.ts';
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

/**
 * Reads a file that a person, or a spreadsheet, wrote: UTF-8, or UTF-16 with its byte order mark.
 *
 * @param file - `-` is standard input.
 * @throws UsageError when it is not there, or is neither.
 */
export const readTextFile = (file: string): string => {
  const text = decodeTextFile(readFileBytes(file));
  if (text === undefined) throw new UsageError(`${file} ${noTextFile}`);
  return text;
};
