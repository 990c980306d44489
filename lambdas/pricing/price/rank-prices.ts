import { compareDecimals } from '../../domain/money/decimals.ts';
import { zone } from '../page/page-zones.ts';
import { canonicalAmount, samePrice } from '../sources/amounts.ts';
import { addOf, type FeaturePart } from './evidence.ts';
import { many, type PageView, pageFeatures, yes } from './page-features.ts';
import fitted from './price-model.json' with { type: 'json' };
import { type Hypothesis, type PriceScene, type StatedCandidate, strong } from './price-scene.ts';

/** Inputs of the features of a page's hypotheses. */
export interface FeatureScene {
  prices: PriceScene;
  page: PageView;
}

/** A property of a hypothesis, between -1 and 1. */
export interface PriceFeature {
  name: string;
  value: (hypothesis: Hypothesis, scene: FeatureScene) => number;
}

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** Prominence of an amount not shown as a price. */
const unseen = -60;
/** Places within this distance are equally prominent. */
const closeBy = 12;

/** Equally prominent amounts are all on top. */
const isTop = ({ current }: Hypothesis, { prices: { top } }: FeatureScene): boolean =>
  current !== undefined && top !== undefined && current.score >= top.score;

const isStandard = ({ stated }: Hypothesis): boolean =>
  stated.some(({ stated: { claim } }) => claim.certainty === 'stated');

const isBelieved = (stated: Hypothesis['stated'], { believed }: PriceScene): boolean =>
  stated.some((each) => believed.includes(each));

/** True if all believed sources state the same amount. */
const areAgreed = ({ believed }: PriceScene): boolean =>
  believed.every(({ money }) => samePrice(money, believed[0]!.money));

/** True if the stated amount is shown as an old price only. */
const isShownAsOld = ({ money }: StatedCandidate, { hypotheses }: PriceScene): boolean => {
  const shown = hypotheses.find(({ stated }) => stated.some((each) => samePrice(each.money, money)))?.shown;
  return shown !== undefined && shown.length > 0 && shown.every(({ isOld }) => isOld);
};

/** Prominence lead over every other amount. */
const marginOf = ({ amount, current }: Hypothesis, { prices }: FeatureScene): number => {
  const rival = prices.current.find((price) => canonicalAmount(price.amount) !== amount);
  return (current?.score ?? unseen) - (rival ? rival.score + rival.withheld : unseen);
};

/** Prominence lead of the page's top price over every other amount. */
const topMargin = ({ prices: { current, top } }: FeatureScene): number => {
  if (!top) return 0;
  const next = current.find(({ amount }) => canonicalAmount(amount) !== canonicalAmount(top.amount));
  return top.score - (next?.score ?? unseen);
};

/** An amount among other words may be anything: only a lone one contradicts the stated price. */
const hasClearTop = (scene: FeatureScene): boolean => {
  const { top } = scene.prices;
  return top?.isPlain === true && top.score >= strong && topMargin(scene) >= closeBy;
};

const isClearTop = (it: Hypothesis, scene: FeatureScene): boolean => isTop(it, scene) && hasClearTop(scene);

/** Next to a prominent price, an amount among other words counts as unseen: it is something else. */
const prominenceOf = (it: Hypothesis, scene: FeatureScene): number =>
  it.current && (it.current.isPlain || isTop(it, scene) || !hasClearTop(scene)) ? it.current.score : unseen;

const isIn = ({ current }: Hypothesis, zones: number): boolean =>
  current !== undefined && (current.zones & zones) !== 0;

/** True if the most prominent place has the qualifier. */
const isCalled = ({ shown }: Hypothesis, qualifier: string): boolean => shown[0]?.qualifier === qualifier;

/** Features that indicate whether an amount is the product's price. Weights: price-model.json. */
export const priceFeatures: readonly PriceFeature[] = [
  // Stated
  { name: 'statedByStandard', value: (it) => yes(isStandard(it)) },
  {
    name: 'statedByAll',
    value: ({ stated }, { prices }) => yes(isBelieved(stated, prices) && areAgreed(prices)),
  },
  {
    name: 'statedBySome',
    value: ({ stated }, { prices }) => yes(isBelieved(stated, prices) && !areAgreed(prices)),
  },
  {
    name: 'oneOfSeveralStated',
    value: ({ stated, listedBy }) => yes(stated.length === 0 && listedBy.length > 0),
  },
  {
    name: 'otherIsStated',
    value: ({ stated }, { prices }) => yes(stated.length === 0 && prices.candidates.length > 0),
  },
  // Shown
  { name: 'prominence', value: (it, scene) => between(0, (prominenceOf(it, scene) - unseen) / 180, 1) },
  { name: 'isTop', value: (it, scene) => yes(isTop(it, scene)) },
  {
    name: 'margin',
    value: (it, scene) =>
      it.current ? between(-1, marginOf(it, scene) / 60, 1) : -yes(scene.prices.presentsPrice),
  },
  {
    name: 'closeRival',
    value: (it, scene) => yes(it.current !== undefined && marginOf(it, scene) < closeBy),
  },
  { name: 'inCard', value: (it) => yes(isIn(it, zone.card)) },
  { name: 'inLink', value: (it) => yes(isIn(it, zone.link)) },
  { name: 'forMembers', value: (it) => yes(isCalled(it, 'Members')) },
  { name: 'netOfTax', value: (it) => yes(isCalled(it, 'NetOfTax')) },
  {
    name: 'wordyTopUnlikeStated',
    value: (it, scene) =>
      yes(
        it.stated.length === 0 &&
          scene.prices.candidates.length > 0 &&
          isTop(it, scene) &&
          scene.prices.top?.isPlain === false,
      ),
  },
  {
    name: 'belowStated',
    // A shown amount below the stated one is often for some buyers only, unless it is clearly on top.
    value: (it, scene) => {
      const { amount, stated, current } = it;
      const { prices } = scene;
      const [first] = prices.believed;
      return yes(
        current !== undefined &&
          stated.length === 0 &&
          !isClearTop(it, scene) &&
          first !== undefined &&
          compareDecimals(amount, first.money.amount) < 0 &&
          !isShownAsOld(first, prices),
      );
    },
  },
  { name: 'readAsSentence', value: ({ current }) => yes(current?.isSentence === true) },
  {
    name: 'aboveTitle',
    value: ({ current }, { page: { heading } }) =>
      yes(current !== undefined && heading !== undefined && current.run < heading.run),
  },
  // Stated and shown
  {
    name: 'statedUnseen',
    value: (it, scene) => yes(it.stated.length > 0 && hasClearTop(scene) && !isTop(it, scene)),
  },
  {
    name: 'clearTopUnlikeStated',
    value: (it, scene) =>
      yes(it.stated.length === 0 && scene.prices.candidates.length > 0 && isClearTop(it, scene)),
  },
  // The page
  {
    name: 'otherAmounts',
    value: (_, { prices }) =>
      many(
        Math.max(
          0,
          new Set(prices.current.filter(({ score }) => score > 0).map(({ amount }) => amount)).size - 1,
        ),
        15,
      ),
  },
  { name: 'topMargin', value: (_, scene) => between(0, topMargin(scene) / 60, 1) },
  {
    name: 'shownWithoutButton',
    value: ({ current }, { page }) => yes(current !== undefined && !page.hasBuyButton),
  },
];

/** Weights as written by `npm run fit`. */
export interface PriceModel {
  thresholds: typeof fitted.thresholds;
  bias: number;
  weights: Readonly<Record<string, number>>;
}

/** A hypothesis with the probability that it is the product's price. */
export interface RankedPrice {
  hypothesis: Hypothesis;
  probability: number;
  parts: readonly FeaturePart[];
}

export interface PriceRanking {
  /** Best first. */
  prices: readonly RankedPrice[];
  /** Page features, which apply to every amount on it. */
  page: readonly FeaturePart[];
  /** True if the page sells one product, judged by its features alone: lists and articles show prices too. */
  sellsOne: boolean;
  /** Probabilities that the decision needs. */
  thresholds: PriceModel['thresholds'];
}

/** A page that lowers the log-odds of every amount by more sells no single product. */
const minPageLogit = -1;

const probabilityOf = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** Names of all features in table order, as used for fitting. */
export const featureNames: readonly string[] = [...priceFeatures, ...pageFeatures].map(({ name }) => name);

/** @returns the values of the page's features, and of each hypothesis' features. */
export const featureValues = (
  prices: PriceScene,
  page: PageView,
): { ofPage: number[]; ofPrices: number[][] } => ({
  ofPage: pageFeatures.map(({ value }) => value(page)),
  ofPrices: prices.hypotheses.map((hypothesis) =>
    priceFeatures.map(({ value }) => value(hypothesis, { prices, page })),
  ),
});

/**
 * Ranks the hypotheses by logistic regression over the features.
 *
 * @param isKnownProduct - the page states the requested SKU, which outweighs signs that it sells no single
 *   product.
 * @param model - weights other than the fitted ones, for ablation.
 */
export const rankPrices = (
  prices: PriceScene,
  page: PageView,
  isKnownProduct: boolean,
  { bias, weights, thresholds }: PriceModel = fitted,
): PriceRanking => {
  const { ofPage, ofPrices } = featureValues(prices, page);
  const partsOf = (features: readonly { name: string }[], values: readonly number[]): FeaturePart[] =>
    values.map((value, index) => {
      const { name } = features[index]!;
      return { name, value, weight: weights[name] ?? 0 };
    });
  const pageParts = partsOf(pageFeatures, ofPage);
  const pageAdds = isKnownProduct ? Math.max(0, addOf(pageParts)) : addOf(pageParts);
  const ranked = prices.hypotheses.map((hypothesis, index): RankedPrice => {
    const parts = partsOf(priceFeatures, ofPrices[index]!);
    return { hypothesis, parts, probability: probabilityOf(bias + pageAdds + addOf(parts)) };
  });
  return {
    prices: ranked.sort((a, b) => b.probability - a.probability),
    page: pageParts,
    sellsOne: pageAdds >= minPageLogit,
    thresholds,
  };
};

const reasonsByFeature = new Map(pageFeatures.map(({ name, against }) => [name, against]));

/** The strongest reasons why the page does not sell one product, strongest first: "shows many prices". */
export const reasonsAgainst = ({ page }: PriceRanking): string[] =>
  page
    .filter(({ value, weight }) => value * weight < 0)
    .sort((a, b) => a.value * a.weight - b.value * b.weight)
    .flatMap(({ name }) => reasonsByFeature.get(name) ?? [])
    .slice(0, 3);
