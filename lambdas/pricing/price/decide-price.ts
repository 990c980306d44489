import type { Element } from 'domhandler';
import { compareDecimals } from '../../domain/money/decimals.ts';
import type { Confidence, EvidenceSource } from '../../domain/result/site-result.ts';
import { zone } from '../page/page-zones.ts';
import { selectingPath } from '../page/selecting-path.ts';
import { isAround } from '../page/walk.ts';
import { samePrice } from '../sources/amounts.ts';
import type { MoneyClaim, ProductClaim } from '../sources/claims.ts';
import { digitsOfCurrency } from '../text/currency-lexicon.ts';
import {
  type Hypothesis,
  noPrice,
  type PriceDecision,
  type PriceScene,
  plausible,
  plausibleAlone,
  type StatedCandidate,
  strong,
  visibleMoney,
} from './price-scene.ts';
import type { PriceRanking, RankedPrice } from './rank-prices.ts';
import type { StatedPrice } from './resolve-offer.ts';
import { isAside, isLowest, isThirtyDays, type ScoredPrice } from './scored-price.ts';

type ListPrice = PriceDecision['listPrice'];

/** Classes that templates put on content not currently shown, such as an old price without a reduction. */
const isHiddenByName = (element: Element): boolean =>
  isAround(element, 3, ({ attribs }) =>
    /(?:^|\s)(?:d-none|hidden|is-hidden|hide|u-hidden)(?:\s|$)/.test(attribs.class ?? ''),
  );

/** A list price is at most this many times the price. */
const maxReduction = 50;

/** True if no other current price is nearer to the old one. */
const isNearest = ({ current }: PriceScene, old: ScoredPrice, shown: ScoredPrice): boolean => {
  if (old.run === shown.run) return true;
  const reach = Math.abs(old.run - shown.run) <= 3 ? 0 : 1;
  return !current.some(
    (other) =>
      Math.abs(other.run - old.run) <= reach &&
      !isAside(other) &&
      compareDecimals(other.amount, shown.amount) !== 0,
  );
};

/** Most lines between a price and its old price. */
const reach = 6;
const strangeZones = zone.related | zone.unit | zone.cart;

const isCalledOld = (price: ScoredPrice): boolean =>
  (price.isOld || (price.zones & zone.regular) !== 0) && !isAside(price) && price.qualifier !== 'RangeHigh';

/** True if both prices are in the same kind of place: no review, sentence or other product between them. */
const areOfOnePlace = (price: ScoredPrice, shown: ScoredPrice): boolean =>
  (!price.isSentence || price.run === shown.run || (price.zones & (zone.struck | zone.price)) !== 0) &&
  (price.zones & ~shown.zones & (zone.review | zone.prose)) === 0 &&
  (!isHiddenByName(price.element) || isHiddenByName(shown.element)) &&
  Math.abs(price.run - shown.run) <= reach &&
  (price.zones & strangeZones) === (shown.zones & strangeZones);

/** Finds the old price shown beside a current one. */
const oldBeside = (
  view: PriceScene,
  shown: ScoredPrice,
  candidate: StatedCandidate | undefined,
  isHigher: (other: MoneyClaim) => boolean,
): ListPrice => {
  const near = view.visible
    .filter(
      (price) =>
        !isThirtyDays(price) &&
        isCalledOld(price) &&
        areOfOnePlace(price, shown) &&
        isNearest(view, price, shown),
    )
    // EU sellers must print the lowest price of the last thirty days; the crossed-out one is the list price.
    .sort(
      (a, b) =>
        Number(isLowest(a)) - Number(isLowest(b)) ||
        Math.abs(a.run - shown.run) - Math.abs(b.run - shown.run) ||
        compareDecimals(b.amount, a.amount),
    );
  const range = candidate?.stated.range;
  // The upper end of a range is not an old price.
  const old = near
    .map(visibleMoney)
    .find((each) => !(range && samePrice(range.high, each)) && isHigher(each));
  return old && { money: old, source: 'Visible' };
};

/**
 * Finds the previous or recommended price: as stated by the sources of the price, else as shown beside it.
 *
 * @param candidate - the chosen stated price; absent if the page alone decided.
 */
const findListPrice = (
  view: PriceScene,
  money: MoneyClaim,
  candidate: StatedCandidate | undefined,
  shown: ScoredPrice | undefined,
): ListPrice => {
  const isHigher = (other: MoneyClaim | undefined): other is MoneyClaim =>
    other !== undefined &&
    compareDecimals(other.amount, money.amount) > 0 &&
    // Excludes amounts in cents as list prices of amounts in whole units.
    Number(other.amount) < maxReduction * Number(money.amount) &&
    (other.currency === null || money.currency === null || other.currency === money.currency);
  const { candidates } = view;
  const believed = candidate
    ? [
        candidate,
        ...candidates.filter((each) => each !== candidate && samePrice(each.money, candidate.money)),
      ]
    : candidates;
  for (const each of believed)
    if (isHigher(each.stated.listPrice)) return { money: each.stated.listPrice, source: each.source };
  if (!shown) return undefined;
  // The amount may be shown in several places, the old price beside only one of them.
  const again = view.current.filter(
    (price) => price !== shown && price.score >= plausible && samePrice(price, money),
  );
  for (const each of [shown, ...again]) {
    const found = oldBeside(view, each, candidate, isHigher);
    if (found) return found;
  }
  return undefined;
};

/** True if nothing on the page resolves an ambiguous amount: "30.000" in a currency with two decimals. */
const mayMeanThousands = ({ otherwise, currency }: MoneyClaim): boolean =>
  otherwise !== undefined && (currency === null || digitsOfCurrency(currency) === 2);

/** An amount's most prominent place confirms it only if the page presents it as the price. */
const isPresented = ({ current }: Hypothesis): boolean =>
  current !== undefined && current.score >= plausible && (current.zones & zone.unselected) === 0;

/** Warns if the believed sources disagree. */
const differences = ({ believed }: PriceScene): string[] => {
  const [first] = believed;
  if (first === undefined || believed.every(({ money }) => samePrice(money, first.money))) return [];
  const stated = new Set(believed.map(({ money, source }) => `${money.amount} (${source})`));
  return [`SourcesDiffer: the page states ${[...stated].slice(0, 5).join(' and ')}.`];
};

/**
 * The lower of the confidences allowed by probability and by sources: `High` if stated and presented as the
 * price, `Medium` if stated, `Low` if only shown.
 */
const confidenceOf = (
  { probability, hypothesis }: RankedPrice,
  scene: PriceScene,
  { prices, thresholds }: PriceRanking,
): Confidence => {
  const { stated } = hypothesis;
  const isSure =
    stated.some(({ stated: { claim } }) => claim.certainty === 'stated') || hypothesis.listedBy.length > 0;
  const areAgreed = differences(scene).length === 0;
  // No other amount is likely, too.
  const isAlone = (prices[1]?.probability ?? 0) < thresholds.Contested;
  if (probability >= thresholds.High && isSure && areAgreed && isAlone && isPresented(hypothesis))
    return 'High';
  // One good source that nothing on the page contradicts.
  if (isSure && stated.length > 0 && !scene.presentsPrice && probability >= thresholds.Low) return 'Medium';
  return probability >= thresholds.Medium && stated.length + hypothesis.listedBy.length > 0
    ? 'Medium'
    : 'Low';
};

/** The currency printed with the price, else that of a source stating the same amount. */
const withCurrencyOf = (
  money: MoneyClaim,
  shown: ScoredPrice | undefined,
  candidates: readonly StatedCandidate[],
): MoneyClaim => {
  if (money.currency !== null) return money;
  const same = candidates.find(
    (each) => each.money.currency !== null && compareDecimals(each.money.amount, money.amount) === 0,
  );
  return { ...money, currency: shown?.currency ?? same?.money.currency ?? null };
};

const statedOf = ({ stated, listedBy, amount }: Hypothesis): StatedCandidate | undefined => {
  const [first] = stated;
  if (first) return first;
  const [list] = listedBy;
  const money = list?.rivals.find((rival) => compareDecimals(rival.amount, amount) === 0);
  return list && money && { money, source: list.claim.source, stated: list };
};

/** The decision for one hypothesis, from its source, else from where it is shown. */
const take = (
  scene: PriceScene,
  ranked: RankedPrice,
  confidence: Confidence,
  warnings: readonly string[],
): PriceDecision => {
  const { hypothesis } = ranked;
  const candidate = statedOf(hypothesis);
  const shown = hypothesis.current ?? hypothesis.shown[0];
  const money = candidate?.money ?? visibleMoney(shown!);
  const source = candidate?.source ?? 'Visible';
  const agrees = new Set<EvidenceSource>(
    hypothesis.stated.map((each) => each.source).filter((each) => each !== source),
  );
  if (candidate && isPresented(hypothesis)) agrees.add('Visible');
  return {
    ...noPrice,
    rule: 'Ranked',
    price: withCurrencyOf(money, shown, scene.candidates),
    source,
    agrees: [...agrees],
    confidence: candidate && !hypothesis.current && mayMeanThousands(money) ? 'Low' : confidence,
    stated: candidate?.stated,
    visible: shown,
    listPrice: findListPrice(scene, money, candidate, shown),
    warnings,
  };
};

const candidatesOf = (ranked: readonly RankedPrice[]): PriceDecision['candidates'] =>
  ranked.slice(0, 10).map(({ hypothesis }) => {
    const candidate = statedOf(hypothesis);
    const shown = hypothesis.current ?? hypothesis.shown[0];
    return candidate
      ? { money: candidate.money, source: candidate.source }
      : { money: { ...visibleMoney(shown!), path: selectingPath(shown!.element) }, source: 'Visible' };
  });

const oddsOf = ({ probability }: RankedPrice): number => probability / (1 - probability);

/** An unknown label neither selects its amount nor excludes it. */
const isWithheld = ({ hypothesis: { current } }: RankedPrice, best: RankedPrice): boolean =>
  current !== undefined &&
  current.withheld > 0 &&
  best.hypothesis.current !== undefined &&
  best.hypothesis.stated.length === 0 &&
  current.score + current.withheld > best.hypothesis.current.score - 12;

/** An amount among other words may be anything, so it does not compete with a stated one. */
const mayRival = ({ hypothesis }: RankedPrice, best: RankedPrice): boolean =>
  hypothesis.stated.length + hypothesis.listedBy.length > 0 ||
  best.hypothesis.stated.length === 0 ||
  hypothesis.current?.isPlain === true;

/** "18,90 – 41,50 €": if the best is the upper end of a range, buyers may pay the lower one. */
const isLowerEnd = ({ hypothesis }: RankedPrice, best: RankedPrice): boolean =>
  best.hypothesis.shown.length > 0 &&
  best.hypothesis.shown.every(({ qualifier }) => qualifier === 'RangeHigh') &&
  hypothesis.shown.some(({ qualifier }) => qualifier === 'RangeLow' || qualifier === 'From') &&
  compareDecimals(hypothesis.amount, best.hypothesis.amount) < 0;

/** The prices almost as probable as the best. */
const closeTo = (best: RankedPrice, { prices, thresholds }: PriceRanking): RankedPrice[] =>
  prices.filter(
    (each) =>
      each === best ||
      isWithheld(each, best) ||
      isLowerEnd(each, best) ||
      (mayRival(each, best) && oddsOf(each) * thresholds.closeOdds >= oddsOf(best)),
  );

/** For a requested variant the stated price wins; the page only confirms it. */
const ofVariant = (scene: PriceScene, best: RankedPrice): PriceDecision => {
  const isOfOther = (price: ScoredPrice): boolean =>
    best.hypothesis.stated.some(({ stated: { claim } }) =>
      claim.variants.some((variant) => variant.price && samePrice(variant.price, price)),
    );
  const isUnexplained = scene.top !== undefined && !isOfOther(scene.top);
  const confidence = isPresented(best.hypothesis) ? 'High' : isUnexplained ? 'Low' : 'Medium';
  return take(scene, best, confidence, differences(scene));
};

/** True for a further entry of a list in application state: one of many products may be named like the page. */
const isListEntry = ({ certainty, path }: ProductClaim): boolean =>
  certainty === 'guessed' && /\[[1-9]\d*\]$/.test(path);

/** The minimum probability: lower if the page presents no price, higher if it presents a different one. */
const leastFor = (
  { hypothesis }: RankedPrice,
  scene: PriceScene,
  thresholds: PriceRanking['thresholds'],
): number => {
  // An accessory's price never overrules data.
  if (
    hypothesis.stated.length === 0 &&
    hypothesis.current?.owner.kind === 'extended' &&
    scene.believed.length > 0
  )
    return Number.POSITIVE_INFINITY;
  if (hypothesis.stated.length === 0)
    return (hypothesis.current?.score ?? 0) < plausibleAlone ? thresholds.Contested : thresholds.Low;
  const isSupported = hypothesis.stated.some(({ stated: { claim } }) => !isListEntry(claim));
  if (!scene.presentsPrice) return isSupported ? thresholds.Unseen : thresholds.Low;
  const { top } = scene;
  const isContested = top?.isPlain && top.score >= strong && top.score > (hypothesis.current?.score ?? 0);
  return isContested ? thresholds.Contested : thresholds.Low;
};

/**
 * Decides the price: the most probable hypothesis, if it is probable enough and has no close rival.
 *
 * If data and page use different currencies and none was requested, the stated price wins.
 */
export const decidePrice = (scene: PriceScene, ranking: PriceRanking): PriceDecision => {
  const { prices, thresholds } = ranking;
  const [best] = prices;
  const stated = scene.undecided ?? scene.stated[0];
  if (best === undefined) return { ...noPrice, stated };
  if (scene.isOfVariant) return ofVariant(scene, best);
  const close = closeTo(best, ranking);
  const isLikely = best.probability >= leastFor(best, scene, thresholds);
  if (close.length > 1 && (isLikely || best.probability >= thresholds.Ambiguous))
    return {
      ...noPrice,
      rule: 'CloseRivals',
      stated,
      candidates: candidatesOf(close),
      warnings: differences(scene),
    };
  if (!isLikely && scene.undecided)
    return {
      ...noPrice,
      rule: 'SeveralStated',
      stated,
      candidates: scene.undecided.rivals.map((money) => ({ money, source: scene.undecided!.claim.source })),
      warnings: differences(scene),
    };
  if (!isLikely) return { ...noPrice, rule: 'Unlikely', stated, warnings: differences(scene) };
  return take(scene, best, confidenceOf(best, scene, ranking), [
    ...differences(scene),
    ...warningsOf(scene, best),
  ]);
};

/** Warns if the page contradicts the chosen data. */
const warningsOf = (
  { believed: [first], topElsewhere }: PriceScene,
  { hypothesis }: RankedPrice,
): string[] => {
  if (first === undefined) return [];
  const { money, source } = first;
  if (hypothesis.stated.length + hypothesis.listedBy.length === 0)
    return [
      `StalePrice: ${source} states ${money.amount}, the page shows ${hypothesis.amount}; the shown price was used.`,
    ];
  return topElsewhere && topElsewhere.score >= strong && hypothesis.current === undefined
    ? [
        `SourcesDiffer: ${source} states ${money.amount} ${money.currency}, the page shows ${topElsewhere.amount} ` +
          `${topElsewhere.currency ?? 'in another currency'}; set Currency or Country to choose.`,
      ]
    : [];
};

/** The price from the caller's selector; other sources can only confirm it. */
export const decideSelected = (
  price: MoneyClaim,
  listPrice: MoneyClaim | undefined,
  stated: readonly StatedPrice[],
  visible: readonly ScoredPrice[],
): PriceDecision => {
  const agreeing = stated.filter((each) => each.price !== undefined && samePrice(each.price, price));
  const shown = visible.find((each) => !each.isOld && each.score >= plausible && samePrice(each, price));
  const agrees = new Set<EvidenceSource>(agreeing.map((each) => each.claim.source));
  if (shown) agrees.add('Visible');
  const named = agreeing.flatMap((each) => each.price?.currency ?? []);
  const currency = price.currency ?? named[0] ?? shown?.currency ?? null;
  const list = listPrice && compareDecimals(listPrice.amount, price.amount) > 0 ? listPrice : undefined;
  return {
    ...noPrice,
    rule: agrees.size > 0 ? 'SelectedAndConfirmed' : 'Selected',
    price: { ...price, currency },
    source: 'Selector',
    agrees: [...agrees],
    confidence: agrees.size > 0 ? 'High' : 'Medium',
    stated: agreeing[0] ?? stated[0],
    visible: shown,
    listPrice: list && { money: list, source: 'Selector' },
  };
};
