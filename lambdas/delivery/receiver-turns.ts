import type { Payload } from '../domain/delivery/delivery-body.ts';
import {
  type DeliveryAttempt,
  isAccepted,
  isDeclined,
  maxRetryAfterMs,
} from '../domain/delivery/delivery-record.ts';
import {
  isSlow,
  nextLaneAttemptMs,
  type Receiver,
  receiverIdOf,
  receiversIdOf,
  restAfter,
  slowReceiverMs,
  slowUntil,
  suspendAfterMs,
  turnsAfterRest,
} from '../domain/delivery/receiver.ts';
import { type Clock, type ReceiverStore, type SlowLane, UnavailableError } from '../domain/ports.ts';
import type { EpochMs } from '../domain/timing.ts';

/** An attempt, and what it shows about the receiver. */
export interface Outcome {
  attempt: DeliveryAttempt;
  retryAfterSeconds?: number | undefined;
  isSuspended?: boolean;
}

/** One invocation's use of the slow lane: one place for all its calls. */
export interface LaneOfInvocation {
  enter: () => Promise<boolean>;
  leave: () => Promise<void>;
}

export interface ReceiverTurnLog {
  /** Called for each receiver suspended: deliveries to it get a single attempt. */
  suspended(receiver: { uid: string; host: string; failingSinceMs: EpochMs }): void;
  warn(message: string, fields: Record<string, unknown>): void;
}

export interface ReceiverTurnPorts {
  receivers: ReceiverStore;
  slowLane: SlowLane;
  clock: Clock;
  /** Between two calls to one receiver of a license. */
  postEveryMs: number;
  log: ReceiverTurnLog;
}

/** Protects receivers from overload, and keeps fast receivers from waiting for slow ones. */
export const createReceiverTurns = ({ receivers, slowLane, clock, postEveryMs, log }: ReceiverTurnPorts) => {
  /** Records a failed attempt. @returns true if the receiver is suspended. */
  const recordFailedAttempt = async (
    { uid, url }: Payload,
    known: Receiver,
    { attempt, retryAfterSeconds = 0 }: Outcome,
  ): Promise<boolean> => {
    const receiverId = receiverIdOf(uid, url);
    const nowMs = clock();
    const retryAfterMs = Math.min(retryAfterSeconds * 1_000, maxRetryAfterMs);
    const restMs = restAfter({ ...attempt, retryAfterMs }, nowMs - (known.failingSinceMs ?? nowMs));
    const untilMs = nowMs + (restMs ?? 0);
    const rest =
      restMs === undefined ? undefined : { untilMs, turnsUntilMs: turnsAfterRest(untilMs, postEveryMs) };
    const { failingSinceMs = nowMs, suspendedAtMs } = await receivers.recordFailure(receiverId, nowMs, rest);
    if (suspendedAtMs !== undefined) return true;
    if (nowMs - failingSinceMs < suspendAfterMs) return false;
    if (await receivers.suspend(receiverId, nowMs))
      log.suspended({ uid, host: URL.parse(url)?.host ?? '', failingSinceMs });
    return true;
  };

  const recordPace = async ({ uid, url }: Payload, { attempt }: Outcome): Promise<void> => {
    const nowMs = clock();
    const slowUntilMs = slowUntil(attempt.durationMs, nowMs);
    if (slowUntilMs !== undefined && (await receivers.markSlow(receiverIdOf(uid, url), nowMs, slowUntilMs)))
      await receivers.takeTurn(receiversIdOf(uid), nowMs, slowReceiverMs);
  };

  const recordOutcome = async (payload: Payload, known: Receiver, outcome: Outcome): Promise<boolean> => {
    const { status, error } = outcome.attempt;
    await recordPace(payload, outcome);
    // Neither is a failure of the receiver.
    if (isDeclined(status) || error?.code === 'NoSecret') return false;
    if (!isAccepted(status)) return recordFailedAttempt(payload, known, outcome);
    if (known.failingSinceMs !== undefined)
      await receivers.recordSuccess(receiverIdOf(payload.uid, payload.url));
    return false;
  };

  const isInSlowLane = async (uid: string, receiver: Receiver): Promise<boolean> =>
    isSlow(receiver, await receivers.get(receiversIdOf(uid)), clock());

  /** @returns its turn by the receiver's rate limit alone. */
  const takeByRate = async (
    receiverId: string,
    givenMs: EpochMs | undefined,
  ): Promise<{ turnAtMs: EpochMs; receiver: Receiver }> => {
    const nowMs = clock();
    if (givenMs !== undefined) {
      const receiver = await receivers.get(receiverId);
      if ((receiver.restsUntilMs ?? 0) <= nowMs) return { turnAtMs: givenMs, receiver };
    }
    return receivers.takeTurn(receiverId, nowMs, postEveryMs);
  };

  return {
    /**
     * @param givenMs - a turn assigned earlier.
     * @param dueMs - since when it waits.
     * @returns its turn at the receiver, possibly later, and the receiver's state.
     */
    take: async (
      { uid, url }: Payload,
      { givenMs, dueMs, lane }: { givenMs: EpochMs | undefined; dueMs: EpochMs; lane: LaneOfInvocation },
    ): Promise<{ turnAtMs: EpochMs; receiver: Receiver }> => {
      const turn = await takeByRate(receiverIdOf(uid, url), givenMs);
      if (turn.turnAtMs > clock() || !(await isInSlowLane(uid, turn.receiver))) return turn;
      return (await lane.enter()) ? turn : { ...turn, turnAtMs: nextLaneAttemptMs(dueMs, clock()) };
    },

    /** Records what an attempt shows about its receiver. Best effort. @returns true if it is suspended. */
    record: async (payload: Payload, known: Receiver, outcome: Outcome): Promise<boolean> => {
      try {
        return await recordOutcome(payload, known, outcome);
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        log.warn('Could not store the health of a webhook receiver', { uid: payload.uid, cause: error });
        return known.suspendedAtMs !== undefined;
      }
    },

    /** @param endsAtMs - end of the invocation. */
    laneUntil: (endsAtMs: EpochMs): LaneOfInvocation => {
      let entered: Promise<(() => Promise<void>) | undefined> | undefined;
      return {
        enter: async () => {
          entered ??= slowLane.enter(clock(), endsAtMs);
          return (await entered) !== undefined;
        },
        leave: async () => {
          try {
            await (await entered)?.();
          } catch (error) {
            // The place expires with the invocation.
            log.warn('Could not leave the slow lane', { cause: error });
          }
        },
      };
    },
  };
};
