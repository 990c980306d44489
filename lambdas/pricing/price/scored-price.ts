import { zone } from '../page/page-zones.ts';
import { isZero } from '../sources/amounts.ts';
import { commonSigns } from '../text/currency-lexicon.ts';
import { lowestRecent, nowWords, thirtyDays, totalWords } from '../text/price-words.ts';
import type { AmountOwner } from './amount-owner.ts';
import type { FeaturePart } from './evidence.ts';
import fitted from './place-model.json' with { type: 'json' };
import { isPriceLabel, type PriceLabels, type VisiblePrice } from './visible-prices.ts';

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
