import type { PricePiece, PriceQualifier } from './parsed-price.ts';
import {
  approximateWords,
  bundleWords,
  cardBehind,
  depositWords,
  depositWordsBehind,
  freeFromWords,
  fromWords,
  fromWordsBehind,
  grossWords,
  instalmentWords,
  instalmentWordsBehind,
  memberWords,
  memberWordsBehind,
  netWords,
  nonMemberWords,
  nowWords,
  paymentMethodBehind,
  paymentMethodWords,
  perUnitBefore,
  perUnitBehind,
  savingWords,
  savingWordsBehind,
  shippingWords,
  shippingWordsBehind,
  surchargeWords,
  surchargeWordsBehind,
  thresholdWords,
  thresholdWordsBehind,
  tierBefore,
  timesBefore,
  usedOfferWords,
  wasWords,
} from './price-words.ts';

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

/** Says of each price what the text around makes of it, and gives both ends of a range their one sign. */
export const addQualifiers = (text: string, found: PricePiece[], breaks: readonly number[] = []): void => {
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
  markPairs(text, found);
  let floor = 0;
  for (const [index, price] of found.entries()) {
    if (!price.isRejected || price.sign) {
      const next = found[index + 1];
      const border = next?.isRejected === false ? borderBetween(price, next, breaks) : undefined;
      const ceiling = border ?? next?.start ?? text.length;
      const qualifier = qualifierOf(text, price, floor, ceiling);
      if (qualifier) price.qualifier = price.qualifier && qualifier === 'From' ? price.qualifier : qualifier;
      const low = found[index - 1];
      if (price.qualifier === 'RangeHigh' && low?.qualifier && low.qualifier !== 'RangeLow')
        price.qualifier = low.qualifier;
    }
    // A number that is no price, as in "lowest price of 30 days:", parts no words from theirs.
    if (!price.isRejected) {
      const next = found[index + 1];
      floor = (next && borderBetween(price, next, breaks)) ?? price.end;
    }
  }
};

/** "de R$ 399 por R$ 279": old and new in one phrase. "4,99 € / 9,76 лв.": the same in two currencies. */
const markPairs = (text: string, found: PricePiece[]): void => {
  for (const [index, price] of found.entries()) {
    const next = found[index + 1];
    if (!next || price.isRejected || next.isRejected) continue;
    const between = text.slice(price.end, next.start);
    const arePair = found.filter(({ isRejected }) => !isRejected).length === 2;
    if (/^\s*por\s*:?\s*$/iu.test(between) && /(?:^|[^\p{L}])de\s*:?\s*$/iu.test(text.slice(0, price.start)))
      price.qualifier = 'Was';
    const [own] = price.sign?.codes ?? [];
    if (arePair && /^\s*[/|≈=]\s*$/.test(between) && own && next.sign && !next.sign.codes.includes(own))
      next.qualifier ??= 'Approximate';
  }
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

const qualifierOf = (
  text: string,
  price: PricePiece,
  floor: number,
  ceiling: number,
): PriceQualifier | undefined => {
  const upTo = text.slice(Math.max(0, price.start - 14), price.start);
  if (timesBefore.test(upTo)) return 'Instalment';
  const clause = text.slice(Math.max(floor, price.start - 40), price.start);
  // Words of another sentence say nothing about this price.
  const stop = Math.max(
    clause.lastIndexOf('! '),
    clause.lastIndexOf('? '),
    clause.lastIndexOf(' | '),
    clause.lastIndexOf('; '),
  );
  const before = floor > 0 ? withoutWordsOfOther(clause.slice(stop + 1)) : clause.slice(stop + 1);
  const behind = text.slice(price.end, Math.min(ceiling, price.end + 28));
  const further = text.slice(price.end, price.end + 28);
  if (further === '' && before === '') return undefined;
  // "€ 329 Incl. btw: € 399": a label before the next price says nothing of this one.
  const taxBehind = /[:：]\s*\p{Sc}?\s*$/u.test(text.slice(price.end, ceiling)) ? '' : behind.slice(0, 20);
  const isGrossBehind = grossWords.test(taxBehind);
  if (/^[\s]?(?:[x×х]\s?\d{1,2})(?![\d.,])/iu.test(further) || instalmentWordsBehind.test(further))
    return 'Instalment';
  if (perUnitBehind.test(further)) return 'PerUnit';
  if (price.sign && /(?:^|[\s(])[-–]\s?$/.test(before) && floor === 0 && /^\s*\(?[-–]\s?$/.test(before))
    return 'Saving';
  if (price.sign && /(?:^|\s)[-–]$/.test(before) && !/\d\s*[-–]$/.test(upTo)) return 'Saving';
  if (savingWordsBehind.test(behind)) return 'Saving';
  if (thresholdWordsBehind.test(behind)) return 'Threshold';
  if (shippingWordsBehind.test(behind)) return 'Shipping';
  if (depositWordsBehind.test(behind)) return 'Deposit';
  if (paymentMethodBehind.test(behind)) return 'PaymentMethod';
  if (memberWordsBehind.test(further) || cardBehind.test(further)) return 'Members';
  if (surchargeWordsBehind.test(behind)) return 'Surcharge';
  if (before.trim() !== '') {
    const nowAt = lastMatch(nowWords, before);
    const savingAt = lastMatch(savingWords, before);
    const wasAt = lastMatch(wasWords, before);
    if (wasAt > nowAt && wasAt >= savingAt) return 'Was';
    if (savingAt > nowAt) return 'Saving';
    if (wasAt > nowAt) return 'Was';
    if (perUnitBefore.test(before)) return 'PerUnit';
    if (paymentMethodWords.test(before)) return 'PaymentMethod';
    const isShipping = shippingWords.test(before);
    if (isShipping && (thresholdWords.test(before) || /^\s?\+/.test(behind))) return 'Threshold';
    if (isShipping) return 'Shipping';
    if (depositWords.test(before)) return 'Deposit';
    if (tierBefore.test(text.slice(Math.max(0, price.start - 30), price.start))) return 'Tier';
    if (bundleWords.test(before)) return 'Bundle';
    if (surchargeWords.test(before) || /(?:^|[\s(（])\+\s?$/.test(before)) return 'Surcharge';
    if (instalmentWords.test(before)) return 'Instalment';
    if (memberWords.test(before) && !nonMemberWords.test(before)) return 'Members';
    if (usedOfferWords.test(before)) return 'OtherCondition';
    if (approximateWords.test(before) || /[≈~≃]\s?$/.test(before)) return 'Approximate';
    if (freeFromWords.test(before)) return 'Threshold';
    if (fromWords.test(before)) return 'From';
    if (thresholdWords.test(before)) return 'Threshold';
    if (lastMatch(netWords, before) > lastMatch(grossWords, before) && !isGrossBehind) return 'NetOfTax';
  }
  if (netWords.test(taxBehind) && !isGrossBehind) return 'NetOfTax';
  return fromWordsBehind.test(behind) ? 'From' : undefined;
};

/** "(税抜)" right behind another price was that one's, and so was all before "or". */
const withoutWordsOfOther = (between: string): string =>
  / (?:or|ou|oder|of|o|lub|nebo|alebo|vagy|sau|eller|tai|или|або|veya) $/iu.test(between)
    ? ''
    : between.replace(/^\s*[(（][^)）]{0,30}[)）]/u, '');

const lastMatch = (pattern: RegExp, text: string): number => {
  let at = -1;
  let rest = text;
  let offset = 0;
  for (let round = 0; round < 4; round += 1) {
    const found = pattern.exec(rest);
    if (!found) break;
    at = offset + found.index;
    const step = found.index + Math.max(1, found[0].length);
    offset += step;
    rest = rest.slice(step);
  }
  return at;
};
