import { jsonPointer } from '../lambdas/domain/json-text.ts';
import { type KnownMembers, siteMembers, unknownIn } from '../lambdas/domain/unknown-members.ts';

const file: KnownMembers = { names: ['SellingSites', '$schema'], below: { SellingSites: siteMembers } };

/** The end of a sentence about what is not known: the name that was probably meant. */
export const didYouMean = (meant: string | undefined): string =>
  meant === undefined ? '' : `; did you mean ${meant}?`;

/**
 * Finds members that the service does not know, and so would pass over.
 *
 * @param json - a list of selling sites, or an object with `SellingSites`.
 * @returns a sentence for each, with its place as a JSON pointer.
 */
export const unknownMembers = (json: unknown): string[] =>
  [...unknownIn(json, Array.isArray(json) ? siteMembers : file)].map(
    ({ path, meant }) => `${jsonPointer(path)}: unknown member${didYouMean(meant)}`,
  );
