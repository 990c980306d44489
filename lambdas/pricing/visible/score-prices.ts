import { sumOf, weigh } from '../evidence.ts';
import { regularWords } from '../money/price-words.ts';
import { standsIn } from '../page/ancestors.ts';
import { findBorder, findBuyRun, findTitleHeading } from '../page/landmarks.ts';
import type { Page, PageHeading } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { priceRelations } from './compare-prices.ts';
import { signatureOf } from './markup-signature.ts';
import { arePlain } from './plain-line.ts';
import {
  isBehindBadge,
  isInPriceRow,
  isNamedPrice,
  isOfDate,
  isShortLabel,
  labelsOf,
  namesBehind,
  roleOf,
  rowLabelOf,
} from './price-labels.ts';
import type { Finding, PriceRelation, PriceScene } from './price-relation.ts';
import { findBuyableCards, maxCardDepth } from './repeated-cards.ts';
import {
  amongWords,
  type PlacedPrice,
  placeFeatures,
  type ReadPrice,
  wordFeatures,
  worthReading,
} from './score-features.ts';
import type { ScoredPrice } from './scored-price.ts';
import type { VisiblePrice } from './visible-prices.ts';

/** Zones that the title itself stands in say nothing against a price: the whole product area has them. */
const pageWideZones = (title: PageHeading | undefined): number =>
  title ? title.zones & ~(zone.price | zone.current | zone.main | zone.marked) : 0;

/** Elements that are made up alike: how many amounts they have, and how often each. */
class AlikeElements {
  private readonly amounts = new Map<string, Map<string, number>>();

  constructor(prices: readonly VisiblePrice[]) {
    for (const price of prices) {
      const key = signatureOf(price);
      const counts = this.amounts.get(key) ?? new Map<string, number>();
      counts.set(price.amount, (counts.get(price.amount) ?? 0) + 1);
      this.amounts.set(key, counts);
    }
  }

  /** Number of different amounts: a list of products repeats its markup. */
  amountsLike(price: VisiblePrice): number {
    return this.amounts.get(signatureOf(price))?.size ?? 0;
  }

  sameAmountLike(price: VisiblePrice): number {
    return this.amounts.get(signatureOf(price))?.get(price.amount) ?? 0;
  }
}

/** The role of a price, by its own line before the labels around it. */
const qualifierOf = (
  own: ScoredPrice['qualifier'],
  labelled: ScoredPrice['qualifier'],
): ScoredPrice['qualifier'] =>
  (own === 'From' ? undefined : own) ?? (labelled === 'Was' ? undefined : labelled) ?? own;

/** Roles that badges and product names above a price may bring up: "Express delivery", "Save more", "Gift card". */
const ofBadges: ReadonlySet<ScoredPrice['qualifier']> = new Set([
  'Saving',
  'Threshold',
  'Shipping',
  'Deposit',
  'PaymentMethod',
  'Surcharge',
  'Instalment',
]);

const namedPrice = zone.price | zone.current | zone.marked;

/** Weighs each price by itself. */
const scoreAlone = (
  page: Page,
  prices: readonly VisiblePrice[],
  title: PageHeading | undefined,
  buyRun: number | undefined,
): ScoredPrice[] => {
  const ignored = pageWideZones(title);
  const border = findBorder(page, title, buyRun);
  const isBehind = ({ run }: VisiblePrice): boolean => border !== undefined && run >= border;
  // Other products' cards are often built as the page's own price is: each side counts its own.
  const alike = new AlikeElements(prices.filter((price) => !isBehind(price)));
  const alikeBehind = new AlikeElements(prices.filter(isBehind));
  const everywhere = new AlikeElements(prices);
  const named = namesBehind(page, prices);
  const cards = findBuyableCards(page, title?.element);

  /** The product's name labels no price: "Gift card", "Member badge". */
  const isBelowTitle = (price: VisiblePrice): boolean =>
    !price.ownLine && !named.has(price) && title !== undefined && price.label.trim() === title.text.trim();
  const placeOf = (price: VisiblePrice): PlacedPrice => {
    const labels = labelsOf(isBelowTitle(price) ? { ...price, label: '' } : price, named);
    const labelled = roleOf(price, labels);
    const own = isBehindBadge(price) && ofBadges.has(price.qualifier) ? undefined : price.qualifier;
    const called = qualifierOf(own, labelled);
    // A badge or a name in the line above says nothing of the amount.
    const qualifier = labels.isLoose && ofBadges.has(called) ? own : called;
    // The row of a table of properties that is called price is not among words.
    const zones = price.zones & ~ignored & ~(isInPriceRow(price) ? zone.prose : 0);
    return {
      price,
      zones,
      behindTitle: title && price.run - title.run,
      fromButton: buyRun === undefined ? undefined : Math.abs(price.run - buyRun),
      isBehind: isBehind(price),
      isInCard: standsIn(cards, price.element, maxCardDepth),
      labels,
      isOld:
        price.qualifier === 'Was' || (zones & zone.struck) !== 0 || labelled === 'Was' || isOfDate(price),
      qualifier,
    };
  };
  const isAlone = (price: VisiblePrice): boolean => arePlain(price.ownWords);
  const isPresented = prices.some(
    (price) => (price.zones & namedPrice) !== 0 && isAlone(price) && !isBehind(price),
  );
  /** Beside a named price that stands alone, other words may say anything of the amount in an element named so too. */
  const isShownAsPrice = (price: VisiblePrice): boolean =>
    isAlone(price) || (isNamedPrice(price) && !isPresented);
  const read = (placed: PlacedPrice, score: number): ReadPrice => {
    const { price, zones } = placed;
    const isPlain =
      ((zones & namedPrice) !== 0 && isShownAsPrice(price)) ||
      (score >= worthReading &&
        price.run !== title?.run &&
        arePlain(price.ownLine ? price.words : `${rowLabelOf(price, title)} ${price.words}`));
    return {
      ...placed,
      isPlain,
      amountsAlike: (placed.isBehind ? alikeBehind : alike).amountsLike(price),
      sameAlike: everywhere.sameAmountLike(price),
    };
  };
  return prices.map((price): ScoredPrice => {
    const placed = placeOf(price);
    const ofPlace = weigh(placeFeatures, placed);
    const seen = read(placed, sumOf(ofPlace));
    const evidence = [...ofPlace, ...weigh(wordFeatures, seen)];
    const { labels, qualifier, isOld, isPlain } = seen;
    const name = labels.label === '' && !named.has(price) ? price.label : labels.label;
    return {
      ...price,
      qualifier,
      score: sumOf(evidence),
      evidence,
      isOld,
      isPlain,
      withheld: !isPlain && !price.isSentence && isShortLabel(price) ? -amongWords : 0,
      isRegular: isOld && regularWords.test(name),
    };
  });
};

/** A price while what the others say of it is gathered. */
type Gathering = { -readonly [Key in keyof ScoredPrice]: ScoredPrice[Key] };

/** The one place where evidence comes to a price that has some. */
const applyFinding = (relation: PriceRelation, finding: Finding): void => {
  const gathering: Gathering = finding.price;
  const evidence = { name: relation.name, weight: relation.weight ?? 0 };
  gathering.evidence = [...gathering.evidence, evidence];
  gathering.score += evidence.weight;
  Object.assign(gathering, finding.changes);
};

/**
 * Weighs visible prices by where they stand, and by what they say of each other. Nothing here knows a shop or a
 * platform: position to title and buy button, names of classes, markup, and the words before the price. A score is the
 * sum of its evidence.
 *
 * @returns best first, and old ones last.
 */
export const scorePrices = (page: Page, prices: readonly VisiblePrice[]): ScoredPrice[] => {
  const title = findTitleHeading(page);
  const buyRun = findBuyRun(page, title?.run);
  const scored = scoreAlone(page, prices, title, buyRun);
  const scene: PriceScene = { page, titleRun: title?.run, buyRun };
  for (const relation of priceRelations)
    for (const finding of relation.find(scene, scored)) applyFinding(relation, finding);
  return scored.sort((a, b) => Number(a.isOld) - Number(b.isOld) || b.score - a.score);
};
