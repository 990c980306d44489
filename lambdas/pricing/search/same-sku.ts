// Apart from the matcher, for the thread that keeps the deadlines: it compares SKUs that were read already.

/** Marks that a SKU has between two digits and that make another number of them: "1.5" is not "15", nor "1/5". */
const numberMark = /(?<=\d)[.,/](?=\d)/g;

/** Letters, digits and what tells SKUs apart, in lower case. "X100" and "X100+" are two products. */
export const normalizeSku = (sku: string): string =>
  sku
    .normalize('NFKC')
    .toLowerCase()
    .replace(numberMark, (mark) => (mark === ',' ? '.' : mark))
    .replace(/[^\p{L}\p{N}+./]+|(?<!\d)[./]|[./](?!\d)/gu, '');

/** True if two SKUs are the same but for case, spaces and dashes. */
export const isSameSku = (left: string, right: string): boolean => {
  const normalized = normalizeSku(left);
  return normalized !== '' && normalized === normalizeSku(right);
};
