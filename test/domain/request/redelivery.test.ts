import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  redeliveryDelaySeconds,
  visibilityDelaySeconds,
} from '../../../lambdas/domain/request/redelivery.ts';
import { deriveTimings } from '../../../lambdas/domain/timing.ts';

it('backs off, for at most half of the time left for sites', () => {
  expect([0, 1, 2, 3, 4, 9].map((attempt) => redeliveryDelaySeconds(attempt, 300_000, 10_000))).toEqual([
    2, 8, 20, 40, 40, 40,
  ]);
  const delays = [50_100, 30_000, 14_000, 11_000, 3_000].map((leftMs) =>
    redeliveryDelaySeconds(5, leftMs, 10_000),
  );
  expect(delays).toEqual([20, 10, 2, 1, 1]);
});

it('spaces immediately failing deliveries so that none is dead-lettered before its deadline', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 3_600 }), (processingWindowSeconds) => {
      const timings = deriveTimings({ processingWindowSeconds, retentionSeconds: 300 });
      let leftMs = processingWindowSeconds * 1_000;
      for (let receiveCount = 1; receiveCount <= timings.maxReceiveCount; receiveCount += 1) {
        leftMs -= visibilityDelaySeconds(receiveCount, timings, leftMs) * 1_000;
      }
      expect(leftMs).toBeLessThanOrEqual(0);
    }),
  );
});
