// Money: decimal strings, compared and computed exactly, never as floating-point numbers.
// A page's prices over time are compared in watch/.
// price-outliers.ts compares the prices of one request with each other.

/** Number of decimals of a decimal string. */
export const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/**
 * Converts a decimal string to a whole number of its smallest unit, without rounding: "1.5" with two decimals is 150.
 *
 * @param decimals - at least as many as the amount has.
 */
export const inUnits = (amount: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};

/** Length of the integer part of a decimal string. */
const pointOf = (amount: string): number => {
  const point = amount.indexOf('.');
  return point < 0 ? amount.length : point;
};

/** Index of the first digit after any leading zeros; the point if there is none. */
const firstDigitOf = (amount: string, point: number): number => {
  let place = 0;
  while (place < point && amount[place] === '0') place += 1;
  return place;
};

const zero = 48;

/**
 * Compares decimal strings exactly, ignoring leading and trailing zeros: negative, zero or positive. Allocates nothing,
 * since every amount on a page is compared with many others.
 */
export const compareDecimals = (first: string, second: string): number => {
  const [firstPoint, secondPoint] = [pointOf(first), pointOf(second)];
  const firstDigits = firstPoint - firstDigitOf(first, firstPoint);
  const digits = firstDigits - (secondPoint - firstDigitOf(second, secondPoint));
  if (digits !== 0) return Math.sign(digits);
  const decimals = Math.max(first.length - firstPoint, second.length - secondPoint);
  for (let place = -firstDigits; place < decimals; place += 1) {
    // Skip the points, which are aligned.
    if (place === 0) continue;
    // Past its end, a text reads as zeros.
    const difference =
      (first.charCodeAt(firstPoint + place) || zero) - (second.charCodeAt(secondPoint + place) || zero);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
};
