import fc from 'fast-check';
import { expect, it } from 'vitest';
import { browserFirstMs, minBrowserMs, shareTime } from '../../lambdas/scraper/share-time.ts';

it.each([
  // Too short for both.
  [6, 6_000, 0],
  // The minimum of both: a healthy shop's response, and a browser.
  [7, 3_500, 3_000],
  [9, 5_500, 3_000],
  // A third for the browser.
  [12, 7_666, 3_833],
  // Plain HTTP by itself times out after 12 s.
  [19, 12_000, 6_500],
  [32, 12_000, 19_500],
  // The browser's maximum.
  [33, 12_500, 20_000],
  [120, 99_500, 20_000],
])('of %i s plain HTTP has %i ms, and the browser %i ms', (seconds, plain, browser) => {
  const { plainMs, browserMs } = shareTime(seconds * 1_000);
  expect([plainMs, Math.round(browserMs)]).toEqual([plain, browser]);
});

it.each([
  // Too short for both: the browser alone.
  [6, 5_500],
  [7, 3_500],
  [45, 41_500],
])('of %i s the browser has %i ms where it comes first', (seconds, browserMs) => {
  expect(browserFirstMs(seconds * 1_000)).toBe(browserMs);
});

it('leaves the browser its minimum if both fit, and never exceeds the total', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 120_000, noNaN: true }), (remainingMs) => {
      const { plainMs, browserMs } = shareTime(remainingMs);
      expect(plainMs + browserMs).toBeLessThanOrEqual(remainingMs);
      if (browserMs === 0) expect(remainingMs).toBeLessThan(6_500);
      else {
        expect(browserMs).toBeGreaterThanOrEqual(minBrowserMs);
        expect(plainMs).toBeGreaterThanOrEqual(3_000);
      }
    }),
  );
});

it('never gives either less when there is more time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 6_500, max: 120_000 }),
      fc.integer({ min: 0, max: 60_000 }),
      (remainingMs, moreMs) => {
        const [less, more] = [shareTime(remainingMs), shareTime(remainingMs + moreMs)];
        expect(more.plainMs).toBeGreaterThanOrEqual(less.plainMs);
        expect(more.browserMs).toBeGreaterThanOrEqual(less.browserMs);
      },
    ),
  );
});
