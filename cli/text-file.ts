import { UsageError } from './exit-codes.ts';
import { readFileBytes } from './file-bytes.ts';

const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
};

/**
 * Reads a file that a person, or a spreadsheet, wrote: UTF-8, or UTF-16 with its byte order mark.
 *
 * @param file - `-` is standard input.
 * @throws UsageError when it is not there, or is neither.
 */
export const readTextFile = (file: string): string => {
  const bytes = readFileBytes(file);
  let text: string | undefined;
  try {
    // Takes the byte order mark away.
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    text = undefined;
  }
  // UTF-16 without its mark reads as UTF-8 where all is ASCII.
  if (text === undefined || text.includes('\0')) {
    throw new UsageError(
      `${file} is neither UTF-8 nor UTF-16 with its byte order mark; save it as UTF-8 (in Excel: "CSV UTF-8").`,
    );
  }
  return text;
};
