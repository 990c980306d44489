import * as z from 'zod';
import { type DeliveryAttempt, type DeliveryRecord, deliveryEnds, maxResends } from './delivery-record.ts';
import type { Receiver } from './receiver.ts';
import { webhookIdOf } from './standard-webhooks.ts';

/** One try, as its caller sees it. */
export const deliveryAttemptSchema = z.object({
  At: z.iso.datetime().describe('When it began.'),
  DurationMs: z.int().describe('How long the receiver took, in milliseconds.'),

  HttpStatus: z.int().nullable().describe('Status of the receiver’s response; null if there was none.'),

  Error: z
    .object({ Code: z.string(), Message: z.string() })
    .nullable()
    .describe('Why there was no response, or nothing was posted.'),

  IsResend: z.boolean().describe('True if the caller requested it, in addition to the automatic attempts.'),
});

/** Answer to the operations on a request's deliveries. */
export const deliveryViewSchema = z.object({
  RequestId: z.uuid().describe('Identifier of the request, made by the service.'),

  WebhookId: z.string().describe('`webhook-id` of every attempt.'),

  Ended: z
    .enum(deliveryEnds)
    .nullable()
    .describe(
      '`Delivered`: the receiver accepted it. `Gone`: it answered 410. `GivenUp`: the last attempt failed. Null while attempts go on, and before the request has ended.',
    ),
  NextAttemptAt: z.iso.datetime().nullable().describe('When the service tries again.'),

  Suspended: z
    .boolean()
    .describe(
      'True if the receiver has failed every attempt for three days. Each of the license’s deliveries to it is then attempted only once, until one succeeds.',
    ),

  ExpiresAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'When this resource is removed: an hour after the last planned attempt. Null before the first one.',
    ),

  ResendsLeft: z.int().describe('How many more times it can be resent.'),
  Attempts: z.array(deliveryAttemptSchema).describe('All attempts, in the order in which they began.'),
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
 * The caller's view of a request's delivery; a new stored field stays private until it is listed here.
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
