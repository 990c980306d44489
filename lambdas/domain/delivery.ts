import * as z from 'zod';
import { maxDelaySeconds } from './closing.ts';
import { callerSchema } from './scrape-message.ts';
import type { EpochMs } from './timing.ts';
import { createVersionedReader } from './versioned.ts';

/** Written by this code; see `scrapeMessageVersion`. */
export const deliveryMessageVersion = 1;

/** Body of a message on the delivery queue: one try to post the end of one request. */
export const deliveryMessageSchema = z.object({
  Version: z.int().min(0),
  /** Name of the caller for the queue; see `scrapeMessageSchema`. */
  Caller: callerSchema.optional(),
  RequestId: z.uuid(),
  /** Tries that were made before this one. */
  Tries: z.int().min(0),
  /**
   * Content for the operator, in place of the request's webhook. Not `Frozen`: code that knows neither this member nor
   * the operator would post that to the webhook, and so takes the message for one that looks for the request's end.
   * `Body`: with the first try; from then on it is kept beside the record.
   */
  ToOperator: z.object({ Uid: z.string(), Body: z.base64().optional() }).optional(),
  /**
   * Number of a try that the caller asked for, beside those that the service makes; absent: it is one of the service's.
   * Code that does not know it takes the message for one of a try that was made, and drops it.
   */
  Resend: z.int().min(1).optional(),
  /** True if `DueMs` is the turn of that attempt at the receiver. */
  HasTurn: z.boolean().optional(),
  /** When it falls due; a message that comes sooner is delayed again. */
  DueMs: z.int(),
  /**
   * Content, destination and owner, with the first attempt of a delivery that is not a request's end. Absent: made from the
   * request, and kept beside the record from the first try on.
   */
  Frozen: z
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

const ofThisVersion = createVersionedReader(deliveryMessageVersion, deliveryMessageSchema);

/** @throws SyntaxError, ZodError or UnreadableVersionError for a text that is no message that this code can read. */
export const readDeliveryMessage = (body: string): DeliveryMessage => ofThisVersion(JSON.parse(body));

/**
 * The message that begins a delivery: sent by whoever completes a request, and when it is queued, to look again and again
 * until its deadline.
 */
export const firstDeliveryMessage = (
  requestId: string,
  caller: string | undefined,
  dueMs: EpochMs,
): DeliveryMessage => ({
  Version: deliveryMessageVersion,
  ...(caller !== undefined && { Caller: caller }),
  RequestId: requestId,
  Tries: 0,
  DueMs: dueMs,
});

/** The message that begins to tell the operator of a request that has ended. */
export const operatorMessage = (
  { RequestId, Caller }: DeliveryMessage,
  ToOperator: NonNullable<DeliveryMessage['ToOperator']>,
  nowMs: EpochMs,
): DeliveryMessage => ({ ...firstDeliveryMessage(RequestId, Caller, nowMs), ToOperator });

/** Record of what is told to the operator of a request. */
export const operatorRecordId = (requestId: string): string => `${requestId}#operator`;

/** Names the record of what a message delivers: a request has one for its webhook and one for the operator. */
export const recordIdOf = ({ RequestId, ToOperator }: DeliveryMessage): string =>
  ToOperator === undefined ? RequestId : operatorRecordId(RequestId);

/** The message of a try that the caller has asked for. */
export const resendMessage = (
  requestId: string,
  caller: string | undefined,
  resend: number,
  nowMs: EpochMs,
): DeliveryMessage => ({ ...firstDeliveryMessage(requestId, caller, nowMs), Resend: resend });

/** When to look next whether a request has ended that has not by now: at its deadline at the latest. */
export const nextLookMs = (
  deadlineMs: EpochMs,
  nowMs: EpochMs,
  { deliveryLookMs }: { deliveryLookMs: number },
): EpochMs => Math.min(deadlineMs, nowMs + deliveryLookMs);

/** True if SQS can delay a message until then. */
export const isHeldByQueue = (dueMs: EpochMs, nowMs: EpochMs): boolean =>
  dueMs - nowMs <= maxDelaySeconds * 1_000;

/** Whole seconds until a message falls due, never before; no more than SQS takes, after which it is delayed again. */
export const deliveryDelaySeconds = (dueMs: EpochMs, nowMs: EpochMs): number =>
  Math.min(maxDelaySeconds, Math.max(0, Math.ceil((dueMs - nowMs) / 1_000)));
