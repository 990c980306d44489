import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import {
  type DeliveryMessage,
  deliveryDelaySeconds,
  deliveryMessageVersion,
  isHeldByQueue,
  nextLookMs,
  operatorMessage,
  operatorRecordId,
  readDeliveryMessage,
  recordIdOf,
} from '../domain/delivery.ts';
import {
  isTakenBack,
  type Payload,
  packBody,
  referenceBody,
  unpackBody,
  webhookBody,
} from '../domain/delivery-body.ts';
import {
  type DeliveryAttempt,
  type DeliveryRecord,
  type DeliveryStep,
  operatorRetryDelaysSeconds,
  payloadExpiry,
  recordExpiry,
  stepAfter,
} from '../domain/delivery-record.ts';
import { keepMessage } from '../domain/keep-message.ts';
import { signingSecrets } from '../domain/license.ts';
import type {
  DeliveryQueue,
  DeliverySchedule,
  DeliveryStore,
  DeliveryTurn,
  LicenseReader,
  MessageTurns,
  RequestStore,
} from '../domain/ports.ts';
import { type Receiver, receiverIdOf } from '../domain/receiver.ts';
import type { StoredRequest } from '../domain/request.ts';
import { retryCall } from '../domain/retry-call.ts';
import { webhookHeaders, webhookIdOf } from '../domain/standard-webhooks.ts';
import type { EpochMs, Timings } from '../domain/timing.ts';
import { WebError } from '../web/web-error.ts';
import type { WebhookSender } from '../web/webhook-sender.ts';
import {
  createReceiverTurns,
  type LaneOfInvocation,
  type Outcome,
  type ReceiverTurnLog,
  type ReceiverTurnPorts,
} from './receiver-turns.ts';
import { type OperatorPorts, tellOperator } from './tell-operator.ts';

export interface DeliveryPorts extends Omit<ReceiverTurnPorts, 'log'> {
  requests: Pick<RequestStore, 'get' | 'seal'>;
  licenses: LicenseReader;
  deliveries: DeliveryStore;
  queue: DeliveryQueue;
  schedule: DeliverySchedule;
  turns: MessageTurns;
  sender: WebhookSender;
  /** Exports ended requests to the operator; absent: no export. */
  operator?: OperatorPorts | undefined;
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
  timings: Pick<Timings, 'retentionMs' | 'storeCallMs' | 'deliveryLookMs'>;
  /** From the end of each attempt of a webhook to the next. */
  retryDelaysSeconds: readonly number[];
  /** Function timeout. */
  timeoutMs: number;
  log: DeliveryLog;
}

export interface DeliveryLog extends ReceiverTurnLog {
  /** Called for each recorded attempt. */
  tried(
    requestId: string,
    attempt: DeliveryAttempt,
    facts: { to: 'Webhook' | 'Operator'; host: string; tries: number; step: DeliveryStep },
  ): void;
  /** Called for each requested resend. */
  resent(requestId: string, attempt: DeliveryAttempt, facts: { host: string }): void;
  /** Called once for each request found unfinished at its deadline. */
  failed(requestId: string): void;
  /** Called for a request that was gone before its delivery began. */
  lost(requestId: string): void;
  error(message: string, fields: Record<string, unknown> & { error: unknown }): void;
}

/** One received message. */
interface Delivery {
  message: DeliveryMessage;
  messageId: string;
  /** Latest end of the function. */
  endsAtMs: EpochMs;
  lane: LaneOfInvocation;
}

/** When a message that stays in its queue is due again; `undefined`: it is handled. */
type WantedAgain = EpochMs | undefined;

/** The delivery content of a message; `undefined` if it is stored, or made from the request. */
const thaw = ({ Frozen, ToOperator }: DeliveryMessage): Payload | undefined => {
  if (ToOperator?.Body) return { uid: ToOperator.Uid, url: '', body: unpackBody(ToOperator.Body) };
  if (!Frozen) return undefined;
  const { Uid, Url, Secret, Body } = Frozen;
  return { uid: Uid, url: Url, secret: Secret, body: unpackBody(Body) };
};

const hostOf = ({ url }: Pick<Payload, 'url'>): string => URL.parse(url)?.host ?? '';

const notKept = (atMs: EpochMs): DeliveryAttempt => ({
  atMs,
  durationMs: 0,
  error: { code: 'NotKept', message: 'The posted body is no longer stored.' },
});

/** The next step recorded; `undefined` if none. */
const stepOf = ({ ended, nextAtMs }: DeliveryRecord): DeliveryStep | undefined => {
  if (ended) return { ended };
  return nextAtMs === undefined ? undefined : { nextAtMs };
};

/**
 * Reports ended requests to callers' webhooks and, if configured, to the operator.
 *
 * Two messages can start a request's delivery: one sent with the last group, and one that checks periodically until the
 * deadline. A conditional write of the delivery's record decides which of them does, and likewise which message makes each
 * further attempt. An attempt that could not be recorded is repeated with the same identifier, which receivers recognise.
 */
export const createDeliveryHandler = (ports: DeliveryPorts) => {
  const { requests, licenses, deliveries, queue, sender, operator, clock, timings, log } = ports;
  const receiverTurns = createReceiverTurns(ports);

  /** Repeats a write until it succeeds or the function ends. */
  const persistently = <T>(untilMs: EpochMs, write: () => Promise<T>): Promise<T> =>
    retryCall(write, { ...ports, untilMs, attemptMs: timings.storeCallMs });

  /** Sends a message that is due later, however much later. */
  const sendLater = (message: DeliveryMessage): Promise<void> =>
    isHeldByQueue(message.DueMs, clock())
      ? queue.send(message, deliveryDelaySeconds(message.DueMs, clock()))
      : ports.schedule.sendWhenDue(message);

  /** Makes a message return at its turn: the same one, or a new one if the wait is longer than the queue can hide it. */
  const waitFor = async (message: DeliveryMessage, untilMs: EpochMs): Promise<WantedAgain> => {
    if (isHeldByQueue(untilMs, clock())) return untilMs;
    await ports.schedule.sendWhenDue({ ...message, DueMs: untilMs });
    return undefined;
  };

  /** Two messages check a request's end; without a webhook, only this lets the second know of the first. */
  const isOperatorTold = async (message: DeliveryMessage): Promise<boolean> =>
    operator !== undefined && (await deliveries.get(operatorRecordId(message.RequestId))) !== undefined;

  /** @returns false if it must be read again, because another reader was first with another result. */
  const isEndLast = async (request: StoredRequest, nowMs: EpochMs): Promise<boolean> => {
    const isComplete = request.groups.size === request.groupCount;
    if (isComplete || request.sealedAtMs !== undefined) return true;
    // Seal before reporting a failure, as readers do.
    if (!(await requests.seal(request, nowMs))) return false;
    log.failed(request.requestId);
    return true;
  };

  const payloadOf = async (
    message: DeliveryMessage,
    { uid, webhook }: StoredRequest,
    body: Buffer,
  ): Promise<Payload | undefined> => {
    // Each has its own chain of attempts, so that neither waits for the other.
    if (operator && !(await isOperatorTold(message)))
      await queue.send(operatorMessage(message, { Uid: uid, Body: packBody(body) }, clock()), 0);
    if (!webhook) return undefined;
    const { url, secret, isReference } = webhook;
    return { uid, url, secret, body: isReference ? referenceBody(body) : body };
  };

  /** The delivery content of an ended request, or `lookAtMs` if it has not ended. @returns `undefined` if nothing is delivered. */
  const load = async (message: DeliveryMessage): Promise<Payload | { lookAtMs: EpochMs } | undefined> => {
    const { RequestId: requestId } = message;
    const nowMs = clock();
    const request = await requests.get(requestId);
    if (!request) {
      if (!(await isOperatorTold(message))) log.lost(requestId);
      return undefined;
    }
    if (!(request.webhook || operator) || isTakenBack(request)) return undefined;
    const body = webhookBody(request, nowMs, timings.retentionMs);
    if (!body) return { lookAtMs: nextLookMs(request.deadlineMs, nowMs, timings) };
    return (await isEndLast(request, nowMs)) ? payloadOf(message, request, body) : load(message);
  };

  const post = async (requestId: string, { uid, url, secret, body }: Payload): Promise<Outcome> => {
    const atMs = clock();
    const secrets = secret === undefined ? signingSecrets(await licenses.get(uid), atMs) : [secret];
    if (secrets.length === 0) {
      const message = 'The license no longer has a webhook secret, and unsigned calls are not made.';
      return { attempt: { atMs, durationMs: 0, error: { code: 'NoSecret', message } } };
    }
    const headers = webhookHeaders({ id: webhookIdOf(requestId), atMs, body, secrets });
    try {
      const { status, retryAfterSeconds } = await sender.post({ url, headers, body });
      return { attempt: { atMs, durationMs: clock() - atMs, status }, retryAfterSeconds };
    } catch (error) {
      if (!(error instanceof WebError)) throw error;
      const { code, message } = error;
      return { attempt: { atMs, durationMs: clock() - atMs, error: { code, message } } };
    }
  };

  const postAndLearn = async (requestId: string, payload: Payload, known: Receiver): Promise<Outcome> => {
    const outcome = await post(requestId, payload);
    return { ...outcome, isSuspended: await receiverTurns.learn(payload, known, outcome) };
  };

  /** Sends the message of the next attempt. */
  const sendNext = async ({ message, endsAtMs }: Delivery, step: DeliveryStep | undefined): Promise<void> => {
    if (!step || 'ended' in step) return;
    const { Frozen: _frozen, ToOperator, ...rest } = message;
    // Stored only now, since most deliveries succeed on the first attempt.
    const payload = ToOperator && thaw(message);
    if (payload) {
      const untilMs = payloadExpiry(clock(), operatorRetryDelaysSeconds);
      await persistently(endsAtMs, () => deliveries.keep(recordIdOf(message), payload, untilMs));
    }
    const next: DeliveryMessage = {
      ...rest,
      ...(ToOperator && { ToOperator: { Uid: ToOperator.Uid } }),
      Version: deliveryMessageVersion,
      Tries: message.Tries + 1,
      DueMs: step.nextAtMs,
    };
    await persistently(endsAtMs, () => sendLater(next));
  };

  /** Handles a message whose attempt is already recorded: the function died before it sent the next message. */
  const goOn = async (delivery: Delivery): Promise<undefined> => {
    const { message, messageId } = delivery;
    const record = await deliveries.get(recordIdOf(message));
    const isOwn = record?.takenBy === messageId && record.attempts.length === message.Tries + 1;
    if (record && isOwn) await sendNext(delivery, stepOf(record));
    return undefined;
  };

  const noteTry = async (
    delivery: Delivery,
    { outcome, turn, firstAtMs }: { outcome: Outcome; turn: DeliveryTurn; firstAtMs: EpochMs },
    host: string,
  ): Promise<void> => {
    const { message, endsAtMs } = delivery;
    const isForOperator = message.ToOperator !== undefined;
    const { attempt } = outcome;
    const nowMs = clock();
    const tries = message.Tries + 1;
    const delaysSeconds = isForOperator ? operatorRetryDelaysSeconds : ports.retryDelaysSeconds;
    const plan = { ...outcome, tries, firstAtMs, random: ports.random(), delaysSeconds };
    const step = stepAfter(attempt, nowMs, plan);
    const isWritten = await persistently(endsAtMs, () =>
      deliveries.note(turn, attempt, step, recordExpiry(step, nowMs)),
    );
    // Refused if an earlier write succeeded but its response was lost, or another message has taken over.
    if (!isWritten) return goOn(delivery);
    log.tried(message.RequestId, attempt, { to: isForOperator ? 'Operator' : 'Webhook', host, tries, step });
    await sendNext(delivery, step);
  };

  const makeTry = async (
    delivery: Delivery,
    { payload, turn, record }: { payload: Payload; turn: DeliveryTurn; record: DeliveryRecord | undefined },
  ): Promise<WantedAgain> => {
    const { message, lane } = delivery;
    const firstAtMs = record?.attempts[0]?.atMs ?? clock();
    if (message.ToOperator) {
      const outcome = { attempt: await tellOperator({ ...operator, clock }, payload) };
      await noteTry(delivery, { outcome, turn, firstAtMs }, '');
      return undefined;
    }
    if (message.Tries === 0)
      await deliveries.keep(message.RequestId, payload, payloadExpiry(clock(), ports.retryDelaysSeconds));
    const given = { givenMs: record?.turnAtMs, dueMs: message.DueMs, lane };
    const { turnAtMs, receiver } = await receiverTurns.take(payload, given);
    if (turnAtMs > clock()) {
      const expiresAtMs = recordExpiry({ nextAtMs: turnAtMs }, clock());
      const isWaiting = await deliveries.postpone(turn, turnAtMs, expiresAtMs);
      return isWaiting ? waitFor(message, turnAtMs) : undefined;
    }
    const outcome = await postAndLearn(message.RequestId, payload, receiver);
    await noteTry(delivery, { outcome, turn, firstAtMs }, hostOf(payload));
    return undefined;
  };

  /** @returns the attempt, or when the message is due again; neither if another message takes its place. */
  const resendNow = async ({
    message,
    lane,
  }: Delivery): Promise<{ attempt?: DeliveryAttempt; host?: string; wantedAgain?: WantedAgain }> => {
    const { RequestId: requestId, HasTurn, DueMs } = message;
    const payload = await deliveries.kept(requestId);
    if (!payload) return { attempt: notKept(clock()) };
    const given = { givenMs: HasTurn ? DueMs : undefined, dueMs: DueMs, lane };
    const { turnAtMs, receiver } = await receiverTurns.take(payload, given);
    if (turnAtMs > clock()) {
      const next = { ...message, HasTurn: true, DueMs: turnAtMs };
      // The receiver has meanwhile asked for a rest: the message waits in its queue, repeatedly if needed.
      if (HasTurn) return { wantedAgain: await waitFor(next, turnAtMs) };
      await sendLater(next);
      return {};
    }
    const { attempt } = await postAndLearn(requestId, payload, receiver);
    return { attempt, host: hostOf(payload) };
  };

  /** A resend, independent of automatic attempts, which continue unless the receiver accepts it. */
  const resend = async (delivery: Delivery, number: number): Promise<WantedAgain> => {
    const { message, endsAtMs } = delivery;
    const { RequestId: requestId, HasTurn } = message;
    const record = await deliveries.get(requestId);
    if (!record || record.resends?.has(number)) return undefined;
    // Requested while the record was readable, so it is made however late its message arrives.
    if (!HasTurn && message.DueMs >= record.expiresAtMs) return undefined;
    const { attempt, host = '', wantedAgain } = await resendNow(delivery);
    if (!attempt) return wantedAgain;
    const isWritten = await persistently(endsAtMs, () => deliveries.noteResend(requestId, number, attempt));
    if (isWritten) log.resent(requestId, attempt, { host });
    return undefined;
  };

  /** Finds the content: in the message, stored with the first attempt, or from the request. */
  const find = async (message: DeliveryMessage, record: DeliveryRecord | undefined) =>
    thaw(message) ?? (record && (await deliveries.kept(recordIdOf(message)))) ?? load(message);

  const deliverOnce = async (delivery: Delivery, nowMs: EpochMs): Promise<WantedAgain> => {
    const { message, messageId, endsAtMs } = delivery;
    const requestId = recordIdOf(message);
    const record = await deliveries.get(requestId);
    if (record && (record.ended || record.attempts.length > message.Tries)) return goOn(delivery);
    const payload = await find(message, record);
    if (!payload) return undefined;
    if ('lookAtMs' in payload) return payload.lookAtMs;
    const { uid, url } = payload;
    const receiverId = message.ToOperator ? undefined : receiverIdOf(uid, url);
    const turn = { requestId, uid, tries: message.Tries, messageId, receiverId };
    const expiresAtMs = recordExpiry({ nextAtMs: endsAtMs }, nowMs);
    // If not claimed, another message makes the attempt and returns until it has.
    const isOwn = await deliveries.take(turn, nowMs, endsAtMs, expiresAtMs);
    return isOwn ? makeTry(delivery, { payload, turn, record }) : undefined;
  };

  const handle = async (delivery: Delivery): Promise<WantedAgain> => {
    const { DueMs, Resend } = delivery.message;
    const nowMs = clock();
    if (nowMs < DueMs) return DueMs;
    return Resend === undefined ? deliverOnce(delivery, nowMs) : resend(delivery, Resend);
  };

  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const endsAtMs = clock() + ports.timeoutMs;
    const lane = receiverTurns.laneUntil(endsAtMs);
    const failures = await Promise.all(
      event.Records.map(async ({ messageId, receiptHandle, body }) => {
        try {
          const untilMs = await handle({ message: readDeliveryMessage(body), messageId, endsAtMs, lane });
          if (untilMs === undefined) return [];
          await keepMessage(ports.turns, receiptHandle, { untilMs, nowMs: clock() });
          return [{ itemIdentifier: messageId }];
        } catch (error) {
          log.error('A delivery failed', { messageId, error });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    await lane.leave();
    return { batchItemFailures: failures.flat() };
  };
};
