import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { Webhook } from 'standardwebhooks';
import { createDeliveryHandler } from '../../lambdas/delivery/handler.ts';
import {
  type DeliveryMessage,
  deliveryDelaySeconds,
  firstDeliveryMessage,
  nextCheckMs,
} from '../../lambdas/domain/delivery/delivery.ts';
import {
  type DeliveryRecord,
  defaultRetrySeconds,
  delaysOf,
  responseTimeoutMs,
} from '../../lambdas/domain/delivery/delivery-record.ts';
import type { DeliveryStore, ReceiverStore, RequestStore } from '../../lambdas/domain/ports.ts';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import { callerName } from '../../lambdas/domain/request/scrape-message.ts';
import { packResults } from '../../lambdas/domain/result/result-pack.ts';
import { type Durations, defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { createResendHandler } from '../../lambdas/queue/resend.ts';
import { createStatusHandler } from '../../lambdas/status/handler.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import type { WebhookCall, WebhookResponse } from '../../lambdas/web/webhook-sender.ts';
import { deliveryTimeoutSeconds } from '../../lib/constructs/delivery-queue.ts';
import { sqsEvent, sqsRecord, statusEvent } from '../fakes/events.ts';
import {
  createMemoryDeliveryStore,
  createMemoryQuotaStore,
  createMemoryReceiverStore,
  createMemoryRequestStore,
  createMemorySlowLane,
  memoryLicenses,
  testLicense,
  unlimitedCalls,
} from '../fakes/memory-stores.ts';
import { siteResult } from '../fakes/site-results.ts';
import type { Death } from './failing-calls.ts';
import { lineage, VirtualQueue } from './virtual-queue.ts';
import { startMs, VirtualWorld, type WorldFaults } from './virtual-world.ts';

export const timings = deriveTimings(defaultDurations);
export const retryDelaysSeconds = delaysOf(defaultRetrySeconds);
/** `Retry-After` of a receiver that responds 429. */
export const restSeconds = 400;
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const packed = packResults([siteResult()], 1);

/** A receiver's reaction to a call: a status, or no response. */
export type Answer = number | 'hangs' | 'hangs up' | 'takes it and hangs up';
/** A safeguard that can be removed. */
export type DeliverySafeguard =
  | 'one taker'
  | 'counted tries'
  | 'the seal'
  | 'the checking message'
  | 'checks before the deadline'
  | 'the stored body'
  | 'turns at a receiver';

/** One request, and the faults of its delivery. */
export interface DeliveryLife extends WorldFaults {
  /** When it completes, in ms after it was queued; absent: never. */
  completesAfterMs?: number | undefined;
  /** How far the clock of the completing function is behind. */
  behindMs: number;
  /**
   * Number of messages sent on completion: none if the function dies, two if the queue's response is lost.
   */
  notices: 0 | 1 | 2;
  checkingMessages: 1 | 2;
  /** When its caller reads it, in ms after it was queued. */
  readsAfterMs: readonly number[];
  answers: readonly Answer[];
  lastAnswer: Answer;
  /** Deaths of the delivering functions, one each, from the first on. */
  deaths: readonly (Death | undefined)[];
  /** When its caller requests a resend, in ms after it was queued. */
  resendsAfterMs: readonly number[];
  jitter: number;
}

interface Post {
  atMs: number;
  call: WebhookCall;
  answer: Answer;
  isResend: boolean;
}

/** The delivery of one request with its queue and stores, in virtual time. */
export class VirtualDelivery extends VirtualWorld {
  readonly posts: Post[] = [];
  /** States read by its caller, in order. */
  readonly reads: ('Pending' | 'Failed' | 'Completed' | 'NotFound')[] = [];
  /** When the record showed its end. */
  endedAtMs: number | undefined;
  lost = 0;
  resendsRequested = 0;
  readonly queue: VirtualQueue;
  readonly #life: DeliveryLife;
  readonly #without: DeliverySafeguard | undefined;
  readonly #requests = createMemoryRequestStore();
  readonly #deliveries = createMemoryDeliveryStore();
  readonly #receivers = createMemoryReceiverStore();
  readonly #slowLane = createMemorySlowLane(1);
  readonly #scheduled = new Set<string>();
  readonly requestId = '00000000-0000-4000-8000-000000000001';

  constructor(life: DeliveryLife, without?: DeliverySafeguard, durations: Durations = defaultDurations) {
    super(life, durations);
    this.#life = life;
    this.#without = without;
    this.queue = new VirtualQueue(this.time, {
      functionName: 'delivery',
      visibilityTimeoutSeconds: deliveryTimeoutSeconds + 5,
      deliver: (record) => this.deliver(record, this.#run),
    });
  }

  get record(): DeliveryRecord | undefined {
    return this.#deliveries.records.get(this.requestId);
  }

  /** Runs until nothing more can happen. */
  async live(): Promise<void> {
    const { completesAfterMs, readsAfterMs, resendsAfterMs, checkingMessages } = this.#life;
    const deadlineMs = startMs + this.timings.processingWindowMs;
    const facts = {
      requestId: this.requestId,
      uid: 'acme',
      sku: '555088-105',
      queuedAtMs: startMs,
      deadlineMs,
    };
    const webhook = { url: 'https://hooks.example/', secret };
    await this.#requests.create(
      { ...facts, groupSizes: [1], webhook },
      deadlineMs + this.timings.retentionMs,
    );
    for (let copy = 0; copy < checkingMessages; copy += 1) {
      if (this.#without === 'the checking message') continue;
      const { deliveryCheckMs } = this.timings;
      const observations =
        this.#without === 'checks before the deadline' ? this.timings.processingWindowMs : deliveryCheckMs;
      const dueMs = nextCheckMs(deadlineMs, startMs, { deliveryCheckMs: observations });
      this.#send(
        firstDeliveryMessage(this.requestId, callerName('acme'), dueMs),
        deliveryDelaySeconds(dueMs, startMs),
      );
    }
    if (completesAfterMs !== undefined) this.time.after(completesAfterMs, () => void this.#complete());
    for (const readAfterMs of readsAfterMs) this.time.after(readAfterMs, () => void this.#read());
    for (const resendAfterMs of resendsAfterMs)
      this.time.after(resendAfterMs, () => void this.#countResend());
    await this.time.runUntil(startMs + 6 * 24 * 3_600_000);
  }

  /** The body of a call with a valid signature; `undefined` if forged. */
  bodyOf({ call: { headers, body } }: Post): string | undefined {
    const text = Buffer.from(body).toString();
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const isRight =
      new Webhook(secret).sign(headers['webhook-id']!, at, text) === headers['webhook-signature'];
    return isRight ? text : undefined;
  }

  #send(message: DeliveryMessage, delaySeconds: number): void {
    this.queue.send(JSON.stringify(message), delaySeconds);
  }

  /** Sent by EventBridge, which starts a new chain. */
  #schedule(message: DeliveryMessage): void {
    const body = JSON.stringify(message);
    if (this.#scheduled.has(body)) return;
    this.#scheduled.add(body);
    const afterMs = Math.ceil(message.DueMs / 1_000) * 1_000 - this.time.nowMs;
    lineage.exit(() =>
      this.time.after(afterMs + Math.floor(this.#life.jitter * 59_000), () => this.queue.send(body)),
    );
  }

  async #complete(): Promise<void> {
    const outcome = await this.#requests.addResults(
      this.requestId,
      0,
      packed,
      this.time.nowMs - this.#life.behindMs,
    );
    if (outcome !== 'Completed') return;
    for (let copy = 0; copy < this.#life.notices; copy += 1)
      this.#send(firstDeliveryMessage(this.requestId, callerName('acme'), this.time.nowMs), 0);
  }

  async #read(): Promise<void> {
    const handler = createStatusHandler({
      ...unlimitedCalls,
      requests: this.#requests,
      licenses: memoryLicenses(testLicense()),
      clock: this.clock,
      sleep: async () => {},
      timings: this.timings,
    });
    const reported = await handler(statusEvent(this.requestId)).then(
      ({ body }) => (JSON.parse(body) as { RequestStatus: number }).RequestStatus,
      () => 3,
    );
    this.reads.push((['Pending', 'Failed', 'Completed', 'NotFound'] as const)[reported]!);
  }

  async #countResend(): Promise<void> {
    const handler = createResendHandler({
      requests: this.#requests,
      deliveries: this.#deliveries,
      receivers: this.#receivers,
      licenses: memoryLicenses(testLicense()),
      quotas: createMemoryQuotaStore(),
      queue: { send: async (message, delaySeconds) => this.#send(message, delaySeconds) },
      clock: this.clock,
      timings: this.timings,
    });
    await handler(statusEvent(this.requestId)).then(
      () => {
        this.resendsRequested += 1;
      },
      (error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
      },
    );
  }

  async #receive(call: WebhookCall, isResend: boolean): Promise<WebhookResponse> {
    const answer = this.#life.answers[this.posts.length] ?? this.#life.lastAnswer;
    this.posts.push({ atMs: this.time.nowMs, call, answer, isResend });
    if (typeof answer === 'number')
      return { status: answer, retryAfterSeconds: answer === 429 ? restSeconds : undefined };
    if (answer === 'hangs') await this.time.pause(responseTimeoutMs);
    throw new WebError(answer === 'hangs' ? 'Timeout' : 'ConnectionFailed', answer, { retryable: true });
  }

  #stores(): { requests: Pick<RequestStore, 'get' | 'seal'>; deliveries: DeliveryStore } {
    const without = this.#without;
    const { get, seal } = this.#requests;
    return {
      requests: { get, seal: without === 'the seal' ? async () => true : seal },
      deliveries: {
        get: async (requestId) => {
          const record = await this.#deliveries.get(requestId);
          return record && without === 'counted tries'
            ? { ...record, attempts: [], ended: undefined }
            : record;
        },
        claim: async (...given) =>
          (await this.#deliveries.claim(...given)) || without === 'one taker' || without === 'counted tries',
        storePayload: (...given) => this.#deliveries.storePayload(...given),
        loadPayload: async (...given) =>
          without === 'the stored body' ? undefined : this.#deliveries.loadPayload(...given),
        postpone: (...given) => this.#deliveries.postpone(...given),
        countResend: (...given) => this.#deliveries.countResend(...given),
        recordResend: (...given) => this.#deliveries.recordResend(...given),
        recordAttempt: async (turn, attempt, step, expiresAtMs) => {
          const isWritten = await this.#deliveries.recordAttempt(turn, attempt, step, expiresAtMs);
          if (isWritten && 'ended' in step) this.endedAtMs = this.time.nowMs;
          return isWritten;
        },
      },
    };
  }

  readonly #run = ({ messageId, body }: SQSRecord, run: number): Promise<SQSBatchResponse> => {
    const isResend = (JSON.parse(body) as DeliveryMessage).Resend !== undefined;
    const wrap = this.wrapper({ isDead: false }, this.#life.deaths[run]);
    const { requests, deliveries } = this.#stores();
    const receivers = {
      ...this.#receivers,
      takeTurn: async (...given: Parameters<ReceiverStore['takeTurn']>) => {
        const turn = await this.#receivers.takeTurn(...given);
        return this.#without === 'turns at a receiver' ? { ...turn, turnAtMs: 0 } : turn;
      },
    };
    const handler = createDeliveryHandler({
      requests: wrap(requests),
      deliveries: wrap(deliveries),
      receivers: wrap(receivers),
      slowLane: wrap(this.#slowLane),
      schedule: wrap({ sendWhenDue: async (message: DeliveryMessage) => this.#schedule(message) }),
      visibility: wrap({
        delay: async (receiptHandle: string, seconds: number) =>
          this.queue.changeVisibility(receiptHandle, seconds),
      }),
      retryDelaysSeconds,
      postEveryMs: 1_000,
      licenses: memoryLicenses(testLicense()),
      queue: wrap({
        send: async (message: DeliveryMessage, delaySeconds: number) => this.#send(message, delaySeconds),
      }),
      sender: wrap({ post: (given: WebhookCall) => this.#receive(given, isResend) }, true),
      clock: this.clock,
      pause: (ms) => this.time.pause(ms),
      random: () => this.#life.jitter,
      timings: this.timings,
      timeoutMs: deliveryTimeoutSeconds * 1_000,
      log: {
        attempted: () => {},
        resent: () => {},
        suspended: () => {},
        failed: () => {},
        lost: () => {
          this.lost += 1;
        },
        warn: () => {},
        error: () => {},
      },
    });
    return handler(sqsEvent(sqsRecord({ body, messageId })));
  };
}
