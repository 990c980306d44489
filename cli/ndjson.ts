import { isObject } from '../lambdas/domain/json-text.ts';
import { readLines } from '../lambdas/domain/text-lines.ts';
import { exitCodes } from './exit-codes.ts';
import { writeOut } from './output/terminal.ts';

/** The largest page that the service reads has 16 MiB, and no byte of it takes more than six in JSON. */
const maxInputLineBytes = 128 * 1024 * 1024;

interface InputLine {
  /** Counted from 1, empty lines included. */
  number: number;
  text: string;
  /** A sentence that says why this line cannot be read; null when it can. */
  problem: string | null;
}

/** True for a line of JSON's white space only, which excludes Unicode's other blanks (RFC 8259, section 2). */
const isBlank = (text: string): boolean => !/[^ \t\r]/.test(text);

/** @returns the lines of NDJSON that hold something, from standard input where nothing else is given. */
async function* inputLines(
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

type LineObject = Readonly<Record<string, unknown>>;

const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

interface RawJson {
  rawJSON(text: string): unknown;
}

/** A number as it is written, which `JSON.stringify` writes so again: 2^53 + 1 and 1e400 are no number of JavaScript's. */
const keepNumber = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined && 'rawJSON' in JSON
    ? (JSON as unknown as RawJson).rawJSON(context.source)
    : value;

/** The numbers of an `id`, which is echoed and may be a list or an object, stay as they are written. */
const parseLine = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || !('id' in value)) return value;
  return { ...value, id: (JSON.parse(text, keepNumber) as LineObject).id };
};

/**
 * Reads a line, with an `id` that `JSON.stringify` writes as it was given.
 *
 * @throws Error with a sentence for a line that is no JSON object.
 */
const readLineObject = ({ number, text, problem }: InputLine): LineObject => {
  if (problem !== null) throw new Error(problem);
  let value: unknown;
  try {
    value = parseLine(text);
  } catch (cause) {
    throw new Error(`Line ${number} is not JSON: ${(cause as Error).message}`, { cause });
  }
  if (!isObject(value)) throw new Error(`Line ${number} is ${kindOf(value)}; expected a JSON object.`);
  return value;
};

interface LineTexts {
  /** @throws Error when it is no text, or missing. */
  text(name: string): string;
  /** `undefined` when it is missing or null. @throws Error when it is no text. */
  optional(name: string): string | undefined;
}

const textsOf = (object: LineObject, { number }: InputLine): LineTexts => {
  const text = (name: string): string => {
    const value = object[name];
    if (typeof value === 'string') return value;
    throw new Error(`Line ${number} has ${kindOf(value)} as its "${name}"; expected a text.`);
  };
  return { text, optional: (name) => (object[name] == null ? undefined : text(name)) };
};

/**
 * Answers each JSON object of standard input by a line `{ "id", … }`. One that cannot be answered gives
 * `{ "id", "error" }` and the exit code 1, and later ones are read.
 */
export const answerLines = async (
  answerOf: (given: LineObject, texts: LineTexts) => object,
): Promise<void> => {
  for await (const line of inputLines()) {
    let id: unknown = null;
    let answer: object;
    try {
      const given = readLineObject(line);
      id = given.id ?? null;
      answer = answerOf(given, textsOf(given, line));
    } catch (problem) {
      answer = { error: problem instanceof Error ? problem.message : String(problem) };
      process.exitCode = exitCodes.fault;
    }
    await writeOut(`${JSON.stringify({ id, ...answer })}\n`);
  }
};
