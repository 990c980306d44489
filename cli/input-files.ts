import { closeSync, openSync, readSync } from 'node:fs';
import { unreadable } from '../lib/json-file.ts';
import { decodeTextFile, noTextFile } from '../lib/text-bytes.ts';
import { UsageError } from './exit-codes.ts';

/** Why a file cannot be read, without the code and call of the system: "ENOENT: no such file or directory, open 'x'". */
const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' ? 'no such file' : message.replace(/^[A-Z\d]+: /, '').replace(/, [a-z]+(?: '.*')?$/s, '');

/** Devices and pipes may never end. */
const maxInputMib = 128;

/** Collects the pieces of an input. `add` throws a UsageError at the limit. */
const createInput = (file: string) => {
  const pieces: Buffer[] = [];
  let length = 0;
  return {
    add: (piece: Buffer): void => {
      length += piece.length;
      if (length > maxInputMib * 1024 * 1024)
        throw new UsageError(`${nameOf(file)} is larger than ${maxInputMib} MiB.`);
      pieces.push(piece);
    },
    bytes: (): Buffer => Buffer.concat(pieces, length),
  };
};

const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

/** Reads standard input without blocking. @throws UsageError at the limit. */
export const readStandardInput = async (): Promise<Buffer> => {
  const input = createInput('-');
  for await (const piece of process.stdin) input.add(piece as Buffer);
  return input.bytes();
};

/**
 * @param file - `-` is standard input.
 * @throws UsageError if it cannot be read.
 */
export const readFileBytes = (file: string): Buffer => {
  const input = createInput(file);
  let descriptor = 0;
  try {
    if (file !== '-') descriptor = openSync(file, 'r');
    for (;;) {
      const piece = Buffer.allocUnsafe(1024 * 1024);
      const length = readSync(descriptor, piece, 0, piece.length, null);
      if (length === 0) return input.bytes();
      input.add(piece.subarray(0, length));
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const problem = error as NodeJS.ErrnoException;
    const name = nameOf(file);
    const reason = unreadable[problem.code ?? ''] ?? `cannot be read: ${reasonOf(problem)}`;
    throw new UsageError(`${name} ${reason}`, { cause: error });
  } finally {
    if (descriptor > 0) closeSync(descriptor);
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
