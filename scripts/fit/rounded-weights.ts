import { pageFeatures } from '../../lambdas/pricing/features/page-features.ts';
import type { LogisticModel } from './logistic-regression.ts';

/** Weights are told in tenths: what is finer is the sample's, not the pages'. */
const rounded = (weight: number): number => Math.round(weight * 10) / 10;

/** @returns a model as `page-weights.json` has it, by the features' names. */
export const roundedWeights = ({
  bias,
  weights,
}: LogisticModel): { bias: number; weights: Record<string, number> } => ({
  bias: rounded(bias),
  weights: Object.fromEntries(pageFeatures.map(({ name }, index) => [name, rounded(weights[index]!)])),
});
