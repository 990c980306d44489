import { createHash } from 'node:crypto';
import type { SQSBatchResponse } from 'aws-lambda';
import type { QueuedView } from '../../client/types.ts';
import { createClosingHandler } from '../../lambdas/closing/handler.ts';
import { formatLicenseKey } from '../../lambdas/domain/license/license.ts';
import { type IdempotencyStore, type RequestStore, UnavailableError } from '../../lambdas/domain/ports.ts';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import type { ClosingMessage } from '../../lambdas/domain/request/closing.ts';
import type { RequestView } from '../../lambdas/domain/request/request-view-schema.ts';
import type { ScrapeMessage } from '../../lambdas/domain/request/scrape-message.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { createQueueHandler } from '../../lambdas/queue/handler.ts';
import { createScraperHandler } from '../../lambdas/scraper/handler.ts';
import { createStatusHandler } from '../../lambdas/status/handler.ts';
import type { PageLoad } from '../../lambdas/web/page-load.ts';
import { WebError } from '../../lambdas/web/web-error.ts';
import { closingTimeoutSeconds } from '../../lib/constructs/scrape-queue.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { queueEvent, sqsEvent, sqsRecord, statusEvent } from '../fakes/events.ts';
import {
  createMemoryQuotaStore,
  memoryLicenses,
  testLicense,
  testLicenseKey,
  unlimitedCalls,
} from '../fakes/memory-stores.ts';
import type { CallFate, World } from './worlds.ts';

export const timings = deriveTimings(defaultDurations);
/** Calls of the scraper to the store, which fail during an outage. */
const storeCalls = new Set(['get', 'addResults', 'read', 'add']);
/** As the deployment sets it for the functions behind the API. */
const apiTimeoutMs = 20_000;
const closingTimeoutMs = closingTimeoutSeconds * 1_000;
export const maxSkewMs = 2_000;

/** The fate of an awaited call, or the death of the function at this await. */
export type AwaitFate = CallFate | 'killed-before' | 'killed-after';

/** A run of a function. Once it is dead, its pending calls never settle. */
interface Invocation {
  name: 'queue' | 'status' | 'scraper' | 'closing';
  /** True time. */
  timesOutAtMs: number;
  isDead: boolean;
  isOver: boolean;
  /** Calls that did not simply succeed, such as "send:unavailable". */
  mishaps: string[];
}

interface PendingCall {
  invocation: Invocation;
  name: string;
  release: (fate: AwaitFate) => Promise<void>;
  /** For calls other than to stores and queues: settles them after the function's death. */
  discard?: (() => void) | undefined;
}

interface Moment {
  /** Clock of the called function. */
  clockMs: number;
  order: number;
}

type ReportedState = 'Pending' | 'Failed' | 'Completed' | 'NotFound';
const toldNames = ['Pending', 'Failed', 'Completed'] as const;

interface Read {
  requestId: string;
  reported: ReportedState;
  /** Body of the response; empty for queue calls. */
  body: string;
  requested: Moment;
  heardOrder: number;
}

interface Acknowledged {
  requestId: string;
  key: string | undefined;
  askedOrder: number;
  heardOrder: number;
}

interface KnownRequest {
  deadlineMs: number;
  sites: number;
  groupCount: number;
  sentGroups: Set<number>;
  completedAtMs?: number;
}

export interface QueueCall {
  key?: string | undefined;
  sites: number;
  sku: string;
  skewMs: number;
}

const silent = {
  info: () => {},
  warn: () => {},
  error: () => {},
  waited: () => {},
  dropped: () => {},
  written: () => {},
};
const shopUrl = 'https://shop.example/p';

/** Statuses that may follow a status. */
const mayFollow: Record<ReportedState, readonly ReportedState[]> = {
  Pending: ['Pending', 'Failed', 'Completed', 'NotFound'],
  Failed: ['Failed', 'NotFound'],
  Completed: ['Completed', 'NotFound'],
  NotFound: ['NotFound'],
};

const strangersKey = formatLicenseKey(new Uint8Array(32).fill(9));
const licenses = memoryLicenses(
  testLicense(),
  testLicense({ uid: 'stranger', keyHash: createHash('sha256').update(strangersKey).digest('hex') }),
);

/** Resolves once all pending promises have settled as far as possible. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * One history of a deployment, step by step: which functions run, under which clocks, in which order their
 * calls to stores, queues and pages take effect, how each call fails, and how time passes. Every response is
 * checked against the contract's section "Time" as soon as it arrives.
 */
export class History {
  readonly world: World;
  /** Counts events, to check that the histories reach all intended ones. */
  readonly counts: Map<string, number>;
  /** Messages in the queue; each may be delivered any number of times. */
  readonly messages: ScrapeMessage[] = [];
  readonly closings: ClosingMessage[] = [];
  readonly acknowledged: Acknowledged[] = [];
  #trueMs = Date.UTC(2026, 10, 21, 10);
  #latestClockMs = 0;
  #storeIsDownUntilMs = 0;
  #order = 0;
  #identifiers = 0;
  readonly #invocations: Invocation[] = [];
  readonly #pending: PendingCall[] = [];
  readonly #known = new Map<string, KnownRequest>();
  readonly #reads: Read[] = [];
  readonly #bodiesByKey = new Map<string, Set<string>>();
  readonly #violations: string[] = [];

  constructor(world: World, counts: Map<string, number>) {
    this.world = world;
    this.counts = counts;
  }

  get callsUnderWay(): number {
    return this.#pending.length;
  }

  /** A client queues a request. */
  queue(call: QueueCall): Promise<void> {
    const invocation = this.#begin('queue', apiTimeoutMs);
    const body = JSON.stringify({
      Authorization: { LicenseKey: testLicenseKey, UID: 'acme' },
      Data: {
        Sku: call.sku,
        SellingSites: Array.from({ length: call.sites }, (_, index) => ({
          Name: `S${index}`,
          // Some share a host and thus a message.
          Url: shopUrl.replace('//', `//shop-${index % 5}.`),
        })),
      },
    });
    if (call.key) {
      const bodies = this.#bodiesByKey.get(call.key) ?? new Set();
      this.#bodiesByKey.set(call.key, bodies.add(body));
    }
    const { requests, idempotency, queue, closing } = this.#ports(invocation);
    const handler = createQueueHandler({
      requests: {
        ...requests,
        create: (request, expiresAtMs, storedBy) => {
          if (!this.#known.has(request.requestId)) {
            this.#known.set(request.requestId, {
              deadlineMs: request.deadlineMs,
              groupCount: request.groupSizes.length,
              sites: call.sites,
              sentGroups: new Set(),
            });
          }
          return requests.create(request, expiresAtMs, storedBy);
        },
      },
      idempotency,
      queue,
      closing,
      deliveries: { send: async () => {} },
      licenses,
      quotas: createMemoryQuotaStore(),
      registry: new Map(),
      clock: this.#clock(call.skewMs),
      newRequestId: () => {
        this.#identifiers += 1;
        return `00000000-0000-4000-8000-${String(this.#identifiers).padStart(12, '0')}`;
      },
      timings,
    });
    const askedOrder = this.#order++;
    const requested = { clockMs: this.#trueMs + call.skewMs, order: askedOrder };
    const headers: Record<string, string> = call.key ? { 'Idempotency-Key': call.key } : {};
    this.#run(invocation, handler(queueEvent(body, headers)), {
      onAnswer: async (answer) => {
        const { RequestId: requestId, RequestStatus } = JSON.parse(answer.body) as QueuedView;
        const heardOrder = this.#order++;
        this.#acknowledge({ requestId, key: call.key, askedOrder, heardOrder });
        // A repeated call gets the same status as a reader.
        const reported = toldNames[RequestStatus];
        this.#count(`queue: status ${reported}`);
        if (this.#known.has(requestId)) this.#hear({ requestId, reported, body: '', requested, heardOrder });
      },
      onProblem: (problem) => {
        this.#count(`queue: ${problem.status}`);
        if (problem.status === 422 && (this.#bodiesByKey.get(call.key ?? '')?.size ?? 0) > 1) return;
        if (problem.status === 503) return;
        this.#violate(`a valid call to queue was answered with ${problem.status}`);
      },
    });
    return settle();
  }

  /** SQS delivers a message, possibly again. */
  deliver(pick: number, receiveCount: number, skewMs: number, laterSkewMs = skewMs): Promise<void> {
    const message = this.messages[pick % this.messages.length];
    if (!message) return settle();
    const timeoutMs = timings.functionTimeoutSeconds * 1_000;
    const invocation = this.#begin('scraper', timeoutMs);
    // A single wait for all sites, and a trivial page: histories do not test pages.
    let waiting: Promise<never> | undefined;
    const load = (): Promise<PageLoad> => {
      waiting ??= this.#gate(
        invocation,
        'load',
        async () => {
          throw new WebError('NotFound', 'The site has no such page.', { retryable: false });
        },
        { isOwn: true },
      );
      return waiting;
    };
    const close = async (): Promise<void> => {};
    const { requests, journal, retries } = this.#ports(invocation);
    const handler = createScraperHandler({
      requests,
      journal,
      retries,
      deliveries: { send: async () => {} },
      // Time passes globally, and counts towards this function's timeout.
      pause: (ms) => this.#gate(invocation, 'pause', () => this.wait(ms, true), { isOwn: true }),
      openHttpTier: () => ({ load, close }),
      openRenderer: () => ({ load, close }),
      reader: directReader,
      clock: this.#clock(skewMs, laterSkewMs),
      timings,
      log: silent,
    });
    const record = sqsRecord({ body: JSON.stringify(message), receiveCount });
    this.#run<SQSBatchResponse>(
      invocation,
      handler(sqsEvent(record), {
        getRemainingTimeInMillis: () => invocation.timesOutAtMs - this.#trueMs,
      }),
      {
        onAnswer: async ({ batchItemFailures }) => {
          this.#count(batchItemFailures.length > 0 ? 'scraper: message failed' : 'scraper: message done');
          if (batchItemFailures.length > 0 && invocation.mishaps.length === 0) {
            this.#violate('the scraper failed a message though nothing went wrong');
          }
        },
        onProblem: (problem) => this.#violate(`the scraper rejected: ${problem.message}`),
      },
    );
    return settle();
  }

  /** SQS delivers a closing message, possibly too early or too late. */
  close(pick: number, skewMs: number): Promise<void> {
    const message = this.closings[pick % this.closings.length];
    if (!message) return settle();
    const invocation = this.#begin('closing', closingTimeoutMs);
    const { requests, journal } = this.#ports(invocation);
    // Early messages are kept by reporting them as failed.
    const isEarly = this.#clock(skewMs)() < message.DeadlineMs - timings.closingLeadMs - 1_000;
    const handler = createClosingHandler({
      requests,
      journal,
      visibility: { delay: async () => {} },
      deliveries: { send: async () => {} },
      clock: this.#clock(skewMs),
      pause: (ms) => this.#gate(invocation, 'pause', () => this.wait(ms, true), { isOwn: true }),
      timings,
      log: { givenUp: () => this.#count('closing: group given up'), warn: () => {}, error: () => {} },
    });
    this.#run<SQSBatchResponse>(invocation, handler(sqsEvent(sqsRecord({ body: JSON.stringify(message) }))), {
      onAnswer: async ({ batchItemFailures }) => {
        if (batchItemFailures.length > 0 && !isEarly && invocation.mishaps.length === 0) {
          this.#violate('the closing function failed a message though nothing went wrong');
        }
      },
      onProblem: (problem) => this.#violate(`the closing function rejected: ${problem.message}`),
    });
    return settle();
  }

  /** A client reads its request, or a stranger does. */
  read(pick: number, skewMs: number, isStranger = false): Promise<void> {
    const request = this.acknowledged[pick % this.acknowledged.length];
    if (!request) return settle();
    const { requestId } = request;
    const invocation = this.#begin('status', apiTimeoutMs);
    const handler = createStatusHandler({
      ...unlimitedCalls,
      sleep: async () => {},
      requests: this.#ports(invocation).requests,
      licenses,
      clock: this.#clock(skewMs),
      timings,
    });
    const requested = { clockMs: this.#trueMs + skewMs, order: this.#order++ };
    const onEvent = (reported: ReportedState, body: string): void => {
      this.#count(`${isStranger ? 'stranger' : 'read'}: ${reported}`);
      if (isStranger) {
        if (reported !== 'NotFound') this.#violate(`a stranger got ${reported}`);
        return;
      }
      this.#hear({ requestId, reported, body, requested, heardOrder: this.#order++ });
    };
    const event = isStranger
      ? statusEvent(requestId, { LicenseKey: strangersKey, UID: 'stranger' })
      : statusEvent(requestId);
    this.#run(invocation, handler(event), {
      onAnswer: async ({ body }) => {
        const { RequestStatus } = JSON.parse(body) as RequestView;
        onEvent(toldNames[RequestStatus], body);
      },
      onProblem: (problem) => {
        if (problem.status === 404) onEvent('NotFound', '');
        else if (problem.status !== 503) this.#violate(`a reader was answered with ${problem.status}`);
      },
    });
    return settle();
  }

  /** One of the pending calls takes effect or fails. */
  async release(pick: number, expected: AwaitFate): Promise<void> {
    const call = this.#pending[pick % this.#pending.length];
    if (!call) return;
    this.#pending.splice(this.#pending.indexOf(call), 1);
    const isDown = this.#trueMs < this.#storeIsDownUntilMs && storeCalls.has(call.name);
    const fate = isDown && expected === 'pass' ? 'unavailable' : expected;
    if (fate !== 'pass') {
      this.#count(`${call.invocation.name}.${call.name}: ${fate}`);
      call.invocation.mishaps.push(`${call.name}:${fate}`);
    }
    await call.release(fate);
    await settle();
  }

  /** Time passes; functions that reach their timeout die, and their last calls take effect or do not. */
  async wait(ms: number, lateCallsTakeEffect: boolean): Promise<void> {
    const untilMs = this.#trueMs + ms;
    for (const invocation of this.#invocations) {
      if (invocation.isDead || invocation.isOver || invocation.timesOutAtMs > untilMs) continue;
      this.#trueMs = Math.max(this.#trueMs, invocation.timesOutAtMs);
      this.#count(`${invocation.name}: killed at its timeout`);
      await this.#kill(invocation, lateCallsTakeEffect);
    }
    this.#trueMs = untilMs;
  }

  /** Time passes until shortly before or after a critical moment of a request. */
  async waitUntil(pick: number, edge: 'deadline' | 'expiry', offsetMs: number, late: boolean): Promise<void> {
    const request = this.acknowledged[pick % this.acknowledged.length];
    const known = request && this.#known.get(request.requestId);
    if (!known) return;
    const edgeMs =
      edge === 'deadline'
        ? known.deadlineMs
        : (known.completedAtMs ?? known.deadlineMs) + timings.retentionMs;
    if (edgeMs + offsetMs > this.#trueMs) await this.wait(edgeMs + offsetMs - this.#trueMs, late);
  }

  /** No call reaches the store for a time. */
  async storeGoesDown(ms: number): Promise<void> {
    this.#count('store: down');
    this.#storeIsDownUntilMs = this.#trueMs + ms;
  }

  async collectGarbage(): Promise<void> {
    this.#latestClockMs = Math.max(this.#latestClockMs, this.#trueMs);
    await this.world.collectGarbage(this.#trueMs);
  }

  /**
   * Lets everything pending succeed, then checks that each acknowledged request can still complete, fails if
   * nothing completes it, and is removed.
   */
  async end(): Promise<void> {
    this.#storeIsDownUntilMs = 0;
    await this.#drain();
    const requestIds = new Set(this.acknowledged.map(({ requestId }) => requestId));
    for (const requestId of requestIds) {
      const known = this.#known.get(requestId)!;
      if (known.deadlineMs - this.#trueMs < timings.functionTimeoutSeconds * 1_000) continue;
      // Some messages are never delivered again, so their requests must be closed.
      if (Number(requestId.at(-1)) % 2 === 1) continue;
      this.messages.forEach((message, index) => {
        if (message.RequestId === requestId) void this.deliver(index, 1, 0);
      });
      await this.#drain();
      if ((await this.#readNow(requestId)) === 'Pending') {
        this.#violate(`${requestId} stays pending though all of its messages were delivered`);
      }
    }
    for (const requestId of requestIds) await this.#closeInTime(requestId);
    const deadlines = [...this.#known.values()].map(({ deadlineMs }) => deadlineMs);
    for (const afterMs of [maxSkewMs, maxSkewMs + timings.retentionMs]) {
      this.#trueMs = Math.max(this.#trueMs, ...deadlines.map((deadlineMs) => deadlineMs + afterMs));
      for (const requestId of requestIds) {
        const reported = await this.#readNow(requestId);
        if (reported === 'Pending') this.#violate(`${requestId} is pending after its deadline`);
        if (afterMs > timings.retentionMs && reported !== 'NotFound') {
          this.#violate(`${requestId} is ${reported} after its retention`);
        }
      }
    }
    this.assertHolds();
  }

  /** On time, the closing message completes a request of which something was processed. */
  async #closeInTime(requestId: string): Promise<void> {
    const closesAtMs = this.#known.get(requestId)!.deadlineMs - timings.closingLeadMs;
    const index = this.closings.findIndex((message) => message.RequestId === requestId);
    if (closesAtMs < this.#trueMs || index < 0) return;
    this.#trueMs = closesAtMs;
    const before = await this.world.peek(requestId);
    await this.close(index, 0);
    await this.#drain();
    const after = await this.world.peek(requestId);
    if (!before || !after || before.groups.size === 0 || before.sealedAtMs !== undefined) return;
    this.#count('closing: in time');
    if (after.groups.size < after.groupSizes.length)
      this.#violate(`${requestId} was half done and is not completed`);
  }

  /** @throws Error that lists the violated guarantees. */
  assertHolds(): void {
    if (this.#violations.length > 0) throw new Error(this.#violations.join('; '));
  }

  async #readNow(requestId: string): Promise<ReportedState | undefined> {
    const before = this.#reads.length;
    await this.read(
      this.acknowledged.findIndex((one) => one.requestId === requestId),
      0,
    );
    await this.#drain();
    if (this.#reads.length === before) this.#violate(`${requestId} could not be read`);
    return this.#reads.at(-1)?.reported;
  }

  async #drain(): Promise<void> {
    await settle();
    while (this.#pending.length > 0) await this.release(0, 'pass');
  }

  #count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  #violate(sentence: string): void {
    this.#violations.push(sentence);
  }

  /**
   * @param laterSkewMs - skew of all readings but the first, since clocks may be adjusted while functions
   *   run.
   */
  #clock(skewMs: number, laterSkewMs = skewMs) {
    let next = skewMs;
    return (): number => {
      const readMs = this.#trueMs + next;
      next = laterSkewMs;
      this.#latestClockMs = Math.max(this.#latestClockMs, readMs);
      return readMs;
    };
  }

  #begin(name: Invocation['name'], timeoutMs: number): Invocation {
    const invocation = {
      name,
      timesOutAtMs: this.#trueMs + timeoutMs,
      isDead: false,
      isOver: false,
      mishaps: [],
    };
    this.#invocations.push(invocation);
    return invocation;
  }

  /** Follows a function to its end, if it has one. */
  #run<T>(
    invocation: Invocation,
    running: Promise<T>,
    listener: { onAnswer: (answer: T) => Promise<void>; onProblem: (problem: ProblemError) => void },
  ): void {
    const follow = async (): Promise<void> => {
      try {
        const answer = await running;
        if (invocation.isDead) return;
        invocation.isOver = true;
        await listener.onAnswer(answer);
      } catch (error) {
        if (invocation.isDead) return;
        invocation.isOver = true;
        if (error instanceof ProblemError) listener.onProblem(error);
        else if (error instanceof UnavailableError) {
          this.#count(`${invocation.name}: 503`);
          if (invocation.mishaps.length === 0)
            this.#violate(`${invocation.name} is unavailable though nothing went wrong`);
        } else this.#violate(`${invocation.name} failed: ${error}`);
      }
    };
    void follow();
  }

  async #kill(invocation: Invocation, callsTakeEffect: boolean): Promise<void> {
    invocation.isDead = true;
    for (const call of this.#pending.filter((one) => one.invocation === invocation)) {
      this.#pending.splice(this.#pending.indexOf(call), 1);
      if (call.discard) call.discard();
      else if (callsTakeEffect) await call.release('killed-after');
    }
    await settle();
  }

  /** A call that waits until the history releases it. */
  #gate<T>(invocation: Invocation, name: string, call: () => Promise<T>, { isOwn = false } = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (invocation.isDead) return;
      const release = async (fate: AwaitFate): Promise<void> => {
        if (fate === 'killed-before' || fate === 'killed-after') invocation.isDead = true;
        if (isOwn) {
          // The load's timers end even if the function is dead.
          call().then(resolve, reject);
        } else if (fate !== 'killed-before') {
          try {
            const answer = await this.world.under(fate === 'killed-after' ? 'pass' : fate, call);
            await this.#observe(name);
            if (!invocation.isDead) resolve(answer);
          } catch (error) {
            await this.#observe(name);
            if (!invocation.isDead) reject(error);
          }
        }
        if (invocation.isDead) await this.#kill(invocation, false);
      };
      this.#pending.push({
        invocation,
        name,
        release,
        discard: isOwn ? () => reject(new UnavailableError('killed')) : undefined,
      });
    });
  }

  #ports(invocation: Invocation) {
    const gated = <T extends object>(port: T): T =>
      Object.fromEntries(
        Object.entries(port).map(([name, method]) => [
          name,
          (...args: unknown[]) => this.#gate(invocation, name, () => method(...args)),
        ]),
      ) as T;
    const { get, create, addResults, seal, remove, revoke, preclude, markDispatched } = this.world.requests;
    const requests: RequestStore = {
      get,
      create,
      addResults,
      seal,
      remove,
      revoke,
      preclude,
      markDispatched,
    };
    const idempotency: IdempotencyStore = { claim: this.world.idempotency.claim };
    return {
      requests: gated(requests),
      idempotency: gated(idempotency),
      queue: gated({ send: this.world.queue.send }),
      journal: gated({ read: this.world.journal.read, add: this.world.journal.add }),
      closing: gated({ send: this.world.closing.send }),
      retries: gated({ requeue: this.world.retries.requeue, delay: this.world.retries.delay }),
    };
  }

  /** Records what has arrived, bypassing all faults. */
  async #observe(call: string): Promise<void> {
    const { messages, closings } = this.world.takeSent();
    this.closings.push(...closings);
    for (const message of messages) {
      if (message.Results) this.#count('scraper: sent again with results');
      this.messages.push(message);
      this.#known.get(message.RequestId)?.sentGroups.add(message.Group);
    }
    if (call !== 'addResults') return;
    for (const [requestId, known] of this.#known) {
      if (known.completedAtMs !== undefined) continue;
      const stored = await this.world.peek(requestId);
      if (stored && stored.sealedAtMs === undefined && stored.groups.size === stored.groupSizes.length) {
        known.completedAtMs = stored.lastResultAtMs!;
      }
    }
  }

  #endOf(requestId: string): number {
    const { completedAtMs, deadlineMs } = this.#known.get(requestId)!;
    return (completedAtMs ?? deadlineMs) + timings.retentionMs;
  }

  #acknowledge(call: Acknowledged): void {
    this.#count('queue: 202');
    const known = this.#known.get(call.requestId);
    if (!known) {
      this.#violate(`${call.requestId} was acknowledged and never stored`);
      return;
    }
    // A request completed by the messages of a dead call needs no closing.
    const isClosed = this.closings.some((message) => message.RequestId === call.requestId);
    if (!isClosed && known.completedAtMs === undefined) {
      this.#violate(`${call.requestId} was acknowledged and nothing will close it`);
    }
    if (known.sentGroups.size < known.groupCount) {
      this.#violate(
        `${call.requestId} was acknowledged with ${known.sentGroups.size} of ${known.groupCount} messages sent`,
      );
    }
    for (const other of this.acknowledged) {
      if (call.key === undefined || other.key !== call.key) continue;
      this.#count('queue: repeated');
      // A call made before the other's response may have met a request at its end, with a late response.
      const isOfTheEnded =
        call.askedOrder < other.heardOrder && this.#latestClockMs >= this.#endOf(call.requestId);
      if (
        other.requestId !== call.requestId &&
        this.#latestClockMs < this.#endOf(other.requestId) &&
        !isOfTheEnded
      ) {
        this.#violate(
          `one key, two requests: ${other.requestId} lives and ${call.requestId} was acknowledged`,
        );
      }
    }
    this.acknowledged.push(call);
  }

  #hear(read: Read): void {
    const known = this.#known.get(read.requestId)!;
    const named = (sentence: string): void => this.#violate(`${read.requestId}: ${sentence}`);
    for (const earlier of this.#reads) {
      if (earlier.requestId !== read.requestId || earlier.heardOrder >= read.requested.order) continue;
      if (!mayFollow[earlier.reported].includes(read.reported))
        named(`${read.reported} after ${earlier.reported}`);
      const bodies = new Set([earlier.body, read.body].filter(Boolean));
      if (earlier.reported === 'Completed' && read.reported === 'Completed' && bodies.size > 1) {
        named('two readers were given two results');
      }
    }
    this.#reads.push(read);
    const { clockMs } = read.requested;
    switch (read.reported) {
      case 'Pending':
        if (clockMs >= known.deadlineMs) named(`pending ${clockMs - known.deadlineMs} ms after its deadline`);
        break;
      case 'Failed':
        if (this.#latestClockMs < known.deadlineMs) named('failed before its deadline by every clock');
        if (clockMs >= known.deadlineMs + timings.retentionMs) named('failed after its retention');
        break;
      case 'NotFound':
        if (this.#latestClockMs < this.#endOf(read.requestId)) named('gone before its end by every clock');
        break;
      case 'Completed': {
        if (read.body === '') break;
        const { Data } = JSON.parse(read.body) as Extract<RequestView, { RequestStatus: 2 }>;
        if (Date.parse(Data.CompletedAt) >= known.deadlineMs) named('completed at or after its deadline');
        if (Date.parse(Data.ExpiresAt) <= clockMs) named('completed after its retention');
        const indexes = Data.Sites.map(({ Index }) => Index).join();
        if (indexes !== Array.from({ length: known.sites }, (_, index) => index).join()) {
          named(`completed with the sites ${indexes}`);
        }
      }
    }
  }
}
