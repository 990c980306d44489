import { deliveryDelaySeconds } from './delivery.ts';
import type { MessageVisibility } from './ports.ts';
import type { EpochMs } from './timing.ts';

/**
 * Leaves a received message in its queue until it is due. Unlike a new message, it does not extend a chain that Lambda
 * takes for a loop. Best effort: if SQS refuses, the message returns after its visibility timeout. Never rejects.
 */
export const delayMessage = async (
  visibility: MessageVisibility,
  receiptHandle: string,
  { untilMs, nowMs }: { untilMs: EpochMs; nowMs: EpochMs },
): Promise<void> => {
  await visibility.delay(receiptHandle, deliveryDelaySeconds(untilMs, nowMs)).catch(() => {});
};
