import { readFileSync } from 'node:fs';
import { unreadable } from '../lib/json-file.ts';
import { decodeTextFile, noTextFile } from '../lib/text-bytes.ts';
import { UsageError } from './exit-codes.ts';

/** Why a file cannot be read, without the code and call of the system: "ENOENT: no such file or directory, open 'x'". */
const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' ? 'no such file' : message.replace(/^[A-Z\d]+: /, '').replace(/, [a-z]+(?: '.*')?$/s, '');

/**
 * @param file - `-` is standard input.
 * @throws UsageError if it cannot be read.
 */
export const readFileBytes = (file: string): Buffer => {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    const problem = error as NodeJS.ErrnoException;
    const name = file === '-' ? 'standard input' : file;
    const reason = unreadable[problem.code ?? ''] ?? `cannot be read: ${reasonOf(problem)}`;
    throw new UsageError(`${name} ${reason}`, { cause: error });
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
