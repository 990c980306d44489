import { readFileSync } from 'node:fs';
import { findJsonHazards } from '../lambdas/domain/json-text.ts';

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

const decode = (bytes: Uint8Array): string => {
  // Windows PowerShell 5 writes UTF-16 with ">".
  if (isUtf16(bytes)) throw new Error('is UTF-16; save it as UTF-8');
  try {
    // Drops a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error('is not UTF-8; save it as UTF-8', { cause });
  }
};

/** Returns the line of the first comment outside strings. */
const lineOfComment = (text: string): number | undefined => {
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|\/[/*]|#/g)) {
    if (!token.startsWith('"')) return text.slice(0, index).split('\n').length;
  }
  return undefined;
};

/** Reasons by error code, to follow the file's name. */
export const unreadable: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder; expected a file',
  EACCES: 'is not readable; change its mode or owner',
  EPERM: 'is not readable; change its mode or owner',
  ELOOP: 'is a link that leads to itself; expected a file',
};

const bytesOf = (file: string): Uint8Array => {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = unreadable[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new Error(reason, { cause: error });
  }
};

/**
 * Parses JSON written by a person. Rejects duplicate names, of which the last would silently win.
 *
 * @throws Error whose message follows the file's name, e.g. `is empty; …`.
 */
export const parseJsonBytes = (bytes: Uint8Array): unknown => {
  const text = decode(bytes);
  if (text.trim() === '') throw new Error('is empty; expected JSON, {} at least');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const line = lineOfComment(text);
    if (line !== undefined)
      throw new Error(`is not JSON: line ${line} has a comment, which JSON does not allow`, { cause });
    throw new Error(`is not JSON: ${(cause as Error).message}`, { cause });
  }
  const hazards = findJsonHazards(text).map(({ Pointer, Detail }) => `${Pointer}: ${Detail}`);
  if (hazards.length > 0) throw new Error(`cannot be used:\n  - ${hazards.join('\n  - ')}`);
  return value;
};

/** Like the above for a file. @throws Error with the code `ENOENT` if it does not exist. */
export const readJsonFile = (file: string): unknown => parseJsonBytes(bytesOf(file));
