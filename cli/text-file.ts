import { decodeTextFile, noTextFile } from '../lib/text-bytes.ts';
import { UsageError } from './exit-codes.ts';
import { readFileBytes } from './file-bytes.ts';

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
