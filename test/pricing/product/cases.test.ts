import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../lambdas/pricing/product/compare-titles.ts';
import { judgeIdentity } from '../../../lambdas/pricing/product/judge-identity.ts';

/**
 * Products that a page states, judged by a person who had not read the rules. A family of products is wholly in one split:
 * `train` is what rules may be fitted to, `kept` is looked at as numbers alone.
 */
interface Case {
  expect: Parameters<typeof judgeIdentity>[0];
  stated: Parameters<typeof judgeIdentity>[1];
  verdict: Verdict;
  why: string;
  split: 'train' | 'kept';
}

const cases = readFileSync(new URL('cases.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

/** Least recall of what the rules reach; raise it when they reach more. */
const recallFloors = {
  train: { Same: 0.95, Different: 0.95 },
  kept: { Same: 0.75, Different: 0.7 },
} as const;

/** One wrong `Same` is a price of another product; one wrong `Different` only a price that is missing. */
const mostWrongSame = 0.01;
const leastPrecisionOfDifferent = 0.97;

const measure = (split: Case['split']) => {
  const judged = cases
    .filter((each) => each.split === split)
    .map(({ expect: expected, stated, verdict, why }) => ({
      verdict,
      answer: judgeIdentity(expected, stated).Verdict,
      line: `${verdict} ${why}: ${JSON.stringify(expected)} | ${JSON.stringify(stated)}`,
    }));
  const of = (verdict: Verdict) => {
    const answered = judged.filter(({ answer }) => answer === verdict);
    const labelled = judged.filter((each) => each.verdict === verdict);
    const right = answered.filter((each) => each.verdict === verdict);
    return {
      labelled: labelled.length,
      answered: answered.length,
      precision: right.length / answered.length,
      recall: right.length / labelled.length,
      wrong: answered.filter((each) => each.verdict !== verdict).map(({ line }) => line),
    };
  };
  return { Same: of('Same'), Different: of('Different'), judged };
};

describe('labelled cases of identity', () => {
  describe.each(['train', 'kept'] as const)('%s', (split) => {
    const measured = measure(split);
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    for (const verdict of ['Same', 'Different'] as const) {
      const { labelled, answered, precision, recall } = measured[verdict];
      console.info(
        `identity ${split} ${verdict}: ${labelled} labelled, ${answered} answered, ` +
          `precision ${percent(precision)}, recall ${percent(recall)}`,
      );
    }
    // Errors of the kept split stay unread: whoever mends rules by them has no measure left.
    const named = (lines: readonly string[]) =>
      split === 'train' ? lines.join('\n') : `${lines.length} wrong`;

    it('says Same wrongly at most once in a hundred', () => {
      const { wrong, answered } = measured.Same;
      expect(wrong.length, named(wrong)).toBeLessThanOrEqual(mostWrongSame * answered);
    });

    it('says Different rightly', () => {
      const { precision, wrong } = measured.Different;
      expect(precision, named(wrong)).toBeGreaterThanOrEqual(leastPrecisionOfDifferent);
    });

    it.each(['Same', 'Different'] as const)('recalls %s', (verdict) => {
      expect(measured[verdict].recall).toBeGreaterThanOrEqual(recallFloors[split][verdict]);
    });
  });
});
