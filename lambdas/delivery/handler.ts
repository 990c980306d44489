import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type DueAgain, delayUntil } from '../domain/delivery/delay-message.ts';
import {
  type DeliveryMessage,
  deliveryDelaySeconds,
  fitsQueueDelay,
  mayStayHidden,
  nextCheckMs,
  operatorMessage,
  operatorRecordId,
  readDeliveryMessage,
  recordIdOf,
} from '../domain/delivery/delivery.ts';
import {
  isRevoked,
  type Payload,
  packBody,
  referenceBody,
  unpackBody,
  webhookBody,
} from '../domain/delivery/delivery-body.ts';
import {
  type DeliveryAttempt,
  type DeliveryRecord,
  type DeliveryStep,
  operatorRetryDelaysSeconds,
  payloadExpiry,
  recordExpiry,
  stepAfter,
} from '../domain/delivery/delivery-record.ts';
import { type Receiver, receiverIdOf } from '../domain/delivery/receiver.ts';
import { webhookHeaders, webhookIdOf } from '../domain/delivery/standard-webhooks.ts';
import { signingSecrets } from '../domain/license/license.ts';
import type {
  DeliveryQueue,
  DeliverySchedule,
  DeliveryStore,
  DeliveryTurn,
  LicenseReader,
  MessageVisibility,
  RequestStore,
} from '../domain/ports.ts';
import { isFullyWritten, type StoredRequest } from '../domain/request/request.ts';
import { retryCall } from '../domain/request/retry-call.ts';
import type { EpochMs, Timings } from '../domain/timing.ts';
import { handleBatch } from '../sqs-batch.ts';
import { WebError } from '../web/web-error.ts';
import type { WebhookSender } from '../web/webhook-sender.ts';
import { exportToOperator, type OperatorPorts } from './export-to-operator.ts';
import {
  createReceiverTurns,
  type LaneOfInvocation,
  type Outcome,
  type ReceiverTurnLog,
  type ReceiverTurnPorts,
} from './receiver-turns.ts';

export interface DeliveryPorts extends Omit<ReceiverTurnPorts, 'log'> {
  requests: Pick<RequestStore, 'get' | 'seal'>;
  licenses: LicenseReader;
  deliveries: DeliveryStore;
  queue: DeliveryQueue;
  schedule: DeliverySchedule;
  visibility: MessageVisibility;
  sender: WebhookSender;
  /** Exports ended requests to the operator; absent: no export. */
  operator?: OperatorPorts | undefined;
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
  timings: Pick<Timings, 'retentionMs' | 'storeCallMs' | 'deliveryCheckMs'>;
  /** From the end of each attempt of a webhook to the next. */
  retryDelaysSeconds: readonly number[];
  /** Function timeout. */
  timeoutMs: number;
  log: DeliveryLog;
}

export interface DeliveryLog extends ReceiverTurnLog {
  /** Called for each recorded attempt. */
  attempted(
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

/** The delivery content of a message; `undefined` if it is stored, or made from the request. */
const payloadIn = ({ Payload, ToOperator }: DeliveryMessage): Payload | undefined => {
  if (ToOperator?.Body) return { uid: ToOperator.Uid, url: '', body: unpackBody(ToOperator.Body) };
  if (!Payload) return undefined;
  const { Uid, Url, Secret, Body } = Payload;
  return { uid: Uid, url: Url, secret: Secret, body: unpackBody(Body) };
};

const hostOf = ({ url }: Pick<Payload, 'url'>): string => URL.parse(url)?.host ?? '';

const noPayload = (atMs: EpochMs): DeliveryAttempt => ({
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
    fitsQueueDelay(message.DueMs, clock())
      ? queue.send(message, deliveryDelaySeconds(message.DueMs, clock()))
      : ports.schedule.sendWhenDue(message);

  /** Makes a message return at its turn: the same one, or a scheduled one after a longer wait. */
  const waitFor = async (message: DeliveryMessage, untilMs: EpochMs): Promise<DueAgain> => {
    if (mayStayHidden(untilMs, clock())) return untilMs;
    await ports.schedule.sendWhenDue({ ...message, DueMs: untilMs });
    return undefined;
  };

  /**
   * True if an earlier message has started the export: two messages check a request's end, and without a
   * webhook nothing else distinguishes them.
   */
  const isExportStarted = async (message: DeliveryMessage): Promise<boolean> =>
    operator !== undefined && (await deliveries.get(operatorRecordId(message.RequestId))) !== undefined;

  /** @returns false if it must be read again, because another reader was first with another result. */
  const isEndLast = async (request: StoredRequest, nowMs: EpochMs): Promise<boolean> => {
    if (isFullyWritten(request) || request.sealedAtMs !== undefined) return true;
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
    // Webhook and export have separate attempts, so that neither waits for the other.
    if (operator && !(await isExportStarted(message)))
      await queue.send(operatorMessage(message, { Uid: uid, Body: packBody(body) }, clock()), 0);
    if (!webhook) return undefined;
    const { url, secret, isReference } = webhook;
    return { uid, url, secret, body: isReference ? referenceBody(body) : body };
  };

  /** The delivery content of an ended request, or `checkAtMs` if it has not ended. @returns `undefined` if nothing is delivered. */
  const load = async (message: DeliveryMessage): Promise<Payload | { checkAtMs: EpochMs } | undefined> => {
    const { RequestId: requestId } = message;
    const nowMs = clock();
    const request = await requests.get(requestId);
    if (!request) {
      if (!(await isExportStarted(message))) log.lost(requestId);
      return undefined;
    }
    if (!(request.webhook || operator) || isRevoked(request)) return undefined;
    const body = webhookBody(request, nowMs, timings.retentionMs);
    if (!body) return { checkAtMs: nextCheckMs(request.deadlineMs, nowMs, timings) };
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

  const postAndRecord = async (requestId: string, payload: Payload, known: Receiver): Promise<Outcome> => {
    const outcome = await post(requestId, payload);
    return { ...outcome, isSuspended: await receiverTurns.record(payload, known, outcome) };
  };

  /** Sends the message of the next attempt. */
  const sendNext = async ({ message, endsAtMs }: Delivery, step: DeliveryStep | undefined): Promise<void> => {
    if (!step || 'ended' in step) return;
    const { Payload: _payload, ToOperator, ...rest } = message;
    // Stored only now, since most deliveries succeed on the first attempt.
    const payload = ToOperator && payloadIn(message);
    if (payload) {
      const untilMs = payloadExpiry(clock(), operatorRetryDelaysSeconds);
      await persistently(endsAtMs, () => deliveries.storePayload(recordIdOf(message), payload, untilMs));
    }
    const next: DeliveryMessage = {
      ...rest,
      ...(ToOperator && { ToOperator: { Uid: ToOperator.Uid } }),
      Version: 1,
      Tries: message.Tries + 1,
      DueMs: step.nextAtMs,
    };
    await persistently(endsAtMs, () => sendLater(next));
  };

  /** Handles a message whose attempt is already recorded: the function died before it sent the next message. */
  const resume = async (delivery: Delivery): Promise<undefined> => {
    const { message, messageId } = delivery;
    const record = await deliveries.get(recordIdOf(message));
    const isOwn = record?.takenBy === messageId && record.attempts.length === message.Tries + 1;
    if (record && isOwn) await sendNext(delivery, stepOf(record));
    return undefined;
  };

  const recordAttempt = async (
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
      deliveries.recordAttempt(turn, attempt, step, recordExpiry(step, nowMs)),
    );
    // Refused if an earlier write succeeded but its response was lost, or another message has taken over.
    if (!isWritten) return resume(delivery);
    log.attempted(message.RequestId, attempt, {
      to: isForOperator ? 'Operator' : 'Webhook',
      host,
      tries,
      step,
    });
    await sendNext(delivery, step);
  };

  const makeAttempt = async (
    delivery: Delivery,
    { payload, turn, record }: { payload: Payload; turn: DeliveryTurn; record: DeliveryRecord | undefined },
  ): Promise<DueAgain> => {
    const { message, lane } = delivery;
    const firstAtMs = record?.attempts[0]?.atMs ?? clock();
    if (message.ToOperator) {
      const outcome = { attempt: await exportToOperator({ ...operator, clock }, payload) };
      await recordAttempt(delivery, { outcome, turn, firstAtMs }, '');
      return undefined;
    }
    if (message.Tries === 0)
      await deliveries.storePayload(
        message.RequestId,
        payload,
        payloadExpiry(clock(), ports.retryDelaysSeconds),
      );
    const given = { givenMs: record?.turnAtMs, dueMs: message.DueMs, lane };
    const { turnAtMs, receiver } = await receiverTurns.take(payload, given);
    if (turnAtMs > clock()) {
      const expiresAtMs = recordExpiry({ nextAtMs: turnAtMs }, clock());
      const isWaiting = await deliveries.postpone(turn, turnAtMs, expiresAtMs);
      return isWaiting ? waitFor(message, turnAtMs) : undefined;
    }
    const outcome = await postAndRecord(message.RequestId, payload, receiver);
    await recordAttempt(delivery, { outcome, turn, firstAtMs }, hostOf(payload));
    return undefined;
  };

  /** @returns the attempt, or when the message is due again; neither if another message takes its place. */
  const resendNow = async ({
    message,
    lane,
  }: Delivery): Promise<{ attempt?: DeliveryAttempt; host?: string; dueAgain?: DueAgain }> => {
    const { RequestId: requestId, HasTurn, DueMs } = message;
    const payload = await deliveries.loadPayload(requestId);
    if (!payload) return { attempt: noPayload(clock()) };
    const given = { givenMs: HasTurn ? DueMs : undefined, dueMs: DueMs, lane };
    const { turnAtMs, receiver } = await receiverTurns.take(payload, given);
    if (turnAtMs > clock()) {
      const next = { ...message, HasTurn: true, DueMs: turnAtMs };
      // The receiver has meanwhile asked for a pause: the message waits in its queue, repeatedly if needed.
      if (HasTurn) return { dueAgain: await waitFor(next, turnAtMs) };
      await sendLater(next);
      return {};
    }
    const { attempt } = await postAndRecord(requestId, payload, receiver);
    return { attempt, host: hostOf(payload) };
  };

  /** A resend, independent of automatic attempts, which continue unless the receiver accepts it. */
  const resend = async (delivery: Delivery, number: number): Promise<DueAgain> => {
    const { message, endsAtMs } = delivery;
    const { RequestId: requestId, HasTurn } = message;
    const record = await deliveries.get(requestId);
    if (!record || record.resends?.has(number)) return undefined;
    // Requested while the record was readable, so it is made however late its message arrives.
    if (!HasTurn && message.DueMs >= record.expiresAtMs) return undefined;
    const { attempt, host = '', dueAgain } = await resendNow(delivery);
    if (!attempt) return dueAgain;
    const isWritten = await persistently(endsAtMs, () => deliveries.recordResend(requestId, number, attempt));
    if (isWritten) log.resent(requestId, attempt, { host });
    return undefined;
  };

  /** Finds the content: in the message, stored with the first attempt, or from the request. */
  const find = async (message: DeliveryMessage, record: DeliveryRecord | undefined) =>
    payloadIn(message) ?? (record && (await deliveries.loadPayload(recordIdOf(message)))) ?? load(message);

  const deliverOnce = async (delivery: Delivery, nowMs: EpochMs): Promise<DueAgain> => {
    const { message, messageId, endsAtMs } = delivery;
    const requestId = recordIdOf(message);
    const record = await deliveries.get(requestId);
    if (record && (record.ended || record.attempts.length > message.Tries)) return resume(delivery);
    const payload = await find(message, record);
    if (!payload) return undefined;
    if ('checkAtMs' in payload) return payload.checkAtMs;
    const { uid, url } = payload;
    const receiverId = message.ToOperator ? undefined : receiverIdOf(uid, url);
    const turn = { requestId, uid, tries: message.Tries, messageId, receiverId };
    const expiresAtMs = recordExpiry({ nextAtMs: endsAtMs }, nowMs);
    // If not claimed, another message makes the attempt and returns until it has.
    const isOwn = await deliveries.claim(turn, nowMs, endsAtMs, expiresAtMs);
    return isOwn ? makeAttempt(delivery, { payload, turn, record }) : undefined;
  };

  const handle = async (delivery: Delivery): Promise<DueAgain> => {
    const { DueMs, Resend } = delivery.message;
    const nowMs = clock();
    if (nowMs < DueMs) return DueMs;
    return Resend === undefined ? deliverOnce(delivery, nowMs) : resend(delivery, Resend);
  };

  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const endsAtMs = clock() + ports.timeoutMs;
    const lane = receiverTurns.laneUntil(endsAtMs);
    const response = await handleBatch(
      event,
      async ({ messageId, receiptHandle, body }) => {
        const untilMs = await handle({ message: readDeliveryMessage(body), messageId, endsAtMs, lane });
        return delayUntil(ports, receiptHandle, untilMs);
      },
      (messageId, error) => log.error('A delivery failed', { messageId, error }),
    );
    await lane.leave();
    return response;
  };
};
