import { confidences } from '../../lambdas/domain/result-values.ts';
import type { Confidence } from '../../lambdas/domain/site-result.ts';
import type { Figures } from './figures.ts';

/** Promise of each confidence: the least share of the prices given with it that are right. */
export const promised: Readonly<Record<Confidence, number>> = { High: 0.995, Medium: 0.97, Low: 0.9 };

/** @returns the share of right prices, `null` where none was given with that confidence. */
export const shareRight = ({ right, wrong }: { right: number; wrong: number }): number | null =>
  right + wrong === 0 ? null : right / (right + wrong);

/** The confidences that promise more than the pages keep, each as a sentence. */
export const findOverconfidence = ({ calibration }: Figures): string[] =>
  confidences.flatMap((confidence) => {
    const { right, wrong } = calibration[confidence];
    const share = shareRight(calibration[confidence]);
    return share !== null && share < promised[confidence]
      ? [
          `${confidence}: ${right} of ${right + wrong} prices are right, ${share.toFixed(4)}, expected at least ${promised[confidence]}. See by which rule the others were given: scrap-prices extract --explain.`,
        ]
      : [];
  });
