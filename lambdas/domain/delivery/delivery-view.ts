import { isoTime } from '../timing.ts';
import { type DeliveryAttempt, type DeliveryRecord, maxResends } from './delivery-record.ts';
import type { DeliveryView } from './delivery-view-schema.ts';
import type { Receiver } from './receiver.ts';
import { webhookIdOf } from './standard-webhooks.ts';

const toAttemptView = (
  { atMs, durationMs, status, error }: DeliveryAttempt,
  IsResend: boolean,
): DeliveryView['Attempts'][number] => ({
  At: isoTime(atMs),
  DurationMs: durationMs,
  HttpStatus: status ?? null,
  Error: error ? { Code: error.code, Message: error.message } : null,
  IsResend,
});

/**
 * The caller's view of a request's delivery; a new stored field stays private until it is listed here.
 *
 * @param record - `undefined` before the first attempt.
 */
export const toDeliveryView = (
  requestId: string,
  record: DeliveryRecord | undefined,
  receiver: Receiver,
): DeliveryView => {
  const { attempts = [], resends = new Map<number, DeliveryAttempt>() } = record ?? {};
  const { ended, nextAtMs, expiresAtMs, resendsRequested = 0 } = record ?? {};
  return {
    RequestId: requestId,
    WebhookId: webhookIdOf(requestId),
    Ended: ended ?? null,
    NextAttemptAt: nextAtMs === undefined ? null : isoTime(nextAtMs),
    Suspended: receiver.suspendedAtMs !== undefined,
    ExpiresAt: expiresAtMs === undefined ? null : isoTime(expiresAtMs),
    ResendsLeft: maxResends - resendsRequested,
    Attempts: [
      ...attempts.map((attempt) => toAttemptView(attempt, false)),
      ...[...resends.values()].map((attempt) => toAttemptView(attempt, true)),
    ].sort((a, b) => a.At.localeCompare(b.At)),
  };
};
