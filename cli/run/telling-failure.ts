import { RateLimitedError } from '../../client/index.ts';
import { QuotaUsedUpError } from '../exit-codes.ts';
import { neverFitsText, quotaText } from '../output/quota.ts';
import type { Order } from './order.ts';
import { NotQueued } from './run-orders.ts';

/** Which of several errors tells most of why a run ended. @param advice - how to go on when a quota is free again. */
export const tellingFailure = (
  settled: readonly PromiseSettledResult<unknown>[],
  orders: readonly Order[],
  advice: string,
): unknown => {
  const reasons: unknown[] = settled.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const refusal = reasons.find((reason) => reason instanceof RateLimitedError);
  if (!refusal) return reasons.find((reason) => !(reason instanceof NotQueued));
  const done = `${settled.length - reasons.length} of ${settled.length} done`;
  const largest = Math.max(...orders.map(({ sites }) => sites.length));
  const next = neverFitsText(refusal, largest) ?? advice;
  return new QuotaUsedUpError(`${quotaText(refusal, new Date())}; ${done}\n${next}`, { cause: refusal });
};
