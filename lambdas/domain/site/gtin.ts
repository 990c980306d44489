/** Sum of the digits weighted 1 and 3 in turn, from the check digit on the right. */
const weightedSum = (digits: string): number => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const weight = (digits.length - index) % 2 === 0 ? 3 : 1;
    sum += weight * Number(digits[index]);
  }
  return sum;
};

/** Strips white space and dashes of any kind. */
const withoutSpacing = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');

/**
 * GS1's notation of a GTIN: application identifier 01 before 14 digits, in brackets, as scanned, or as a Digital Link
 * segment. Other identifiers may follow, such as 10 (lot) or 17 (expiry date). 02 is excluded: the contents of a case.
 */
const withinBrackets = String.raw`\(01\)(\d{14})(?=$|\(\d{2,4}\))`;
const asScanned = String.raw`01(\d{14})(?=$|1[0-35-7]|2[0-2]|3[0-7])`;
const digitalLink = String.raw`https?:\/\/[^?#]{1,200}\/(?:01|gtin)\/(\d{8,14})(?=$|[/?#])`;
const elementString = new RegExp(
  String.raw`^(?:(?:\][A-Za-z]\d)?(?:${withinBrackets}|${asScanned})|${digitalLink})`,
  'i',
);

/**
 * Reads a GTIN-8, -12, -13 or -14 (an ISBN-13 is one) and checks its check digit.
 *
 * @param text - the digits, or a GS1 element string "(01)09506000134352".
 * @returns the digits; `undefined` if the text is not a valid GTIN.
 * @see https://www.gs1.org/services/how-calculate-check-digit-manually
 * @see https://ref.gs1.org/standards/genspecs/ section 3, and https://ref.gs1.org/standards/digital-link/
 */
export const readGtin = (text: string): string | undefined => {
  const bare = withoutSpacing(text.replace(/^\s*(?:gtin|ean|upc|isbn)(?:-?(?:8|1[0234])(?!\d))?[\s:]*/i, ''));
  const [, ...within] = elementString.exec(bare) ?? [];
  const digits = within.find((each) => each !== undefined) ?? bare;
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return undefined;
  return weightedSum(digits) % 10 === 0 ? digits : undefined;
};

const checkDigitOf13 = (twelve: string): string => String((10 - (weightedSum(`${twelve}0`) % 10)) % 10);

const isIsbn10 = (text: string): boolean => {
  if (!/^\d{9}[\dXx]$/.test(text)) return false;
  let sum = 0;
  for (let index = 0; index < 10; index += 1) {
    const digit = text[index] ?? '';
    sum += (10 - index) * (digit.toUpperCase() === 'X' ? 10 : Number(digit));
  }
  return sum % 11 === 0;
};

/**
 * Reads a GTIN of any length, or a ten-digit ISBN, and checks its check digit.
 *
 * @returns 14 digits, so that "4006381333931" equals "04006381333931" and an ISBN's two forms are equal; `undefined` if
 *   the text is neither.
 */
export const toGtin14 = (text: string): string | undefined => {
  const isbn = withoutSpacing(text.replace(/^isbn(?:-?10)?\s*:?\s*/i, ''));
  if (isIsbn10(isbn)) {
    const twelve = `978${isbn.slice(0, 9)}`;
    return `0${twelve}${checkDigitOf13(twelve)}`;
  }
  return readGtin(text)?.padStart(14, '0');
};

/**
 * Reads the value of a field such as "gtin13" or "isbn". Ten digits are an ISBN only if the field or the text says so;
 * otherwise they may be any shop's own number.
 *
 * @returns the digits, a ten-digit ISBN converted to thirteen; `undefined` if the text is not a valid one.
 */
export const readNamedGtin = (name: string, text: string): string | undefined => {
  const gtin = readGtin(text);
  return gtin === undefined && /isbn/i.test(`${name} ${text}`) ? toGtin14(text)?.slice(1) : gtin;
};
