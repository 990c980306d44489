const lastOf = (text: string): string => text.slice(-40);

/**
 * True if texts of adjacent elements, without white space in between, are separate.
 *
 * | Texts | Read as |
 * | --- | --- |
 * | one element per digit: "1", "3", ",", "49" | one |
 * | "$200" and "2 bids", "12 kr" and "9 kr", "CHF 12.-" and "CHF 9.-" | two amounts |
 * | "12" and "€", "US" and "$24", "62" and "€45" (whole units and cents) | one price |
 * | "Size S" and "$24", "Norm." and "24,99" | words and a price |
 * | "Availability" and "Out of stock" | two labels |
 * | "499 kr" and "Spar 30%" | a price and its description |
 * | "12 € HT" and "Save 15%" | descriptions of two prices |
 *
 * @param line - the line so far, ending with the left text.
 * @param areSiblings - same parent and tag.
 */
export const areApart = (line: string, left: string, right: string, areSiblings: boolean): boolean => {
  if (left.length === 1 && right.length === 1 && areSiblings) return false;
  const sides = {
    before: lastOf(line),
    left,
    end: lastOf(left),
    right,
    isLong: left.length > 3,
    areSiblings,
  };
  if (/^\d/.test(right)) return isApartFromDigit(sides);
  if (/^\p{Sc}/u.test(right)) return isApartFromSign(sides);
  return /^\p{L}/u.test(right) && isApartFromWord(sides);
};

interface Sides {
  before: string;
  left: string;
  end: string;
  right: string;
  /** True if the left text is more than a sign or code. */
  isLong: boolean;
  areSiblings: boolean;
}

const isApartFromDigit = ({ before, end, isLong }: Sides): boolean =>
  (isLong && /\p{L}[.:]?$/u.test(end)) ||
  (/\d[^\d]{0,6}$/u.test(before.slice(-8)) && !/\d[.,’'٫]$/u.test(before));

const isApartFromSign = ({ end, right, isLong }: Sides): boolean =>
  /\d$/.test(end) ? /^\p{Sc}\s?\d/u.test(right) && !isCentsBehind(end, right) : isLong && /\p{L}$/u.test(end);

const isApartFromWord = ({ before, left, end, right, isLong, areSiblings }: Sides): boolean => {
  if (/\d$/.test(end)) return true;
  if (!/\p{L}$/u.test(end)) return false;
  if (amountInLetters.test(left) || (isLong && /^\p{L}[^\d]{0,6}\d/u.test(right))) return true;
  const isNewSentence = /\p{Ll}$/u.test(end) && /^\p{Lu}\p{Ll}/u.test(right);
  if (isNewSentence && areSiblings && isLong && right.length > 3) return true;
  return /\d/.test(before) && (isNewSentence || /(?:^|\s)\p{Lu}{2,4}$/u.test(end));
};

/** "499,00 kr", "٤٩٩٫٠٠ د.إ" */
const amountInLetters = /^\s*\p{Nd}[\p{Nd}.,'’٫٬\s]{0,12}[\p{L}.]{1,4}$/u;

const isCentsBehind = (left: string, right: string): boolean =>
  /^\d[\d.,\s\u00a0\u202f]*$/.test(left) && /^\p{Sc}\d{2}$/u.test(right);
