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

/** Compares decimal strings exactly, whatever their decimals: negative, zero or positive. */
export const compareDecimals = (first: string, second: string): number => {
  const decimals = Math.max(decimalsOf(first), decimalsOf(second));
  const difference = inUnits(first, decimals) - inUnits(second, decimals);
  return difference < 0n ? -1 : Number(difference > 0n);
};
