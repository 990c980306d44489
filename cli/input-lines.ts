import { readLines } from '../lambdas/domain/text-lines.ts';

/** The largest page that the service reads has 16 MiB, and no byte of it takes more than six in JSON. */
const maxInputLineBytes = 128 * 1024 * 1024;

export interface InputLine {
  /** Counted from 1, empty lines included. */
  number: number;
  text: string;
  /** A sentence that says why this line cannot be read; null when it can. */
  problem: string | null;
}

/** True for a line of JSON's white space only, which excludes Unicode's other blanks (RFC 8259, section 2). */
const isBlank = (text: string): boolean => !/[^ \t\r]/.test(text);

/** @returns the lines of NDJSON that hold something, from standard input where nothing else is given. */
export async function* inputLines(
  input: AsyncIterable<Uint8Array> = process.stdin,
  maxLineBytes = maxInputLineBytes,
): AsyncGenerator<InputLine> {
  const sentences = {
    TooLong: `has more than ${maxLineBytes} bytes, the most that is read`,
    NotUtf8: 'is not UTF-8, which JSON is written in',
  };
  for await (const { number, text, problem } of readLines(input, { maxLineBytes })) {
    if (isBlank(text) && problem === null) continue;
    yield { number, text, problem: problem && `Line ${number} ${sentences[problem]}.` };
  }
}
