/**
 * Seconds after which a message is delivered again whose delivery failed for a reason of ours. Growing, since what
 * does not answer now mostly needs longer; the last one counts for all further ones, so that an outage that ends is
 * noticed within 40 s.
 */
const delaysSeconds = [2, 8, 20, 40];

/**
 * @param attempt - deliveries that failed before this one, from 0.
 * @param leftMs - time to the deadline.
 * @param sitesLeadMs - before the deadline: from then on sites are asked no more, and results in hand are written last.
 * @returns whole seconds; never more than half of what is left for sites, so that the next try has as much to ask them as
 *   the waiting took, and so that there is a last try where there can be one.
 */
export const redeliveryDelaySeconds = (attempt: number, leftMs: number, sitesLeadMs: number): number => {
  const wanted = delaysSeconds[Math.min(attempt, delaysSeconds.length - 1)] ?? 0;
  return Math.max(1, Math.min(wanted, Math.floor((leftMs - sitesLeadMs) / 2_000)));
};

/**
 * The same for a message that stays in its queue, where each delivery counts against the limit of the queue: with it
 * no message reaches the dead-letter queue before its deadline.
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
