/**
 * Seconds until redelivery of a message that failed for an internal reason. Delays grow up to the last one, so that the
 * end of an outage is noticed within 40 s.
 */
const delaysSeconds = [2, 8, 20, 40];

/**
 * @param attempt - earlier failed deliveries.
 * @param leftMs - time to the deadline.
 * @param sitesLeadMs - time before the deadline in which sites are no longer fetched and results are still written.
 * @returns whole seconds; at most half of the time left for sites, so that the next delivery has as long as the wait
 *   took, and one more can follow.
 */
export const redeliveryDelaySeconds = (attempt: number, leftMs: number, sitesLeadMs: number): number => {
  const delay = delaysSeconds[Math.min(attempt, delaysSeconds.length - 1)] ?? 0;
  return Math.max(1, Math.min(delay, Math.floor((leftMs - sitesLeadMs) / 2_000)));
};

/**
 * The same for a message that stays in its queue, where each delivery counts towards the queue's limit: spreads them so
 * that no message reaches the dead-letter queue before its deadline.
 *
 * @param receiveCount - deliveries so far, from 1.
 */
export const visibilityDelaySeconds = (
  receiveCount: number,
  { maxReceiveCount, sitesLeadMs }: { maxReceiveCount: number; sitesLeadMs: number },
  leftMs: number,
): number => {
  const deliveriesLeft = Math.max(1, maxReceiveCount - receiveCount + 1);
  const spread = Math.ceil(Math.max(0, leftMs) / 1_000 / deliveriesLeft);
  return Math.max(redeliveryDelaySeconds(receiveCount - 1, leftMs, sitesLeadMs), spread);
};
