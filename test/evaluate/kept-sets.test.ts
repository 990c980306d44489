// Checks the kept split of every set against the floors in test/pages/floors.json.
import { describe, expect, test } from 'vitest';
import { findOverconfidence } from '../../scripts/evaluate/calibration.ts';
import { describeBreaches } from '../../scripts/evaluate/describe-figures.ts';
import {
  type EvaluatedPage,
  evaluatePages,
  figuresBySetAndSplit,
} from '../../scripts/evaluate/evaluate-pages.ts';
import { figuresOf } from '../../scripts/evaluate/figures.ts';
import { findBreaches, readFloors } from '../../scripts/evaluate/floors.ts';
import type { Split } from '../../scripts/evaluate/labelled-page.ts';
import { labelledPagesOf, listSets } from '../../scripts/evaluate/page-sets.ts';

const pagesOf = (set: string, half: Split) =>
  [...labelledPagesOf([set])].filter(({ split }) => split === half);

describe('labelled pages of kept splits', () => {
  const evaluated: EvaluatedPage[] = [];

  // Sets are large, and the machine may be busy.
  test.each(listSets())('%s meets its floors', { timeout: 600_000 }, (set) => {
    const { kept } = readFloors()[set] ?? {};
    expect(kept, `floors of the set ${set}: npm run evaluate -- --set ${set} --write-floors`).toBeDefined();
    const pages = evaluatePages(pagesOf(set, 'kept'));
    evaluated.push(...pages);
    const measured = figuresBySetAndSplit(pages);
    const breaches = findBreaches({ [set]: { kept } }, measured);
    expect(breaches, describeBreaches(breaches)).toEqual([]);
  });

  test('together with the other splits keep the promise of each Confidence', {
    timeout: 600_000,
  }, () => {
    const others = listSets().flatMap((set) => evaluatePages(pagesOf(set, 'train')));
    expect(evaluated.length).toBeGreaterThan(0);
    expect(findOverconfidence(figuresOf([...evaluated, ...others]))).toEqual([]);
    // In kept splits, a High is never wrong.
    expect(figuresOf(evaluated).calibration.High.wrong).toBe(0);
  });
});
