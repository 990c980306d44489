import type { Feature } from '../evidence.ts';
import { isZero } from '../money/amounts.ts';
import { nowWords, totalWords } from '../money/price-words.ts';
import { zone } from '../page/page-zones.ts';
import { isPriceLabel, type PriceLabels } from './price-labels.ts';
import { isAside, type ScoredPrice } from './scored-price.ts';
import type { VisiblePrice } from './visible-prices.ts';

/** A price with its position, before scoring. */
export interface PlacedPrice {
  price: VisiblePrice;
  /** Its zones, except those that apply to the whole product area, or to a property table. */
  zones: number;
  /** Lines after the title; negative before it. */
  behindTitle: number | undefined;
  /** Lines to the buy button. */
  fromButton: number | undefined;
  /** It is after the product's end. */
  isBehind: boolean;
  /** It is in one of several cards with buy buttons. */
  isInCard: boolean;
  labels: PriceLabels;
  isOld: boolean;
  qualifier: ScoredPrice['qualifier'];
}

/** The same with its words read. */
export interface ReadPrice extends PlacedPrice {
  isPlain: boolean;
  /** Number of different amounts in elements with equal markup. */
  amountsAlike: number;
  /** Number of equal amounts in such elements. */
  sameAlike: number;
}

/** 1 at distance 0, falling to 0 at `reach` lines. */
const nearness = (distance: number, reach: number): number => (distance >= reach ? 0 : 1 - distance / reach);

const inZone = (name: keyof typeof zone, weight: number): Feature<PlacedPrice> => {
  const bit = zone[name];
  return { name: `zone.${name}`, weight, applies: ({ zones }) => (zones & bit) !== 0 };
};

/** Zones of amounts other than the price. */
const asideZones = zone.shipping | zone.instalment | zone.unit | zone.tier;

const namedAside: Feature<PlacedPrice> = {
  name: 'namedAside',
  weight: -50,
  applies: ({ zones }) => (zones & asideZones) !== 0,
};

/** The words or amounts around it show that it is no price, or not everybody's. */
export const aside: Feature<PlacedPrice> = { name: 'aside', weight: -50, applies: isAside };

/** The label directly before an amount. */
const justBefore = ({ label }: VisiblePrice): string => label.slice(-40);

/**
 * Weights for a price's position. Scale: a price with a currency directly below the title and above the buy
 * button, named as a price, reaches about 100; one somewhere on the page about 20.
 */
export const placeFeatures: readonly Feature<PlacedPrice>[] = [
  { name: 'withCurrency', weight: 20, applies: ({ price }) => !price.bare },
  inZone('price', 15),
  inZone('current', 10),
  inZone('marked', 25),
  inZone('main', 12),
  namedAside,
  inZone('cart', -40),
  inZone('review', -45),
  inZone('card', -25),
  inZone('member', -30),
  inZone('unselected', -40),
  inZone('prose', -25),
  inZone('link', -15),
  {
    name: 'belowTitle',
    weight: 40,
    applies: ({ behindTitle }) => behindTitle !== undefined && behindTitle >= 0 && nearness(behindTitle, 60),
  },
  {
    name: 'aboveTitle',
    weight: 32,
    applies: ({ behindTitle }) => behindTitle !== undefined && behindTitle < 0 && nearness(-behindTitle, 12),
  },
  {
    name: 'nearButton',
    weight: 25,
    applies: ({ fromButton }) => fromButton !== undefined && nearness(fromButton, 40),
  },
  { name: 'behindProduct', weight: -45, applies: ({ isBehind }) => isBehind },
  { name: 'inBuyableCard', weight: -60, applies: ({ isInCard, isBehind }) => isInCard && !isBehind },
  aside,
  { name: 'from', weight: -6, applies: ({ qualifier }) => qualifier === 'From' },
  { name: 'calledNow', weight: 8, applies: ({ isOld, price }) => !isOld && nowWords.test(justBefore(price)) },
  {
    name: 'calledPrice',
    weight: 10,
    applies: ({ isOld, price, labels }) => !isOld && isPriceLabel(labels.label || price.label),
  },
  {
    name: 'calledTotal',
    weight: 14,
    applies: ({ isOld, price }) => !isOld && totalWords.test(justBefore(price)),
  },
  { name: 'inSentence', weight: -18, applies: ({ price }) => price.isSentence },
];

/** Amounts with a lower position score cannot be the price: their words are not read. */
export const worthReading = 30;

/** Penalty for an amount among unknown words. */
export const amongWords = -13;

/** Fields are left at 0 by default; free products are decided separately. */
export const zeroWeight = -100;

/** Weights for the words of a price's line and for similar elements. */
export const wordFeatures: readonly Feature<ReadPrice>[] = [
  {
    name: 'amongWords',
    weight: amongWords,
    applies: ({ isPlain, price }) => !isPlain && !price.isSentence,
  },
  { name: 'longLine', weight: -20, applies: ({ price }) => price.lineLength > 80 },
  { name: 'shortLine', weight: 6, applies: ({ price }) => price.lineLength <= 25 },
  { name: 'oneOfAList', weight: -25, applies: ({ amountsAlike }) => amountsAlike >= 4 },
  /** One amount repeated four times in similar elements is a table of charges. */
  { name: 'oneOfCharges', weight: -15, applies: ({ sameAlike }) => sameAlike >= 4 },
  { name: 'isZero', weight: zeroWeight, applies: ({ price }) => isZero(price.amount) },
];
