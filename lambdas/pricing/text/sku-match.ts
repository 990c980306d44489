import { numberLabelsEnding } from '../words/lexicon.ts';
import { normalizeSku } from './same-sku.ts';

/** Half-open range of a SKU in a text. */
export interface SkuPlace {
  start: number;
  end: number;
}

const wide = /[\uff01-\uff5e\u3000\u2010-\u2015\u2212\ufe63]/g;

/** Replaces full-width digits and signs and all kinds of dashes by plain ones; offsets stay the same. */
export const foldedSigns = (text: string): string =>
  text.replace(wide, (sign) => {
    const code = sign.charCodeAt(0);
    if (code === 0x30_00) return ' ';
    return code >= 0xff_01 ? String.fromCharCode(code - 0xfe_e0) : '-';
  });

const inWord = /[\p{L}\p{N}\p{M}]/u;
/** Characters examined before and after a number. */
const maxAround = 60;

const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** Ends of sentences, brackets and clauses after a number; also icons, and trailing dashes and slashes. */
const surrounding =
  /[\p{Pe}\p{Pf}\p{Pi}\p{Terminal_Punctuation}\p{Co}\p{Extended_Pictographic}\u2190-\u21ff\u25a0-\u25ff>…|\-_/&]/u;
/** Separators before words, even without a space: "1801,Farbe:rot", "1801(in stock)". */
const partingWords =
  /[,;|、。]+(?=["']?\p{L}{3})|\((?=[^)]*$|\p{L}?\p{Ll}{3}|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana})/u;

const isQuoted = (text: string, start: number): boolean =>
  /["']/.test(text.slice(Math.max(0, start - maxAround), start));

/**
 * Returns where the token containing a number ends: attached characters belong to it ("J9773A#ABB"),
 * enclosing ones do not ("(555088-101),").
 *
 * @param text - folded by {@link foldedSigns}.
 */
export const tokenEnd = (text: string, { start, end }: SkuPlace): number => {
  const [joined] = /^\S*/.exec(text.slice(end, end + maxAround))!;
  const parted = joined.search(partingWords);
  let behind = parted < 0 ? joined : joined.slice(0, parted);
  for (const last of [...behind].reverse()) {
    const isEnd = /["']/.test(last) ? isQuoted(text, start) : surrounding.test(last);
    const opener = openers[last];
    // A bracket opened inside the token closes inside it.
    if (!isEnd || (opener !== undefined && text.slice(start, end + behind.length).includes(opener))) break;
    behind = behind.slice(0, -last.length);
  }
  return end + behind.length;
};

/** "Art.1801", "No.1801": the dot ends an abbreviation of "number". */
const numberWord = /(?:^|[^\p{L}\p{N}])(?:no|nr|art|ref|réf|cod|cód|mod|арт|č|p\/n)\.$/iu;
/** "Model:1801", and data: `"id":1801`, `id=1801`. */
const leadingWord = /(?:^|[^\p{L}\p{N}])\p{L}{2,}["']?[:=]["']?$/u;
const wordBeforeBracket = /(?:(?<![\p{L}\p{N}])\p{L}{3,}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])\p{Ps}$/u;
const opening = /[\p{Ps}\p{Pi}\p{Pf}<"']+$/u;
/** Characters that join both sides into one SKU. */
const joining = /[-_/+&*]$/;

const startsToken = (text: string, start: number): boolean => {
  const before = /\S*$/.exec(text.slice(Math.max(0, start - maxAround), start))![0];
  const bare = before.replace(opening, '');
  if (bare === '' || !inWord.test(bare)) return !before.endsWith('+');
  if (joining.test(before) || inWord.test(before.at(-1)!)) return false;
  const isBehindWord = [numberWord, leadingWord, wordBeforeBracket].some((rule) => rule.test(before));
  return isBehindWord || numberLabelsEnding(text.slice(Math.max(0, start - maxAround), start)).length > 0;
};

/** True if the number alone is quoted, as in data. */
const isInQuotes = (text: string, { start, end }: SkuPlace): boolean =>
  /["']/.test(text[start - 1] ?? '') && text[start - 1] === text[end];

/** True if the text at a place is a whole token rather than part of a longer one. */
export const isWholeToken = (text: string, place: SkuPlace): boolean =>
  isInQuotes(text, place) ||
  (text[place.end] !== '+' && tokenEnd(text, place) === place.end && startsToken(text, place.start));

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
