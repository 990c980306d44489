import type { PricePiece } from './parsed-price.ts';
import { basketBefore, grossWords, nowWords, wasWords } from './price-words.ts';

// What prices of one text say of each other.

/** About what a piece is worth: to compare, never to give out. */
const worthOf = (price: PricePiece): number =>
  price.token.loneSeparator
    ? wholeOf(price)
    : Number(`${price.token.whole}.${price.minor?.fraction ?? price.token.fraction ?? ''}`);

/** The same in whole units. */
export const wholeOf = ({ token }: PricePiece): number =>
  Number(token.loneSeparator ? `${token.whole}${token.fraction}` : token.whole);

/** Longest label behind the last price of a text. */
const maxLabel = 40;

const isBracketed = (text: string, between: string, { end }: PricePiece): boolean =>
  /^\s*[(（]\s*$/.test(between) && /^\s*[)）]/.test(text.slice(end, end + 3));

/** "de R$ 399 por R$ 279": old and new in one phrase. "4,99 € / 9,76 лв.": the same in two currencies. */
export const markPairs = (text: string, found: PricePiece[], wanted: string | undefined): void => {
  for (const [index, price] of found.entries()) {
    if (price.isRejected) continue;
    // What the basket takes off makes the price before it the old one.
    const other = found.slice(index + 1, index + 3).find(({ isRejected }) => !isRejected);
    if (
      other?.sign &&
      wholeOf(other) < wholeOf(price) &&
      basketBefore.test(text.slice(price.end, other.start))
    )
      price.qualifier = 'Was';
    const next = found[index + 1];
    if (!next || next.isRejected) continue;
    const between = text.slice(price.end, next.start);
    // "42,90 € 83,91 лв." and nothing else: the same price twice.
    const [first, second] = price.sign?.codes ?? [];
    if (
      first &&
      !second &&
      next.sign?.codes.length === 1 &&
      next.sign.codes[0] !== first &&
      !/[\p{L}\p{N}]/u.test(text.slice(0, price.start) + between + text.slice(next.end))
    )
      (next.sign.codes[0] === wanted ? price : next).qualifier ??= 'Approximate';
    const arePair = found.filter(({ isRejected }) => !isRejected).length === 2;
    if (/^\s*por\s*:?\s*$/iu.test(between) && /(?:^|[^\p{L}])de\s*:?\s*$/iu.test(text.slice(0, price.start)))
      price.qualifier = 'Was';
    const [own] = price.sign?.codes ?? [];
    // "22,40 лв. (11,45 €)": what stands in brackets is what the other comes to, unless that one is wanted.
    if (own && next.sign && !next.sign.codes.includes(own) && isBracketed(text, between, next)) {
      const isWanted = wanted !== undefined && next.sign.codes.includes(wanted);
      (isWanted ? price : next).qualifier ??= 'Approximate';
    }
    if (arePair && /^\s*[/|≈=]\s*$/.test(between) && own && next.sign && !next.sign.codes.includes(own))
      next.qualifier ??= 'Approximate';
  }
};

/** "2,980円(税込 3,218円)": a price right before the same one with tax has none in it. */
const markNet = (text: string, found: readonly PricePiece[]): void => {
  const prices = found.filter(({ isRejected }) => !isRejected);
  for (const [index, price] of prices.entries()) {
    const next = prices[index + 1];
    if (!next?.isGross || price.isGross || !price.sign) continue;
    if (price.qualifier !== next.qualifier || (price.qualifier ?? 'From') !== 'From') continue;
    const ratio = worthOf(next) / worthOf(price);
    if (!(ratio > 1 && ratio <= 1.3)) continue;
    // "£99 £119 inc VAT" may as well be a new and an old one.
    const between = text.slice(price.end, Math.min(next.start, price.end + 30)).trim();
    if (between !== '' && /^[^\p{L}\p{N}]{0,8}$/u.test(grossWords.without(between, '')))
      price.qualifier = 'NetOfTax';
  }
};

const saysNowAtEnd = (text: string): boolean => /^[\s:.]*$/.test(nowWords.tailOf(text) ?? '-');

/** "1.299 kr Nu 899 kr": a lower price that is said to hold now makes the one before it the old one. */
const markLowered = (text: string, prices: readonly PricePiece[]): void => {
  for (const [index, price] of prices.entries()) {
    const next = prices[index + 1];
    if (!next || price.qualifier !== undefined || next.qualifier !== undefined) continue;
    const ratio = worthOf(next) / worthOf(price);
    if (ratio < 1 && ratio > 0.1 && saysNowAtEnd(text.slice(price.end, next.start).slice(-30)))
      price.qualifier = 'Was';
  }
};

/** "89,00 € Standardpreis 69,00 € Sale-Preis": both labels stand behind their prices. */
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

/** "$89.00 Original price was: $89.00. $69.00 Current price is: $69.00.": what a price is called once, it is. */
const markRepeated = (prices: readonly PricePiece[]): void => {
  const old = new Set(prices.filter(({ qualifier }) => qualifier === 'Was').map(worthOf));
  const isLeft = (price: PricePiece): boolean => price.qualifier === undefined && !old.has(worthOf(price));
  if (old.size === 0 || !prices.some(isLeft)) return;
  for (const price of prices)
    if (price.qualifier === undefined && old.has(worthOf(price))) price.qualifier = 'Was';
};

/** Mends what the words around each price said of it by what the other prices of the text are. */
export const compareQualified = (text: string, found: readonly PricePiece[]): void => {
  markNet(text, found);
  const signed = found.filter(({ isRejected, sign }) => !isRejected && sign);
  markLabelledBehind(text, signed);
  markLowered(text, signed);
  markRepeated(signed);
};
