// Separate from the matcher, for the deadline thread, which only compares SKUs.

/** Marks between two digits that change the number: "1.5" is neither "15" nor "1/5". */
const numberMark = /(?<=\d)[.,/](?=\d)/g;

/** Normalizes a SKU to letters, digits and distinguishing marks in lower case. "X100" and "X100+" differ. */
export const normalizeSku = (sku: string): string =>
  sku
    .normalize('NFKC')
    .toLowerCase()
    .replace(numberMark, (mark) => (mark === ',' ? '.' : mark))
    .replace(/[^\p{L}\p{N}+./]+|(?<!\d)[./]|[./](?!\d)/gu, '');

/** True if two SKUs differ only in case, spaces and dashes. */
export const isSameSku = (left: string, right: string): boolean => {
  const normalized = normalizeSku(left);
  return normalized !== '' && normalized === normalizeSku(right);
};
