import type { Clock, DeliveryQueue } from '../ports.ts';
import { firstDeliveryMessage } from './delivery.ts';

interface NotifyPorts {
  deliveries: DeliveryQueue;
  clock: Clock;
  log: { warn(message: string, fields: Record<string, unknown>): void };
}

/**
 * Starts the delivery for a request that has just been completed. Best effort: if this message is lost, the periodic
 * check finds the end. Never rejects.
 *
 * @param caller - the receiver's name in the queue.
 */
export const notifyNow = async (
  { deliveries, clock, log }: NotifyPorts,
  requestId: string,
  caller: string,
): Promise<void> => {
  await deliveries.send(firstDeliveryMessage(requestId, caller, clock()), 0).catch((cause: unknown) => {
    log.warn('The end of the request is reported later', { requestId, cause });
  });
};
