import type { Payload } from '../domain/delivery/delivery-body.ts';
import type { DeliveryAttempt } from '../domain/delivery/delivery-record.ts';
import { type ReportedEnd, resultEvent, resultObject } from '../domain/delivery/result-export.ts';
import { type Clock, RefusedError, type ResultBucket, type ResultBus } from '../domain/ports.ts';

/** The operator's own bucket and bus; each is optional. */
export interface OperatorPorts {
  bucket?: ResultBucket | undefined;
  bus?: ResultBus | undefined;
}

/** Stands in for an HTTP status; like any successful one, it ends the attempts. */
const acceptedStatus = 200;

/**
 * Writes an ended request to the operator's bucket, then sends an event with its location. A further attempt repeats
 * both: the object is the same, and the event is sent at least once.
 */
export const exportToOperator = async (
  { bucket, bus, clock }: OperatorPorts & { clock: Clock },
  { uid, body }: Payload,
): Promise<DeliveryAttempt> => {
  const atMs = clock();
  const report = JSON.parse(body.toString('utf8')) as ReportedEnd;
  try {
    const object = bucket && resultObject(report, uid);
    if (bucket && object) await bucket.put(object);
    await bus?.send(resultEvent(report, uid, bucket && object && { bucket: bucket.name, key: object.key }));
    return { atMs, durationMs: clock() - atMs, status: acceptedStatus };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { atMs, durationMs: clock() - atMs, error: { code: error.code, message: error.message } };
  }
};
