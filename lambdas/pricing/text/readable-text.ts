import { decodeHTML } from 'entities';

/** A text with a uniform spelling of numbers and separators. */
export interface ReadableText {
  text: string;
  /** Index into the given text for each character and for the end; `undefined` if they are equal. */
  origin: readonly number[] | undefined;
}

/** Interchangeable signs. */
const alike: Readonly<Record<string, string>> = {
  "'": '\u2018\u2019\u201b\u02bc\u02bb\u2032\u00b4\u0060',
  '-': '\u2010\u2011\u2212',
  '–': '\u2012\u2014\u2015\u2e3a\u301c',
  ',': '\u060c\u2e41',
};
const plainOfSign = new Map(
  Object.entries(alike).flatMap(([plain, others]) => [...others].map((sign) => [sign, plain] as const)),
);
/** These, digits of other scripts, special white space, and forms of other width. */
const unusual = new RegExp(
  String.raw`[[\p{Nd}\s${[...plainOfSign.keys()].join('')}\uff01-\uff5e\uffe0\uffe1\ufe63\ufe69]--[\d ]]`,
  'gv',
);

/** Digits of a script are consecutive code points, starting with zero. */
const valueOfDigit = (digit: string): string => {
  const code = digit.codePointAt(0)!;
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
};

const known = new Map<string, string>(plainOfSign);
const plainOf = (character: string): string => {
  let plain = known.get(character);
  if (plain === undefined) {
    if (/\s/.test(character)) plain = ' ';
    else plain = /\p{Nd}/u.test(character) ? valueOfDigit(character) : character.normalize('NFKC');
    known.set(character, plain);
  }
  return plain;
};
const plainly = (text: string): string => text.replace(unusual, plainOf);

const invisible = String.raw`\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u061c\ufeff`;
const anyInvisible = new RegExp(`[${invisible}]`, 'g');
const raised = '⁰¹²³⁴-⁹';
const lengthChanging = new RegExp(String.raw`\s{2}|[.,]\n|\n[.,]|[&<${raised}\ud800-\udfff${invisible}]`);
/** Splits a text in which more than single characters changes. */
const pieces = new RegExp(
  [
    String.raw`(?<entity>&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,30});?)`,
    String.raw`(?<tag><\/?[a-zA-Z][a-zA-Z\d-]{0,20}(?:\s[^<>]{0,300})?\/?>)`,
    `(?<raised>[${raised}]{1,2})`,
    `(?<nothing>[${invisible}])`,
    String.raw`(?<blank>\s+)`,
    String.raw`(?<pair>[\u{10000}-\u{10ffff}])`,
    String.raw`[^&<${raised}${invisible}\s\u{10000}-\u{10ffff}]+|[&<]`,
  ].join('|'),
  'gu',
);
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** The readable text so far, with the origin of its characters. */
class Writer {
  text = '';
  readonly origin: number[] = [];

  put(piece: string, from: number): void {
    for (let offset = 0; offset < piece.length; offset += 1) this.origin.push(from);
    this.text += piece;
  }

  /** Appends a piece whose length is unchanged. */
  copy(piece: string, from: number): void {
    for (let offset = 0; offset < piece.length; offset += 1) this.origin.push(from + offset);
    this.text += piece;
  }

  endsIn(pattern: RegExp): boolean {
    return pattern.test(this.text.slice(-2));
  }
}

type Take = (writer: Writer, found: string, at: number, given: string) => void;

/** `12<sup>99</sup>`, `12.<sup>99</sup>`; text around other tags must not merge into one number. */
const takeTag: Take = (writer, tag, at, given) => {
  const isRaised = /^<sup[\s/>]/i.test(tag);
  const behind = given.slice(at + tag.length, at + tag.length + 3);
  if (isRaised && writer.endsIn(/\d$/) && /^\d{2}(?!\d)/.test(behind)) writer.put('.', at);
  else if (!(isRaised && writer.endsIn(/[.,]$/)) && writer.endsIn(/[^\n]$/)) writer.put('\n', at);
};

/** "m²", "cm³" */
const isOfArea = (raised: string, writer: Writer): boolean =>
  (raised === '²' || raised === '³') && writer.endsIn(/(?:^|[^\p{L}])[mм]$|[cdkк][mм]$/u);

/** "12⁹⁹" is cents, "m²" a measure; other raised digits are footnote marks, replaced by a wide gap. */
const takeRaised: Take = (writer, raised, at) => {
  if (isOfArea(raised, writer)) {
    writer.copy(raised, at);
    return;
  }
  const areCents = raised.length === 2 && writer.endsIn(/[\d.,]$/);
  if (areCents && writer.endsIn(/\d$/)) writer.put('.', at);
  for (const [index, digit] of [...raised].entries())
    writer.put(areCents ? String(superscripts.indexOf(digit)) : '\n\n', at + index);
};

/** Collapses white space like browsers; removes it between indented whole units, separator and cents. */
const takeBlank: Take = (writer, blank, at, given) => {
  if (writer.endsIn(/ $/)) return;
  const behind = given.slice(at + blank.length, at + blank.length + 4);
  const isSplit = writer.endsIn(/\d[.,]$/)
    ? /^\d{2}(?!\d)/.test(behind)
    : writer.endsIn(/\d$/) && /^[.,]\d{2}(?!\d)/.test(behind);
  if (!isSplit || !/^[ \t\u00a0]*\r?\n/.test(blank)) writer.put(' ', at);
};

const takeEntity: Take = (writer, entity, at) => {
  const decoded = decodeHTML(entity);
  if (decoded === entity) writer.copy(entity, at);
  else writer.put(plainly(decoded.replace(anyInvisible, '')), at);
};

const takers: Readonly<Record<string, Take>> = {
  entity: takeEntity,
  tag: takeTag,
  raised: takeRaised,
  nothing: () => {},
  blank: takeBlank,
  pair: (writer, pair, at) => writer.put(plainly(pair), at),
};

/**
 * Normalizes digits of all scripts, white space, apostrophes, dashes and full-width forms; removes invisible
 * marks, entities and leftover tags; reads `12<sup>99</sup>` and `12⁹⁹` as 12.99.
 */
export const makeReadable = (given: string): ReadableText => {
  if (!lengthChanging.test(given)) return { text: plainly(given), origin: undefined };
  const writer = new Writer();
  for (const { 0: found, index, groups } of given.matchAll(pieces)) {
    const kind = Object.keys(takers).find((name) => groups![name] !== undefined);
    if (kind) takers[kind]!(writer, found, index, given);
    else writer.copy(plainly(found), index);
  }
  writer.origin.push(given.length);
  return { text: writer.text, origin: writer.origin };
};
