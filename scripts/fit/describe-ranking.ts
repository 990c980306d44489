import type { LeftOutAnswer } from './leave-out.ts';

const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(4));

const bands = [1.01, 0.97, 0.9, 0.75, 0.5, 0.3, 0.1, 0];

/** Formats precision, recall and F1 of prices above a probability. */
export const describeAnswers = (answers: readonly LeftOutAnswer[], least: number): string => {
  const given = answers.filter(({ probability }) => probability >= least);
  const right = given.filter(({ isRight }) => isRight).length;
  const priced = answers.filter(({ page }) => page.right.length > 0).length;
  const falsePrices = given.filter(({ page }) => page.right.length === 0).length;
  return (
    `F1 ${share(2 * right, given.length + priced)}  precision ${share(right, given.length)}  ` +
    `recall ${share(right, priced)}  false prices ${falsePrices} of ${answers.length - priced}`
  );
};

/** Formats the share of right answers by probability band. */
export const describeBands = (answers: readonly LeftOutAnswer[]): string =>
  bands
    .slice(1)
    .map((least, index) => {
      const most = bands[index]!;
      const inside = answers.filter(
        ({ amount, probability }) => amount !== undefined && probability >= least && probability < most,
      );
      const right = inside.filter(({ isRight }) => isRight).length;
      return `  probability ${least} to ${Math.min(1, most)}: ${right} of ${inside.length} right`;
    })
    .join('\n');

/** Lists pages with wrong or missing answers. */
export const wrongAnswers = (answers: readonly LeftOutAnswer[], least: number): string[] =>
  answers
    .filter(({ page, probability, isRight }) => (probability >= least ? !isRight : page.right.length > 0))
    .map(
      ({ page, amount, probability }) =>
        `  ${page.set} ${page.id}: ${amount ?? 'nothing'} at ${probability.toFixed(2)}, expected ${page.right.slice(0, 3).join(' or ') || 'none'}`,
    );
