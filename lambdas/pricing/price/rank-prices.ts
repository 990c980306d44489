import { addOf, type FeaturePart } from './evidence.ts';
import { pageFeatures } from './page-features.ts';
import type { PageView } from './page-view.ts';
import { priceFeatures } from './price-features.ts';
import fitted from './price-model.json' with { type: 'json' };
import type { Hypothesis, PriceScene } from './price-scene.ts';

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
