import { expect, it } from 'vitest';
import { memoryBudgetFor } from '../lambdas/memory-budget.ts';
import { besideHeapMb, readerLimitsFor } from '../lambdas/reader/reader-limits.ts';
import { memoryLimitsFor } from '../lambdas/web/browser/browser-limits.ts';

const mebibyte = 1024 ** 2;

it.each([1_024, 1_769, 2_048, 3_008, 10_240])(
  'a function of %i MB holds all that it allows',
  (functionMb) => {
    const { keptMb } = memoryBudgetFor(functionMb);
    const { workers, heapMb, youngHeapMb, readyWorkers } = readerLimitsFor(functionMb);
    const { memoryBytes, rendererBytes, sharedBytes } = memoryLimitsFor(functionMb);
    const readersMb = workers * (heapMb + youngHeapMb + besideHeapMb);
    expect(keptMb + readersMb + memoryBytes / mebibyte).toBeLessThanOrEqual(functionMb);
    // A page of 16 MB is read, and a page beside another one is shown: Chromium itself takes 90 MB.
    expect(heapMb).toBeGreaterThanOrEqual(224);
    expect(readyWorkers).toBeLessThanOrEqual(workers);
    expect(memoryBytes / mebibyte).toBeGreaterThanOrEqual(90 + 2 * 150);
    // What a cap of one page or one browser allows is no more than all may have.
    expect(Math.max(rendererBytes, sharedBytes)).toBeLessThanOrEqual(memoryBytes);
  },
);

it('divides what the table says', () => {
  expect(memoryBudgetFor(1_024)).toEqual({ keptMb: 260, readerMb: 305, browserMb: 459 });
  expect(memoryBudgetFor(3_008)).toEqual({ keptMb: 260, readerMb: 1_099, browserMb: 1_649 });
});
