import { foldedSigns, isWholeToken, type SkuPlace } from '../sku-token.ts';
import { normalizeSku } from './same-sku.ts';

/** Of one text, how many places are looked at. */
const maxPlaces = 20;

/** Finds a SKU inside other text; compile once, ask often. */
export interface SkuMatcher {
  /**
   * True if the text holds the SKU by itself, or between the dashes of an address: "/p/air-555088-105-white". A longer
   * number is another one: "555088-105" stands neither in "555088-1050" nor in "1555088-105". A clue, not evidence.
   */
  isIn: (text: string) => boolean;
  /** True if the text holds the SKU as a whole token: "1801" does not stand in "CAM-1801". */
  isToken: (text: string) => boolean;
  /** Where the SKU stands as a whole token, however short it is. */
  places: (text: string) => SkuPlace[];
  /** True if the text is the SKU and nothing else. */
  is: (text: string) => boolean;
}

/** One separator at most between characters: linear, and "555 088 105" is still found. */
const spelling = (normalized: string, isLoose: boolean): string => {
  let pattern = '';
  let before = '';
  // An address writes no plus sign at the end.
  for (const character of isLoose ? normalized.replace(/[+./]+$/, '') : normalized) {
    if (/[+./]/.test(character)) {
      // An address has a dash for every other mark, or nothing.
      pattern += isLoose ? '[\\s\\-_./+–]?' : character === '.' ? '[.,]' : `\\s?${RegExp.escape(character)}`;
      before = character;
      continue;
    }
    pattern += `${separatorOf(before, character, isLoose)}${RegExp.escape(character)}`;
    before = character;
  }
  return pattern;
};

/** Characters that may stand between two of a SKU that is written without them. */
const separatorOf = (left: string, right: string, isLoose: boolean): string => {
  if (left === '') return '';
  if (left === '+' || left === '/') return '\\s?';
  if (left === '.') return '';
  // No mark may come between two digits that makes another number of them.
  return !isLoose && /^\d\d$/.test(left + right) ? '[\\s\\-_–]?' : '[\\s\\-_./–]?';
};

/** The SKU with the signs that the caller writes, composed or not: "J9773A#ABB", "X(7700)". */
const ownSpellings = (sku: string): string[] => {
  const forms = [sku, sku.normalize('NFC'), sku.normalize('NFD')].map((form) => foldedSigns(form).trim());
  return [...new Set(forms)].map((form) => form.split(/\s+/).map(RegExp.escape).join('\\s+'));
};

/** @param sku - as the caller writes it. */
export const createSkuMatcher = (sku: string): SkuMatcher => {
  const normalized = normalizeSku(sku);
  if (!/[\p{L}\p{N}]/u.test(normalized)) {
    // A SKU of punctuation only can be found in its own spelling alone.
    const isSpelled = (text: string): boolean => text.trim() === sku.trim();
    return {
      isIn: (text) => text.includes(sku),
      isToken: isSpelled,
      places: (text) => (isSpelled(text) ? [{ start: 0, end: text.length }] : []),
      is: isSpelled,
    };
  }
  // Short plain numbers stand anywhere as something else: they are no evidence inside a text.
  const isWeak = normalized.length < 3;
  const clue = new RegExp(spelling(normalized, true), 'giu');
  const token = new RegExp([...ownSpellings(sku), spelling(normalized, false)].join('|'), 'giu');
  const is = (text: string): boolean => text.length < 1_000 && normalizeSku(text) === normalized;
  const first = [...normalized][0]!;
  const isAscii = /^[ -~]+$/.test(sku);
  /** Where the pattern stands, and nothing around makes another SKU of it. */
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

// "555088-105-42" is a longer SKU, "555088-105-nike" an address that carries this one.
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
