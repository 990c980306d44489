import { commonSigns } from '../text/common-signs.ts';
import { lowestRecent, thirtyDays } from '../text/price-words.ts';
import type { AmountOwner } from './amount-owner.ts';
import type { FeaturePart } from './evidence.ts';
import type { VisiblePrice } from './visible-prices.ts';

/** A visible price with the evidence for and against it. */
export interface ScoredPrice extends VisiblePrice {
  readonly score: number;
  /** The contributions to the score. */
  readonly parts: readonly FeaturePart[];
  readonly owner: AmountOwner;
  /** Shown as a previous price, or for comparison. */
  readonly isOld: boolean;
  /** Its line consists of amounts and price labels, or its element is named as a price. */
  readonly isPlain: boolean;
  /**
   * Points withheld because its label is unknown. Such a label neither selects nor excludes an amount: beside
   * a rival, these points count.
   */
  readonly withheld: number;
  /** Labelled old, but the only price on the page: it may be the price. */
  readonly isReadmitted?: boolean;
  /** Old only because it is labelled regular: it is the price if there is no other. */
  readonly isRegular: boolean;
}

/** Points by which an unknown label lowers a score at most. */
export const withheldPoints = 13;

/** Additional charges, and prices for some buyers only. */
const asideQualifiers: ReadonlySet<string> = new Set([
  'PerUnit',
  'Instalment',
  'Saving',
  'Shipping',
  'Threshold',
  'Deposit',
  'NetOfTax',
  'PaymentMethod',
  'Members',
  'OtherCondition',
  'Surcharge',
  'Tier',
  'Bid',
  'Worth',
  'Approximate',
]);

/** True if the words around a price show that it is not the price, or not everybody's. */
export const isAside = ({ qualifier }: Pick<ScoredPrice, 'qualifier'>): boolean =>
  qualifier !== undefined && asideQualifiers.has(qualifier);

/** True if it may be charged now. */
export const isCurrent = (price: ScoredPrice): boolean => !price.isOld && !isAside(price);

/** An amount at the end of a label, to which the label belongs. */
const amountAtEnd = new RegExp(
  String.raw`\d\s?(?:\p{Sc}|(?:${commonSigns}))\s*$|(?:\p{Sc}\s?|\d[.,])\d+\s*$`,
  'iu',
);
const labelOf = ({ label, ownLine, wordsAround }: ScoredPrice): string =>
  ownLine ? wordsAround.before : amountAtEnd.test(label) ? '' : label;

/** "30 days to return it. Free delivery over $80" */
const ofDelivery: ReadonlySet<string | undefined> = new Set(['Threshold', 'Shipping', 'From']);

/** True for the lowest price of the last thirty days, which EU sellers must print; it is not current. */
export const isThirtyDays = (price: ScoredPrice): boolean =>
  Number(price.amount) > 0 &&
  !ofDelivery.has(price.qualifier) &&
  ([labelOf(price), price.wordsAround.behind, price.behind].some((text) => thirtyDays.test(text)) ||
    lowestRecent.test(labelOf(price)));

/** True if labelled as the lowest price of the last thirty days. */
export const isLowest = (price: ScoredPrice): boolean => /(?<!\d)30(?!\d)/.test(labelOf(price));

/** True if two prices may be of one currency: one without a sign may be of any. */
export const haveOneCurrency = (one: ScoredPrice, other: ScoredPrice): boolean =>
  one.currency === other.currency || one.currency === null || other.currency === null;

/** Most runs between the prices of one product's block. */
export const blockReach = 6;
