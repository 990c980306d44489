import { type PageFeature, pageFeatures } from './page-features.ts';
import type { PageView } from './page-view.ts';
import fitted from './page-weights.json' with { type: 'json' };

/** One feature of one page and what it adds to the page's score. */
export interface FeaturePart {
  name: string;
  value: number;
  weight: number;
}

/** Whether a page sells one product, with all that speaks for and against it. */
export interface PageJudgement {
  /** Logarithm of the odds that it does: `bias` and the sum of weight × value. */
  score: number;
  sellsOne: boolean;
  bias: number;
  parts: readonly FeaturePart[];
}

/** Weights as `npm run fit` wrote them. */
export interface PageWeights {
  bias: number;
  /** From this score on a page sells one product. */
  line: number;
  weights: Readonly<Record<string, number>>;
}

/**
 * What the weights lack, or have too much, for a table of features. A feature without a weight adds nothing, so that
 * a new one can be tried and fitted; a test holds that none is left so.
 */
export const misfitsOf = (
  table: readonly PageFeature[],
  weights: PageWeights['weights'],
): { unweighted: string[]; unknown: string[]; repeated: string[] } => {
  const names = table.map(({ name }) => name);
  return {
    unweighted: names.filter((name) => weights[name] === undefined),
    unknown: Object.keys(weights).filter((name) => !names.includes(name)),
    repeated: names.filter((name, index) => names.indexOf(name) !== index),
  };
};

/** Features that only lack something: they add doubt, and do not refuse a page by themselves. */
const absences = new Set(pageFeatures.filter(({ isAbsence }) => isAbsence).map(({ name }) => name));
/**
 * What must be there against a page before it is refused, whatever its score. A page with little on it lacks nearly
 * all that speaks for a product; of the labelled pages that sell nothing and would be given a price, three in 170 have less.
 */
const leastAgainst = 1.25;

/**
 * Asks whether a page sells one product: lists, searches, baskets, front pages and articles show prices too.
 *
 * @param weights - others than the fitted ones, for measuring what one is worth.
 */
export const judgePage = (view: PageView, { bias, line, weights }: PageWeights = fitted): PageJudgement => {
  const parts = pageFeatures.map(({ name, value }) => ({
    name,
    value: value(view),
    weight: weights[name] ?? 0,
  }));
  const score = parts.reduce((sum, { value, weight }) => sum + weight * value, bias);
  const against = parts
    .filter(({ name, value, weight }) => value * weight < 0 && !absences.has(name))
    .reduce((sum, { value, weight }) => sum - weight * value, 0);
  return { score, sellsOne: score >= line || against < leastAgainst, bias, parts };
};

/** The names of the features that speak most against a page's selling one product, the weightiest first. */
export const namesAgainst = ({ parts }: PageJudgement): string[] =>
  parts
    .filter(({ value, weight }) => value * weight < 0)
    .sort((a, b) => a.value * a.weight - b.value * b.weight)
    .slice(0, 3)
    .map(({ name }) => name);
