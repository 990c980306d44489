import type { Evidence } from '../evidence.ts';
import { commonSigns } from '../money/common-signs.ts';
import { lowestRecent, thirtyDays } from '../money/thirty-days.ts';
import type { VisiblePrice } from './visible-prices.ts';

/** A visible price with everything that speaks for and against it. */
export interface ScoredPrice extends VisiblePrice {
  /** Sum of the evidence's weights. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
  /** Stated as a price that held before, or beside the current one for comparison. */
  readonly isOld: boolean;
  /** Nothing but amounts and what they are called stands in its line, or its element is named as a price. */
  readonly isPlain: boolean;
  /**
   * Points that it lacks only because its label is in words that are not known. Such a label makes an amount neither
   * winner nor loser: beside a rival, these points count.
   */
  readonly withheld: number;
  /** Called old, and the only price that the page shows: it may be the price all the same. */
  readonly isReadmitted?: boolean;
  /** Old only by being called regular: it is what everybody pays where nothing else is. */
  readonly isRegular: boolean;
}

/** A price with one more piece of evidence; what it was stays as it is. */
export const withEvidence = (price: ScoredPrice, evidence: Evidence): ScoredPrice => ({
  ...price,
  score: price.score + evidence.weight,
  evidence: [...price.evidence, evidence],
});

/** Charges besides the product's price, and prices for some buyers only. */
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

/** True if the words around a price say that it is none, or not everybody's. */
export const isAside = ({ qualifier }: Pick<ScoredPrice, 'qualifier'>): boolean =>
  qualifier !== undefined && asideQualifiers.has(qualifier);

/** True if it is what a buyer may be asked now. */
export const isCurrent = (price: ScoredPrice): boolean => !price.isOld && !isAside(price);

/** An amount at the end of a label: what the label says is said of that. */
export const amountAtEnd = new RegExp(
  String.raw`\d\s?(?:\p{Sc}|(?:${commonSigns}))\s*$|(?:\p{Sc}\s?|\d[.,])\d+\s*$`,
  'iu',
);
const labelOf = ({ label, ownLine, wordsAround }: ScoredPrice): string =>
  ownLine ? wordsAround.before : amountAtEnd.test(label) ? '' : label;

/** "30 days to return it. Free delivery over $80" */
const ofDelivery: ReadonlySet<string | undefined> = new Set(['Threshold', 'Shipping', 'From']);

/** The lowest price of the last thirty days, which sellers in the European Union print: it was never asked for the product beside it. */
export const isThirtyDays = (price: ScoredPrice): boolean =>
  !ofDelivery.has(price.qualifier) &&
  ([labelOf(price), price.wordsAround.behind, price.behind].some((text) => thirtyDays.test(text)) ||
    lowestRecent.test(labelOf(price)));

/** True if it is called the lowest price of the last thirty days, which sellers must print. */
export const isLowest = (price: ScoredPrice): boolean => /(?<!\d)30(?!\d)/.test(labelOf(price));

/** True if two prices may be of one currency: a price without a sign may be of any. */
export const haveOneCurrency = (one: ScoredPrice, other: ScoredPrice): boolean =>
  one.currency === other.currency || one.currency === null || other.currency === null;

/** How far apart, in runs, prices of one product's block stand. */
export const blockReach = 6;
