/**
 * Reads a GTIN-8, -12, -13 or -14 (an ISBN-13 is one) and checks its check digit.
 *
 * @returns the digits, or `undefined` when the text is no valid GTIN.
 * @see https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export const readGtin = (text: string): string | undefined => {
  const digits = text.replace(/^(?:gtin|ean|upc|isbn)(?:-?\d{1,2})?\s*:?\s*/i, '').replace(/[\s-]/g, '');
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return undefined;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const weight = (digits.length - index) % 2 === 0 ? 3 : 1;
    sum += weight * Number(digits[index]);
  }
  return sum % 10 === 0 ? digits : undefined;
};
