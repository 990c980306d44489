import { decodeHTML } from 'entities';

/** A text in which numbers and separators have one spelling each. */
export interface ReadableText {
  text: string;
  /** Index into the given text for each character and for the end; `undefined` when they are the same. */
  origin: readonly number[] | undefined;
}

// Zero digits of the scripts in the basic plane (Unicode General_Category Nd).
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
  0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
];

const oneForOne = new Map<string, string>();
for (const zero of zeros) {
  for (let digit = 0; digit < 10; digit += 1) oneForOne.set(String.fromCharCode(zero + digit), String(digit));
}
for (const space of '\t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000') {
  oneForOne.set(space, ' ');
}
for (const apostrophe of '\u2018\u2019\u201b\u02bc\u02bb\u2032\u00b4\u0060\uff07')
  oneForOne.set(apostrophe, "'");
for (const hyphen of '\u2010\u2011\u2212\ufe63\uff0d') oneForOne.set(hyphen, '-');
for (const dash of '\u2012\u2014\u2015\u2e3a\u301c') oneForOne.set(dash, '–');
oneForOne.set('\uff5e', '~');
oneForOne.set('\uffe1', '£');
oneForOne.set('\uffe0', '¢');
oneForOne.set('\ufe69', '$');
for (let code = 0xff01; code <= 0xff5d; code += 1) {
  const character = String.fromCharCode(code);
  if (!oneForOne.has(character)) oneForOne.set(character, String.fromCharCode(code - 0xfee0));
}
oneForOne.set('\u060c', ',');
oneForOne.set('\u2e41', ',');

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const replaceable = new RegExp(`[${[...oneForOne.keys()].join('').replaceAll('`', '\\u0060')}]`, 'g');
const lengthChanging =
  /\s{2}|[.,]\n|\n[.,]|[&<\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u061c\ufeff⁰¹²³⁴-⁹\ud800-\udfff]/;
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u061c\ufeff]/;
const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,30});?/y;
const tag = /<(\/?)([a-zA-Z][a-zA-Z\d-]{0,20})(?:\s[^<>]{0,300})?\/?>/y;
const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9';

const valueOfDigit = (character: string): string | undefined => {
  if (!/^\p{Nd}$/u.test(character)) return undefined;
  const code = character.codePointAt(0)!;
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
};

const lineBreak = /[ \t\u00a0]*\r?\n\s*/y;

/** Length of the white space that indented markup leaves between whole units, separator and cents; else 0. */
const brokenCents = (given: string, index: number, text: string): number => {
  lineBreak.lastIndex = index;
  if (!lineBreak.test(given)) return 0;
  const end = lineBreak.lastIndex;
  const behind = given.slice(end, end + 4);
  const isSplit = /\d[.,]$/.test(text)
    ? /^\d{2}(?!\d)/.test(behind)
    : /\d$/.test(text) && /^[.,]\d{2}(?!\d)/.test(behind);
  return isSplit ? end - index : 0;
};

/**
 * Gives digits of every script, white space of any kind and length, apostrophes, dashes and full-width forms their
 * plain spelling; takes out invisible marks, entities and tags that stayed in the text; makes `12<sup>99</sup>` and `12⁹⁹` read as 12.99.
 */
export const makeReadable = (given: string): ReadableText => {
  if (!lengthChanging.test(given)) {
    return { text: given.replace(replaceable, (character) => oneForOne.get(character)!), origin: undefined };
  }
  let text = '';
  const origin: number[] = [];
  const put = (piece: string, from: number): void => {
    for (let offset = 0; offset < piece.length; offset += 1) origin.push(from);
    text += piece;
  };
  // Not a space: what a tag or a footnote mark parts must not become one number.
  const part = (from: number): void => {
    if (text !== '' && !text.endsWith('\n')) put('\n', from);
  };
  let index = 0;
  while (index < given.length) {
    const character = given[index]!;
    if (character === '&') {
      entity.lastIndex = index;
      const found = entity.exec(given)?.[0];
      const decoded = found && decodeHTML(found);
      if (found && decoded !== found) {
        for (const each of decoded!) put(invisible.test(each) ? '' : (oneForOne.get(each) ?? each), index);
        index += found.length;
        continue;
      }
    } else if (character === '<') {
      tag.lastIndex = index;
      const found = tag.exec(given);
      if (found) {
        const opensCents = found[2]!.toLowerCase() === 'sup' && found[1] === '';
        const last = text.at(-1);
        if (
          opensCents &&
          isDigit(last) &&
          /^\d{2}(?!\d)/.test(given.slice(tag.lastIndex, tag.lastIndex + 3))
        ) {
          put('.', index);
        } else if (!(opensCents && (last === '.' || last === ','))) part(index);
        index = tag.lastIndex;
        continue;
      }
    } else if (superscripts.includes(character)) {
      const next = given[index + 1];
      const pair = next !== undefined && superscripts.includes(next);
      const before = text.at(-1);
      if (pair && (isDigit(before) || before === '.' || before === ',')) {
        if (isDigit(before)) put('.', index);
        put(String(superscripts.indexOf(character)), index);
        put(String(superscripts.indexOf(next)), index + 1);
        index += 2;
      } else {
        // A footnote mark: wider than what may part whole units from cents.
        put('\n\n', index);
        index += 1;
      }
      continue;
    } else if (invisible.test(character)) {
      index += 1;
      continue;
    } else if (character >= '\ud800' && character <= '\udbff') {
      const full = String.fromCodePoint(given.codePointAt(index)!);
      put(valueOfDigit(full) ?? full, index);
      index += full.length;
      continue;
    }
    const plain = oneForOne.get(character) ?? character;
    if (plain === ' ' && text.at(-1) !== ' ') {
      const width = brokenCents(given, index, text);
      if (width > 0) {
        index += width;
        continue;
      }
    }
    // Indented markup: as wide as one blank, as a browser shows it.
    if (plain !== ' ' || text.at(-1) !== ' ') put(plain, index);
    index += 1;
  }
  origin.push(given.length);
  return { text, origin };
};
