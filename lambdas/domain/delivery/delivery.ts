// Deliveries: reports of ended requests and of changes to webhooks, and exports to the operator.
// A message on the delivery queue is one attempt; the record (delivery-record.ts) says which attempts were made.
// Attempts take turns at a receiver (receiver.ts), so that a slow one does not get them all at once.

import * as z from 'zod';
import { maxDelaySeconds } from '../request/closing.ts';
import { callerSchema } from '../request/scrape-message.ts';
import { type EpochMs, maxHiddenMs } from '../timing.ts';

/** Body of a message on the delivery queue: one attempt to report the end of one request. */
const deliveryMessageSchema = z.object({
  Version: z.literal(1),
  /** As in `scrapeMessageSchema`. */
  Caller: callerSchema,
  RequestId: z.uuid(),
  /** Number of earlier attempts. */
  Tries: z.int().min(0),
  /**
   * Content for the operator instead of the request's webhook. `Body` comes with the first attempt and is then stored
   * beside the record.
   */
  ToOperator: z.object({ Uid: z.string(), Body: z.base64().optional() }).optional(),
  /** Number of an attempt requested by the caller; absent: an automatic attempt. */
  Resend: z.int().min(1).optional(),
  /** True if `DueMs` is the attempt's turn at the receiver. */
  HasTurn: z.boolean().optional(),
  /** When it is due; a message received earlier is delayed again. */
  DueMs: z.int(),
  /**
   * Content, destination and owner, with the first attempt to deliver anything but a request's end. Absent: made from the
   * request, and stored beside the record from the first attempt on.
   */
  Payload: z
    .object({
      Uid: z.string(),
      Url: z.string(),
      Secret: z.string().optional(),
      /** Packed, in Base64. */
      Body: z.base64(),
    })
    .optional(),
});

export type DeliveryMessage = z.infer<typeof deliveryMessageSchema>;

/** @throws SyntaxError or ZodError if this code cannot read the message. */
export const readDeliveryMessage = (body: string): DeliveryMessage =>
  deliveryMessageSchema.parse(JSON.parse(body));

/**
 * The message that starts a delivery. Sent when a request completes, and when it is queued, to check for its end until
 * the deadline.
 */
export const firstDeliveryMessage = (requestId: string, caller: string, dueMs: EpochMs): DeliveryMessage => ({
  Version: 1,
  Caller: caller,
  RequestId: requestId,
  Tries: 0,
  DueMs: dueMs,
});

/** The message that starts the report of an ended request to the operator. */
export const operatorMessage = (
  { RequestId, Caller }: DeliveryMessage,
  ToOperator: NonNullable<DeliveryMessage['ToOperator']>,
  nowMs: EpochMs,
): DeliveryMessage => ({ ...firstDeliveryMessage(RequestId, Caller, nowMs), ToOperator });

/** Identifier of the operator's delivery record of a request. */
export const operatorRecordId = (requestId: string): string => `${requestId}#operator`;

/** Identifier of a message's delivery record: a request has one for its webhook and one for the operator. */
export const recordIdOf = ({ RequestId, ToOperator }: DeliveryMessage): string =>
  ToOperator === undefined ? RequestId : operatorRecordId(RequestId);

/** The message of an attempt requested by the caller. */
export const resendMessage = (
  requestId: string,
  caller: string,
  resend: number,
  nowMs: EpochMs,
): DeliveryMessage => ({ ...firstDeliveryMessage(requestId, caller, nowMs), Resend: resend });

/** When to check again if a pending request has ended: at its deadline at the latest. */
export const nextCheckMs = (
  deadlineMs: EpochMs,
  nowMs: EpochMs,
  { deliveryCheckMs }: { deliveryCheckMs: number },
): EpochMs => Math.min(deadlineMs, nowMs + deliveryCheckMs);

/** True if SQS can delay a message until then. */
export const fitsQueueDelay = (dueMs: EpochMs, nowMs: EpochMs): boolean =>
  dueMs - nowMs <= maxDelaySeconds * 1_000;

/** True if a received message may wait in its queue until then. */
export const mayStayHidden = (dueMs: EpochMs, nowMs: EpochMs): boolean => dueMs - nowMs <= maxHiddenMs;

/** Seconds until a message is due, rounded up, and at most the SQS maximum. */
export const deliveryDelaySeconds = (dueMs: EpochMs, nowMs: EpochMs): number =>
  Math.min(maxDelaySeconds, Math.max(0, Math.ceil((dueMs - nowMs) / 1_000)));
