/** A separator in a number: its position among letters and digits, and whether it is a decimal point. */
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

/** Marks of the first at positions where the second has none. */
const missingIn = (first: readonly Mark[], second: readonly Mark[]): Mark[] => {
  const places = new Set(second.map(({ at }) => at));
  return first.filter(({ at }) => !places.has(at));
};

/**
 * True if two spellings of the same characters have contradictory separators: "W 712/95" and "W 71/295",
 * "GR-10.5" and "GR-105". Omitting all of them, or any that are not decimal points, keeps the number the
 * same.
 */
export const haveConflictingMarks = (first: string, second: string): boolean => {
  const [a, b] = [marksOf(first), marksOf(second)];
  if (a.length === 0 || b.length === 0) return false;
  const [ofFirst, ofSecond] = [missingIn(a, b), missingIn(b, a)];
  const isElsewhere = ofFirst.length > 0 && ofSecond.length > 0;
  return isElsewhere || [...ofFirst, ...ofSecond].some(({ isPoint }) => isPoint);
};
