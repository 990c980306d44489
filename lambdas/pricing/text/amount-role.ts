import type { WordsBefore, WordsBehind } from '../words/lexicon.ts';
import { anyOf } from '../words/word-lists.ts';
import { type PricePiece, type PriceQualifier, wholeOf } from './number-token.ts';
import {
  approximateWords,
  basketBefore,
  bidWords,
  buyLabels,
  cardOfDevice,
  conditionWords,
  depositWords,
  depositWordsBehind,
  discountedWords,
  freeBehindShipping,
  freeFromWords,
  freeShipping,
  fromWords,
  fromWordsBehind,
  grossWords,
  instalmentWords,
  instalmentWordsBehind,
  measureAtEnd,
  memberWords,
  memberWordsBehind,
  netWords,
  nonMemberWords,
  nowWords,
  packBehind,
  paymentMethodBehind,
  paymentMethodWords,
  perUnitBefore,
  perUnitBehind,
  priceNames,
  quantityBefore,
  rentWords,
  rentWordsBehind,
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
  wasWords,
  worthWords,
} from './price-words.ts';

/** A stand-in amount: what labels say does not depend on its size. */
const digit = '1';
const anyAmount = (start: number): PricePiece => ({
  token: {
    start,
    end: start + digit.length,
    whole: digit,
    fraction: undefined,
    loneSeparator: undefined,
    isFormatted: false,
    spacedFraction: undefined,
    hasDash: false,
    continues: false,
  },
  start,
  end: start + digit.length,
  sign: undefined,
  minor: undefined,
  isRejected: false,
  qualifier: undefined,
});

/**
 * Reads the role of an amount from its labels if its own line says nothing: the line above, the head of its
 * row or column, the line below. They are read like words in the amount's own line, so that a label means the
 * same everywhere.
 */
export const readLabelRole = (label: string, behind: string): AmountRole => {
  const lead = label === '' ? '' : `${label} `;
  const text = `${lead}${digit}${behind === '' ? '' : ` ${behind}`}`;
  return readAmountRole({
    text,
    price: anyAmount(lead.length),
    floor: 0,
    ceiling: text.length,
    isTaxBehind: undefined,
    next: undefined,
  });
};

/** The role of an amount, and the rule that assigned it. */
export interface AmountRole {
  /** Absent for a plain price. */
  role: PriceQualifier | undefined;
  rule: string;
  /** True if the amount is labelled as including tax. */
  isGross: boolean;
  /** Length of the words after the amount that belong to it rather than to the next. */
  used: number;
}

/** An amount in a line, with the range of words that may describe it. */
interface Place {
  text: string;
  price: PricePiece;
  /** Start of the words before it: the end of the previous amount. */
  floor: number;
  /** End of the words after it: the next amount, or its label. */
  ceiling: number;
  /** True if words about tax follow their amounts in this line; `undefined` if unknown. */
  isTaxBehind: boolean | undefined;
  next: PricePiece | undefined;
}

/** Words after an amount that is only a part of the price. */
const lesserBehind: readonly (readonly [WordsBehind, PriceQualifier])[] = [
  [shippingWordsBehind, 'Shipping'],
  [depositWordsBehind, 'Deposit'],
  [paymentMethodBehind, 'PaymentMethod'],
  [memberWordsBehind, 'Members'],
  [rentWordsBehind, 'Instalment'],
];

/** "25% OFF", "-20 %": a complete discount, which does not describe the amount after it. */
const badge = new RegExp(
  [
    String.raw`(?<![\p{L}\d.,])[-–]?\s?\d{1,2}(?:[.,]\d{1,2})?\s?%\s?`,
    String.raw`(?:${anyOf('takenOff')}|al[ea]\p{L}{0,4})(?![\p{L}\p{N}])`,
  ].join(''),
  'giu',
);

/** Words about time or way of delivery rather than its cost: "calculated at checkout", "by Mon, 24 Nov". */
const deliveryGoesOn = new RegExp(
  [
    String.raw`^\s?:?\s?(?:\d|&|${anyOf('deliveryBy')}(?!\p{L})|${anyOf('calculated')}`,
    String.raw`|(?:time|days?|fertig|zeit)(?!\p{L}))`,
  ].join(''),
  'iu',
);
const deliveryTime = /(?:zeit|fertig|aika)$/iu;

/**
 * True if shipping words after an amount do not describe it: "$45 + shipping", "19,99 € Lieferzeit 2 Tage".
 */
const isAboutDelivery = (words: string, further: string): boolean =>
  /^[^\p{L}]*\+/u.test(words) || deliveryTime.test(words) || deliveryGoesOn.test(further);

/** "59 € Versand ab 4,90 €", "with code EXTRA10 $20": at most "from" or a code between words and their amount. */
const isFromOrNothing = (between: string): boolean =>
  /^[\s:]*(?:[\p{Lu}\d]{3,20}[\s:]*)?$/u.test(between) ||
  (between.length < 16 && (fromWords.without(between, '').trim() === '' || /^\s*da\s*$/i.test(between)));

/** "39,90 € pro 100 g: 1,58 €": a measure with a colon, which describes the next amount. */
const isLabelOfNextMeasure = /^[^\d:：=]{0,16}(?:\d{1,4}[^\d:：=]{0,10})?[:：=]\s?\p{Sc}?\s?\d/u;

/** What the rules examine. */
interface Surroundings extends Place {
  /** The characters directly before the amount. */
  upTo: string;
  /** Words before it, without those of other sentences and amounts. */
  before: string;
  /** Words after it, up to the next amount. */
  behind: string;
  /** Text after it, including other amounts. */
  further: string;
  /** Words about its tax after it. */
  taxBehind: string;
  isNetBefore: boolean;
  isGrossBehind: boolean;
  isGross: boolean;
}

const beforeReach = 40;
const behindReach = 28;
const taxReach = 20;

/** Other sentences do not describe an amount. */
const lastSentence = (clause: string): string =>
  clause.slice(Math.max(...['! ', '? ', ' | ', '; '].map((stop) => clause.lastIndexOf(stop))) + 1);

const surroundingsOf = (place: Place): Surroundings => {
  const { text, price, floor, ceiling, isTaxBehind } = place;
  const clause = lastSentence(text.slice(Math.max(floor, price.start - beforeReach), price.start));
  const own = floor > 0 ? withoutPreviousWords(clause) : clause;
  const before = discountedWords.without(own, ' now ').replace(badge, ' ');
  const behind = text.slice(price.end, Math.min(ceiling, price.end + behindReach));
  // "€ 329 Incl. btw: € 399": a label before the next price does not describe this one.
  const toNext = text.slice(price.end, ceiling);
  const isLabelOfNext = /:\s*\p{Sc}?\s*$/u.test(toNext) || (isTaxBehind === false && ceiling < text.length);
  const bracket = /\([^)]{0,30}$/u.exec(toNext)?.index;
  const taxBehind = isLabelOfNext ? '' : behind.slice(0, Math.min(taxReach, bracket ?? taxReach));
  const isGrossBehind = grossWords.test(taxBehind);
  const taxBefore = isTaxBehind && floor > 0 ? '' : before;
  const isNetBefore = netWords.lastIn(taxBefore) > grossWords.lastIn(taxBefore);
  return {
    ...place,
    upTo: text.slice(Math.max(0, price.start - 14), price.start),
    before,
    behind,
    further: text.slice(price.end, price.end + behindReach),
    taxBehind,
    isNetBefore,
    isGrossBehind,
    isGross: isGrossBehind || (grossWords.test(taxBefore) && !isNetBefore),
  };
};

interface Verdict {
  role: PriceQualifier | undefined;
  used?: number;
}

/** A named rule: the role that it assigns, or `undefined` if it does not apply. */
type Rule = readonly [name: string, says: (around: Surroundings) => Verdict | undefined];

const when = (
  name: string,
  role: PriceQualifier | undefined,
  applies: (around: Surroundings) => boolean,
): Rule => [name, (around) => (applies(around) ? { role } : undefined)];

/** "$199 Discount: $50", and "$50 discount $199": the saving is the smaller amount. */
const savingBehind = ({ text, price, next, behind, further }: Surroundings): Verdict | undefined => {
  const used = savingWordsBehind.endIn(behind);
  if (used === undefined || shareBehind.test(further.slice(used))) return undefined;
  const isOfNext =
    next !== undefined &&
    wholeOf(next) < wholeOf(price) &&
    /^\p{L}?[\s:(–-]*\p{Sc}?\s*$/u.test(text.slice(price.end + used, next.start));
  return isOfNext ? undefined : { role: 'Saving', used };
};

/** True for "20 € Versand kostenlos", "versandkostenfrei", "20 € Versand: 4,90 €": not about this amount. */
const isNotAboutAmount = ({ text, next }: Surroundings, words: string, end: number): boolean =>
  isAboutDelivery(words, text.slice(end, end + 24)) ||
  /frei$/iu.test(words) ||
  freeBehindShipping.test(text.slice(end, end + 16)) ||
  (next !== undefined && /^\s*:\s*$/.test(text.slice(end, next.start)));

const lesserAmountBehind = (around: Surroundings): Verdict | undefined => {
  const { text, price, next, behind } = around;
  for (const [words, role] of lesserBehind) {
    const used = words.endIn(behind);
    if (used === undefined) continue;
    const end = price.end + used;
    if (role === 'Shipping' && isNotAboutAmount(around, behind.slice(0, used), end)) continue;
    const isBetween = next !== undefined && end <= next.start && isFromOrNothing(text.slice(end, next.start));
    if (!isBetween) return { role };
    // "£3.50 member price £2.80" and "£2.80 member price £3.50": the words describe the smaller amount.
    if (wholeOf(price) <= wholeOf(next)) return { role, used };
  }
  return undefined;
};

/** Of words for current, old and saved, the last one before the amount describes it. */
const oldOrSavedBefore = ({ before }: Surroundings): Verdict | undefined => {
  const [now, saving, was] = [nowWords, savingWords, wasWords].map((words) => words.lastIn(before)) as [
    number,
    number,
    number,
  ];
  if (was > now && was >= saving) return { role: 'Was' };
  if (saving > now) return { role: 'Saving' };
  return was > now ? { role: 'Was' } : undefined;
};

const freeRightBehind = new RegExp(String.raw`^\s{0,2}${anyOf('freeCarriage')}`, 'iu');
/** "darmowa od", "Free shipping from": in the clause before the amount. */
const freeBeforeFrom = new RegExp(
  String.raw`(?<!\p{L})${anyOf('freeCarriage')}\p{L}*(?:\s\p{L}+){1,3}\s?\p{Sc}?\s?$`,
  'iu',
);
/** Characters before an amount searched for shipping words: the shipping cost itself may be in between. */
const carriageReach = 80;

/** "Versand 4,95 €, ab 50 € versandkostenfrei", "Dostawa 14,99 zł, darmowa od 200 zł". */
const isFreeCarriageFrom = ({ text, price, before, behind }: Surroundings): boolean =>
  fromWords.test(before) &&
  (freeRightBehind.test(behind) || freeShipping.test(behind) || freeBeforeFrom.test(before)) &&
  shippingWords.test(text.slice(Math.max(0, price.start - carriageReach), price.start));

/** "Last sale: none. Our price now $50": later words describe the next amount instead. */
const isLastLabel = (words: WordsBefore, before: string): boolean => {
  const tail = words.tailOf(before);
  return tail !== undefined && !nowWords.test(tail) && !buyLabels.test(tail);
};

/** "Price with code EXTRA10 $20", "With code: $20"; a line "with code" without either belongs to the amount above it. */
const isCondition = (before: string): boolean =>
  conditionWords.test(before) && (/[:：]\s*\p{Sc}?\s*$/u.test(before) || priceNames.test(before));

/** In order of precedence; the first that applies decides. */
export const amountRules: readonly Rule[] = [
  when('timesBefore', 'Instalment', ({ upTo }) => timesBefore.test(upTo)),
  when('bidBefore', 'Bid', ({ before }) => isLastLabel(bidWords, before)),
  when('worthBefore', 'Worth', ({ before }) => isLastLabel(worthWords, before)),
  when(
    'instalmentBehind',
    'Instalment',
    ({ further }) =>
      /^[\s]?(?:[x×х]\s?\d{1,2})(?![\d.,])/iu.test(further) || instalmentWordsBehind.test(further),
  ),
  when('tierBehind', 'Tier', ({ further }) => tierBehind.test(further)),
  when(
    'perUnitBehind',
    'PerUnit',
    ({ further }) => perUnitBehind.test(further) && !isLabelOfNextMeasure.test(further),
  ),
  when(
    'packBehind',
    undefined,
    ({ before, further }) =>
      packBehind.test(further) && savingWords.endsIn(before) && perUnitBefore.endsIn(before),
  ),
  ['savingBehind', savingBehind],
  when('thresholdBehind', 'Threshold', ({ behind }) => thresholdWordsBehind.test(behind)),
  when('basketBefore', undefined, ({ before }) => basketBefore.test(before)),
  ['lesserBehind', lesserAmountBehind],
  when('surchargeBehind', 'Surcharge', ({ behind }) => surchargeWordsBehind.test(behind)),
  ['oldOrSavedBefore', oldOrSavedBefore],
  when(
    'perUnitBefore',
    'PerUnit',
    ({ before }) => perUnitBefore.test(before) || quantityBefore.test(before) || measureAtEnd.test(before),
  ),
  when('paymentMethodBefore', 'PaymentMethod', ({ before }) => paymentMethodWords.test(before)),
  when(
    'freeShippingAbove',
    'Threshold',
    ({ before, behind }) =>
      shippingWords.test(before) && (thresholdWords.test(before) || /^\s?\+/.test(behind)),
  ),
  when('freeCarriageFrom', 'Threshold', isFreeCarriageFrom),
  when('shippingBefore', 'Shipping', ({ before }) => shippingWords.test(before)),
  when('depositBefore', 'Deposit', ({ before }) => depositWords.test(before)),
  when(
    'tierBefore',
    'Tier',
    ({ text, price, before }) =>
      before.trim() !== '' && tierBefore.test(text.slice(Math.max(0, price.start - 30), price.start)),
  ),
  when(
    'shippingAdded',
    'Shipping',
    ({ before, behind }) => /\+\s?$/.test(before) && shippingWordsBehind.test(behind),
  ),
  when(
    'surchargeBefore',
    'Surcharge',
    ({ before }) => surchargeWords.test(before) || /(?:^|[\s(（])\+\s?$/.test(before),
  ),
  when(
    'instalmentBefore',
    'Instalment',
    ({ before }) => instalmentWords.test(before) || rentWords.test(before),
  ),
  when(
    'membersBefore',
    'Members',
    ({ before }) =>
      (memberWords.test(before) || isCondition(before)) &&
      !nonMemberWords.test(before) &&
      !cardOfDevice.test(before),
  ),
  when('usedOfferBefore', 'OtherCondition', ({ before }) => usedOfferWords.test(before)),
  when(
    'approximateBefore',
    'Approximate',
    ({ before }) => approximateWords.test(before) || /[≈~≃]\s?$/.test(before),
  ),
  when('freeFromBefore', 'Threshold', ({ before }) => freeFromWords.test(before)),
  when('fromBefore', 'From', ({ before }) => fromWords.test(before)),
  when('thresholdBefore', 'Threshold', ({ before }) => thresholdWords.test(before)),
  when('netBefore', 'NetOfTax', ({ isNetBefore, isGrossBehind }) => isNetBefore && !isGrossBehind),
  when(
    'netBehind',
    'NetOfTax',
    ({ taxBehind, isGrossBehind, further }) =>
      (netWords.test(taxBehind) && !isGrossBehind) || taxOfNothingBehind.test(further),
  ),
  when('fromBehind', 'From', ({ text, ceiling, behind, further }) => {
    const words = ceiling < text.length && /^\s*\+/.test(behind) ? further : behind;
    return fromWordsBehind.test(words);
  }),
];

/** Reads the role of an amount from the words around it: the first rule that applies decides. */
export const readAmountRole = (place: Place): AmountRole => {
  const around = surroundingsOf(place);
  for (const [rule, says] of amountRules) {
    const verdict = says(around);
    if (verdict) return { role: verdict.role, rule, isGross: around.isGross, used: verdict.used ?? 0 };
  }
  return { role: undefined, rule: 'none', isGross: around.isGross, used: 0 };
};

/** "(税抜)" directly after the previous price belongs to that one, as does everything before "or". */
const withoutPreviousWords = (between: string): string =>
  / (?:or|ou|oder|of|o|lub|nebo|alebo|vagy|sau|eller|tai|или|або|veya) $/iu.test(between)
    ? ''
    : between.replace(/^\s*[(（][^)）]{0,30}[)）]/u, '');
