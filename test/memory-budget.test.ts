import { describe, expect, it } from 'vitest';
import { rendererBudgetFor, scraperBudgetFor } from '../lambdas/memory-budget.ts';
import { overheadMb, readerLimitsFor } from '../lambdas/reader/reader-limits.ts';
import { processBytesFor } from '../lambdas/web/browser/browser-limits.ts';

const mebibyte = 1024 ** 2;

/** Memory of all workers when each is filled to its limits, in MB. */
const filledReadersMb = (readerMb: number): number => {
  const { workers, heapMb, youngHeapMb, readyWorkers } = readerLimitsFor(readerMb);
  // A page of 16 MB is read.
  expect(heapMb).toBeGreaterThanOrEqual(224);
  expect(readyWorkers).toBeLessThanOrEqual(workers);
  return workers * (heapMb + youngHeapMb + overheadMb);
};

describe('the scraper', () => {
  it.each([768, 1_024, 1_769, 2_048, 10_240])('with %i MB holds all that it allows', (functionMb) => {
    const { reservedMb, readerMb } = scraperBudgetFor(functionMb);
    expect(reservedMb + filledReadersMb(readerMb)).toBeLessThanOrEqual(functionMb);
    // While a page holds one up, its neighbours need not wait for it.
    expect(readerLimitsFor(readerMb).workers).toBeGreaterThanOrEqual(2);
  });

  it('divides what the table says', () => {
    expect(scraperBudgetFor(768)).toEqual({ reservedMb: 224, readerMb: 544 });
    expect(scraperBudgetFor(1_024)).toEqual({ reservedMb: 224, readerMb: 800 });
  });
});

describe('the renderer', () => {
  it.each([1_024, 1_536, 1_769, 2_048, 3_008, 10_240])(
    'with %i MB holds all that it allows',
    (functionMb) => {
      const { reservedMb, readerMb, browserMb } = rendererBudgetFor(functionMb);
      expect(reservedMb + filledReadersMb(readerMb) + browserMb).toBeLessThanOrEqual(functionMb);
      // A page beside another one is shown: Chromium itself takes 90 MB.
      expect(browserMb).toBeGreaterThanOrEqual(90 + 2 * 150);
      // One page alone fits into the total.
      expect(processBytesFor(browserMb) / mebibyte).toBeLessThanOrEqual(browserMb);
    },
  );

  it('divides what the table says', () => {
    expect(rendererBudgetFor(1_024)).toEqual({ reservedMb: 260, readerMb: 268, browserMb: 496 });
    expect(rendererBudgetFor(1_769)).toEqual({ reservedMb: 260, readerMb: 377, browserMb: 1_132 });
    expect(rendererBudgetFor(3_008)).toEqual({ reservedMb: 260, readerMb: 687, browserMb: 2_061 });
  });
});
