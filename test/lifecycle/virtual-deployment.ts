import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { createClosingHandler } from '../../lambdas/closing/handler.ts';
import type { RequestStore } from '../../lambdas/domain/ports.ts';
import { type ClosingMessage, closingDelaySeconds } from '../../lambdas/domain/request/closing.ts';
import type { GroupJournal } from '../../lambdas/domain/request/group-journal.ts';
import type { StoredRequest } from '../../lambdas/domain/request/request.ts';
import type { ScrapeMessage } from '../../lambdas/domain/request/scrape-message.ts';
import { type Durations, defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { createQueueHandler } from '../../lambdas/queue/handler.ts';
import type { PageReader } from '../../lambdas/reader/page-reader.ts';
import { createScraperHandler } from '../../lambdas/scraper/handler.ts';
import type { PageLoad, PageRequest } from '../../lambdas/web/page-load.ts';
import { closingTimeoutSeconds } from '../../lib/constructs/scrape-queue.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { queueEvent, sqsEvent } from '../fakes/events.ts';
import {
  createMemoryIdempotencyStore,
  createMemoryJournalStore,
  createMemoryQuotaStore,
  createMemoryRequestStore,
  memoryLicenses,
  testLicense,
  testLicenseKey,
} from '../fakes/memory-stores.ts';
import { productHtml } from '../fakes/tiers.ts';
import type { Invocation, Trouble } from './failing-calls.ts';
import { VirtualQueue } from './virtual-queue.ts';
import { VirtualWorld, type WorldFaults } from './virtual-world.ts';

export const timings = deriveTimings(defaultDurations);

export interface DeploymentTrouble extends Trouble {
  /** True if the scrape queue refuses the scraper's own calls as well. */
  ofQueueToo: boolean;
}

/** The fate of one group's deliveries: all succeed, none arrives, or each function dies after a while. */
export type GroupFate = 'delivered' | 'lost' | { diesAfterMs: number };

/** Safeguards that can be removed. */
export type Safeguard =
  | 'carried results'
  | 'closing'
  | 'closing that comes again'
  | 'growing delays'
  | 'turns of a host';

export interface DeploymentPlan extends WorldFaults {
  without?: Safeguard | undefined;
  trouble?: DeploymentTrouble | undefined;
  fateOf: (requestId: string, group: number) => GroupFate;
  /** How long the messages of a group wait behind others. */
  waitSecondsOf: (requestId: string, group: number) => number;
  /** Time after which the first closing function dies. */
  closingDiesAfterMs?: number | undefined;
  /** Response time of a shop. */
  loadMsOf: (url: string) => number;
}

export interface Visit {
  url: string;
  /** When the page loaded; absent if its function was gone by then. */
  broughtAtMs?: number;
}

interface Scraping extends Invocation {
  /** The group that it scrapes. */
  group?: string;
  /** Pages being loaded, by host and request. */
  loads?: Set<{ ofHost: string }>;
}

/** Maximum number of concurrently loaded sites of one host per request. */
export const sitesPerHost = 4;

const silent = {
  info: () => {},
  warn: () => {},
  error: () => {},
  waited: () => {},
  dropped: () => {},
  written: () => {},
};
const html = productHtml();
const readings = new Map<string, ReturnType<typeof directReader.read>>();
/** Result of the page that all shops share. */
const reader: PageReader = {
  ...directReader,
  read: (name, document, given, signal) => {
    const known = readings.get(name) ?? directReader.read(name, document, given, signal);
    readings.set(name, known as never);
    return known as never;
  },
};

/** A deployment's functions with their queues and stores, in virtual time. */
export class VirtualDeployment extends VirtualWorld {
  readonly visits: Visit[] = [];
  /**
   * Maximum number of concurrent pages of one host in one request. A message that was sent twice because a
   * response was lost may be processed twice; only the larger count of its group is used.
   */
  mostOfOneHost = 0;
  readonly #scrapers = new Set<Scraping>();
  /** Number of postponed messages. */
  sentAgain = 0;
  /** Number of results written at or after the deadline. */
  readonly lateWrites: string[] = [];
  /** Addresses by group. */
  readonly accepted: { requestId: string; deadlineMs: number; urls: string[][]; deliveredByMs: number }[] =
    [];
  readonly scrapeQueue: VirtualQueue;
  readonly #requests = createMemoryRequestStore();
  readonly #journal = createMemoryJournalStore();
  readonly closingQueue: VirtualQueue;
  readonly #plan: DeploymentPlan;
  #identifiers = 0;

  constructor(plan: DeploymentPlan, durations: Durations = defaultDurations) {
    super(plan, durations);
    this.#plan = plan;
    this.scrapeQueue = new VirtualQueue(this.time, {
      functionName: 'scraper',
      allowsRecursion: true,
      ...this.timings,
      deliver: (record) => this.#scrape(record),
    });
    this.closingQueue = new VirtualQueue(this.time, {
      functionName: 'closing',
      visibilityTimeoutSeconds: closingTimeoutSeconds,
      deliver: (record) => this.#close(record),
    });
  }

  get requests(): ReadonlyMap<string, StoredRequest> {
    return this.#requests.items;
  }

  journalsOf(requestId: string): GroupJournal[] {
    const journals = [...this.#journal.journals];
    return journals.filter(([id]) => id.startsWith(`${requestId}#`)).map(([, journal]) => journal);
  }

  /**
   * A client queues a request. It does not retry if the store is unavailable.
   *
   * @param hosts - hosts of its sites.
   */
  async queue(sites: number, onNamed: (requestId: string) => void, hosts = sites): Promise<void> {
    this.#identifiers += 1;
    const requestId = `00000000-0000-4000-8000-${String(this.#identifiers).padStart(12, '0')}`;
    onNamed(requestId);
    const urls = Array.from({ length: sites }, (_, index) => {
      const place = hosts < sites ? `/${index}` : '';
      return `https://s${index % hosts}.example/${requestId}${place}`;
    });
    const messages: ScrapeMessage[] = [];
    const closings: ClosingMessage[] = [];
    const handler = createQueueHandler({
      requests: this.wrapper({ isDead: false })(this.#requests),
      idempotency: createMemoryIdempotencyStore(),
      queue: { send: async (given) => void messages.push(...given) },
      closing: { send: async (given) => void closings.push(given) },
      deliveries: { send: async () => {} },
      licenses: memoryLicenses(testLicense()),
      quotas: createMemoryQuotaStore(),
      registry: new Map(),
      clock: this.clock,
      newRequestId: () => requestId,
      timings: this.timings,
    });
    const body = {
      Authorization: { LicenseKey: testLicenseKey, UID: 'acme' },
      Data: { Sku: '555088-105', SellingSites: urls.map((Url) => ({ Url, RenderMode: 'Http' })) },
    };
    const isAccepted = await handler(queueEvent(body)).then(
      ({ statusCode }) => statusCode === 202,
      () => false,
    );
    if (!isAccepted) return;
    const { deadlineMs } = this.#requests.items.get(requestId)!;
    const byGroup = messages.map(({ Sites }) => Sites.map(({ Site }) => Site.Url!));
    const waitsSeconds = messages.map(({ Group }) => this.#plan.waitSecondsOf(requestId, Group));
    const deliveredByMs = this.time.nowMs + Math.max(...waitsSeconds) * 1_000;
    this.accepted.push({ requestId, deadlineMs, urls: byGroup, deliveredByMs });
    for (const [place, message] of messages.entries()) {
      const { After: _after, ...free } = message;
      this.#send(this.#plan.without === 'turns of a host' ? free : message, waitsSeconds[place]!);
    }
    for (const message of closings) this.#sendClosing(message);
  }

  #send(message: ScrapeMessage, delaySeconds: number): void {
    if (this.#plan.fateOf(message.RequestId, message.Group) === 'lost') return;
    this.scrapeQueue.send(JSON.stringify(message), delaySeconds);
  }

  #sendClosing(message: ClosingMessage): void {
    if (this.#plan.without === 'closing') return;
    const delay = closingDelaySeconds(message.DeadlineMs, { ...this.timings, nowMs: this.time.nowMs });
    this.closingQueue.send(JSON.stringify(message), delay);
  }

  #stores(wrap: ReturnType<VirtualWorld['wrapper']>) {
    const requests = {
      ...this.#requests,
      addResults: async (...given: Parameters<RequestStore['addResults']>) => {
        const [requestId, group, packed, nowMs] = given;
        const deadlineMs = this.#requests.items.get(requestId)?.deadlineMs ?? 0;
        const outcome = await this.#requests.addResults(requestId, group, packed, nowMs);
        if (outcome !== 'NotWritten' && this.time.nowMs >= deadlineMs) this.lateWrites.push(requestId);
        return outcome;
      },
    };
    return {
      requests: wrap(requests),
      journal: wrap({ read: this.#journal.read, add: this.#journal.add }),
    };
  }

  /** Counts a page being loaded. @returns a function to call when it is done. */
  #beginLoad(invocation: Scraping, url: string): () => void {
    const { host, pathname } = new URL(url);
    const ofHost = `${host}/${pathname.split('/')[1]}`;
    const loads = invocation.loads ?? new Set<{ ofHost: string }>();
    invocation.loads = loads;
    const load = { ofHost };
    loads.add(load);
    const living = [...this.#scrapers].filter(({ isDead }) => !isDead);
    const byGroup = new Map<string, number>();
    for (const { group = '', loads: others } of living) {
      const count = [...(others ?? [])].filter((other) => other.ofHost === ofHost).length;
      byGroup.set(group, Math.max(count, byGroup.get(group) ?? 0));
    }
    const now = byGroup.values().reduce((sum, count) => sum + count, 0);
    this.mostOfOneHost = Math.max(this.mostOfOneHost, now);
    return () => void loads.delete(load);
  }

  async #load(invocation: Scraping, { url, signal }: PageRequest): Promise<PageLoad> {
    signal.throwIfAborted();
    const visit: Visit = { url };
    this.visits.push(visit);
    const end = this.#beginLoad(invocation, url);
    // Its connection is closed then.
    signal.addEventListener('abort', end, { once: true });
    await this.time.pause(this.#plan.loadMsOf(url));
    end();
    if (invocation.isDead) return new Promise(() => {});
    if (!signal.aborted) visit.broughtAtMs = this.time.nowMs;
    return {
      finalUrl: url,
      httpStatus: 200,
      headers: {},
      html,
      renderMode: 'Http',
      wireBytes: html.length,
      attempts: 1,
    };
  }

  async #scrape(record: SQSRecord): Promise<SQSBatchResponse> {
    const { RequestId, Group } = JSON.parse(record.body) as ScrapeMessage;
    const fate = this.#plan.fateOf(RequestId, Group);
    const invocation: Scraping = { isDead: false, group: `${RequestId}#${Group}` };
    this.#scrapers.add(invocation);
    const endsAtMs = this.time.nowMs + this.timings.functionTimeoutSeconds * 1_000;
    const livesMs = typeof fate === 'object' ? fate.diesAfterMs : this.timings.functionTimeoutSeconds * 1_000;
    this.time.after(livesMs, () => {
      invocation.isDead = true;
    });
    const close = async (): Promise<void> => {};
    const tier = { load: (request: PageRequest) => this.#load(invocation, request), close };
    const wrap = this.wrapper(invocation);
    const handler = createScraperHandler({
      ...this.#stores(wrap),
      openHttpTier: () => tier,
      openRenderer: () => tier,
      reader,
      deliveries: { send: async () => {} },
      retries: wrap(
        {
          requeue: async (message: ScrapeMessage, delaySeconds: number) => {
            this.sentAgain += 1;
            const carried = this.#plan.without === 'carried results' ? { Results: undefined } : {};
            this.#send({ ...message, ...carried }, delaySeconds);
          },
          delay: async (receipt: string, seconds: number) => {
            const given = this.#plan.without === 'growing delays' ? 1 : seconds;
            this.scrapeQueue.changeVisibility(receipt, given);
          },
        },
        this.#plan.trouble?.ofQueueToo !== true,
      ),
      clock: this.clock,
      pause: (ms) => this.time.pause(ms),
      timings: this.timings,
      sitesPerHost,
      log: silent,
    });
    const answer = await handler(sqsEvent(record), {
      getRemainingTimeInMillis: () => endsAtMs - this.time.nowMs,
    });
    // Closing its tiers aborts their loads.
    this.#scrapers.delete(invocation);
    return invocation.isDead ? new Promise<never>(() => {}) : answer;
  }

  async #close(record: SQSRecord): Promise<SQSBatchResponse> {
    const invocation: Invocation = { isDead: false };
    const isFirst = record.attributes.ApproximateReceiveCount === '1';
    const livesMs = (isFirst && this.#plan.closingDiesAfterMs) || closingTimeoutSeconds * 1_000;
    this.time.after(livesMs, () => {
      invocation.isDead = true;
    });
    const delay = async (receiptHandle: string, seconds: number): Promise<void> => {
      if (this.#plan.without === 'closing that comes again') return;
      this.closingQueue.changeVisibility(receiptHandle, seconds);
    };
    const wrap = this.wrapper(invocation);
    const handler = createClosingHandler({
      ...this.#stores(wrap),
      visibility: wrap({ delay }, true),
      deliveries: { send: async () => {} },
      clock: this.clock,
      pause: (ms) => this.time.pause(ms),
      timings: this.timings,
      log: { givenUp: () => {}, warn: () => {}, error: () => {} },
    });
    const answer = await handler(sqsEvent(record));
    return invocation.isDead ? new Promise<never>(() => {}) : answer;
  }
}
