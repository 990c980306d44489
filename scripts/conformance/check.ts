// What a check is, and how it says what it expected.
import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from './deployment.ts';

/** The sentence a check comes from: page, section, and words that stand there. */
export interface Citation {
  page: 'SPEC.md' | 'CONTRACT.md';
  section: string;
  words: string;
}

export interface Check {
  name: string;
  cites: Citation;
  run: (deployment: Deployment) => Promise<void> | void;
}

export interface Group {
  name: string;
  /** Features that come with work of their own: run only when asked for. */
  isLater?: true;
  /** Checks that judge all that happened before, or that need a deployment of their own. */
  phase?: 'times' | 'last';
  checks: readonly Check[];
}

/** The service did otherwise than the sentence says. */
export class Mismatch extends Error {
  readonly expected: string;
  readonly actual: string;

  constructor(expected: string, actual: string) {
    super(`expected ${expected}, got ${actual}`);
    this.name = 'Mismatch';
    this.expected = expected;
    this.actual = actual;
  }
}

/** The check needs what this deployment or machine does not offer; the message says what. */
export class NotRun extends Error {
  override name = 'NotRun';
}

export const spec = (section: string, words: string): Citation => ({ page: 'SPEC.md', section, words });
export const contract = (section: string, words: string): Citation => ({
  page: 'CONTRACT.md',
  section,
  words,
});

const show = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
};

/** @param what - what `actual` is, e.g. `status`. */
export const expectEqual = (what: string, actual: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(actual, expected)) throw new Mismatch(`${what} ${show(expected)}`, show(actual));
};

/** @param sentence - what must hold, e.g. `Retry-After in whole seconds`. */
export const expectThat = (isSo: boolean, sentence: string, actual: unknown): void => {
  if (!isSo) throw new Mismatch(sentence, show(actual));
};

export const expectOneOf = (what: string, actual: unknown, allowed: readonly unknown[]): void => {
  expectThat(allowed.includes(actual), `${what} one of ${show(allowed)}`, actual);
};

/** One check for each row of a table. */
export const table = <Row>(rows: readonly Row[], toCheck: (row: Row) => Check): Check[] => rows.map(toCheck);
