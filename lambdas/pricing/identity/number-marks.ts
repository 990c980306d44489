/** A mark between letters and digits of a number: behind how many of them it stands, and whether as a decimal point. */
interface Mark {
  at: number;
  isPoint: boolean;
}

const marksOf = (number: string): Mark[] => {
  const bare = number.trim();
  const marks: Mark[] = [];
  let signs = 0;
  for (const { index, 0: mark } of bare.matchAll(/[^\p{L}\p{N}]+/gu)) {
    const end = index + mark.length;
    if (index > 0 && end < bare.length) {
      const isPoint = mark === '.' && /^\d\.\d$/.test(bare.slice(index - 1, end + 1));
      marks.push({ at: index - signs, isPoint });
    }
    signs += mark.length;
  }
  return marks;
};

/** Those of the first that the second has not at their place. */
const missingIn = (first: readonly Mark[], second: readonly Mark[]): Mark[] => {
  const places = new Set(second.map(({ at }) => at));
  return first.filter(({ at }) => !places.has(at));
};

/**
 * True if two spellings of the same letters and digits part them in ways that exclude each other: "W 712/95" and
 * "W 71/295", "GR-10.5" and "GR-105". Who leaves out all marks, or some that are no points, writes the same number.
 */
export const haveConflictingMarks = (first: string, second: string): boolean => {
  const [a, b] = [marksOf(first), marksOf(second)];
  if (a.length === 0 || b.length === 0) return false;
  const [ofFirst, ofSecond] = [missingIn(a, b), missingIn(b, a)];
  const isElsewhere = ofFirst.length > 0 && ofSecond.length > 0;
  return isElsewhere || [...ofFirst, ...ofSecond].some(({ isPoint }) => isPoint);
};
