import { zone } from '../page/page-zones.ts';
import { isZero } from '../sources/amounts.ts';
import { nowWords, totalWords } from '../text/price-words.ts';
import type { AmountOwner } from './amount-owner.ts';
import type { FeaturePart } from './evidence.ts';
import fitted from './place-model.json' with { type: 'json' };
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

/** A property of a place: true if it applies, or the fraction that does. */
export interface PlaceFeature<Seen> {
  readonly name: string;
  readonly applies: (seen: Seen) => boolean | number;
}

/** Points by feature, as written by `npm run fit`. */
export type PlaceModel = Readonly<Record<string, number>>;

const weights: PlaceModel = fitted;

/** The part that a feature adds to a score. */
export const partOf = (name: string, value: number): FeaturePart => ({
  name,
  value,
  weight: weights[name] ?? 0,
});

/** The parts of the features that apply. */
export const partsOf = <Seen>(features: readonly PlaceFeature<Seen>[], seen: Seen): FeaturePart[] => {
  const parts: FeaturePart[] = [];
  for (const { name, applies } of features) {
    const value = Number(applies(seen));
    if (value !== 0) parts.push(partOf(name, value));
  }
  return parts;
};

/** 1 at distance 0, falling to 0 at `reach` lines. */
const nearness = (distance: number, reach: number): number => (distance >= reach ? 0 : 1 - distance / reach);

const inZone = (name: keyof typeof zone): PlaceFeature<PlacedPrice> => {
  const bit = zone[name];
  return { name: `zone.${name}`, applies: ({ zones }) => (zones & bit) !== 0 };
};

/** Zones of amounts other than the price. */
const asideZones = zone.shipping | zone.instalment | zone.unit | zone.tier;

const namedAside: PlaceFeature<PlacedPrice> = {
  name: 'namedAside',
  applies: ({ zones }) => (zones & asideZones) !== 0,
};

/** The words or amounts around it show that it is no price, or not everybody's. */
export const aside: PlaceFeature<PlacedPrice> = { name: 'aside', applies: isAside };

/** The label directly before an amount. */
const justBefore = ({ label }: VisiblePrice): string => label.slice(-40);

/** Features of a price's position. */
export const placeFeatures: readonly PlaceFeature<PlacedPrice>[] = [
  { name: 'withCurrency', applies: ({ price }) => !price.bare },
  inZone('price'),
  inZone('current'),
  inZone('marked'),
  inZone('main'),
  namedAside,
  inZone('cart'),
  inZone('review'),
  inZone('card'),
  inZone('member'),
  inZone('unselected'),
  inZone('prose'),
  inZone('link'),
  {
    name: 'belowTitle',
    applies: ({ behindTitle }) => behindTitle !== undefined && behindTitle >= 0 && nearness(behindTitle, 60),
  },
  {
    name: 'aboveTitle',
    applies: ({ behindTitle }) => behindTitle !== undefined && behindTitle < 0 && nearness(-behindTitle, 12),
  },
  {
    name: 'nearButton',
    applies: ({ fromButton }) => fromButton !== undefined && nearness(fromButton, 40),
  },
  { name: 'behindProduct', applies: ({ isBehind }) => isBehind },
  { name: 'inBuyableCard', applies: ({ isInCard, isBehind }) => isInCard && !isBehind },
  aside,
  { name: 'from', applies: ({ qualifier }) => qualifier === 'From' },
  { name: 'calledNow', applies: ({ isOld, price }) => !isOld && nowWords.test(justBefore(price)) },
  {
    name: 'calledPrice',
    applies: ({ isOld, price, labels }) => !isOld && isPriceLabel(labels.label || price.label),
  },
  {
    name: 'calledTotal',
    applies: ({ isOld, price }) => !isOld && totalWords.test(justBefore(price)),
  },
  { name: 'inSentence', applies: ({ price }) => price.isSentence },
];

/** Amounts with a lower position score cannot be the price: their words are not read. */
export const worthReading = 30;

/** Features of the words of a price's line and for similar elements. */
export const wordFeatures: readonly PlaceFeature<ReadPrice>[] = [
  {
    name: 'amongWords',
    applies: ({ isPlain, price }) => !isPlain && !price.isSentence,
  },
  { name: 'longLine', applies: ({ price }) => price.lineLength > 80 },
  { name: 'shortLine', applies: ({ price }) => price.lineLength <= 25 },
  { name: 'oneOfAList', applies: ({ amountsAlike }) => amountsAlike >= 4 },
  /** One amount repeated four times in similar elements is a table of charges. */
  { name: 'oneOfCharges', applies: ({ sameAlike }) => sameAlike >= 4 },
  { name: 'isZero', applies: ({ price }) => isZero(price.amount) },
];

/** Features of whose the amount is. The title's area adds nothing. */
export const ownerFeatures: readonly PlaceFeature<AmountOwner>[] = [
  { name: 'own.named', applies: ({ kind, leadsAway }) => kind === 'named' && !leadsAway },
  { name: 'own.extended', applies: ({ kind }) => kind === 'extended' },
  { name: 'own.unlikeLinked', applies: ({ kind, leadsAway }) => kind === 'unlike' && leadsAway },
  { name: 'own.repeats', applies: ({ repeats }) => repeats },
  { name: 'own.best', applies: ({ isBest }) => isBest },
  { name: 'own.worse', applies: ({ isWorse }) => isWorse },
];
