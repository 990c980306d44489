import { normalizeSku } from './same-sku.ts';
import { foldedSigns, isWholeToken, type SkuPlace } from './sku-token.ts';

/** Most occurrences examined in one text. */
const maxPlaces = 20;

/** Finds a SKU in texts; compiled once and used many times. */
export interface SkuMatcher {
  /**
   * True if the text contains the SKU, including between the dashes of a URL: "/p/air-555088-105-white". A
   * longer number is different: "555088-1050" and "1555088-105" do not contain "555088-105". A clue, not
   * evidence.
   */
  isIn: (text: string) => boolean;
  /** True if the text contains the SKU as a whole token: "CAM-1801" does not contain "1801". */
  isToken: (text: string) => boolean;
  /** Places where the SKU is a whole token, however short. */
  places: (text: string) => SkuPlace[];
  /** True if the text is the SKU alone. */
  is: (text: string) => boolean;
}

/** Allows one separator between characters, so that matching is linear and finds "555 088 105". */
const spelling = (normalized: string, isLoose: boolean): string => {
  let pattern = '';
  let before = '';
  // URLs omit a plus sign at the end.
  for (const character of isLoose ? normalized.replace(/[+./]+$/, '') : normalized) {
    if (/[+./]/.test(character)) {
      // URLs replace other marks by a dash, or omit them.
      pattern += isLoose ? '[\\s\\-_./+–]?' : character === '.' ? '[.,]' : `\\s?${RegExp.escape(character)}`;
      before = character;
      continue;
    }
    pattern += `${separatorOf(before, character, isLoose)}${RegExp.escape(character)}`;
    before = character;
  }
  return pattern;
};

/** Separators allowed between two characters of the SKU. */
const separatorOf = (left: string, right: string, isLoose: boolean): string => {
  if (left === '') return '';
  if (left === '+' || left === '/') return '\\s?';
  if (left === '.') return '';
  // A mark between two digits may not change the number.
  return !isLoose && /^\d\d$/.test(left + right) ? '[\\s\\-_–]?' : '[\\s\\-_./–]?';
};

/** The SKU with the caller's punctuation, composed and decomposed: "J9773A#ABB", "X(7700)". */
const ownSpellings = (sku: string): string[] => {
  const forms = [sku, sku.normalize('NFC'), sku.normalize('NFD')].map((form) => foldedSigns(form).trim());
  return [...new Set(forms)].map((form) => form.split(/\s+/).map(RegExp.escape).join('\\s+'));
};

/** @param sku - as given by the caller. */
export const createSkuMatcher = (sku: string): SkuMatcher => {
  const normalized = normalizeSku(sku);
  if (!/[\p{L}\p{N}]/u.test(normalized)) {
    // A SKU of punctuation only matches literally.
    const isSpelled = (text: string): boolean => text.trim() === sku.trim();
    return {
      isIn: (text) => text.includes(sku),
      isToken: isSpelled,
      places: (text) => (isSpelled(text) ? [{ start: 0, end: text.length }] : []),
      is: isSpelled,
    };
  }
  // Short numbers occur everywhere: inside a text they are no evidence.
  const isWeak = normalized.length < 3;
  const clue = new RegExp(spelling(normalized, true), 'giu');
  const token = new RegExp([...ownSpellings(sku), spelling(normalized, false)].join('|'), 'giu');
  const is = (text: string): boolean => text.length < 1_000 && normalizeSku(text) === normalized;
  const first = [...normalized][0]!;
  const isAscii = /^[ -~]+$/.test(sku);
  /** Occurrences of the pattern that the surrounding text does not turn into another SKU. */
  const placesOf = (given: string, pattern: RegExp, standsAlone: typeof isClue, most: number): SkuPlace[] => {
    const places: SkuPlace[] = [];
    const text = foldedSigns(given);
    if (isAscii && text.length > 100 && /[\da-z]/.test(first) && !text.toLowerCase().includes(first))
      return places;
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found && places.length < most; found = pattern.exec(text)) {
      const place = { start: found.index, end: found.index + found[0].length };
      if (standsAlone(text, place)) places.push(place);
      pattern.lastIndex = found.index + 1;
    }
    return places;
  };
  return {
    isIn: (text) => (isWeak ? is(text) : placesOf(text, clue, isClue, 1).length > 0),
    isToken: (text) => (isWeak ? is(text) : placesOf(text, token, isWholeToken, 1).length > 0),
    places: (text) => placesOf(text, token, isWholeToken, maxPlaces),
    is,
  };
};

const letterOrDigit = /[\p{L}\p{N}]/u;

// "555088-105-42" is a longer SKU, "555088-105-nike" a URL that contains this one.
const isClue = (text: string, { start, end }: SkuPlace): boolean => {
  const before = text[start - 1] ?? '';
  const after = text[end] ?? '';
  if (letterOrDigit.test(before) || letterOrDigit.test(after)) return false;
  if (/[-.]/.test(after) && /^\d{1,6}(?![\p{L}\p{N}])/u.test(text.slice(end + 1, end + 8))) return false;
  return !(
    /[-.]/.test(before) &&
    /(?:^|[^\p{L}\p{N}])\d{2,}$/u.test(text.slice(Math.max(0, start - 8), start - 1)) &&
    /^\d/.test(text.slice(start, start + 1))
  );
};
