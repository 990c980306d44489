import { numberLabelsEnding } from '../words/number-labels.ts';

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
