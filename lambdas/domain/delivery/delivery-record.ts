import { dayMs, type EpochMs } from '../timing.ts';

/** One attempt, as reported to the caller. */
export interface DeliveryAttempt {
  /** When it began. */
  atMs: EpochMs;
  durationMs: number;
  /** HTTP status; absent if there was no response. */
  status?: number | undefined;
  /** Why there was no response. */
  error?: { code: string; message: string } | undefined;
}

/** `Delivered`: the receiver accepted it; `Gone`: it declined for good; `GivenUp`: the last attempt failed. */
export const deliveryEnds = ['Delivered', 'Gone', 'GivenUp'] as const;
export type DeliveryEnd = (typeof deliveryEnds)[number];

/** State of one request's delivery, without its content. */
export interface DeliveryRecord {
  requestId: string;
  uid: string;
  /** Automatic attempts. */
  attempts: readonly DeliveryAttempt[];
  /** Attempts requested by the caller, by number from 1; absent: none. */
  resends?: ReadonlyMap<number, DeliveryAttempt> | undefined;
  /** Number of resends requested, including those still to be made. Absent: none. */
  resendsRequested?: number | undefined;
  /** Message that made the last attempt, or makes the next one. */
  takenBy?: string | undefined;
  /** When the next attempt is due; absent after the last and during the first. */
  nextAtMs?: EpochMs | undefined;
  /** The next attempt's turn at the receiver, which other deliveries share; absent: none assigned yet. */
  turnAtMs?: EpochMs | undefined;
  /** Key of the receiver's state; absent: the receiver is the operator. */
  receiverId?: string | undefined;
  ended?: DeliveryEnd | undefined;
  /** Unreadable from then on. */
  expiresAtMs: EpochMs;
}

/** Retry times, in seconds after the first attempt. @see Standard Webhooks, "Retries" */
export const defaultRetrySeconds: readonly number[] = [5, 30, 120, 600, 3_600, 21_600, 86_400, 259_200];

/** Seconds from the end of each attempt to the next, given a schedule in seconds after the first. */
export const delaysOf = (retrySeconds: readonly number[]): number[] =>
  retrySeconds.map((seconds, index) => seconds - (retrySeconds[index - 1] ?? 0));

/**
 * Nobody can request a resend of the operator's results, and no receiver needs to be spared: after an hour they are
 * retried hourly for a day.
 */
export const operatorRetryDelaysSeconds: readonly number[] = [
  ...delaysOf([5, 30, 120, 600, 3_600]),
  ...Array.from({ length: 24 }, () => 3_600),
];

/** Random share added to a delay, so that simultaneous failures are not retried simultaneously. */
const maxJitter = 0.1;

/** Covers DNS lookup, connecting, sending and the response's headers. */
export const responseTimeoutMs = 20_000;

/** How long a delivery's record stays readable after its end. */
export const recordRetentionMs = 3_600_000;

/** Resends that a caller may request for one request. */
export const maxResends = 20;

export const isAccepted = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;
/** True if the receiver declines it for good. */
export const isDeclined = (status: number | undefined): boolean => status === 410;

export type DeliveryStep = { ended: DeliveryEnd } | { nextAtMs: EpochMs };

/** Inputs to the retry decision besides the response. */
export interface RetryPlan {
  /** Attempts made, including this one. */
  tries: number;
  /** When the first attempt was made. */
  firstAtMs: EpochMs;
  /** From 0 to 1. */
  random: number;
  /** From the end of each attempt to the next. */
  delaysSeconds: readonly number[];
  /** From `Retry-After`. */
  retryAfterSeconds?: number | undefined;
  /** The receiver has failed for so long that each delivery gets a single attempt. */
  isSuspended?: boolean;
}

/** Longest `Retry-After` that is honoured. */
export const maxRetryAfterMs = dayMs;

/** Longest time that all attempts take, including the longest `Retry-After`. */
const maxTotalMs = (delaysSeconds: readonly number[]): number =>
  Math.ceil(delaysSeconds.reduce((sum, seconds) => sum + seconds * 1_000, 0) * (1 + maxJitter)) +
  maxRetryAfterMs;

export const stepAfter = ({ status }: DeliveryAttempt, nowMs: EpochMs, plan: RetryPlan): DeliveryStep => {
  const { tries, firstAtMs, random, delaysSeconds, retryAfterSeconds = 0, isSuspended = false } = plan;
  if (isAccepted(status)) return { ended: 'Delivered' };
  if (isDeclined(status)) return { ended: 'Gone' };
  const delaySeconds = delaysSeconds[tries - 1];
  if (delaySeconds === undefined || isSuspended) return { ended: 'GivenUp' };
  const waitMs = Math.max(
    Math.round(delaySeconds * 1_000 * (1 + maxJitter * random)),
    Math.min(retryAfterSeconds * 1_000, maxRetryAfterMs),
  );
  const nextAtMs = nowMs + waitMs;
  return nextAtMs > firstAtMs + maxTotalMs(delaysSeconds) ? { ended: 'GivenUp' } : { nextAtMs };
};

/** Until when the record is readable. */
export const recordExpiry = (step: DeliveryStep, nowMs: EpochMs): EpochMs =>
  ('ended' in step ? nowMs : step.nextAtMs) + recordRetentionMs;

/** How late a queued or waiting attempt may be and still find its payload. */
const lateMs = dayMs;

/**
 * How long to keep the payload: for all attempts, and while the record is readable.
 *
 * @param nowMs - before the first attempt.
 */
export const payloadExpiry = (nowMs: EpochMs, delaysSeconds: readonly number[]): EpochMs =>
  nowMs + maxTotalMs(delaysSeconds) + recordRetentionMs + lateMs;
