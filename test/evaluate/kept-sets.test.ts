// What must never get worse: the kept half of every set of labelled pages, by the floors in test/pages/floors.json.
import { describe, expect, test } from 'vitest';
import { describeBreaches } from '../../scripts/evaluate/describe-figures.ts';
import { evaluatePages, figuresBySetAndSplit } from '../../scripts/evaluate/evaluate-pages.ts';
import { findBreaches, readFloors } from '../../scripts/evaluate/floors.ts';
import { labelledPagesOf, listSets } from '../../scripts/evaluate/page-sets.ts';

const keptPagesOf = (set: string) => [...labelledPagesOf([set])].filter(({ split }) => split === 'kept');

describe('labelled pages that nobody tunes on', () => {
  // Thousands of lines of markup a set: far longer than a test usually has, on a machine that does other things too.
  test.each(listSets())('%s is read at least as well as its floors say', { timeout: 600_000 }, (set) => {
    const { kept } = readFloors()[set] ?? {};
    expect(kept, `floors of the set ${set}: npm run evaluate -- --set ${set} --write-floors`).toBeDefined();
    const measured = figuresBySetAndSplit(evaluatePages(keptPagesOf(set)));
    const breaches = findBreaches({ [set]: { kept } }, measured);
    expect(breaches, describeBreaches(breaches)).toEqual([]);
  });
});
