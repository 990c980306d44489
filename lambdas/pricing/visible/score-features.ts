import type { Feature } from '../evidence.ts';
import { isZero } from '../money/amounts.ts';
import { nowWords, totalWords } from '../money/price-words.ts';
import { zone } from '../page/page-zones.ts';
import { isPriceLabel, type PriceLabels } from './price-labels.ts';
import { isAside, type ScoredPrice } from './scored-price.ts';
import type { VisiblePrice } from './visible-prices.ts';

/** One price with what is known of its place before it is weighed. */
export interface PlacedPrice {
  price: VisiblePrice;
  /** Its zones without those that say nothing here: those of the whole product area, or of a table of properties. */
  zones: number;
  /** How many lines it stands behind the title; less than nought before it. */
  behindTitle: number | undefined;
  /** How many lines lie between it and the button to buy. */
  fromButton: number | undefined;
  /** It stands behind where the product ends. */
  isBehind: boolean;
  /** It stands in one of several cards, each with a button to buy. */
  isInCard: boolean;
  labels: PriceLabels;
  isOld: boolean;
  qualifier: ScoredPrice['qualifier'];
}

/** The same, once its words are read. */
export interface ReadPrice extends PlacedPrice {
  isPlain: boolean;
  /** Number of different amounts in elements that are made up alike. */
  amountsAlike: number;
  /** How often the same amount stands in such elements. */
  sameAlike: number;
}

/** 1 where two things meet, and nothing from `reach` lines on. */
const nearness = (distance: number, reach: number): number => (distance >= reach ? 0 : 1 - distance / reach);

const inZone = (name: keyof typeof zone, weight: number): Feature<PlacedPrice> => {
  const bit = zone[name];
  return { name: `zone.${name}`, weight, applies: ({ zones }) => (zones & bit) !== 0 };
};

/** Names of elements that hold another amount than the price. */
const asideZones = zone.shipping | zone.instalment | zone.unit | zone.tier;

export const namedAside: Feature<PlacedPrice> = {
  name: 'namedAside',
  weight: -50,
  applies: ({ zones }) => (zones & asideZones) !== 0,
};

/** Words around it, or other amounts, say that it is no price, or not everybody's. */
export const aside: Feature<PlacedPrice> = { name: 'aside', weight: -50, applies: isAside };

/** Words close before an amount are its own. */
const justBefore = ({ label }: VisiblePrice): string => label.slice(-40);

/**
 * Weights of the properties of a price's place. The scale: a price with its currency right below the title
 * and above the buy button, named as a price, reaches about 100; one that is only somewhere on the page about 20.
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

/** Amounts that their places give less than this are no price in any case: their words are not read. */
export const worthReading = 30;

/** Penalty of an amount among unknown words against one that stands alone. */
export const amongWords = -13;

/** Nought is what fields are left at; whether a shop means it is asked apart. */
export const zeroWeight = -100;

/** Weights of the words of its line and of elements like its own. */
export const wordFeatures: readonly Feature<ReadPrice>[] = [
  {
    name: 'amongWords',
    weight: amongWords,
    applies: ({ isPlain, price }) => !isPlain && !price.isSentence,
  },
  { name: 'longLine', weight: -20, applies: ({ price }) => price.lineLength > 80 },
  { name: 'shortLine', weight: 6, applies: ({ price }) => price.lineLength <= 25 },
  { name: 'oneOfAList', weight: -25, applies: ({ amountsAlike }) => amountsAlike >= 4 },
  /** One amount four times over in elements named alike is a table of charges. */
  { name: 'oneOfCharges', weight: -15, applies: ({ sameAlike }) => sameAlike >= 4 },
  { name: 'isZero', weight: zeroWeight, applies: ({ price }) => isZero(price.amount) },
];
