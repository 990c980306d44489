import type { DeliveryRecord } from '../domain/delivery/delivery-record.ts';
import type { Receiver } from '../domain/delivery/receiver.ts';
import type { DeliveryStore, ReceiverStore, RequestStore } from '../domain/ports.ts';
import { ProblemError } from '../domain/problem.ts';
import { parseRequestId, stateOf } from '../domain/request/request.ts';
import type { EpochMs } from '../domain/timing.ts';

export interface FindDeliveryPorts {
  requests: Pick<RequestStore, 'get'>;
  deliveries: Pick<DeliveryStore, 'get'>;
  receivers: Pick<ReceiverStore, 'get'>;
  timings: { retentionMs: number };
}

/** One wording for requests that never existed, are gone, or belong to another caller. */
export const noSuchRequest = (): ProblemError =>
  new ProblemError(404, 'This license has no request with this identifier, or it has expired.');

/**
 * Looks up the delivery of a caller's request, which outlives the request.
 *
 * @param text - identifier of the request, as sent by the caller.
 * @returns `record` is `undefined` before the first attempt.
 * @throws ProblemError 404 if the caller has no such request, or the request has no webhook.
 */
export const findDelivery = async (
  { requests, deliveries, receivers, timings }: FindDeliveryPorts,
  text: string | undefined,
  uid: string,
  nowMs: EpochMs,
): Promise<{ requestId: string; record: DeliveryRecord | undefined; receiver: Receiver }> => {
  const requestId = parseRequestId(text);
  if (requestId === undefined) throw noSuchRequest();
  const record = await deliveries.get(requestId);
  if (record) {
    if (record.uid !== uid || nowMs >= record.expiresAtMs) throw noSuchRequest();
    const receiver = record.receiverId === undefined ? {} : await receivers.get(record.receiverId);
    return { requestId, record, receiver };
  }
  const request = await requests.get(requestId);
  const isThere = request?.uid === uid && stateOf(request, nowMs, timings.retentionMs).name !== 'Removed';
  if (!isThere) throw noSuchRequest();
  if (!request.webhook)
    throw new ProblemError(404, 'This request has no webhook, so nothing is delivered for it.');
  return { requestId, record, receiver: {} };
};
