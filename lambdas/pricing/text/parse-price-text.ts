import { decodeHTML } from 'entities';
import { compareDecimals } from '../../domain/money/decimals.ts';
import {
  decimalInUse,
  digitsOfCurrency,
  findCurrency,
  normalizeCurrency,
  type PriceHints,
  settleCurrency,
} from './currency-lexicon.ts';
import { amountOf, findNumbers, type NumberToken, type ParsedPrice } from './number-token.ts';
import { pairWithSigns } from './pair-with-signs.ts';
import { freeShipping, freeText, nowWords, priceNames } from './price-words.ts';
import { signBefore, signBehind } from './printed-sign.ts';
import { addQualifiers } from './qualify-prices.ts';
import undivided from './undivided-in-use.json' with { type: 'json' };

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

export type { PriceHints } from './currency-lexicon.ts';
export { normalizeCurrency } from './currency-lexicon.ts';
export type { ParsedPrice, PriceQualifier } from './number-token.ts';

const maxTextLength = 20_000;
const hasDigit = /\p{Nd}/u;

const withNormalizedHint = (hints: PriceHints): { hints: PriceHints; printedHint: string | null } => {
  const given = hints.currency?.trim();
  if (hints.currency === undefined) return { hints, printedHint: null };
  const { currency: _, ...others } = hints;
  if (!given) return { hints: others, printedHint: null };
  const code = normalizeCurrency(given, others);
  const found = findCurrency(given);
  const printed = found && (!found.isWeak || code !== null) ? given.slice(found.start, found.end) : null;
  return { hints: { ...others, ...(code === null ? {} : { currency: code }) }, printedHint: printed };
};

/** The language that a text's script or words imply, to resolve "¥". */
const languageOfText = (text: string): string | undefined =>
  /[\u3041-\u30ff]|税[込抜別]|送料/u.test(text)
    ? 'ja'
    : /[价邮]|到手|券后|优惠/u.test(text)
      ? 'zh'
      : undefined;

const withLanguageOf = (text: string, hints: PriceHints): PriceHints => {
  const locale = hints.locale === undefined && hints.country === undefined ? languageOfText(text) : undefined;
  return locale === undefined ? hints : { ...hints, locale };
};

/** "1 495:-" and "1 495.-" are prices in kronor; outside of their countries the dash implies no currency. */
const crowns = { codes: ['SEK', 'NOK', 'DKK'] };

/** Longest text consisting of a number and its sign. */
const maxLone = 24;

/** An ambiguous sign that is the whole text apart from the number, as printed. */
const loneSign = (text: string, { start, end }: NumberToken): string | undefined => {
  if (text.length > maxLone) return undefined;
  const strange = /\p{Sc}/u.exec(text);
  const sign =
    signBehind(text, end) ??
    signBefore(text, start) ??
    (strange && { start: strange.index, end: strange.index + strange[0].length });
  if (!sign) return undefined;
  const rest = `${text.slice(0, Math.min(start, sign.start))} ${text.slice(Math.max(end, sign.end))}`;
  return /[\p{L}\p{N}]/u.test(rest) ? undefined : text.slice(sign.start, sign.end);
};

interface ReadPrice {
  price: ParsedPrice;
  isRejected: boolean;
  isGross: boolean;
}

const readPrices = (
  given: string,
  rawHints: PriceHints,
  isSignedOnly = false,
  breaks: readonly number[] = [],
): ReadPrice[] => {
  if (!hasDigit.test(given) && !/[⁰¹²³⁴-⁹&]/.test(given)) return [];
  const { hints: givenHints, printedHint } = withNormalizedHint(rawHints);
  const { text, origin }: ReadableText = makeReadable(given.slice(0, maxTextLength));
  const hints = withLanguageOf(text, givenHints);
  const placeOf = (index: number): number => (origin ? origin[index]! : index);
  const moved = origin ? breaks.map((each) => origin.findIndex((place) => place >= each)) : breaks;
  const areApart = (left: number, right: number): boolean =>
    moved.some((each) => each >= left && each <= right);
  const found = pairWithSigns(text, findNumbers(text, moved), hints, isSignedOnly, areApart);
  addQualifiers(text, found, moved, hints.currency);
  return found.map((each) => {
    const { sign, start, end, qualifier, token } = each;
    const isCrown = !sign && token.hasDash;
    const printed = sign ? settleCurrency(sign, hints) : isCrown ? settleCurrency(crowns, hints) : null;
    const currency = sign ? printed : (printed ?? hints.currency ?? null);
    const from = placeOf(start);
    const to = placeOf(end);
    const slice = (left: number, right: number): string =>
      decodeHTML(given.slice(placeOf(left), placeOf(right)))
        .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff]/g, '')
        .trim();
    const price: ParsedPrice = {
      amount: amountOf(each, currency, hints),
      currency,
      currencyRaw: sign ? slice(sign.start, sign.end) : (loneSign(text, token) ?? printedHint),
      raw: given.slice(from, to).trim(),
      start: from,
      end: to,
      ...(qualifier === undefined ? {} : { qualifier }),
      bare: sign === undefined && !token.hasDash,
    };
    return { price, isRejected: each.isRejected, isGross: each.isGross === true };
  });
};

/**
 * Finds every price in a text, in order, qualified by the words around it.
 *
 * Numbers that measure or count something are left out; numbers without a currency have `bare: true`. Never
 * throws; runs in linear time and reads the first 20,000 characters.
 *
 * @param isSignedOnly - skips texts without any currency; beside a signed price bare ones are still returned.
 * @param breaks - offsets where other elements of the page begin: a sign belongs to the number in its
 *   element.
 */
export const findPrices = (
  text: string,
  hints: PriceHints = {},
  isSignedOnly = false,
  breaks: readonly number[] = [],
): ParsedPrice[] =>
  readPrices(text, hints, isSignedOnly, breaks)
    .filter(({ isRejected }) => !isRejected)
    .map(({ price }) => price);

const isPaid = ({ qualifier }: ParsedPrice): boolean =>
  qualifier === undefined || qualifier === 'From' || qualifier === 'RangeLow';
const isNoPriceAtAll = ({ qualifier }: ParsedPrice): boolean =>
  qualifier === 'Saving' ||
  qualifier === 'Threshold' ||
  qualifier === 'Shipping' ||
  qualifier === 'Surcharge';

/**
 * True if two unlabelled prices, with at most a percentage between them, are an old and a new one: higher
 * first, as printed by shops whose strike-through was lost.
 */
const isLowered = (text: string, [high, low, ...others]: readonly ParsedPrice[]): boolean => {
  if (!high || !low || others.length > 0 || high.bare || low.bare) return false;
  if (high.qualifier !== undefined || low.qualifier !== undefined || high.currency !== low.currency)
    return false;
  const ratio = Number(low.amount) / Number(high.amount);
  if (!(ratio < 1 && ratio > 0.1)) return false;
  const between = text.slice(high.end, low.start).replace(/<[^<>]{0,200}>|&nbsp;/g, ' ');
  return /^(?:[^\p{L}\d–~-]*|[^\p{L}\d]*\d{1,2}(?:[.,]\d{1,2})?\s?%[^\p{L}\d–~-]*)$/u.test(between);
};

const withoutQualifier = ({ qualifier: _, ...price }: ParsedPrice): ParsedPrice => price;

/** True if a text names the expected currency in the language of its locale, in any form. */
const namesExpected = (text: string, { currency, locale }: PriceHints): boolean => {
  const code = currency?.trim() ?? '';
  if (!/^[a-z]{3}$/i.test(code)) return false;
  try {
    const format = new Intl.NumberFormat(locale?.replaceAll('_', '-'), {
      style: 'currency',
      currency: code,
      currencyDisplay: 'name',
    });
    return [0, 1, 2, 5].some((count) => {
      const name = format.formatToParts(count).find(({ type }) => type === 'currency')?.value;
      return name !== undefined && text.includes(name);
    });
  } catch {
    // An invalid locale has no names to search for.
    return false;
  }
};

/** "1 Lek", "500 ናቕፋ": a single short word after the number may be an unknown currency. */
const isAbbreviation = /^[^\p{L}\d]{0,2}(?:\p{L}[\p{M}.'ʻ’]{0,2}){1,6}\p{Sc}?[^\p{L}\d]*$/u;
/** "10115 Berlin", "75001 Paris": a postcode and its place. */
const isPlace = /^\s\p{Lu}\p{Ll}{3,}/u;
const isMonth = /^[^\p{L}]*(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])/iu;

const isCalledPrice = (before: string): boolean => priceNames.endsIn(before.replace(/[^\p{L}\d]+$/u, ''));

/** True if a short whole number without a currency is all that a text contains, or is labelled as a price. */
const isAlone = (text: string, { start, end, raw, qualifier }: ParsedPrice): boolean => {
  // "USB 3.0", "Rated 4.6", "US 7.5"
  if (/^\d{1,2}[.,]\d$/.test(raw) && qualifier === undefined) {
    const words = text.slice(Math.max(0, start - 40), start);
    if (/\p{L}/u.test(words) && !isCalledPrice(words) && !nowWords.test(words)) return false;
  }
  if (!/^\d{1,9}$/.test(raw) || qualifier !== undefined) return true;
  const before = text.slice(0, start).replace(/<[^<>]{0,200}>|&[a-z]{2,8};/gi, ' ');
  const behind = text.slice(end).replace(/<[^<>]{0,200}>|&[a-z]{2,8};/gi, ' ');
  const isFirst = !/[\p{L}\d]/u.test(before);
  const isCode = /^\d{4,6}$/.test(raw) && isPlace.test(behind);
  if (isFirst && isAbbreviation.test(behind) && !isMonth.test(behind) && !isCode) return true;
  return !/[\p{L}\d]/u.test(behind) && (isFirst || isCalledPrice(before.slice(-40)));
};

/** "4 payments of $25.00 with a lender $100.00": one is a multiple of the other. */
const isPaidIn = (total: ParsedPrice, part: ParsedPrice): boolean => {
  if (total.qualifier !== 'Instalment' || part.qualifier !== 'Instalment') return false;
  const times = Math.round(Number(total.amount) / Number(part.amount));
  // Each instalment is rounded to a hundredth.
  return (
    times >= 2 && times <= 60 && Math.abs(Number(total.amount) - times * Number(part.amount)) <= 0.01 * times
  );
};

/** Chooses the price that everybody pays from several with a currency. */
const bestOf = (text: string, read: readonly ReadPrice[]): ParsedPrice | undefined => {
  const paid = read.filter(({ price }) => isPaid(price));
  const gross = paid.find(({ isGross }) => isGross);
  if (gross) return gross.price;
  const prices = read.map(({ price }) => price);
  if (paid.length > 0) {
    const plain = paid.map(({ price }) => price);
    if (isLowered(text, plain)) return plain[1];
    // Members never pay more: the words between two prices belonged to the lower one.
    const dearer = prices.find(
      ({ qualifier, amount }) => qualifier === 'Members' && Number(amount) > Number(plain[0]!.amount),
    );
    return dearer && plain.length === 1 ? withoutQualifier(dearer) : plain[0];
  }
  const total = prices.find((price) => prices.some((part) => isPaidIn(price, part)));
  if (total) return withoutQualifier(total);
  const net = prices.find(({ qualifier }) => qualifier === 'NetOfTax');
  if (net) return net;
  // Beside a member price, the regular price is what others pay.
  const isForMembers = prices.some(({ qualifier }) => qualifier === 'Members');
  // "PVP recomendado 89 € PVP 69 €": if all prices are labelled old, the lowest is current.
  if (prices.length > 0 && prices.every(({ qualifier }) => qualifier === 'Was'))
    return prices.reduce((best, each) => (compareDecimals(each.amount, best.amount) < 0 ? each : best));
  return (isForMembers ? prices.find(({ qualifier }) => qualifier === 'Was') : undefined) ?? prices[0];
};

/** Blanks out lines that announce free shipping: they do not qualify the amount on the next line. */
const withoutCaptions = (text: string): string =>
  /\n/.test(text)
    ? text.replace(/[^\n]+/g, (line) =>
        line.length < 60 && freeShipping.test(line.trim()) ? ' '.repeat(line.length) : line,
      )
    : text;

/**
 * Reads the price that a buyer pays from a text such as `"1.299,00 €"` or `"was £20 now £15"`.
 *
 * Prefers prices with a currency over bare numbers, and the current price over old prices, unit prices and
 * instalments, which are returned with their `qualifier` if there is nothing else. For a range returns the
 * low end.
 *
 * @param text - may contain entities, tags and digits of any script.
 * @param hints - resolve ambiguities: "$", and "1.000" without a currency.
 * @returns `undefined` if the text contains no price: "call for price", "5 stars", "-20 %", "save $10".
 */
export const parsePriceText = (text: string, hints: PriceHints = {}): ParsedPrice | undefined => {
  const read = readPrices(withoutCaptions(text), hints).filter(
    ({ price, isRejected }) => !isRejected && !isNoPriceAtAll(price),
  );
  // "Was $124.95 now $0.00": the template had no value.
  const isPriced = read.some(({ price }) => Number(price.amount) > 0);
  const signed = read.filter(({ price }) => !price.bare && (!isPriced || Number(price.amount) > 0));
  const best = bestOf(
    text,
    signed.length > 0
      ? signed
      : read.filter(({ price }) => isAlone(text, price) || namesExpected(text, hints)),
  );
  if (best) return best;
  const free = text.length < 60 && freeText.test(text) ? text.trim() : undefined;
  if (free === undefined) return undefined;
  const start = text.indexOf(free);
  return {
    amount: '0',
    currency: withNormalizedHint(hints).hints.currency ?? null,
    currencyRaw: null,
    raw: free,
    start,
    end: start + free.length,
    qualifier: 'Free',
    bare: false,
  };
};

/** Currencies with hundredths by standard that shops do not use, since they are worth almost nothing. */
const undividedInUse = new Set(undivided.split(' '));

const trimmedDecimals = (amount: string): string => {
  const [whole, fraction] = amount.split('.') as [string, string | undefined];
  const plain = whole.replace(/^0+(?=\d)/, '');
  if (fraction === undefined) return plain;
  // Databases pad: "12.990000" is 12.99.
  return fraction.length > 3
    ? `${plain}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`
    : `${plain}.${fraction}`;
};

/** "1.299": both readings, the likelier first. */
const groupedOrSplit = (whole: string, fraction: string, hints: PriceHints): readonly string[] => {
  const split = trimmedDecimals(`${whole}.${fraction}`);
  const grouped = `${whole}${fraction}`;
  const code = hints.currency === undefined ? null : normalizeCurrency(hints.currency, hints);
  if (code === null) return [split, grouped];
  const digits = digitsOfCurrency(code);
  if (digits === 3) return [split, grouped];
  if (digits === 0) return [grouped];
  // "30.000" is payable in a currency with two decimals as the standard reads it; no shop asks for half a
  // cent ("1.299"), while many group thousands with a dot.
  const isPayable = fraction.endsWith('0') && !undividedInUse.has(code);
  return decimalInUse(code, hints) === ',' && !isPayable ? [grouped, split] : [split, grouped];
};

/**
 * All readings of a number in structured data ("1226.00", "1,226.00", "1.226,00", also with a sign), most
 * likely first. The dot is the decimal point, as schema.org requires, but "1.299" may be 1299 if the shop
 * wrote its printed form, and is in a currency without decimals. The rest of the page decides.
 *
 * @returns decimal strings with the text's own digits; empty if it holds no amount.
 * @see https://schema.org/price
 */
export const amountReadings = (text: string, hints: PriceHints = {}): readonly string[] => {
  const trimmed = text.trim();
  const plain = /^(\d{1,18})(?:\.(\d{1,20}))?$/.exec(trimmed);
  if (plain) {
    const [number, whole, fraction] = plain as unknown as [string, string, string | undefined];
    return fraction?.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
      ? groupedOrSplit(whole, fraction, hints)
      : [trimmedDecimals(number)];
  }
  if (trimmed.length > 100 || /^[-–−]/.test(trimmed) || /\d[eE][+-]?\d/.test(trimmed)) return [];
  const amount = parsePriceText(trimmed, hints)?.amount;
  return amount === undefined ? [] : [trimmedDecimals(amount)];
};
