import { distance } from 'fastest-levenshtein';

/** Ignores case, width, separators and trailing numbers: "gtin_13" is "Gtin". */
const bare = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+|\d+$/g, '');

/** Edit distance with transpositions: "Titel" is one edit from "Title". */
const editsBetween = (first: string, second: string): number => {
  let smallest = distance(first, second);
  for (let at = 0; at + 1 < first.length; at += 1) {
    const swapped = `${first.slice(0, at)}${first[at + 1]}${first[at]}${first.slice(at + 2)}`;
    smallest = Math.min(smallest, 1 + distance(swapped, second));
  }
  return smallest;
};

/** One wrong letter in this many is tolerated; more would match other names. */
const lettersForEdit = 4;

const maxEdits = (first: string, second: string): number =>
  Math.max(1, Math.floor(Math.max(first.length, second.length) / lettersForEdit));

/**
 * The known name that an unknown one probably stands for.
 *
 * @returns `undefined` if none is near, or several are equally near.
 */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const own = bare(name);
  const near = known
    .map((each) => ({ each, other: bare(each) }))
    .map(({ each, other }) => ({ each, other, max: maxEdits(own, other) }))
    // Skip names of very different length, which senders can make arbitrarily long.
    .filter(({ each, other }) => own.length > 1 && Math.abs(other.length - own.length) <= each.length / 2)
    .map(({ each, other, max }) => ({ each, max, edits: editsBetween(own, other) }))
    .filter(({ edits, max }) => edits <= max)
    .sort((a, b) => a.edits - b.edits);
  const [nearest, next] = near;
  return nearest && nearest.edits !== next?.edits ? nearest.each : undefined;
};
