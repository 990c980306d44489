import type { PriceHints } from '../money/price-hints.ts';
import type { JsonObject } from '../structured/loose-json.ts';

/**
 * What reading one page's states may still cost. References make one object stand in many places, so that what
 * is read per place is not bounded by the length of the page.
 */
export interface Reading {
  hints: PriceHints;
  /** Objects that may still be entered in search of an amount. */
  amounts: number;
  /** Variants that may still be read. */
  variants: number;
  /** Names of the members of each object that was asked for them. */
  members: Map<JsonObject, readonly string[]>;
  /** What a member's name says, as bits; a state repeats few names many times. */
  meanings: Map<string, number>;
}

export const startReading = (hints: PriceHints): Reading => ({
  hints,
  amounts: 300_000,
  variants: 20_000,
  members: new Map(),
  meanings: new Map(),
});

/** Where in a state something is read. */
export interface Place {
  path: string;
  /** What is named around it for the amounts in it. */
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
