import type { WordsBehind } from '../lexicon/amount-words.ts';
import type { PricePiece, PriceQualifier } from './parsed-price.ts';
import { compareQualified, markPairs, wholeOf } from './price-pairs.ts';
import {
  approximateWords,
  basketBefore,
  bundleWords,
  cardBehind,
  cardOfDevice,
  codeNamedBehind,
  depositWords,
  depositWordsBehind,
  discountedWords,
  freeBehindShipping,
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
  quantityBefore,
  savingWords,
  savingWordsBehind,
  shareBehind,
  shippingWords,
  shippingWordsBehind,
  surchargeWords,
  surchargeWordsBehind,
  taxOfNothingBehind,
  thresholdWords,
  thresholdWordsBehind,
  tierBefore,
  tierBehind,
  timesBefore,
  usedOfferWords,
  wasInBrackets,
  wasWords,
  withCodeBefore,
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
      const { qualifier, isGross, used } = qualifierOf(
        text,
        price,
        floor,
        ceiling,
        isTaxBehind,
        border === undefined && (next?.sign || next?.token.hasDash) ? next : undefined,
      );
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

interface Said {
  qualifier: PriceQualifier | undefined;
  /** Whether the price is said to hold the tax. */
  isGross: boolean;
  /** Length of the words behind the price that belong to it, and not to the next. */
  used: number;
}

/** What stands behind an amount that is less than the price. */
const lesserBehind: readonly (readonly [RegExp | WordsBehind, PriceQualifier])[] = [
  [shippingWordsBehind, 'Shipping'],
  [depositWordsBehind, 'Deposit'],
  [paymentMethodBehind, 'PaymentMethod'],
  [memberWordsBehind, 'Members'],
  [cardBehind, 'Members'],
];

/** "save $20 with code SAVE20", "save up to $200 with trade-in" */
const savesRightBefore = (text: string): boolean =>
  /^(?: up to)?[.\s]?\p{Sc}?$/iu.test(savingWords.tailOf(text) ?? '-');

/** "25% OFF", "-20 %": what is taken off, told in full; the words say nothing of the amount behind. */
const badge =
  /(?<![\p{L}\d.,])[-–]?\s?\d{1,2}(?:[.,]\d{1,2})?\s?%\s?(?:off|dto\.?|dcto\.?|de (?:descuento|desconto|réduction|remise)|di sconto|discount|rabatt|rabat|korting|sleva|zľava|zniżki|taniej|скидка|indirim|al[ea]\p{L}{0,4})(?![\p{L}\p{N}])/giu;

/** What is said of when and how it comes, and not of what that costs: "calculated at checkout", "by Mon, 24 Nov". */
const deliveryGoesOn =
  /^\s?:?\s?(?:\d|&|(?:in|by|bis|innerhalb|within|available|calculated|wird|entro|tra|w|lasketaan|do|через)(?!\p{L})|calcola\p{L}*|calcul\p{L}*|beregn\p{L}*|beräkn\p{L}*|obliczan\p{L}*|рассчит\p{L}*|(?:time|days?|fertig|zeit)(?!\p{L}))/iu;
const deliveryTime = /(?:zeit|fertig|aika)$/iu;

/** Whether words of carriage behind an amount leave it alone: "$45 + shipping", "19,99 € Lieferzeit 2-3 Tage". */
const speaksOfDelivery = (words: string, further: string): boolean =>
  /^[^\p{L}]*\+/u.test(words) || deliveryTime.test(words) || deliveryGoesOn.test(further);

/** Between an old price and the new one. */
const isArrow = /^\s?(?:→|⇒|➜|➔|➝|►|»|>{1,2})\s?$/u;

/** Where words begin that share an element with the next price: they speak of that one alone. */
const borderBetween = (
  price: PricePiece,
  next: PricePiece,
  breaks: readonly number[],
): number | undefined => {
  const border = breaks.findLast((each) => each >= price.end && each <= next.start);
  return border !== undefined && border < next.start ? border : undefined;
};

/** "59 € Versand ab 4,90 €": nothing, or the lowest of several, between words and the amount that they speak of. */
const isFromOrNothing = (between: string): boolean =>
  between.trim() === '' ||
  (between.length < 16 && (fromWords.without(between, '').trim() === '' || /^\s*da\s*$/i.test(between)));

const qualifierOf = (
  text: string,
  price: PricePiece,
  floor: number,
  ceiling: number,
  isTaxBehind: boolean | undefined,
  next: PricePiece | undefined,
): Said => {
  let isGross = false;
  const say = (qualifier: PriceQualifier | undefined): Said => ({ qualifier, isGross, used: 0 });
  const upTo = text.slice(Math.max(0, price.start - 14), price.start);
  if (timesBefore.test(upTo)) return say('Instalment');
  const clause = text.slice(Math.max(floor, price.start - 40), price.start);
  // Words of another sentence say nothing about this price.
  const stop = Math.max(
    clause.lastIndexOf('! '),
    clause.lastIndexOf('? '),
    clause.lastIndexOf(' | '),
    clause.lastIndexOf('; '),
  );
  const said = floor > 0 ? withoutWordsOfOther(clause.slice(stop + 1)) : clause.slice(stop + 1);
  const before = discountedWords.without(said, ' now ').replace(badge, ' ');
  const behind = text.slice(price.end, Math.min(ceiling, price.end + 28));
  const further = text.slice(price.end, price.end + 28);
  if (further === '' && before === '') return say(undefined);
  // "€ 329 Incl. btw: € 399": a label before the next price says nothing of this one.
  const toNext = text.slice(price.end, ceiling);
  const isLabelOfNext = /:\s*\p{Sc}?\s*$/u.test(toNext) || (isTaxBehind === false && ceiling < text.length);
  const bracket = /\([^)]{0,30}$/u.exec(toNext)?.index;
  const taxBehind = isLabelOfNext ? '' : behind.slice(0, Math.min(20, bracket ?? 20));
  const isGrossBehind = grossWords.test(taxBehind);
  const taxBefore = isTaxBehind && floor > 0 ? '' : before;
  const isNetBefore = netWords.lastIn(taxBefore) > grossWords.lastIn(taxBefore);
  isGross = isGrossBehind || (grossWords.test(taxBefore) && !isNetBefore);
  if (/^[\s]?(?:[x×х]\s?\d{1,2})(?![\d.,])/iu.test(further) || instalmentWordsBehind.test(further))
    return say('Instalment');
  if (tierBehind.test(further)) return say('Tier');
  if (price.sign && wasInBrackets.test(further)) return say('Was');
  if (perUnitBehind.test(further)) return say('PerUnit');
  // "1 € = 7,53450 kn"
  if (price.sign && /^\s?=\s?\p{Sc}?\s?\d/u.test(further)) return say('Approximate');
  if (next && isArrow.test(text.slice(price.end, next.start)) && wholeOf(price) > wholeOf(next))
    return say('Was');
  if (price.sign && /(?:^|[\s(])[-–]\s?$/.test(before) && floor === 0 && /^\s*\(?[-–]\s?$/.test(before))
    return say('Saving');
  if (price.sign && /(?:^|\s)[-–]$/.test(before) && !/\d\s*[-–]$/.test(upTo)) return say('Saving');
  const saving = savingWordsBehind.endIn(behind);
  if (saving !== undefined && !shareBehind.test(further.slice(saving))) {
    // "$199 Discount: $50", and "$50 discount $199": one saves less than one pays.
    const isOfNext =
      next !== undefined &&
      wholeOf(next) < wholeOf(price) &&
      /^\p{L}?[\s:(–-]*\p{Sc}?\s*$/u.test(text.slice(price.end + saving, next.start));
    if (!isOfNext) return { qualifier: 'Saving', isGross, used: saving };
  }
  if (thresholdWordsBehind.test(behind)) return say('Threshold');
  if (codeNamedBehind.test(text.slice(price.end, price.end + 100)) && !thresholdWords.test(before))
    return say('Members');
  if (basketBefore.test(before)) return say(undefined);
  const code = withCodeBefore.exec(before);
  if (code && !/^spar/i.test(before) && !savingWords.test(before.slice(0, code.index))) return say('Members');
  if (savesRightBefore(before) && savingWords.lastIn(before) > nowWords.lastIn(before)) return say('Saving');
  for (const [pattern, qualifier] of lesserBehind) {
    const there = qualifier === 'Members' ? further : behind;
    const used = pattern instanceof RegExp ? pattern.exec(there)?.[0].length : pattern.endIn(there);
    if (used === undefined) continue;
    const end = price.end + used;
    const words = there.slice(0, used);
    if (qualifier === 'Shipping' && speaksOfDelivery(words, text.slice(end, end + 24))) continue;
    // "20 € Versand kostenlos", "versandkostenfrei", and "20 € Versand: 4,90 €".
    if (
      qualifier === 'Shipping' &&
      (/frei$/iu.test(words) ||
        freeBehindShipping.test(text.slice(end, end + 16)) ||
        (next !== undefined && /^\s*:\s*$/.test(text.slice(end, next.start))))
    )
      continue;
    const isBetween = next !== undefined && end <= next.start && isFromOrNothing(text.slice(end, next.start));
    if (!isBetween) return say(qualifier);
    // "£3.50 member price £2.80" and "£2.80 member price £3.50": the words are the lesser amount's.
    if (wholeOf(price) <= wholeOf(next)) return { qualifier, isGross, used };
  }
  if (surchargeWordsBehind.test(behind)) return say('Surcharge');
  if (before.trim() !== '') {
    const nowAt = nowWords.lastIn(before);
    const savingAt = savingWords.lastIn(before);
    const wasAt = wasWords.lastIn(before);
    if (wasAt > nowAt && wasAt >= savingAt) return say('Was');
    if (savingAt > nowAt) return say('Saving');
    if (wasAt > nowAt) return say('Was');
    if (perUnitBefore.test(before) || quantityBefore.test(before)) return say('PerUnit');
    if (paymentMethodWords.test(before)) return say('PaymentMethod');
    const isShipping = shippingWords.test(before);
    if (isShipping && (thresholdWords.test(before) || /^\s?\+/.test(behind))) return say('Threshold');
    if (isShipping) return say('Shipping');
    if (depositWords.test(before)) return say('Deposit');
    if (tierBefore.test(text.slice(Math.max(0, price.start - 30), price.start))) return say('Tier');
    if (bundleWords.test(before)) return say('Bundle');
    if (surchargeWords.test(before) || /(?:^|[\s(（])\+\s?$/.test(before)) return say('Surcharge');
    if (instalmentWords.test(before)) return say('Instalment');
    if (memberWords.test(before) && !nonMemberWords.test(before) && !cardOfDevice.test(before))
      return say('Members');
    if (usedOfferWords.test(before)) return say('OtherCondition');
    if (approximateWords.test(before) || /[≈~≃]\s?$/.test(before)) return say('Approximate');
    if (freeFromWords.test(before)) return say('Threshold');
    if (fromWords.test(before)) return say('From');
    if (thresholdWords.test(before)) return say('Threshold');
    if (isNetBefore && !isGrossBehind) return say('NetOfTax');
  }
  if ((netWords.test(taxBehind) && !isGrossBehind) || taxOfNothingBehind.test(further))
    return say('NetOfTax');
  return say(
    fromWordsBehind.test(ceiling < text.length && /^\s*\+/.test(behind) ? further : behind)
      ? 'From'
      : undefined,
  );
};

/** "(税抜)" right behind another price was that one's, and so was all before "or". */
const withoutWordsOfOther = (between: string): string =>
  / (?:or|ou|oder|of|o|lub|nebo|alebo|vagy|sau|eller|tai|или|або|veya) $/iu.test(between)
    ? ''
    : between.replace(/^\s*[(（][^)）]{0,30}[)）]/u, '');
