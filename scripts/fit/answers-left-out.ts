import fitted from '../../lambdas/pricing/features/page-weights.json' with { type: 'json' };
import { type EvaluatedPage, evaluatePages } from '../evaluate/evaluate-pages.ts';
import type { LabelledPage } from '../evaluate/labelled-page.ts';
import { foldsOf } from './cross-validate.ts';
import { fitLogistic } from './logistic-regression.ts';
import { groupOf, type PageExample, type PageOrigin } from './page-examples.ts';
import { roundedWeights } from './rounded-weights.ts';

/** Answers with other weights than the kept ones, which come back afterwards. */
const withWeights = <T>({ bias, weights }: ReturnType<typeof roundedWeights>, answer: () => T): T => {
  const kept = { ...fitted, weights: { ...fitted.weights } };
  Object.assign(fitted.weights, weights);
  fitted.bias = bias;
  try {
    return answer();
  } finally {
    Object.assign(fitted.weights, kept.weights);
    fitted.bias = kept.bias;
  }
};

/**
 * Answers every page as a checkout would whose weights were fitted without any page of its shop or template.
 *
 * @param examples - what weights are fitted on; pages of other groups are answered by a model of all of these.
 * @returns judged pages, in groups and not in the order given.
 */
export const evaluateLeftOut = (
  pages: readonly LabelledPage[],
  origin: PageOrigin,
  examples: readonly PageExample[],
  ridge: number,
): EvaluatedPage[] => {
  const foldOf = foldsOf(examples);
  const groupIn = (page: LabelledPage): number | undefined => foldOf.get(groupOf(page, origin));
  return [...Map.groupBy(pages, groupIn)].flatMap(([fold, inside]) => {
    const outside = examples.filter(({ group }) => foldOf.get(group) !== fold);
    return withWeights(roundedWeights(fitLogistic(outside, ridge)), () => evaluatePages(inside));
  });
};
