import { anyOf } from '../words/word-lists.ts';
import { readAmountRole } from './amount-role.ts';
import { type PricePiece, type PriceQualifier, wholeOf } from './number-token.ts';
import {
  basketBefore,
  grossWords,
  lowestRecent,
  netWords,
  nowWords,
  thirtyDays,
  wasWords,
} from './price-words.ts';

// Relations between prices of one text.

/** Approximate value, for comparisons only. */
const worthOf = (price: PricePiece): number =>
  price.token.loneSeparator
    ? wholeOf(price)
    : Number(`${price.token.whole}.${price.minor?.fraction ?? price.token.fraction ?? ''}`);

/** Longest label after the last price of a text. */
const maxLabel = 40;

/** True if one is in a currency that the other's sign does not denote. */
const differ = ({ sign }: PricePiece, other: PricePiece): boolean =>
  sign?.codes[0] !== undefined && other.sign !== undefined && !other.sign.codes.includes(sign.codes[0]);

/** Two neighbouring prices and their context. */
interface Pair {
  text: string;
  price: PricePiece;
  next: PricePiece;
  between: string;
  /** True if the text contains no other price. */
  isOnlyPair: boolean;
}

/** "22,40 лв. (11,45 €)": the bracketed amount is a conversion. */
const isBracketed = ({ text, price, next, between }: Pair): boolean =>
  differ(price, next) &&
  /^\s*[(（]\s*$/.test(between) &&
  /^\s*[)）]/.test(text.slice(next.end, next.end + 3));

/** "42,90 € 83,91 лв." and nothing else: the same price twice. */
const isTwice = ({ text, price, next, between }: Pair): boolean =>
  price.sign?.codes.length === 1 &&
  next.sign?.codes.length === 1 &&
  differ(price, next) &&
  !/[\p{L}\p{N}]/u.test(text.slice(0, price.start) + between + text.slice(next.end));

/** "4,99 € / 9,76 лв." */
const isSlashed = ({ price, next, between, isOnlyPair }: Pair): boolean =>
  isOnlyPair && differ(price, next) && /^\s*[/|≈=]\s*$/.test(between);

/** A discount in the cart makes the price before it an old one. */
const isBeforeBasket = (text: string, price: PricePiece, behind: readonly PricePiece[]): boolean => {
  const other = behind.find(({ isRejected }) => !isRejected);
  const isLower = other?.sign !== undefined && wholeOf(other) < wholeOf(price);
  return isLower && basketBefore.test(text.slice(price.end, other.start));
};

const markPair = (pair: Pair, requested: string | undefined): void => {
  const { price, next } = pair;
  const isRequested = requested !== undefined && next.sign?.codes.includes(requested);
  if (isTwice(pair) || isBracketed(pair)) (isRequested ? price : next).qualifier ??= 'Approximate';
  if (isSlashed(pair)) next.qualifier ??= 'Approximate';
};

/** Marks old prices before cart discounts, and conversions of the requested currency. */
export const markPairs = (
  text: string,
  found: readonly PricePiece[],
  requested: string | undefined,
): void => {
  const isOnlyPair = found.filter(({ isRejected }) => !isRejected).length === 2;
  for (const [index, price] of found.entries()) {
    if (price.isRejected) continue;
    if (isBeforeBasket(text, price, found.slice(index + 1, index + 3))) price.qualifier = 'Was';
    const next = found[index + 1];
    if (next && !next.isRejected)
      markPair({ text, price, next, between: text.slice(price.end, next.start), isOnlyPair }, requested);
  }
};

/** "2,980円(税込 3,218円)": a price directly before the same one with tax is without tax. */
const markNet = (text: string, found: readonly PricePiece[]): void => {
  const prices = found.filter(({ isRejected }) => !isRejected);
  for (const [index, price] of prices.entries()) {
    const next = prices[index + 1];
    if (!next?.isGross || price.isGross || !price.sign) continue;
    if (price.qualifier !== next.qualifier || (price.qualifier ?? 'From') !== 'From') continue;
    const ratio = worthOf(next) / worthOf(price);
    if (!(ratio > 1 && ratio <= 1.3)) continue;
    // "£99 £119 inc VAT" may also be a new and an old price.
    const between = text.slice(price.end, Math.min(next.start, price.end + 30)).trim();
    if (between !== '' && /^[^\p{L}\p{N}]{0,8}$/u.test(grossWords.without(between, '')))
      price.qualifier = 'NetOfTax';
  }
};

/** "1.299 kr Nu 899 kr": a lower price labelled current makes the one before it old. */
const markLowered = (text: string, prices: readonly PricePiece[]): void => {
  for (const [index, price] of prices.entries()) {
    const next = prices[index + 1];
    if (!next || price.qualifier !== undefined || next.qualifier !== undefined) continue;
    const ratio = worthOf(next) / worthOf(price);
    if (ratio < 1 && ratio > 0.1 && nowWords.endsIn(text.slice(price.end, next.start).slice(-30)))
      price.qualifier = 'Was';
  }
};

/** "89,00 € Standardpreis 69,00 € Sale-Preis": both labels follow their prices. */
const markLabelledBehind = (text: string, prices: readonly PricePiece[]): void => {
  const [first, second, ...others] = prices;
  if (!first || !second || others.length > 0 || /\p{L}/u.test(text.slice(0, first.start))) return;
  if (![first, second].every(({ qualifier }) => qualifier === undefined || qualifier === 'Was')) return;
  const between = text.slice(first.end, second.start);
  const behind = text.slice(second.end);
  if (behind.length > maxLabel || !nowWords.test(behind)) return;
  if (!wasWords.test(between) && (nowWords.test(between) || worthOf(second) >= worthOf(first))) return;
  first.qualifier = 'Was';
  second.qualifier = undefined;
};

/** "$89.00 Original price was: $89.00. $69.00 Current price is: $69.00.": labels apply to equal amounts. */
const markRepeated = (text: string, prices: readonly PricePiece[]): void => {
  /** The lowest price of thirty days may equal the current one. */
  const isOfThirtyDays = ({ start }: PricePiece): boolean => {
    const before = text.slice(Math.max(0, start - maxLabel), start);
    return thirtyDays.test(before) || lowestRecent.test(before);
  };
  const old = new Set(
    prices.filter((price) => price.qualifier === 'Was' && !isOfThirtyDays(price)).map(worthOf),
  );
  const isLeft = (price: PricePiece): boolean => price.qualifier === undefined && !old.has(worthOf(price));
  if (old.size === 0 || !prices.some(isLeft)) return;
  for (const price of prices)
    if (price.qualifier === undefined && old.has(worthOf(price))) price.qualifier = 'Was';
};

/** Corrects the qualifiers of a text's prices by comparing them. */
export const compareQualified = (text: string, found: readonly PricePiece[]): void => {
  markNet(text, found);
  const signed = found.filter(({ isRejected, sign }) => !isRejected && sign);
  markLabelledBehind(text, signed);
  markLowered(text, signed);
  markRepeated(text, signed);
};

/** Words between the ends of a range, or before the upper one. */
export const rangeBetween =
  /^\s*(?:-|–|~|〜|～|…|\.\.\.?|to|bis|a|à|do|до|until|till|hasta|até|tot|til|till|és|και|and|∼)\s*$/iu;

/** "10 - 20 €": two rising amounts, at least one signed, with only a dash or "to" in between. */
const isRange = (text: string, low: PricePiece, high: PricePiece): boolean => {
  const tokens = [low.token, high.token];
  return (
    rangeBetween.test(text.slice(low.end, high.start)) &&
    ((low.sign ?? high.sign) !== undefined || tokens.every(({ isFormatted }) => isFormatted)) &&
    (tokens.some(({ loneSeparator }) => loneSeparator !== undefined) ||
      Number(high.token.whole) >= Number(low.token.whole))
  );
};

/** Both ends of a range share the printed sign. */
const markRanges = (text: string, found: readonly PricePiece[]): void => {
  for (const [index, price] of found.entries()) {
    const next = found[index + 1];
    if (!next || next.isRejected || price.isRejected || !isRange(text, price, next)) continue;
    const sign = price.sign ?? next.sign;
    price.sign = sign;
    next.sign ??= sign;
    price.qualifier = 'RangeLow';
    next.qualifier = 'RangeHigh';
  }
};

/** "De $249 a $399", "De: R$ 399 Por: R$ 249": before a range the word means "from". */
const fromOrWas = /^\s*de\s*$/iu;

/** Combines a price's qualifier with one from the words around it; both ends of a range are of one kind. */
const qualified = (
  price: PricePiece,
  labelled: PriceQualifier | undefined,
  low: PricePiece | undefined,
  before: string,
): PriceQualifier | undefined => {
  if (price.qualifier === 'RangeLow' && fromOrWas.test(before)) return 'RangeLow';
  const own = labelled === 'From' ? (price.qualifier ?? labelled) : (labelled ?? price.qualifier);
  const isLowOther = low?.qualifier !== undefined && low.qualifier !== 'RangeLow';
  return own === 'RangeHigh' && isLowOther ? low.qualifier : own;
};

/** "EXTRA10": a number in a word does not separate words from their price. */
const isOfWord = (text: string, { isRejected, token }: PricePiece): boolean =>
  isRejected && /\p{L}$/u.test(text.slice(Math.max(0, token.start - 1), token.start));

/**
 * Qualifies each price by the text around it, and gives both ends of a range their sign.
 *
 * @param requested - ISO 4217: the requested currency.
 */
export const addQualifiers = (
  printed: string,
  numbers: readonly PricePiece[],
  breaks: readonly number[],
  requested: string | undefined,
): void => {
  const text = withoutTaxRates(printed);
  const found = text === printed ? numbers : numbers.filter(({ start }) => text[start] !== ' ');
  markRanges(text, found);
  markPairs(text, found, requested);
  let floor = 0;
  const isTaxBehind = taxFollows(text, found);
  for (const [index, price] of found.entries()) {
    if (price.isRejected) continue;
    const next = found.slice(index + 1).find((each) => !isOfWord(text, each));
    const border = next && borderBetween(price, next, breaks);
    const label = next?.isRejected === false ? border : undefined;
    const ceiling = label ?? next?.start ?? text.length;
    const isNextLabelled = label === undefined && (next?.sign !== undefined || next?.token.hasDash);
    const place = { text, price, floor, ceiling, isTaxBehind, next: isNextLabelled ? next : undefined };
    const { role, isGross, used } = readAmountRole(place);
    price.isGross = isGross;
    price.qualifier = qualified(price, role, found[index - 1], text.slice(floor, price.start));
    // A number that is no price, as in "lowest price of 30 days:", does not separate words from their price.
    floor = border ?? price.end + used;
  }
  compareQualified(text, found);
};

/** "0 %" means that the amount has no tax. */
const rate = String.raw`(?!0+(?:[.,]0+)?\s?%)\d{1,2}(?:[.,]\d{1,2})?\s?%`;
const taxName = String.raw`${anyOf('taxNames')}(?!\p{L})`;
/** "19 %" in "zzgl. 19 % MwSt", "20%" in "inc VAT 20%". */
const taxRate = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?:${rate}(?=\s?${taxName})|(?<=(?<!\p{L})${taxName}\.?:?\s?)${rate})`,
  'giu',
);

/** Blanks out tax rates, whose numbers would separate an amount from its words. */
const withoutTaxRates = (text: string): string =>
  text.includes('%') ? text.replace(taxRate, (each) => ' '.repeat(each.length)) : text;

const hasTaxWords = (text: string): boolean => netWords.test(text) || grossWords.test(text);

/** True if words about tax follow their price, as in "£10 ex VAT £12 inc VAT", judged by the first price. */
const taxFollows = (text: string, found: readonly PricePiece[]): boolean | undefined => {
  const prices = found.filter(({ isRejected, sign }) => !isRejected && sign);
  if (prices.length < 2) return undefined;
  const [first, second] = prices as [PricePiece, PricePiece];
  if (hasTaxWords(text.slice(Math.max(0, first.start - 40), first.start))) return false;
  const between = text.slice(first.end, Math.min(second.start, first.end + 40));
  if (!hasTaxWords(between)) return undefined;
  // Words of both kinds: one for each price.
  if (netWords.test(between) && grossWords.test(between)) return undefined;
  if (/:\s*$/.test(between)) return false;
  const bracket = /\([^)]{0,40}$/.exec(between)?.index;
  return bracket === undefined || hasTaxWords(between.slice(0, bracket));
};

/** Where words in the same element as the next price begin: they apply to that price only. */
const borderBetween = (
  price: PricePiece,
  next: PricePiece,
  breaks: readonly number[],
): number | undefined => {
  const border = breaks.findLast((each) => each >= price.end && each <= next.start);
  return border !== undefined && border < next.start ? border : undefined;
};
