import * as z from 'zod';
import { type DeliveryAttempt, type DeliveryRecord, deliveryEnds, maxResends } from './delivery-record.ts';
import type { Receiver } from './receiver.ts';
import { webhookIdOf } from './standard-webhooks.ts';

/** One try, as its caller sees it. */
export const deliveryAttemptSchema = z.object({
  At: z.iso.datetime(),
  DurationMs: z.int(),
  /** Of the receiver's answer; `null`: there was none. */
  HttpStatus: z.int().nullable(),
  /** Why there was none. */
  Error: z.object({ Code: z.string(), Message: z.string() }).nullable(),
  /** Whether the caller asked for it, beside those that the service makes. */
  IsResend: z.boolean(),
});

/** Answer to the operations on a request's deliveries. */
export const deliveryViewSchema = z.object({
  RequestId: z.uuid(),
  /** `webhook-id` of every try. */
  WebhookId: z.string(),
  /** `null`: tries go on, or the request has not ended. */
  Ended: z.enum(deliveryEnds).nullable(),
  NextAttemptAt: z.iso.datetime().nullable(),
  /** Whether the receiver has failed every try for three days, and gets one of each delivery until it takes one. */
  Suspended: z.boolean(),
  /** From when on this is not found; `null` before the first try. */
  ExpiresAt: z.iso.datetime().nullable(),
  /** How often it can be posted again. */
  ResendsLeft: z.int(),
  Attempts: z.array(deliveryAttemptSchema),
});

export type DeliveryView = z.infer<typeof deliveryViewSchema>;

const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();

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
 * What a caller may see of the delivery of a request; a newly stored field stays private until it is named here.
 *
 * @param record - `undefined` before the first try.
 * @param receiver - what is known of it.
 */
export const toDeliveryView = (
  requestId: string,
  record: DeliveryRecord | undefined,
  receiver: Receiver,
): DeliveryView => {
  const { attempts = [], resends = new Map<number, DeliveryAttempt>() } = record ?? {};
  const { ended, nextAtMs, expiresAtMs, resendsAsked = 0 } = record ?? {};
  return {
    RequestId: requestId,
    WebhookId: webhookIdOf(requestId),
    Ended: ended ?? null,
    NextAttemptAt: nextAtMs === undefined ? null : isoTime(nextAtMs),
    Suspended: receiver.suspendedAtMs !== undefined,
    ExpiresAt: expiresAtMs === undefined ? null : isoTime(expiresAtMs),
    ResendsLeft: maxResends - resendsAsked,
    Attempts: [
      ...attempts.map((attempt) => toAttemptView(attempt, false)),
      ...[...resends.values()].map((attempt) => toAttemptView(attempt, true)),
    ].sort((a, b) => a.At.localeCompare(b.At)),
  };
};
