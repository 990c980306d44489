import { distance } from 'fastest-levenshtein';
import { isObject, jsonPointer } from '../lambdas/domain/json-text.ts';
import {
  expectationSchema,
  selectorSchema,
  sellingSiteMembersSchema,
  variantWishSchema,
} from '../lambdas/domain/selling-site.ts';

/** Names that an object may have, and what stands below them; a list is looked through. */
interface Known {
  names: readonly string[];
  below: Readonly<Record<string, Known>>;
}

const selector: Known = { names: Object.keys(selectorSchema.shape), below: {} };
const selectorFields = Object.keys(sellingSiteMembersSchema.shape.Selectors.unwrap().shape);
const site: Known = {
  names: Object.keys(sellingSiteMembersSchema.shape),
  below: {
    Variant: { names: Object.keys(variantWishSchema.shape), below: {} },
    Expect: { names: Object.keys(expectationSchema.shape), below: {} },
    Selectors: {
      names: selectorFields,
      below: Object.fromEntries(selectorFields.map((field) => [field, selector])),
    },
  },
};
const file: Known = { names: ['SellingSites', '$schema'], below: { SellingSites: site } };

/** @returns the name that was probably meant; `undefined` when none is near. */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const lower = name.toLowerCase();
  const [nearest] = known
    .map((each) => ({ each, away: distance(lower, each.toLowerCase()) }))
    .filter(({ each, away }) => away <= Math.max(1, Math.floor(each.length / 3)))
    .sort((a, b) => a.away - b.away);
  return nearest?.each;
};

function* unknownIn(value: unknown, known: Known, path: readonly (string | number)[]): Generator<string> {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* unknownIn(each, known, [...path, index]);
  }
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const below = known.below[name];
    if (known.names.includes(name)) {
      if (below) yield* unknownIn(member, below, [...path, name]);
      continue;
    }
    const meant = nearestName(name, known.names);
    yield `${jsonPointer([...path, name])}: there is no such member${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  }
}

/**
 * Finds members that the service does not know, and so would pass over.
 *
 * @param json - a list of selling sites, or an object with `SellingSites`.
 * @returns a sentence for each, with its place as a JSON pointer.
 */
export const unknownMembers = (json: unknown): string[] => [
  ...unknownIn(json, Array.isArray(json) ? site : file, []),
];
