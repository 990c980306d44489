// Holds the kept half of every set of labelled pages to the floors in test/pages/floors.json.
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

describe('labelled pages that nobody tunes on', () => {
  const evaluated: EvaluatedPage[] = [];

  // Thousands of lines of markup a set: far longer than a test usually has, on a machine that does other things too.
  test.each(listSets())('%s is read at least as well as its floors say', { timeout: 600_000 }, (set) => {
    const { kept } = readFloors()[set] ?? {};
    expect(kept, `floors of the set ${set}: npm run evaluate -- --set ${set} --write-floors`).toBeDefined();
    const pages = evaluatePages(pagesOf(set, 'kept'));
    evaluated.push(...pages);
    const measured = figuresBySetAndSplit(pages);
    const breaches = findBreaches({ [set]: { kept } }, measured);
    expect(breaches, describeBreaches(breaches)).toEqual([]);
  });

  test('with those of the other halves are as right as each Confidence promises', {
    timeout: 600_000,
  }, () => {
    const others = listSets().flatMap((set) => evaluatePages(pagesOf(set, 'train')));
    expect(evaluated.length).toBeGreaterThan(0);
    expect(findOverconfidence(figuresOf([...evaluated, ...others]))).toEqual([]);
    // On the halves that nobody tunes on alone a High is never wrong.
    expect(figuresOf(evaluated).calibration.High.wrong).toBe(0);
  });
});
