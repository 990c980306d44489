import type { Clock, MessageVisibility } from '../ports.ts';
import type { EpochMs } from '../timing.ts';
import { deliveryDelaySeconds } from './delivery.ts';

/** When to deliver a message again; `undefined`: it is done. */
export type DueAgain = EpochMs | undefined;

/**
 * Keeps a received message in its queue until it is due. Unlike a new message, it does not extend a chain that Lambda
 * takes for a loop. Best effort: if SQS refuses, the message returns after its visibility timeout. Never rejects.
 *
 * @returns true if the message stays in its queue.
 */
export const delayUntil = async (
  { visibility, clock }: { visibility: MessageVisibility; clock: Clock },
  receiptHandle: string,
  dueMs: DueAgain,
): Promise<boolean> => {
  if (dueMs === undefined) return false;
  await visibility.delay(receiptHandle, deliveryDelaySeconds(dueMs, clock())).catch(() => {});
  return true;
};
