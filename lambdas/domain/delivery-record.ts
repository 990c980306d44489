import type { EpochMs } from './timing.ts';

/** One try, as far as it is told. */
export interface DeliveryAttempt {
  /** When it began. */
  atMs: EpochMs;
  durationMs: number;
  /** Of the answer; absent when there was none. */
  status?: number | undefined;
  /** Why there was none. */
  error?: { code: string; message: string } | undefined;
}

/** `Delivered`: the receiver took it; `Gone`: it wants nothing more of it; `GivenUp`: the last try failed. */
export const deliveryEnds = ['Delivered', 'Gone', 'GivenUp'] as const;
export type DeliveryEnd = (typeof deliveryEnds)[number];

/** State of one request's delivery, without its content. */
export interface DeliveryRecord {
  requestId: string;
  uid: string;
  /** Those that the service made by itself. */
  attempts: readonly DeliveryAttempt[];
  /** Those that the caller asked for beside them, by their number from 1; absent: none was asked for. */
  resends?: ReadonlyMap<number, DeliveryAttempt> | undefined;
  /** How many it asked for; some may not be made yet. Absent: none. */
  resendsAsked?: number | undefined;
  /** Message that made the last attempt, or makes the next one. */
  takenBy?: string | undefined;
  /** When the next try falls due; absent at the end, and while the first one is under way. */
  nextAtMs?: EpochMs | undefined;
  /** When the next try has its turn at the receiver, which others use as well; absent: it has none yet. */
  turnAtMs?: EpochMs | undefined;
  /** Key of the receiver's state; absent: the receiver is the operator. */
  receiverId?: string | undefined;
  ended?: DeliveryEnd | undefined;
  /** From when on nobody can read it. */
  expiresAtMs: EpochMs;
}

/** When tries are made, in seconds after the first one. @see Standard Webhooks, "Retries" */
export const defaultRetrySeconds: readonly number[] = [5, 30, 120, 600, 3_600, 21_600, 86_400, 259_200];

/** Seconds between the end of a try and the next one, of a schedule in seconds after the first. */
export const delaysOf = (retrySeconds: readonly number[]): number[] =>
  retrySeconds.map((seconds, index) => seconds - (retrySeconds[index - 1] ?? 0));

/**
 * The operator's results have nobody who could ask for them once more, and nobody to be spared: after an hour they are tried
 * every hour for a day.
 */
export const operatorRetryDelaysSeconds: readonly number[] = [
  ...delaysOf([5, 30, 120, 600, 3_600]),
  ...Array.from({ length: 24 }, () => 3_600),
];

/** Of a delay, added at random, so that what failed together does not come back together. */
const maxJitter = 0.1;

/** Time for an answer: finding the address, connecting, sending and the head of the answer together. */
export const answerTimeoutMs = 20_000;

/** How long the record of a delivery is readable after its end. */
export const recordKeptMs = 3_600_000;

/** How often what was posted for one request is posted again when its caller asks for it. */
export const maxResends = 20;

export const isTaken = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;
/** True if the receiver declines it for good. */
export const isUnwanted = (status: number | undefined): boolean => status === 410;

export type DeliveryStep = { ended: DeliveryEnd } | { nextAtMs: EpochMs };

/** Inputs to the next attempt besides the response. */
export interface RetryPlan {
  /** Made so far, this one included. */
  tries: number;
  /** When the first one was made. */
  firstAtMs: EpochMs;
  /** From 0 to 1. */
  random: number;
  /** Between the end of a try and the next one. */
  delaysSeconds: readonly number[];
  /** From `Retry-After`. */
  retryAfterSeconds?: number | undefined;
  /** The receiver has failed for so long that each delivery gets a single attempt. */
  isSuspended?: boolean;
}

/** The longest that one answer's `Retry-After` is waited for. */
export const maxRetryAfterMs = 24 * 3_600_000;

/** Longest time that all attempts take, including the longest rest a receiver may ask for. */
const lastTryMs = (delaysSeconds: readonly number[]): number =>
  Math.ceil(delaysSeconds.reduce((sum, seconds) => sum + seconds * 1_000, 0) * (1 + maxJitter)) +
  maxRetryAfterMs;

export const stepAfter = ({ status }: DeliveryAttempt, nowMs: EpochMs, plan: RetryPlan): DeliveryStep => {
  const { tries, firstAtMs, random, delaysSeconds, retryAfterSeconds = 0, isSuspended = false } = plan;
  if (isTaken(status)) return { ended: 'Delivered' };
  if (isUnwanted(status)) return { ended: 'Gone' };
  const delaySeconds = delaysSeconds[tries - 1];
  if (delaySeconds === undefined || isSuspended) return { ended: 'GivenUp' };
  const waitMs = Math.max(
    Math.round(delaySeconds * 1_000 * (1 + maxJitter * random)),
    Math.min(retryAfterSeconds * 1_000, maxRetryAfterMs),
  );
  const nextAtMs = nowMs + waitMs;
  return nextAtMs > firstAtMs + lastTryMs(delaysSeconds) ? { ended: 'GivenUp' } : { nextAtMs };
};

/** Until when the record is readable. */
export const recordExpiry = (step: DeliveryStep, nowMs: EpochMs): EpochMs =>
  ('ended' in step ? nowMs : step.nextAtMs) + recordKeptMs;

/** How late tries may be that were waiting in a queue or for their turn, for what they post to be kept all the same. */
const lateMs = 24 * 3_600_000;

/**
 * Until when what is posted has to be kept, for the tries and for as long as the record is readable.
 *
 * @param nowMs - before the first try.
 */
export const payloadExpiry = (nowMs: EpochMs, delaysSeconds: readonly number[]): EpochMs =>
  nowMs + lastTryMs(delaysSeconds) + recordKeptMs + lateMs;
