import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import {
  type DeliveryMessage,
  deliveryDelaySeconds,
  deliveryMessageVersion,
  nextLookMs,
  operatorMessage,
  operatorRecordId,
  readDeliveryMessage,
  recordIdOf,
} from '../domain/delivery.ts';
import { type Freight, isTakenBack, packBody, unpackBody, webhookBody } from '../domain/delivery-body.ts';
import {
  type DeliveryAttempt,
  type DeliveryRecord,
  type DeliveryStep,
  freightExpiry,
  operatorRetryDelaysSeconds,
  recordExpiry,
  retryDelaysSeconds,
  stepAfter,
} from '../domain/delivery-record.ts';
import { signingSecrets } from '../domain/license.ts';
import type {
  Clock,
  DeliveryQueue,
  DeliveryStore,
  DeliveryTurn,
  LicenseReader,
  RequestStore,
} from '../domain/ports.ts';
import type { StoredRequest } from '../domain/request.ts';
import { retryCall } from '../domain/retry-call.ts';
import { webhookHeaders, webhookIdOf } from '../domain/standard-webhooks.ts';
import type { EpochMs, Timings } from '../domain/timing.ts';
import { WebError } from '../web/page-load.ts';
import type { WebhookSender } from '../web/webhook-sender.ts';
import { type OperatorPorts, tellOperator } from './tell-operator.ts';

export interface DeliveryPorts {
  requests: Pick<RequestStore, 'get' | 'seal'>;
  licenses: LicenseReader;
  deliveries: DeliveryStore;
  queue: DeliveryQueue;
  sender: WebhookSender;
  clock: Clock;
  /** Where ended requests go beside their webhooks; absent: nowhere. */
  operator?: OperatorPorts | undefined;
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
  timings: Pick<Timings, 'retentionMs' | 'storeCallMs' | 'deliveryLookMs'>;
  /** How long the function runs at most, ms. */
  timeoutMs: number;
  log: DeliveryLog;
}

export interface DeliveryLog {
  /** Told of each try that was written down. */
  tried(
    requestId: string,
    attempt: DeliveryAttempt,
    facts: { to: 'Webhook' | 'Operator'; host: string; tries: number; step: DeliveryStep },
  ): void;
  /** Told of each try that the caller asked for. */
  resent(requestId: string, attempt: DeliveryAttempt, facts: { host: string }): void;
  /** Told of each request that is found unfinished at its deadline, once. */
  failed(requestId: string): void;
  /** Told of a request that was gone before its delivery began. */
  lost(requestId: string): void;
  warn(message: string, fields: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown> & { error: unknown }): void;
}

/** One message as it was delivered to the function. */
interface Delivery {
  message: DeliveryMessage;
  messageId: string;
  /** When the function ends, at the latest. */
  endsAtMs: EpochMs;
}

/** What a message has with it of what is delivered; `undefined` where that is to be made of the request. */
const thaw = ({ Frozen, ToOperator }: DeliveryMessage): Freight | undefined => {
  if (ToOperator) return { uid: ToOperator.Uid, url: '', body: unpackBody(ToOperator.Body) };
  if (!Frozen) return undefined;
  const { Uid, Url, Secret, Body } = Frozen;
  return { uid: Uid, url: Url, secret: Secret, body: unpackBody(Body) };
};

const freeze = ({ uid, url, secret, body }: Freight): NonNullable<DeliveryMessage['Frozen']> => ({
  Uid: uid,
  Url: url,
  ...(secret !== undefined && { Secret: secret }),
  Body: packBody(body),
});

const hostOf = ({ url }: Freight): string => URL.parse(url)?.host ?? '';

const notKept = (atMs: EpochMs): DeliveryAttempt => ({
  atMs,
  durationMs: 0,
  error: { code: 'NotKept', message: 'What was posted is not kept any more.' },
});

/** The step that a record says comes next; `undefined` where none was written down. */
const stepOf = ({ ended, nextAtMs }: DeliveryRecord): DeliveryStep | undefined => {
  if (ended) return { ended };
  return nextAtMs === undefined ? undefined : { nextAtMs };
};

/**
 * Tells callers of the end of their requests, and the operator where it wants to be told of all of them.
 *
 * Each request has two messages that could begin its delivery, one from whoever wrote the last group and one that looks
 * whether it has ended, at its deadline for the last time; which of them does is settled by one conditional write of the
 * delivery's record, and so is which message makes each further try. A try that is not written down was perhaps made,
 * and is made again: with the same identifier, by which the receiver knows it.
 */
export const createDeliveryHandler = (ports: DeliveryPorts) => {
  const { requests, licenses, deliveries, queue, sender, operator, clock, timings, log } = ports;

  /** Repeats a write until it is done, or the function ends. */
  const persistently = <T>(untilMs: EpochMs, write: () => Promise<T>): Promise<T> =>
    retryCall(write, { ...ports, untilMs, attemptMs: timings.storeCallMs });

  const putOff = (message: DeliveryMessage, nowMs: EpochMs): Promise<void> =>
    queue.send(message, deliveryDelaySeconds(message.DueMs, nowMs));

  /** Two messages look for the end of a request, and without a webhook nothing else tells the second of the first. */
  const isOperatorTold = async (message: DeliveryMessage): Promise<boolean> =>
    operator !== undefined && (await deliveries.get(operatorRecordId(message.RequestId))) !== undefined;

  /** @returns false where it is to be looked at again: whoever was first has told something else. */
  const isEndLast = async (request: StoredRequest, nowMs: EpochMs): Promise<boolean> => {
    const isComplete = request.groups.size === request.groupCount;
    if (isComplete || request.sealedAtMs !== undefined) return true;
    // Whoever tells that it failed makes that last, as readers do.
    if (!(await requests.seal(request, nowMs))) return false;
    log.failed(request.requestId);
    return true;
  };

  const freightOf = async (
    message: DeliveryMessage,
    { uid, webhook }: StoredRequest,
    body: Buffer,
  ): Promise<Freight | undefined> => {
    // Each has a chain of tries of its own, so that neither waits for the other.
    if (operator && !(await isOperatorTold(message)))
      await queue.send(operatorMessage(message, { Uid: uid, Body: packBody(body) }, clock()), 0);
    return webhook && { uid, ...webhook, body };
  };

  /** What a request that has ended delivers. @returns `undefined` where there is nothing to be delivered now. */
  const load = async (message: DeliveryMessage): Promise<Freight | undefined> => {
    const { RequestId: requestId } = message;
    const nowMs = clock();
    const request = await requests.get(requestId);
    if (!request) {
      if (!(await isOperatorTold(message))) log.lost(requestId);
      return undefined;
    }
    if (!(request.webhook || operator) || isTakenBack(request)) return undefined;
    const body = webhookBody(request, nowMs, timings.retentionMs);
    if (!body) {
      await putOff({ ...message, DueMs: nextLookMs(request.deadlineMs, nowMs, timings) }, nowMs);
      return undefined;
    }
    return (await isEndLast(request, nowMs)) ? freightOf(message, request, body) : load(message);
  };

  const post = async (requestId: string, { uid, url, secret, body }: Freight): Promise<DeliveryAttempt> => {
    const atMs = clock();
    const secrets = secret === undefined ? signingSecrets(await licenses.get(uid), atMs) : [secret];
    if (secrets.length === 0) {
      const message = 'The license has no webhook secret any more, and nothing is posted unsigned.';
      return { atMs, durationMs: 0, error: { code: 'NoSecret', message } };
    }
    const headers = webhookHeaders({ id: webhookIdOf(requestId), atMs, body, secrets });
    try {
      const status = await sender.post({ url, headers, body });
      return { atMs, durationMs: clock() - atMs, status };
    } catch (error) {
      if (!(error instanceof WebError)) throw error;
      return { atMs, durationMs: clock() - atMs, error: { code: error.code, message: error.message } };
    }
  };

  /** Sends the message of the next try, with what is to be posted in it. */
  const sendNext = async (
    { message, endsAtMs }: Delivery,
    step: DeliveryStep | undefined,
    freight: Freight | undefined,
  ): Promise<void> => {
    if (!step || 'ended' in step) return;
    const isWhole = message.Frozen !== undefined || message.ToOperator !== undefined;
    const known = isWhole ? undefined : (freight ?? (await load(message)));
    if (!isWhole && !known) return;
    const next: DeliveryMessage = {
      ...message,
      Version: deliveryMessageVersion,
      Tries: message.Tries + 1,
      DueMs: step.nextAtMs,
      ...(known && { Frozen: freeze(known) }),
    };
    await persistently(endsAtMs, () => queue.send(next, deliveryDelaySeconds(step.nextAtMs, clock())));
  };

  /** Where the try of this message is written down already: the function died before it had sent the next one. */
  const goOn = async (delivery: Delivery, freight?: Freight): Promise<void> => {
    const { message, messageId } = delivery;
    const record = await deliveries.get(recordIdOf(message));
    const isOwn = record?.takenBy === messageId && record.attempts.length === message.Tries + 1;
    if (record && isOwn) await sendNext(delivery, stepOf(record), freight);
  };

  const makeTry = async (delivery: Delivery, freight: Freight, turn: DeliveryTurn): Promise<void> => {
    const { message, endsAtMs } = delivery;
    const isForOperator = message.ToOperator !== undefined;
    if (message.Tries === 0 && !isForOperator)
      await deliveries.keep(message.RequestId, freight, freightExpiry(clock()));
    const attempt = isForOperator
      ? await tellOperator({ ...operator, clock }, freight)
      : await post(message.RequestId, freight);
    const nowMs = clock();
    const tries = message.Tries + 1;
    const delaysSeconds = isForOperator ? operatorRetryDelaysSeconds : retryDelaysSeconds;
    const step = stepAfter(attempt, tries, nowMs, ports.random(), delaysSeconds);
    const isWritten = await persistently(endsAtMs, () =>
      deliveries.note(turn, attempt, step, recordExpiry(step, nowMs)),
    );
    // Refused, it was written by an attempt whose answer was lost, or another message has taken the try over.
    if (!isWritten) return goOn(delivery, freight);
    log.tried(message.RequestId, attempt, {
      to: isForOperator ? 'Operator' : 'Webhook',
      host: hostOf(freight),
      tries,
      step,
    });
    await sendNext(delivery, step, freight);
  };

  /** A try beside the others: whatever comes of it, theirs go on, unless the receiver has taken this one. */
  const resend = async ({ message, endsAtMs }: Delivery, number: number): Promise<void> => {
    const { RequestId: requestId } = message;
    const record = await deliveries.get(requestId);
    // One that was asked for while the record could be read is made, however long its message took.
    if (!record || record.resends?.has(number) || message.DueMs >= record.expiresAtMs) return;
    const freight = await deliveries.kept(requestId);
    const attempt = freight ? await post(requestId, freight) : notKept(clock());
    const isWritten = await persistently(endsAtMs, () => deliveries.noteResend(requestId, number, attempt));
    if (isWritten) log.resent(requestId, attempt, { host: freight ? hostOf(freight) : '' });
  };

  const handle = async (delivery: Delivery): Promise<void> => {
    const { message, messageId, endsAtMs } = delivery;
    const nowMs = clock();
    if (nowMs < message.DueMs) return putOff(message, nowMs);
    if (message.Resend !== undefined) return resend(delivery, message.Resend);
    const record = await deliveries.get(recordIdOf(message));
    if (record && (record.ended || record.attempts.length > message.Tries)) return goOn(delivery);
    const freight = thaw(message) ?? (await load(message));
    if (!freight) return;
    const turn = { requestId: recordIdOf(message), uid: freight.uid, tries: message.Tries, messageId };
    const expiresAtMs = recordExpiry({ nextAtMs: endsAtMs }, nowMs);
    // Not taken, another message makes it, which comes again until it has.
    if (await deliveries.take(turn, nowMs, endsAtMs, expiresAtMs)) await makeTry(delivery, freight, turn);
  };

  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const endsAtMs = clock() + ports.timeoutMs;
    const failures = await Promise.all(
      event.Records.map(async ({ messageId, body }) => {
        try {
          await handle({ message: readDeliveryMessage(body), messageId, endsAtMs });
          return [];
        } catch (error) {
          log.error('A delivery failed', { messageId, error });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  };
};
