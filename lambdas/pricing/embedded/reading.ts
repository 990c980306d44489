import type { PriceHints } from '../money/price-hints.ts';
import type { JsonObject, JsonValue } from '../structured/loose-json.ts';

/**
 * Remaining budget for reading one page's state. References repeat objects in many places, so that the work
 * is not bounded by the length of the page.
 */
export interface Reading {
  hints: PriceHints;
  /** Objects that may still be searched for an amount. */
  amounts: number;
  /** Variants that may still be read. */
  variants: number;
  /** Objects and lists that may still be searched for offers. */
  offers: number;
  /** Memoized results, by value and question. */
  found: Map<JsonValue, Map<string, unknown>>;
  /** Member names of objects seen so far. */
  members: Map<JsonObject, readonly string[]>;
  /** Meanings of member names as bit sets; states repeat few names many times. */
  meanings: Map<string, number>;
}

export const startReading = (hints: PriceHints): Reading => ({
  hints,
  amounts: 300_000,
  variants: 20_000,
  offers: 50_000,
  found: new Map(),
  members: new Map(),
  meanings: new Map(),
});

/** A position in a state. */
export interface Place {
  path: string;
  /** Currency named by an enclosing object. */
  currency?: string | undefined;
  reading: Reading;
}

/** The position of a member, or of a list entry (`[0]`). */
export const below = ({ path, currency, reading }: Place, key: string | number): Place => ({
  path: typeof key === 'number' ? `${path}[${key}]` : `${path}.${key}`,
  currency,
  reading,
});

/** The member names of an object, listed once. */
export const membersOf = (object: JsonObject, { members }: Reading): readonly string[] => {
  let names = members.get(object);
  if (!names) {
    names = Object.keys(object);
    members.set(object, names);
  }
  return names;
};

/**
 * Reads a value once for all places where it occurs; its path is that of the first.
 *
 * @param question - separates different readings of the same value, as does the currency.
 * @returns also `undefined` once the page's budget is used up.
 */
export const readOnce = <Answer>(
  value: JsonValue,
  question: string,
  { currency, reading }: Place,
  read: () => Answer,
): Answer | undefined => {
  const key = `${question} ${currency ?? ''}`;
  let answers = reading.found.get(value);
  if (answers?.has(key)) return answers.get(key) as Answer;
  if (reading.offers <= 0) return undefined;
  reading.offers -= 1;
  if (!answers) {
    answers = new Map();
    reading.found.set(value, answers);
  }
  // Cache entries may contain themselves.
  answers.set(key, undefined);
  const answer = read();
  answers.set(key, answer);
  return answer;
};
