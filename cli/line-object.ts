import { isObject } from '../lambdas/domain/json-text.ts';
import type { InputLine } from './input-lines.ts';

/** A fault of one line, in a sentence; its answer says so, and later lines are read. */
export class LineProblem extends Error {
  override name = 'LineProblem';
  /** Of the line, echoed; null where it has none that can be read. */
  readonly id: unknown;

  constructor(message: string, id: unknown = null, options?: ErrorOptions) {
    super(message, options);
    this.id = id;
  }
}

export type LineObject = Readonly<Record<string, unknown>>;

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
 * @throws LineProblem for a line that is no JSON object.
 */
export const readLineObject = ({ number, text, problem }: InputLine): LineObject => {
  if (problem !== null) throw new LineProblem(problem);
  let value: unknown;
  try {
    value = parseLine(text);
  } catch (cause) {
    throw new LineProblem(`Line ${number} is not JSON: ${(cause as Error).message}`, null, { cause });
  }
  if (!isObject(value)) throw new LineProblem(`Line ${number} is ${kindOf(value)}; expected a JSON object.`);
  return value;
};

/** Gives texts of a line's object by their names. */
export interface LineTexts {
  /** @throws LineProblem when it is no text, or missing. */
  text(name: string): string;
  /** `undefined` when it is missing or null. @throws LineProblem when it is no text. */
  optional(name: string): string | undefined;
}

export const textsOf = (object: LineObject, { number }: InputLine): LineTexts => {
  const text = (name: string): string => {
    const value = object[name];
    if (typeof value === 'string') return value;
    throw new LineProblem(
      `Line ${number} has ${kindOf(value)} as its "${name}"; expected a text.`,
      object.id ?? null,
    );
  };
  return { text, optional: (name) => (object[name] == null ? undefined : text(name)) };
};

/** The answer to a line that cannot be used: `{ "id", "error" }`. */
export const answerOfProblem = (problem: unknown, id: unknown): string => {
  const error = problem instanceof Error ? problem.message : String(problem);
  return JSON.stringify({ id: problem instanceof LineProblem ? problem.id : id, error });
};
