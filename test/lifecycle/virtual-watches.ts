import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { unpackBody } from '../../lambdas/domain/delivery/delivery-body.ts';
import { type IdempotencyStore, type LicenseReader, UnavailableError } from '../../lambdas/domain/ports.ts';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import type { ScrapeMessage } from '../../lambdas/domain/request/scrape-message.ts';
import { packResults } from '../../lambdas/domain/result/result-pack.ts';
import type { Confidence, Outcome } from '../../lambdas/domain/result/site-result.ts';
import { type Durations, defaultDurations } from '../../lambdas/domain/timing.ts';
import type { Watch } from '../../lambdas/domain/watch/watch.ts';
import type { HistoryEntry, WatchChange } from '../../lambdas/domain/watch/watch-history.ts';
import { beginInput, type WatchMessage } from '../../lambdas/domain/watch/watch-message.ts';
import type { WatchStore } from '../../lambdas/domain/watch/watch-ports.ts';
import { createWatcherHandler } from '../../lambdas/watcher/handler.ts';
import { putWatch } from '../../lambdas/watches/put-watch.ts';
import { queuedSite, sqsEvent, sqsRecord } from '../fakes/events.ts';
import {
  createMemoryIdempotencyStore,
  createMemoryQuotaStore,
  createMemoryRequestStore,
  testLicense,
} from '../fakes/memory-stores.ts';
import { createMemoryWatchStore } from '../fakes/memory-watch-store.ts';
import { siteResult } from '../fakes/site-results.ts';
import type { Death } from './failing-calls.ts';
import { VirtualQueue } from './virtual-queue.ts';
import { startMs, VirtualWorld, type WorldFaults } from './virtual-world.ts';

const timeoutMs = 40_000;

/** A shop's price from a moment on. */
export interface Said {
  fromMs: number;
  amount: string;
  confidence: Confidence;
  outcome: Outcome;
}

/** A safeguard that can be removed. */
export type WatchSafeguard =
  | 'one run'
  | 'the key of the request'
  | 'the history that is there'
  | 'the second scrape'
  | 'changed requests'
  | 'the floor';

export interface WatchLife extends WorldFaults {
  everyMs: number;
  runs: number;
  /** By site, in order of time. */
  shops: readonly (readonly Said[])[];
  /** For each run: its delay by EventBridge, ms, and the delay of a duplicate. */
  begins: readonly { lateMs: number; againAfterMs?: number | undefined }[];
  /** Scraping time of each request; absent: it never ends. */
  scrapesMs: readonly (number | undefined)[];
  /** Deaths of the function, by number of its run. */
  deaths: readonly (Death & { run: number })[];
  requestsPerMinute?: number | undefined;
  sitesPerDay?: number | undefined;
  /** Period in which the license is disabled. */
  disabled?: { afterMs: number; durationMs: number } | undefined;
  /** When the watch is put again, unchanged or with another SKU. */
  puts: readonly { afterMs: number; sku?: string }[];
}

export interface ObservedSite extends Omit<Said, 'fromMs'> {
  requestId: string;
  site: number;
  atMs: number;
}

/** One watch and its runs under faults, in virtual time. */
export class VirtualWatch extends VirtualWorld {
  readonly store = createMemoryWatchStore();
  readonly requests = createMemoryRequestStore();
  readonly observations: ObservedSite[] = [];
  /** Queued requests, by the scheduled time in their key. */
  readonly requested: string[] = [];
  /** Bodies of notifications, by identifier. */
  readonly reported = new Map<string, Set<string>>();
  errors: unknown[] = [];
  readonly queue: VirtualQueue;
  readonly watch: Watch;
  readonly #life: WatchLife;
  readonly #without: WatchSafeguard | undefined;
  readonly #idempotency = createMemoryIdempotencyStore();
  readonly #quotas = createMemoryQuotaStore();
  #ids = 0;
  charged = 0;

  constructor(life: WatchLife, without?: WatchSafeguard, durations: Durations = defaultDurations) {
    super(life, durations);
    this.#life = life;
    this.#without = without;
    this.queue = new VirtualQueue(this.time, {
      functionName: 'watcher',
      visibilityTimeoutSeconds: timeoutMs / 1_000 + 5,
      deliver: (record) => this.deliver(record, this.#run),
    });
    this.watch = {
      uid: 'acme',
      name: 'prices',
      watchId: '00000000-0000-4000-8000-000000000001',
      revision: 1,
      createdAtMs: startMs,
      updatedAtMs: startMs,
      anchorMs: startMs,
      schedule: { kind: 'Rate', expression: 'rate(6 hours)', everyMs: life.everyMs },
      sku: 'x',
      sites: life.shops.map((_, index) =>
        queuedSite({
          Index: index,
          Site: { Name: `Shop ${index}`, Url: `https://shop-${index}.example/{sku}` },
        }),
      ),
      webhook: { url: 'https://hooks.example/' },
    };
  }

  get entries(): HistoryEntry[] {
    return [...(this.store.histories.get(this.watch.watchId)?.values() ?? [])].map(({ entry }) => entry);
  }

  /** Changes in notifications, each body once. */
  get reportedChanges(): WatchChange[] {
    return [...this.reported.values()].flatMap((bodies) =>
      [...bodies].flatMap((body) => (JSON.parse(body) as { data: { Changes: WatchChange[] } }).data.Changes),
    );
  }

  /** Runs until nothing more can happen. */
  async live(): Promise<void> {
    const { everyMs, runs, begins } = this.#life;
    await this.store.put(this.watch, undefined);
    const input = beginInput(this.watch);
    for (let run = 0; run < runs; run += 1) {
      const scheduledAtMs = startMs + run * everyMs;
      const body = input.replace(/<aws[^>]*>/, new Date(scheduledAtMs).toISOString().replace('.000', ''));
      const { lateMs = 0, againAfterMs } = begins[run] ?? {};
      const afterMs = run * everyMs + lateMs;
      this.time.after(afterMs, () => this.queue.send(body));
      if (againAfterMs !== undefined) this.time.after(afterMs + againAfterMs, () => this.queue.send(body));
    }
    for (const { afterMs, sku } of this.#life.puts) this.time.after(afterMs, () => void this.#putAgain(sku));
    await this.time.runUntil(startMs + runs * everyMs + 3 * 3_600_000);
  }

  async #putAgain(sku = this.watch.sku): Promise<void> {
    const { uid, name, schedule, sites, webhook } = this.watch;
    const watches: WatchStore = {
      ...this.store,
      put: ({ sameRequestSince, ...watch }, before) =>
        this.store.put(this.#without === 'changed requests' ? watch : { ...watch, sameRequestSince }, before),
    };
    const newWatchId = (): string => this.watch.watchId;
    await putWatch({ watches, newWatchId }, uid, name, { schedule, sku, sites, webhook }, this.time.nowMs);
  }

  saidAt(site: number, atMs: number): Said {
    const script = this.#life.shops[site]!;
    return script.findLast(({ fromMs }) => startMs + fromMs <= atMs) ?? script[0]!;
  }

  /** Simulates the scrapers for all groups of a request. */
  async #scrape(messages: readonly ScrapeMessage[]): Promise<void> {
    const { RequestId: requestId, TotalSites } = messages[0]!;
    if (this.requested.includes(requestId)) return;
    const { scrapesMs } = this.#life;
    const takesMs = scrapesMs[this.requested.length % scrapesMs.length];
    this.requested.push(requestId);
    if (takesMs === undefined) return;
    await this.time.pause(takesMs);
    const atMs = this.time.nowMs;
    for (const { Group, Sites } of messages) {
      const results = Sites.map(({ Index, Site }) => {
        const site = Number(/shop-(\d+)/.exec(Site.Url ?? '')?.[1]);
        const { amount, confidence, outcome } = this.saidAt(site, atMs);
        this.observations.push({ requestId, site, atMs, amount, confidence, outcome });
        const Price = outcome === 'Priced' ? { Amount: amount, Currency: 'EUR', Raw: amount } : null;
        const FetchedAt = new Date(atMs).toISOString();
        return siteResult({
          Index,
          Name: Site.Name ?? null,
          Outcome: outcome,
          Price,
          Confidence: confidence,
          FetchedAt,
        });
      });
      await this.requests.addResults(requestId, Group, packResults(results, TotalSites), atMs);
    }
  }

  #licenses(): LicenseReader {
    const { disabled, requestsPerMinute, sitesPerDay } = this.#life;
    return {
      get: async () => {
        const sinceMs = this.time.nowMs - startMs - (disabled?.afterMs ?? 0);
        const enabled = !(disabled && sinceMs >= 0 && sinceMs < disabled.durationMs);
        return testLicense({ enabled, requestsPerMinute, sitesPerDay });
      },
    };
  }

  #store(): WatchStore {
    const without = this.#without;
    const { addEntries, beginRun, updateRun } = this.store;
    return {
      ...this.store,
      recordRunTime: async (...given) =>
        (await this.store.recordRunTime(...given)) || without === 'the floor',
      beginRun: async (...given) => (await beginRun(...given)) || without === 'one run',
      addEntries: async (...given) => (await addEntries(...given)) || without === 'the history that is there',
      updateRun: async (watch, before, run) =>
        without === 'the second scrape' && run.step === 'Second'
          ? updateRun(watch, before, { ...before, ended: 'Completed' })
          : updateRun(watch, before, run),
    };
  }

  readonly #run = (record: SQSRecord, run: number): Promise<SQSBatchResponse> => {
    const death = this.#life.deaths.find((one) => one.run === run);
    const wrap = this.wrapper({ isDead: false }, death);
    const { clock } = this;
    const quotas = this.#quotas;
    const handler = createWatcherHandler({
      watches: wrap(this.#store()),
      watchQueue: wrap({
        send: async (message: WatchMessage, delaySeconds: number) =>
          this.queue.send(JSON.stringify(message), delaySeconds),
      }),
      visibility: wrap({
        delay: async (receiptHandle: string, seconds: number) =>
          this.queue.changeVisibility(receiptHandle, seconds),
      }),
      accept: {
        requests: wrap(this.requests),
        idempotency: wrap({
          claim: async (...given: Parameters<IdempotencyStore['claim']>) =>
            this.#without === 'the key of the request' ? given[2] : this.#idempotency.claim(...given),
        }),
        queue: wrap({ send: async (messages: readonly ScrapeMessage[]) => void this.#scrape(messages) }),
        closing: wrap({ send: async () => {} }),
        deliveries: wrap({
          send: async ({ RequestId, Payload }) => {
            const bodies = this.reported.get(RequestId) ?? new Set();
            this.reported.set(RequestId, bodies.add(unpackBody(Payload!.Body).toString()));
          },
        } satisfies Parameters<typeof createWatcherHandler>[0]['accept']['deliveries']),
        clock,
        newRequestId: () => {
          this.#ids += 1;
          return `00000000-0000-4000-9000-${String(this.#ids).padStart(12, '0')}`;
        },
        timings: this.timings,
      },
      licenses: wrap(this.#licenses()),
      quotas: wrap({
        take: async (...given: Parameters<typeof quotas.take>) => {
          const state = await quotas.take(...given);
          if (state.isAllowed && given[1].name === 'requests') this.charged += 1;
          return state;
        },
        giveBack: async (...given: Parameters<typeof quotas.giveBack>) => {
          await quotas.giveBack(...given);
          if (given[1].name === 'requests') this.charged -= 1;
        },
      }),
      timings: this.timings,
      historyMs: 90 * 24 * 3_600_000,
      timeoutMs,
      clock,
      log: {
        started: () => {},
        ended: () => {},
        skipped: () => {},
        error: (_message, { error }) => {
          // Both delay the function's message.
          const comesAgain =
            error instanceof UnavailableError || (error instanceof ProblemError && error.status === 503);
          if (!comesAgain) this.errors.push(error);
        },
      },
    });
    return handler(sqsEvent(sqsRecord({ body: record.body, messageId: record.messageId })));
  };
}
