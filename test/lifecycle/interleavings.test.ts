import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { RequestStore } from '../../lambdas/domain/ports.ts';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import type { RequestView } from '../../lambdas/domain/request-view.ts';
import { deriveTimings } from '../../lambdas/domain/timing.ts';
import { createScraperHandler } from '../../lambdas/scraper/handler.ts';
import { createStatusHandler } from '../../lambdas/status/handler.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { scrapeMessage, sqsEvent, sqsRecord, statusEvent } from '../fakes/events.ts';
import {
  createMemoryJournalStore,
  createMemoryRequestStore,
  memoryLicenses,
  testLicense,
  unlimitedCalls,
} from '../fakes/memory-stores.ts';
import { fakeTiers, productHtml } from '../fakes/tiers.ts';

// Many histories; how long they take says nothing of them.
vi.setConfig({ testTimeout: 600_000 });

const timings = deriveTimings({ processingWindowSeconds: 10, retentionSeconds: 10 });
const id = scrapeMessage().RequestId;
const groupCount = 2;
const silent = { info: () => {}, warn: () => {}, error: () => {}, dropped: () => {}, written: () => {} };

type Step =
  | { kind: 'wait'; ms: number }
  | { kind: 'deliver'; group: number; skewMs: number }
  | { kind: 'read'; skewMs: number };

/** What a reader was told, and when by the true clock it asked and heard. */
interface Seen {
  told: 'Pending' | 'Failed' | 'Completed' | 'NotFound';
  answer: string;
  skewMs: number;
  askedAt: number;
  heardAt: number;
  askedOrder: number;
  heardOrder: number;
}

const skew = fc.integer({ min: -2_000, max: 2_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 6_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      group: fc.integer({ min: 0, max: groupCount - 1 }),
      skewMs: skew,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read' as const), skewMs: skew }) },
);

/** Lets the scheduler decide when each call to the store takes effect. */
const scheduled = (store: RequestStore, scheduler: fc.Scheduler): RequestStore => ({
  ...store,
  get: scheduler.scheduleFunction(store.get),
  addResults: scheduler.scheduleFunction(store.addResults),
  seal: scheduler.scheduleFunction(store.seal),
  remove: scheduler.scheduleFunction(store.remove),
});

const play = async (scheduler: fc.Scheduler, steps: readonly Step[]): Promise<Seen[]> => {
  let trueMs = 0;
  let order = 0;
  const store = createMemoryRequestStore();
  await store.create(
    {
      requestId: id,
      uid: 'acme',
      sku: 'x',
      queuedAtMs: 0,
      deadlineMs: timings.processingWindowMs,
      groupCount,
    },
    20_000,
  );
  const requests = scheduled(store, scheduler);
  const seen: Seen[] = [];

  const read = async (skewMs: number): Promise<void> => {
    const asked = { askedAt: trueMs, askedOrder: order++ };
    const handler = createStatusHandler({
      ...unlimitedCalls,
      sleep: async () => {},
      requests,
      licenses: memoryLicenses(testLicense()),
      clock: () => trueMs + skewMs,
      timings,
    });
    let told: Seen['told'];
    let answer = '';
    try {
      answer = (await handler(statusEvent(id))).body;
      told = (['Pending', 'Failed', 'Completed'] as const)[(JSON.parse(answer) as RequestView).RequestStatus];
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      told = 'NotFound';
    }
    seen.push({ told, answer, skewMs, ...asked, heardAt: trueMs, heardOrder: order++ });
  };

  const deliver = async (group: number, skewMs: number): Promise<void> => {
    const url = 'https://shop-a.example/p/555088-105';
    const tiers = fakeTiers({ http: { [url]: { html: productHtml() } } });
    const message = scrapeMessage({
      Group: group,
      TotalSites: groupCount,
      DeadlineMs: timings.processingWindowMs,
    });
    await createScraperHandler({
      requests,
      journal: createMemoryJournalStore(),
      ...tiers,
      reader: directReader,
      retries: { sendAgain: async () => {}, delay: async () => {} },
      deliveries: { send: async () => {} },
      pause: async () => {},
      clock: () => trueMs + skewMs,
      timings,
      log: silent,
    })(sqsEvent(sqsRecord({ body: JSON.stringify(message) })), { getRemainingTimeInMillis: () => 45_000 });
  };

  const running: Promise<void>[] = [];
  for (const next of steps) {
    // Between two steps some of the calls under way take effect, as the scheduler draws it.
    if (scheduler.count() > 0 && next.kind !== 'wait') await scheduler.waitNext(1);
    if (next.kind === 'wait') trueMs += next.ms;
    else if (next.kind === 'deliver') running.push(deliver(next.group, next.skewMs));
    else running.push(read(next.skewMs));
  }
  await scheduler.waitFor(Promise.all(running));
  return seen;
};

/** Later answers that may follow an earlier one. */
const mayFollow: Record<Seen['told'], readonly Seen['told'][]> = {
  Pending: ['Pending', 'Failed', 'Completed', 'NotFound'],
  Failed: ['Failed', 'NotFound'],
  Completed: ['Completed', 'NotFound'],
  NotFound: ['NotFound'],
};

const check = (seen: readonly Seen[]): void => {
  for (const later of seen) {
    for (const earlier of seen) {
      if (earlier.heardOrder >= later.askedOrder) continue;
      expect(mayFollow[earlier.told], `${later.told} after ${earlier.told}`).toContain(later.told);
      if (later.told === 'Completed' && earlier.told === 'Completed')
        expect(later.answer).toBe(earlier.answer);
    }
    if (later.told === 'Completed') {
      const { Data } = JSON.parse(later.answer) as Extract<RequestView, { RequestStatus: 2 }>;
      expect(Date.parse(Data.CompletedAt)).toBeLessThan(timings.processingWindowMs);
      expect(Date.parse(Data.ExpiresAt)).toBeGreaterThan(later.askedAt + later.skewMs);
      expect(Data.Summary.Total).toBe(groupCount);
    }
    if (later.told === 'Pending')
      expect(later.askedAt + later.skewMs).toBeLessThan(timings.processingWindowMs);
    if (later.askedAt + later.skewMs >= timings.processingWindowMs + timings.retentionMs) {
      expect(later.told).toBe('NotFound');
    }
  }
};

describe('a request under any interleaving', () => {
  it('never turns back for any reader, whatever is delivered twice, late, or under clocks that differ', async () => {
    const told = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(step, { minLength: 4, maxLength: 24 }),
        async (scheduler, steps) => {
          const seen = await play(scheduler, steps);
          for (const { told: name } of seen) told.add(name);
          check(seen);
        },
      ),
      { numRuns: 800 },
    );
    // The histories reached every answer; otherwise the property would hold for want of trying.
    expect([...told].sort()).toEqual(['Completed', 'Failed', 'NotFound', 'Pending']);
  });
});
