import * as z from 'zod';
import { deliveryEnds } from './delivery-record.ts';

/** One attempt, as its caller sees it. */
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

/** Response of the operations on a request's deliveries. */
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
