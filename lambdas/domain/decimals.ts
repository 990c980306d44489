/** How many decimals a decimal string has. */
export const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/**
 * A decimal string as a whole number of its smallest part, so that nothing is rounded: "1.5" with two decimals is 150.
 *
 * @param decimals - no fewer than the amount has.
 */
export const inUnits = (amount: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};

/** Where the whole part of a decimal string ends. */
const pointOf = (amount: string): number => {
  const point = amount.indexOf('.');
  return point < 0 ? amount.length : point;
};

/** Where its first digit stands that is no leading zero; at the point where there is none. */
const firstDigitOf = (amount: string, point: number): number => {
  let place = 0;
  while (place < point && amount[place] === '0') place += 1;
  return place;
};

const zero = 48;

/**
 * Compares decimal strings exactly, whatever their decimals and leading zeros: negative, zero or positive. Every amount
 * of a page is compared with many others, so that nothing is made for it.
 */
export const compareDecimals = (first: string, second: string): number => {
  const [firstPoint, secondPoint] = [pointOf(first), pointOf(second)];
  const firstDigits = firstPoint - firstDigitOf(first, firstPoint);
  const digits = firstDigits - (secondPoint - firstDigitOf(second, secondPoint));
  if (digits !== 0) return Math.sign(digits);
  const decimals = Math.max(first.length - firstPoint, second.length - secondPoint);
  for (let place = -firstDigits; place < decimals; place += 1) {
    // The points stand below each other.
    if (place === 0) continue;
    // Beyond its end a text has zeros.
    const difference =
      (first.charCodeAt(firstPoint + place) || zero) - (second.charCodeAt(secondPoint + place) || zero);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
};
