import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  defaultDurations,
  deriveTimings,
  maxProcessingWindowSeconds,
  minProcessingWindowSeconds,
} from '../../lambdas/domain/timing.ts';

it('fits five deliveries of 45 s into the default five minutes', () => {
  expect(deriveTimings(defaultDurations)).toMatchObject({
    processingWindowMs: 300_000,
    retentionMs: 300_000,
    functionTimeoutSeconds: 45,
    visibilityTimeoutSeconds: 50,
    maxReceiveCount: 5,
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
        expect(functionTimeoutSeconds).toBeLessThanOrEqual(45);
        expect(maxReceiveCount).toBeGreaterThanOrEqual(2);
        // The first redelivery after a crash still ends before the deadline.
        expect(visibilityTimeoutSeconds + functionTimeoutSeconds).toBeLessThan(processingWindowSeconds);
        expect(timings.writeReserveMs).toBeLessThan(functionTimeoutSeconds * 1_000);
        expect(timings.messageRetentionSeconds).toBeGreaterThanOrEqual(Math.max(60, processingWindowSeconds));
      },
    ),
  );
});
