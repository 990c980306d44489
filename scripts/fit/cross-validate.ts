import { fitLogistic, type LogisticModel, scoreOf } from './logistic-regression.ts';
import type { PageExample } from './page-examples.ts';

export interface ScoredExample extends PageExample {
  score: number;
}

/** Groups are dealt out to so many parts, each of which is judged by a model that has seen none of it. */
const folds = 8;

/** @returns the part into which each group is dealt. */
export const foldsOf = (examples: readonly Pick<PageExample, 'group'>[]): Map<string, number> =>
  new Map(
    [...new Set(examples.map(({ group }) => group))].sort().map((group, index) => [group, index % folds]),
  );

/** Scores every example by a model that was fitted without the example's whole group. */
export const crossValidate = (
  examples: readonly PageExample[],
  ridge: number,
  start?: LogisticModel,
): ScoredExample[] => {
  const foldOf = foldsOf(examples);
  return Array.from({ length: folds }).flatMap((_, fold) => {
    const [inside, outside] = [true, false].map((isInside) =>
      examples.filter(({ group }) => (foldOf.get(group) === fold) === isInside),
    );
    if (inside!.length === 0) return [];
    const model = fitLogistic(outside!, ridge, start);
    return inside!.map((example) => ({ ...example, score: scoreOf(model, example.values) }));
  });
};

/** The mean of what each example's odds miss, in nats: lower is better. */
export const meanLogLoss = (scored: readonly ScoredExample[]): number =>
  scored.reduce(
    (sum, { score, isPositive, weight }) => sum + weight * Math.log1p(Math.exp(isPositive ? -score : score)),
    0,
  ) / scored.reduce((sum, { weight }) => sum + weight, 0);
