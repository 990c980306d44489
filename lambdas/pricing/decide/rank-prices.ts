import { pageFeatures } from '../features/page-features.ts';
import type { PageView } from '../features/page-view.ts';
import { priceFeatures } from './price-features.ts';
import fitted from './price-model.json' with { type: 'json' };
import type { Hypothesis, PriceScene } from './price-scene.ts';

/** One feature and what it adds to the logarithm of the odds: value × weight. */
export interface FeaturePart {
  name: string;
  value: number;
  weight: number;
}

/** Weights as `npm run fit` wrote them. */
export interface PriceModel {
  bias: number;
  weights: Readonly<Record<string, number>>;
}

/** A hypothesis with the probability that it is what the page's product costs. */
export interface RankedPrice {
  hypothesis: Hypothesis;
  probability: number;
  /** Features of this amount. */
  parts: readonly FeaturePart[];
}

export interface PriceRanking {
  /** Best first. */
  prices: readonly RankedPrice[];
  /** Features of the page, which count for every amount on it. */
  page: readonly FeaturePart[];
  /** True if the page sells one product, by its features alone: lists and articles show prices too. */
  sellsOne: boolean;
}

/** A page whose features take more than this from the odds of every amount sells no single product. */
const minPageLogit = -1;

const probabilityOf = (logit: number): number => 1 / (1 + Math.exp(-logit));

const addOf = (parts: readonly FeaturePart[]): number =>
  parts.reduce((sum, { value, weight }) => sum + value * weight, 0);

/** The values of all features of one hypothesis, in the order of the tables: what the weights are fitted on. */
export const featureNames: readonly string[] = [...priceFeatures, ...pageFeatures].map(({ name }) => name);

/** @returns the features of the page, and those of each hypothesis. */
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
 * Ranks what may be the price by a logistic regression over the features.
 *
 * @param isKnownProduct - the page states the wanted SKU: what speaks against its selling one product is outweighed.
 * @param model - other weights than the fitted ones, for measuring what a feature is worth.
 */
export const rankPrices = (
  prices: PriceScene,
  page: PageView,
  isKnownProduct: boolean,
  { bias, weights }: PriceModel = fitted,
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
  };
};

const reasonsByFeature = new Map(pageFeatures.map(({ name, against }) => [name, against]));

/** The strongest reasons why the page does not sell one product, the weightiest first: "shows many prices". */
export const reasonsAgainst = ({ page }: PriceRanking): string[] =>
  page
    .filter(({ value, weight }) => value * weight < 0)
    .sort((a, b) => a.value * a.weight - b.value * b.weight)
    .flatMap(({ name }) => reasonsByFeature.get(name) ?? [])
    .slice(0, 3);
