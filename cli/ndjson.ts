import { isObject } from '../lambdas/domain/json-text.ts';
import { readLines } from '../lambdas/domain/text-lines.ts';
import { writeOut } from '../terminal/streams.ts';
import { exitCodes } from './exit-codes.ts';

/** Help of commands that read NDJSON. */
export const ndjsonHelp = 'The "id" is any JSON and is returned unchanged, with numbers exactly as written.';

/** The service reads pages of up to 16 MiB, and JSON takes at most six bytes for each. */
const maxLineBytes = 128 * 1024 * 1024;

interface InputLine {
  /** From 1, counting empty lines. */
  number: number;
  text: string;
  /** Why this line cannot be read; null if it can. */
  problem: string | null;
}

/** Yields the non-empty lines of NDJSON. */
async function* inputLines(): AsyncGenerator<InputLine> {
  const problems = { TooLong: `has more than ${maxLineBytes} bytes, the maximum`, NotUtf8: 'is not UTF-8' };
  for await (const { number, text, problem } of readLines(process.stdin, { maxLineBytes })) {
    // Only JSON white space counts, not that of Unicode (RFC 8259, section 2).
    if (/^[ \t\r]*$/.test(text) && problem === null) continue;
    yield { number, text, problem: problem && `Line ${number} ${problems[problem]}.` };
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

/** Keeps a number's spelling for `JSON.stringify`: JavaScript cannot represent 2^53 + 1 or 1e400. */
const keepNumber = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined && 'rawJSON' in JSON
    ? (JSON as unknown as RawJson).rawJSON(context.source)
    : value;

/** Keeps the spelling of all numbers in `id`, which is echoed and may be any JSON. */
const parseLine = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || !('id' in value)) return value;
  return { ...value, id: (JSON.parse(text, keepNumber) as LineObject).id };
};

/**
 * Reads a line, with an `id` that `JSON.stringify` echoes exactly.
 *
 * @throws Error if the line is not a JSON object.
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

type LineTexts = ReturnType<typeof textsOf>;

const textsOf = (object: LineObject, { number }: InputLine) => {
  /** @throws Error if it is missing or not a string. */
  const text = (name: string): string => {
    const value = object[name];
    if (typeof value === 'string') return value;
    throw new Error(`Line ${number} has ${kindOf(value)} as its "${name}"; expected a string.`);
  };
  /** `undefined` if it is missing or null. */
  const optional = (name: string): string | undefined => (object[name] == null ? undefined : text(name));
  return { text, optional };
};

/**
 * Answers each JSON object on standard input with a line `{ "id", … }`. An error becomes `{ "id", "error" }` and exit
 * code 2, and reading continues.
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
      process.exitCode = exitCodes.usage;
    }
    await writeOut(`${JSON.stringify({ id, ...answer })}\n`);
  }
};
