import type { DeliveryPorts } from '../../lambdas/delivery/handler.ts';
import type { DeliveryMessage } from '../../lambdas/domain/delivery/delivery.ts';
import { defaultRetrySeconds, delaysOf } from '../../lambdas/domain/delivery/delivery-record.ts';
import { createMemoryReceiverStore, createMemorySlowLane } from './memory-stores.ts';

/** The ports of a delivery other than its stores; `send` receives each scheduled message. */
export const deliveryPorts = (
  send: (message: DeliveryMessage) => unknown,
): Pick<
  DeliveryPorts,
  'receivers' | 'slowLane' | 'schedule' | 'visibility' | 'retryDelaysSeconds' | 'postEveryMs'
> => ({
  receivers: createMemoryReceiverStore(),
  slowLane: createMemorySlowLane(1),
  schedule: { sendWhenDue: async (message) => void send(message) },
  visibility: { delay: async () => {} },
  retryDelaysSeconds: delaysOf(defaultRetrySeconds),
  postEveryMs: 1_000,
});
