import { deliveryDelaySeconds } from './delivery.ts';
import type { MessageTurns } from './ports.ts';
import type { EpochMs } from './timing.ts';

/**
 * Leaves a message that was received in its queue until it is wanted again, or comes again to be left once more. Unlike a new
 * message it begins no further link in a chain that Lambda takes for a loop. Best effort: where it is refused, the message
 * comes again after its visibility timeout. Never rejects.
 */
export const keepMessage = async (
  turns: MessageTurns,
  receiptHandle: string,
  { untilMs, nowMs }: { untilMs: EpochMs; nowMs: EpochMs },
): Promise<void> => {
  await turns.delay(receiptHandle, deliveryDelaySeconds(untilMs, nowMs)).catch(() => {});
};
