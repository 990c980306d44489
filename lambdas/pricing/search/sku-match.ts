const edgeFree = /[\p{L}\p{N}]/u;

/** Letters and digits of a SKU in lower case: "555088-105" and "555088 105" are one. */
export const normalizeSku = (sku: string): string =>
  sku
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether two SKUs are the same but for case, spaces and punctuation. */
export const isSameSku = (left: string, right: string): boolean => {
  const normalized = normalizeSku(left);
  return normalized !== '' && normalized === normalizeSku(right);
};

/** Finds a SKU inside other text; compile once, ask often. */
export interface SkuMatcher {
  /** Whether the text holds the SKU as a whole: "555088-105" stands neither in "555088-1050" nor in "1555088-105". */
  isIn: (text: string) => boolean;
  /** Whether the text is the SKU and nothing else. */
  is: (text: string) => boolean;
}

/** @param sku - as the caller writes it. */
export const createSkuMatcher = (sku: string): SkuMatcher => {
  const normalized = normalizeSku(sku);
  if (normalized === '') {
    // A SKU of punctuation only can be found in its own spelling alone.
    return { isIn: (text) => text.includes(sku), is: (text) => text.trim() === sku.trim() };
  }
  const characters = [...normalized];
  // Short plain numbers stand anywhere as something else: they are no evidence inside a text.
  const isWeak = normalized.length < 3;
  // One separator at most between characters: linear, and "555 088 105" is still found.
  const escaped = characters.map((character) => character.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('[\\s\\-_./–+]?'), 'giu');
  const first = characters[0]!;
  const isIn = (text: string): boolean => {
    if (isWeak) return normalizeSku(text) === normalized;
    const folded =
      text.length > 100 && !/[\u0080-\uffff]/.test(first) && !text.toLowerCase().includes(first) ? '' : text;
    pattern.lastIndex = 0;
    for (let found = pattern.exec(folded); found; found = pattern.exec(folded)) {
      if (standsAlone(folded, found.index, found.index + found[0].length)) return true;
      pattern.lastIndex = found.index + 1;
    }
    return false;
  };
  return { isIn, is: (text) => normalizeSku(text) === normalized };
};

// "555088-105-42" is a longer SKU, "555088-105-nike" an address that carries this one.
const standsAlone = (text: string, start: number, end: number): boolean => {
  const before = text[start - 1];
  const after = text[end];
  if (before !== undefined && edgeFree.test(before)) return false;
  if (after !== undefined && edgeFree.test(after)) return false;
  if (
    after !== undefined &&
    /[-./]/.test(after) &&
    /\d/.test(text[end + 1] ?? '') &&
    /^\d{1,6}(?![\p{L}\p{N}])/u.test(text.slice(end + 1, end + 8)) &&
    after !== '/'
  )
    return false;
  if (
    before !== undefined &&
    /[-.]/.test(before) &&
    /(?:^|[^\p{L}\p{N}])\d{2,}$/u.test(text.slice(Math.max(0, start - 8), start - 1)) &&
    /^\d/.test(text.slice(start, start + 1))
  )
    return false;
  return true;
};
