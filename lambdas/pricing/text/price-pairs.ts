import type { PricePiece } from './parsed-price.ts';
import { basketBefore, grossWords, lowestRecent, nowWords, thirtyDays, wasWords } from './price-words.ts';

// Relations between prices of one text.

/** Approximate value, for comparisons only. */
const worthOf = (price: PricePiece): number =>
  price.token.loneSeparator
    ? wholeOf(price)
    : Number(`${price.token.whole}.${price.minor?.fraction ?? price.token.fraction ?? ''}`);

/** The same in whole units. */
export const wholeOf = ({ token }: PricePiece): number =>
  Number(token.loneSeparator ? `${token.whole}${token.fraction}` : token.whole);

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
