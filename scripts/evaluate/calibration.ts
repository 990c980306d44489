import { confidences } from '../../lambdas/domain/result/result-values.ts';
import type { Confidence } from '../../lambdas/domain/result/site-result.ts';
import type { Figures } from './figures.ts';

/** Minimum share of right prices by confidence. */
export const promised: Readonly<Record<Confidence, number>> = { High: 0.995, Medium: 0.97, Low: 0.9 };

/** Returns the share of right prices; `null` without prices of that confidence. */
export const shareRight = ({ right, wrong }: { right: number; wrong: number }): number | null =>
  right + wrong === 0 ? null : right / (right + wrong);

/** Lists broken promises of confidences. */
export const findOverconfidence = ({ calibration }: Figures): string[] =>
  confidences.flatMap((confidence) => {
    const { right, wrong } = calibration[confidence];
    const share = shareRight(calibration[confidence]);
    return share !== null && share < promised[confidence]
      ? [
          `${confidence}: ${right} of ${right + wrong} prices are right, ${share.toFixed(4)}, expected at least ${promised[confidence]}. To see which rule gave the others: scrap-prices extract --explain.`,
        ]
      : [];
  });
