import { confidences } from '../../lambdas/domain/result/result-values.ts';
import type { LeftOutAnswer } from './leave-out.ts';

const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(4));

/** Formats precision, recall and F1 of prices, and how far each confidence can be trusted. */
export const describeAnswers = (answers: readonly LeftOutAnswer[]): string => {
  const given = answers.filter(({ amount }) => amount !== undefined);
  const right = given.filter(({ isRight }) => isRight).length;
  const priced = answers.filter(({ page }) => page.right.length > 0).length;
  const falsePrices = given.filter(({ page }) => page.right.length === 0).length;
  const byConfidence = confidences.map((confidence) => {
    const said = given.filter((answer) => answer.confidence === confidence);
    return `${confidence} ${said.filter(({ isRight }) => isRight).length}/${said.length}`;
  });
  return (
    `F1 ${share(2 * right, given.length + priced)}  precision ${share(right, given.length)}  ` +
    `recall ${share(right, priced)}  wrong ${given.length - right - falsePrices}  ` +
    `false prices ${falsePrices} of ${answers.length - priced}  ${byConfidence.join('  ')}`
  );
};

/** Lists pages with wrong or missing answers. */
export const wrongAnswers = (answers: readonly LeftOutAnswer[]): string[] =>
  answers
    .filter(({ page, amount, isRight }) => (amount === undefined ? page.right.length > 0 : !isRight))
    .map(
      ({ page, amount, confidence, probability }) =>
        `  ${page.set} ${page.id}: ${amount ?? 'nothing'} ${confidence ?? ''} at ${probability.toFixed(2)}, expected ${page.right.slice(0, 3).join(' or ') || 'none'}`,
    );
