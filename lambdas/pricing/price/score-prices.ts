import type { Element } from 'domhandler';
import type { Page, PageHeading } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { elementsWithin, lineageOf, parentOf, standsIn } from '../page/walk.ts';
import { regularWords } from '../text/price-words.ts';
import { findOwners } from './amount-owner.ts';
import { type Finding, type PriceRelation, type PriceScene, priceRelations } from './compare-prices.ts';
import { addOf } from './evidence.ts';
import {
  ownerFeatures,
  type PlacedPrice,
  partOf,
  partsOf,
  placeFeatures,
  type ReadPrice,
  type ScoredPrice,
  withheldPoints,
  wordFeatures,
  worthReading,
} from './scored-price.ts';
import {
  arePlain,
  isBehindBadge,
  isInPriceRow,
  isNamedPrice,
  isOfDate,
  isShortLabel,
  labelsOf,
  namesBehind,
  roleOf,
  rowLabelOf,
  signatureOf,
  type VisiblePrice,
} from './visible-prices.ts';

/** Most buttons examined, ancestors of each, and siblings of those. */
const maxButtons = 200;
const maxSteps = 8;
const maxSiblings = 60;
const maxNodes = 160;
/** Levels above a price searched for its card. */
const maxCardDepth = 31;

const isAlike = (left: Element, right: Element): boolean =>
  left.name === right.name && left.attribs.class === right.attribs.class;

const isLink = ({ name, attribs }: Element): boolean =>
  name === 'a' && attribs.href !== undefined && /^(?!#|javascript:|$)/i.test(attribs.href);

/** True if an element contains a link to a page; visits a limited number of nodes. */
const holdsLink = (root: Element): boolean => elementsWithin([root], maxNodes).some(isLink);

/**
 * Finds the items of a product list: each has a similar sibling, and both contain a page link and a buy
 * button. Such a button or price is not that of the page's product.
 *
 * @param title - elements containing it are no cards.
 */
const findBuyableCards = (page: Page, title: Element | undefined): ReadonlySet<Element> => {
  const holders = new Set<Element>();
  for (const { element } of page.buyButtons.slice(0, maxButtons))
    for (const around of lineageOf(element, maxSteps + 1).slice(1)) holders.add(around);
  const linked = new Map<Element, boolean>();
  const isLinked = (element: Element): boolean => {
    const known = linked.get(element) ?? holdsLink(element);
    linked.set(element, known);
    return known;
  };
  const cards = new Set<Element>();
  for (const holder of holders) {
    const siblings = parentOf(holder)?.children.slice(0, maxSiblings) ?? [];
    const alike = siblings.filter(
      (other): other is Element =>
        other.type === 'tag' && holders.has(other) && isAlike(other, holder) && isLinked(other),
    );
    if (alike.length > 1) for (const card of alike) cards.add(card);
  }
  if (title) for (const around of lineageOf(title, maxCardDepth)) cards.delete(around);
  return cards;
};

/** The title's own zones apply to the whole product area, so they do not count against a price. */
const pageWideZones = (title: PageHeading | undefined): number =>
  title ? title.zones & ~(zone.price | zone.current | zone.main | zone.marked) : 0;

/** Counts amounts by markup. */
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

  /** Number of different amounts: product lists repeat their markup. */
  amountsLike(price: VisiblePrice): number {
    return this.amounts.get(signatureOf(price))?.size ?? 0;
  }

  sameAmountLike(price: VisiblePrice): number {
    return this.amounts.get(signatureOf(price))?.get(price.amount) ?? 0;
  }
}

/** The role of a price: its own line's takes precedence over its labels'. */
const qualifierOf = (
  own: ScoredPrice['qualifier'],
  labelled: ScoredPrice['qualifier'],
): ScoredPrice['qualifier'] =>
  (own === 'From' ? undefined : own) ?? (labelled === 'Was' ? undefined : labelled) ?? own;

/** Roles suggested by badges and names above a price: "Express delivery", "Save more", "Gift card". */
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

/** Scores each price individually. */
const scoreAlone = (
  page: Page,
  prices: readonly VisiblePrice[],
  title: PageHeading | undefined,
  buyRun: number | undefined,
): ScoredPrice[] => {
  const ignored = pageWideZones(title);
  const { border } = page.area;
  const isBehind = ({ run }: VisiblePrice): boolean => border !== undefined && run >= border;
  // Other products' cards often share the markup of the page's own price: each side is counted separately.
  const alike = new AlikeElements(prices.filter((price) => !isBehind(price)));
  const alikeBehind = new AlikeElements(prices.filter(isBehind));
  const everywhere = new AlikeElements(prices);
  const named = namesBehind(page, prices);
  const owners = findOwners(page, prices);
  const cards = findBuyableCards(page, title?.element);

  /** The product's name is no label: "Gift card", "Member badge". */
  const isBelowTitle = (price: VisiblePrice): boolean =>
    !price.ownLine && !named.has(price) && title !== undefined && price.label.trim() === title.text.trim();
  const placeOf = (price: VisiblePrice): PlacedPrice => {
    const labels = labelsOf(isBelowTitle(price) ? { ...price, label: '' } : price, named);
    const labelled = roleOf(price, labels);
    const own = isBehindBadge(price) && ofBadges.has(price.qualifier) ? undefined : price.qualifier;
    const called = qualifierOf(own, labelled);
    // A badge or name in the line above does not qualify the amount.
    const qualifier = labels.isLoose && ofBadges.has(called) ? own : called;
    // The price row of a property table is not prose.
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
  /** Beside a lone named price, words may turn an amount into anything, even in a price element. */
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
    const owner = owners.get(price.element)!;
    const ofPlace = [...partsOf(ownerFeatures, owner), ...partsOf(placeFeatures, placed)];
    const seen = read(placed, addOf(ofPlace));
    const parts = [...ofPlace, ...partsOf(wordFeatures, seen)];
    const { labels, qualifier, isOld, isPlain } = seen;
    const name = labels.label === '' && !named.has(price) ? price.label : labels.label;
    return {
      ...price,
      qualifier,
      owner,
      score: addOf(parts),
      parts,
      isOld,
      isPlain,
      withheld: !isPlain && !price.isSentence && isShortLabel(price) ? withheldPoints : 0,
      isRegular: isOld && regularWords.test(name),
    };
  });
};

/** Best first, old prices last. */
export const byProminence = (a: ScoredPrice, b: ScoredPrice): number =>
  Number(a.isOld) - Number(b.isOld) || b.score - a.score;

/** A price to which findings are still applied. */
type Gathering = { -readonly [Key in keyof ScoredPrice]: ScoredPrice[Key] };

/** The only place that changes a score afterwards. */
const applyFinding = (relation: PriceRelation, finding: Finding): void => {
  const gathering: Gathering = finding.price;
  const part = partOf(relation.name, relation.isScored ? 1 : 0);
  gathering.parts = [...gathering.parts, part];
  gathering.score += part.value * part.weight;
  Object.assign(gathering, finding.changes);
};

/**
 * Scores visible prices by owner, position and relations to each other, without knowledge of shops or platforms:
 * distance to title and buy button, class names, markup, labels. Weights: place-model.json.
 *
 * @returns best first, old ones last.
 */
export const scorePrices = (page: Page, prices: readonly VisiblePrice[]): ScoredPrice[] => {
  const { title, buyRun } = page.area;
  const scored = scoreAlone(page, prices, title, buyRun);
  const scene: PriceScene = { page, titleRun: title?.run, buyRun };
  for (const relation of priceRelations)
    for (const finding of relation.find(scene, scored)) applyFinding(relation, finding);
  return scored.sort(byProminence);
};
