import { saidOf } from '../roles/said-of-amount.ts';
import type { PricePiece } from './parsed-price.ts';
import { compareQualified, markPairs } from './price-pairs.ts';
import { grossWords, netWords } from './price-words.ts';

const rangeBetween =
  /^\s*(?:-|–|~|〜|～|…|\.\.\.?|to|bis|a|à|do|до|until|till|hasta|até|tot|til|till|és|και|and|∼)\s*$/iu;

/** "15-20 $": both numbers short and rising, the sign behind them, and nothing before that they could count. */
const isTightRange = (text: string, low: PricePiece, high: PricePiece): boolean =>
  low.sign === undefined &&
  high.sign !== undefined &&
  high.sign.start >= high.token.end &&
  /^[-–]$/.test(text.slice(low.end, high.start)) &&
  /^\d{1,4}$/.test(text.slice(low.start, low.end)) &&
  /(?:^|: )$/.test(text.slice(0, low.start).slice(-2)) &&
  Number(low.token.whole) > 0 &&
  Number(low.token.whole) < Number(high.token.whole);

/**
 * Says of each price what the text around makes of it, and gives both ends of a range their one sign.
 *
 * @param wanted - ISO 4217: the currency that the price is asked in.
 */
export const addQualifiers = (
  text: string,
  found: PricePiece[],
  breaks: readonly number[] = [],
  wanted?: string,
): void => {
  for (const [index, price] of found.entries()) {
    const next = found[index + 1];
    if (!next || next.isRejected) continue;
    if (price.isRejected && !isTightRange(text, price, next)) continue;
    price.isRejected = false;
    if (!rangeBetween.test(text.slice(price.end, next.start))) continue;
    // In "10 - 20 €" the one sign is for both.
    const sign = price.sign ?? next.sign;
    if (!sign) {
      if (!price.token.isFormatted || !next.token.isFormatted) continue;
    }
    const low = Number(price.token.whole);
    const high = Number(next.token.whole);
    if (high < low && next.token.loneSeparator === undefined && price.token.loneSeparator === undefined)
      continue;
    price.sign = sign;
    next.sign ??= sign;
    price.qualifier = 'RangeLow';
    next.qualifier = 'RangeHigh';
  }
  markPairs(text, found, wanted);
  let floor = 0;
  let usedBehind = 0;
  const isTaxBehind = taxFollows(text, found);
  for (const [index, price] of found.entries()) {
    if (!price.isRejected || price.sign) {
      const next = found[index + 1];
      const border = next?.isRejected === false ? borderBetween(price, next, breaks) : undefined;
      const ceiling = border ?? next?.start ?? text.length;
      const {
        role: qualifier,
        isGross,
        used,
      } = saidOf({
        text,
        price,
        floor,
        ceiling,
        isTaxBehind,
        next: border === undefined && (next?.sign || next?.token.hasDash) ? next : undefined,
      });
      price.isGross = isGross;
      usedBehind = used;
      if (qualifier) price.qualifier = price.qualifier && qualifier === 'From' ? price.qualifier : qualifier;
      const low = found[index - 1];
      if (price.qualifier === 'RangeHigh' && low?.qualifier && low.qualifier !== 'RangeLow')
        price.qualifier = low.qualifier;
    }
    // A number that is no price, as in "lowest price of 30 days:", parts no words from theirs.
    if (!price.isRejected) {
      const next = found[index + 1];
      floor = (next && borderBetween(price, next, breaks)) ?? price.end + usedBehind;
    }
  }
  compareQualified(text, found);
};

const hasTaxWords = (text: string): boolean => netWords.test(text) || grossWords.test(text);

/** Whether words about tax follow their price, as in "£10 ex VAT £12 inc VAT": the first price of a text tells. */
const taxFollows = (text: string, found: readonly PricePiece[]): boolean | undefined => {
  const prices = found.filter(({ isRejected, sign }) => !isRejected && sign);
  if (prices.length < 2) return undefined;
  const [first, second] = prices as [PricePiece, PricePiece];
  if (hasTaxWords(text.slice(Math.max(0, first.start - 40), first.start))) return false;
  const between = text.slice(first.end, Math.min(second.start, first.end + 40));
  if (!hasTaxWords(between)) return undefined;
  // Words of both kinds: one belongs to each.
  if (netWords.test(between) && grossWords.test(between)) return undefined;
  if (/:\s*$/.test(between)) return false;
  const bracket = /\([^)]{0,40}$/.exec(between)?.index;
  return bracket === undefined || hasTaxWords(between.slice(0, bracket));
};

/** Where words begin that share an element with the next price: they speak of that one alone. */
const borderBetween = (
  price: PricePiece,
  next: PricePiece,
  breaks: readonly number[],
): number | undefined => {
  const border = breaks.findLast((each) => each >= price.end && each <= next.start);
  return border !== undefined && border < next.start ? border : undefined;
};
