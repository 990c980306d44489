import { anyOf } from '../words/word-lists.ts';
import { readAmountRole } from './amount-role.ts';
import type { PricePiece, PriceQualifier } from './parsed-price.ts';
import { compareQualified, markPairs } from './price-pairs.ts';
import { grossWords, netWords } from './price-words.ts';

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
