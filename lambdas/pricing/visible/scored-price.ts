import type { VisiblePrice } from './visible-prices.ts';

/** A visible price with the weight of everything that speaks for and against it. */
export interface ScoredPrice extends VisiblePrice {
  score: number;
  /** Stated as a price that held before, or beside the current one for comparison. */
  isOld: boolean;
  /** Nothing but amounts and what they are called stands in its line, or its element is named as a price. */
  isPlain: boolean;
  /**
   * Points that it lacks only because its label is in words that are not known. Such a label makes an amount neither
   * winner nor loser: beside a rival, these points count.
   */
  withheld: number;
  /** Called old, and the only price that the page shows: it may be the price all the same. */
  isReadmitted?: boolean;
  /** Called net, and the only price that the page shows. */
  isNet?: boolean;
  /** Old only by being called regular: it is what everybody pays where nothing else is. */
  isRegular: boolean;
}

/** What is asked besides the product's price, or of some buyers only. */
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
  'Bundle',
  'Tier',
  'Bid',
  'Approximate',
]);

/** Whether the words around a price say that it is none, or not everybody's. */
export const isAside = ({ qualifier }: Pick<ScoredPrice, 'qualifier'>): boolean =>
  qualifier !== undefined && asideQualifiers.has(qualifier);

/** Prices of one page that are held against each other. */
const maxCompared = 40;

/** The prices, neither old nor aside, that a buyer may be asked; the first of them. */
export const payable = (scored: readonly ScoredPrice[]): ScoredPrice[] =>
  scored.filter((price) => !price.isOld && !isAside(price) && price.score > 0).slice(0, maxCompared);

/** Whether it is called the lowest price of the last thirty days, which sellers must print. */
export const isLowest = ({ label }: ScoredPrice): boolean => /(?<!\d)30(?!\d)/.test(label);

/** How far apart, in runs, prices of one product's block stand. */
export const blockReach = 6;

/** What other prices of the page tell of one: that it held before. */
export const makeOld = (price: ScoredPrice): void => {
  price.isOld = true;
  price.score -= 60;
};

/** What other prices of the page tell of one: that it is something else than the price. */
export const makeAside = (price: ScoredPrice, qualifier: ScoredPrice['qualifier']): void => {
  price.qualifier = qualifier;
  price.score -= 50;
};
