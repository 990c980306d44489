import { firstDeliveryMessage } from './delivery.ts';
import type { Clock, DeliveryQueue } from './ports.ts';

interface TellPorts {
  deliveries: DeliveryQueue;
  clock: Clock;
  log: { warn(message: string, fields: Record<string, unknown>): void };
}

/**
 * Begins the delivery of a request that has just been completed. Best effort: where the message is not sent, the one that
 * looks for the end tells. Never rejects.
 *
 * @param caller - the queue's name for who is told.
 */
export const tellAtOnce = async (
  { deliveries, clock, log }: TellPorts,
  requestId: string,
  caller: string | undefined,
): Promise<void> => {
  await deliveries.send(firstDeliveryMessage(requestId, caller, clock()), 0).catch((cause: unknown) => {
    log.warn('The end of the request is told later', { requestId, cause });
  });
};
