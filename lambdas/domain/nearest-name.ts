import { distance } from 'fastest-levenshtein';

/** Case, width, what parts words, and numbers behind a name say nothing of which one is meant: "gtin_13" is "Gtin". */
const bare = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+|\d+$/g, '');

/** How many letters are to be changed, put in, left out, or changed about with the next: "Titel" is one from "Title". */
const editsBetween = (first: string, second: string): number => {
  let least = distance(first, second);
  for (let at = 0; at + 1 < first.length; at += 1) {
    const swapped = `${first.slice(0, at)}${first[at + 1]}${first[at]}${first.slice(at + 2)}`;
    least = Math.min(least, 1 + distance(swapped, second));
  }
  return least;
};

/** One letter in each so many may be wrong: of shorter names another name would be found. */
const lettersForEdit = 4;

const mostEdits = (first: string, second: string): number =>
  Math.max(1, Math.floor(Math.max(first.length, second.length) / lettersForEdit));

/**
 * The name that was probably meant by one that is not known.
 *
 * @returns `undefined` when none is near, or several are as near.
 */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const own = bare(name);
  const near = known
    .map((each) => ({ each, other: bare(each) }))
    .map(({ each, other }) => ({ each, other, most: mostEdits(own, other) }))
    // Much longer names are skipped: their length is up to the sender.
    .filter(({ each, other }) => own.length > 1 && Math.abs(other.length - own.length) <= each.length / 2)
    .map(({ each, other, most }) => ({ each, most, edits: editsBetween(own, other) }))
    .filter(({ edits, most }) => edits <= most)
    .sort((a, b) => a.edits - b.edits);
  const [nearest, next] = near;
  return nearest && nearest.edits !== next?.edits ? nearest.each : undefined;
};
