const lastOf = (text: string): string => text.slice(-40);

/**
 * Whether texts of neighbouring elements, with no white space between them, are two.
 *
 * | Texts | Are |
 * | --- | --- |
 * | an element for each digit: "1", "3", ",", "49" | one |
 * | "$200" and "2 bids", "12 kr" and "9 kr", "CHF 12.-" and "CHF 9.-" | two prices |
 * | "12" and "€", "US" and "$24", "62" and "€45", which are whole units and cents | one price |
 * | "Size S" and "$24", "Norm." and "24,99" | words and a price |
 * | "Availability" and "Out of stock" | two labels |
 * | "499 kr" and "Spar 30%" | a price and what is said of it |
 * | "12 € HT" and "Save 15%" | what was said of one price, and what is said of another |
 *
 * @param line - all that stands before in the line, the left text at its end.
 * @param areSiblings - of one parent and one tag.
 */
export const areApart = (line: string, left: string, right: string, areSiblings: boolean): boolean => {
  if (left.length === 1 && right.length === 1 && areSiblings) return false;
  const before = lastOf(line);
  const end = lastOf(left);
  const isWord = left.length > 3 && /\p{L}[.:]?$/u.test(end);
  if (/^\d/.test(right))
    return isWord || (/\d[^\d]{0,6}$/u.test(before.slice(-8)) && !/\d[.,’'٫]$/u.test(before));
  if (/^\p{Sc}/u.test(right)) {
    if (/\d$/.test(end)) return /^\p{Sc}\s?\d/u.test(right) && !isCentsBehind(end, right);
    return left.length > 3 && /\p{L}$/u.test(end);
  }
  if (!/^\p{L}/u.test(right)) return false;
  if (/\d$/.test(end)) return true;
  if (!/\p{L}$/u.test(end)) return false;
  if (amountInLetters.test(left)) return true;
  if (left.length > 3 && /^\p{L}[^\d]{0,6}\d/u.test(right)) return true;
  if (
    areSiblings &&
    left.length > 3 &&
    right.length > 3 &&
    /\p{Ll}$/u.test(end) &&
    /^\p{Lu}\p{Ll}/u.test(right)
  )
    return true;
  return (
    /\d/.test(before) &&
    (/(?:^|\s)\p{Lu}{2,4}$/u.test(end) || (/\p{Ll}$/u.test(end) && /^\p{Lu}\p{Ll}/u.test(right)))
  );
};

/** "499,00 kr", "٤٩٩٫٠٠ د.إ" */
const amountInLetters = /^\s*\p{Nd}[\p{Nd}.,'’٫٬\s]{0,12}[\p{L}.]{1,4}$/u;

const isCentsBehind = (left: string, right: string): boolean =>
  /^\d[\d.,\s\u00a0\u202f]*$/.test(left) && /^\p{Sc}\d{2}$/u.test(right);
