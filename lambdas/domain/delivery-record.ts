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

/** What is known of one request's delivery. It does not hold what is delivered. */
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
  ended?: DeliveryEnd | undefined;
  /** From when on nobody can read it. */
  expiresAtMs: EpochMs;
}

/**
 * Seconds between the end of a try and the next one: tries are made after 0 s, 5 s, 30 s, 2 min, 10 min and 1 h.
 * @see Standard Webhooks, "Retries"
 */
export const retryDelaysSeconds = [5, 25, 90, 480, 3_000] as const;

/** The operator's results have nobody who could ask for them once more: they are tried every hour for a day more. */
export const operatorRetryDelaysSeconds: readonly number[] = [
  ...retryDelaysSeconds,
  ...Array.from({ length: 24 }, () => 3_600),
];

/** Of a delay, added at random, so that what failed together does not come back together. */
const maxJitter = 0.1;

/** Time for an answer: finding the address, connecting, sending and the head of the answer together. */
export const answerTimeoutMs = 10_000;

/** How long the record of a delivery is readable after its end. */
export const recordKeptMs = 3_600_000;

/** How often what was posted for one request is posted again when its caller asks for it. */
export const maxResends = 20;

/** Whether a receiver's answer says that it has it. */
export const isTaken = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;
/** Whether it says that the receiver wants nothing more of it. */
export const isUnwanted = (status: number | undefined): boolean => status === 410;

/** What follows from a try. */
export type DeliveryStep = { ended: DeliveryEnd } | { nextAtMs: EpochMs };

/**
 * @param tries - made so far, this one included.
 * @param random - from 0 to 1.
 * @param delaysSeconds - between the end of a try and the next one.
 */
export const stepAfter = (
  { status }: DeliveryAttempt,
  tries: number,
  nowMs: EpochMs,
  random: number,
  delaysSeconds: readonly number[] = retryDelaysSeconds,
): DeliveryStep => {
  if (isTaken(status)) return { ended: 'Delivered' };
  if (isUnwanted(status)) return { ended: 'Gone' };
  const delaySeconds = delaysSeconds[tries - 1];
  if (delaySeconds === undefined) return { ended: 'GivenUp' };
  return { nextAtMs: nowMs + Math.round(delaySeconds * 1_000 * (1 + maxJitter * random)) };
};

/** Until when the record is readable. */
export const recordExpiry = (step: DeliveryStep, nowMs: EpochMs): EpochMs =>
  ('ended' in step ? nowMs : step.nextAtMs) + recordKeptMs;

/**
 * Until when what was posted has to be kept, so that it can be posted again as long as the record is readable: what all
 * tries and the record take at most, and as much as a queue may be late.
 */
export const freightExpiry = (nowMs: EpochMs): EpochMs => {
  const retriesMs = retryDelaysSeconds.reduce((sum, seconds) => sum + seconds * 1_000, 0);
  return nowMs + Math.ceil(retriesMs * (1 + maxJitter)) + recordKeptMs + lateMs;
};

/** How late tries may be that were waiting in a queue, for what they post to be kept all the same. */
const lateMs = 3_600_000;
