import type { PriceHints } from '../money/price-hints.ts';
import type { JsonObject, JsonValue } from '../structured/loose-json.ts';

/**
 * Budget that is left for reading one page's states. References make one object stand in many places, so that what
 * is read per place is not bounded by the length of the page.
 */
export interface Reading {
  hints: PriceHints;
  /** Objects that may still be entered in search of an amount. */
  amounts: number;
  /** Variants that may still be read. */
  variants: number;
  /** Objects and lists that may still be entered in search of offers. */
  offers: number;
  /** Findings in them, by the question. */
  found: Map<JsonValue, Map<string, unknown>>;
  /** Names of the members of each object that was asked for them. */
  members: Map<JsonObject, readonly string[]>;
  /** Meaning of a member's name, as bits; a state repeats few names many times. */
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

/** Where in a state something is read. */
export interface Place {
  path: string;
  /** Currency and the like, named around it for the amounts in it. */
  currency?: string | undefined;
  reading: Reading;
}

/** A member's place, or that of an entry (`[0]`). */
export const below = ({ path, currency, reading }: Place, key: string | number): Place => ({
  path: typeof key === 'number' ? `${path}[${key}]` : `${path}.${key}`,
  currency,
  reading,
});

/** Names of an object's members, listed once per object. */
export const membersOf = (object: JsonObject, { members }: Reading): readonly string[] => {
  let names = members.get(object);
  if (!names) {
    names = Object.keys(object);
    members.set(object, names);
  }
  return names;
};

/**
 * Reading of an object or list, made once for all places where it stands; the path is that of the first.
 *
 * @param question - what is asked; answers to other questions, or under another currency, are kept apart.
 * @returns `undefined` as well when the page has had its share of objects.
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
  // Entries of caches stand within themselves.
  answers.set(key, undefined);
  const answer = read();
  answers.set(key, answer);
  return answer;
};
