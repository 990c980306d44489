import { decodeHTML } from 'entities';
import { compareDecimals } from '../../domain/money/decimals.ts';
import { findCurrency, normalizeCurrency, settleCurrency } from './currency-lexicon.ts';
import { findNumbers, type NumberToken } from './number-token.ts';
import { pairWithSigns } from './pair-with-signs.ts';
import type { ParsedPrice } from './parsed-price.ts';
import type { PriceHints } from './price-hints.ts';
import { freeShipping, freeText, nowWords, priceNames } from './price-words.ts';
import { signBefore, signBehind } from './printed-sign.ts';
import { addQualifiers } from './qualify-prices.ts';
import { makeReadable, type ReadableText } from './readable-text.ts';
import { amountOf } from './settle-amount.ts';

export { normalizeCurrency } from './currency-lexicon.ts';
export type { ParsedPrice, PriceQualifier } from './parsed-price.ts';
export type { PriceHints } from './price-hints.ts';

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
