import { distance } from 'fastest-levenshtein';

/**
 * The name that was probably meant by one that is not known: a third of its letters, or fewer, would have to change.
 *
 * @returns `undefined` when none is near.
 */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const lower = name.toLowerCase();
  const [nearest] = known
    .map((each) => ({ each, most: Math.max(1, Math.floor(each.length / 3)) }))
    // What is much longer is not measured: its sender chooses how long it is.
    .filter(({ each, most }) => Math.abs(each.length - lower.length) <= most)
    .map(({ each, most }) => ({ each, most, away: distance(lower, each.toLowerCase()) }))
    .filter(({ away, most }) => away <= most)
    .sort((a, b) => a.away - b.away);
  return nearest?.each;
};
