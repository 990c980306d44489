import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  defaultDurations,
  deriveTimings,
  maxProcessingWindowSeconds,
  minProcessingWindowSeconds,
} from '../../lambdas/domain/timing.ts';

it('fits four deliveries of 70 s into the default five minutes', () => {
  expect(deriveTimings(defaultDurations)).toMatchObject({
    processingWindowMs: 300_000,
    retentionMs: 300_000,
    functionTimeoutSeconds: 70,
    visibilityTimeoutSeconds: 75,
    maxReceiveCount: 4,
    maxSiteSeconds: 60,
  });
});

it('keeps the order of timings for every window that a deployment may set', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: minProcessingWindowSeconds, max: maxProcessingWindowSeconds }),
      fc.integer({ min: 1, max: 3_600 }),
      (processingWindowSeconds, retentionSeconds) => {
        const timings = deriveTimings({ processingWindowSeconds, retentionSeconds });
        const { functionTimeoutSeconds, visibilityTimeoutSeconds, maxReceiveCount } = timings;
        expect(visibilityTimeoutSeconds).toBeGreaterThan(functionTimeoutSeconds);
        expect(functionTimeoutSeconds).toBeLessThanOrEqual(70);
        expect(maxReceiveCount).toBeGreaterThanOrEqual(2);
        // The first redelivery after a crash still ends before the deadline.
        expect(visibilityTimeoutSeconds + functionTimeoutSeconds).toBeLessThan(processingWindowSeconds);
        expect(timings.writeReserveMs).toBeLessThan(functionTimeoutSeconds * 1_000);
        // A write that is not answered and a message that is sent again fit into the reserve.
        expect(timings.storeCallMs * 2).toBeLessThan(timings.writeReserveMs);
        expect(timings.maxSiteSeconds * 1_000 + timings.writeReserveMs).toBeLessThanOrEqual(
          functionTimeoutSeconds * 1_000,
        );
        // However all deliveries end, the dead-letter queue is not reached before the deadline.
        expect(maxReceiveCount * visibilityTimeoutSeconds).toBeGreaterThanOrEqual(processingWindowSeconds);
        expect(timings.messageRetentionSeconds).toBeGreaterThanOrEqual(Math.max(60, processingWindowSeconds));
      },
    ),
  );
});
