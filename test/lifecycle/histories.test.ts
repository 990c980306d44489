// Random lives of a deployment: see `history.ts` for what a history is and what is asked of it. Many more of them
// run in `npm run stress -- virtual-histories`.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RequestStore } from '../../lambdas/domain/ports.ts';
import { checkDataLimits } from './data-limits.ts';
import { type AwaitFate, History } from './history.ts';
import { playHistories } from './run-histories.ts';
import { createMemoryWorld, startEmulatedWorld, type World } from './worlds.ts';

// Many histories; how long they take says nothing of them.
vi.setConfig({ testTimeout: 600_000 });

const seed = 20_261_121;

describe('histories', () => {
  it('hold every promise in memory, and reach what they are for', async () => {
    const { violations, counts } = await playHistories(createMemoryWorld(), { cases: 1_000, seed });
    expect(violations).toEqual([]);
    for (const name of [
      'queue: 202',
      'queue: 422',
      'queue: 503',
      'queue: repeated',
      'queue: told Failed',
      'queue: told Completed',
      'queue: killed at its timeout',
      'queue.send: unanswered',
      'queue.takeBack: unanswered',
      'scraper.addResults: lost-answer',
      'scraper: sent again with results',
      'scraper: killed at its timeout',
      'status.seal: unanswered',
      'closing: group given up',
      'closing: in time',
      'read: Pending',
      'read: Failed',
      'read: Completed',
      'read: NotFound',
      'stranger: NotFound',
    ]) {
      expect.soft(counts.get(name) ?? 0, name).toBeGreaterThan(0);
    }
  });

  it('are played again by the seed and paths that a failure prints', async () => {
    const broken = (): World => {
      const world = createMemoryWorld();
      return { ...world, requests: { ...world.requests, seal: async () => true } };
    };
    const first = await playHistories(broken(), { cases: 300, seed });
    const [, path, replayPath] = /--path (\S+) --replay-path (\S+)$/.exec(first.violations[0] ?? '') ?? [];
    const again = await playHistories(broken(), { cases: 1, seed, path, replayPath, endOnFailure: true });
    expect(again.violations[0]?.split('\n')[0]).toBe(first.violations[0]?.split('\n')[0]);
    expect(again.cases).toBe(1);
  });
});

describe('histories against the emulators', () => {
  let world: World;
  beforeAll(async () => {
    world = await startEmulatedWorld();
  });
  afterAll(() => world.stop());

  it('hold every promise with the real adapters, over HTTP that loses calls and answers', async () => {
    const { violations } = await playHistories(world, { cases: 20, seed });
    expect(violations).toEqual([]);
  });

  it('store the largest results of 100 sites in one item, each with its price', async () => {
    expect(await checkDataLimits(world, seed)).toEqual([]);
  });
});

type MemoryWorld = ReturnType<typeof createMemoryWorld>;

/** Each takes one safeguard away. A history that breaks shows that the others would have broken as well. */
const mutants: [
  title: string,
  mutate: (store: RequestStore, world: MemoryWorld) => Partial<RequestStore>,
  /** A history that breaks, where few do; found anew with `npm run stress -- virtual-histories` when the steps of histories change. */
  known?: { seed: number; path: string; replayPath: string },
][] = [
  ['a reader does not seal', () => ({ seal: async () => true })],
  ['a reader does not delete what has expired', () => ({ remove: async () => {} })],
  [
    'results land after the seal',
    (store, { items }) => ({
      addResults: async (id, group, packed, nowMs) => {
        const item = items.get(id);
        if (item) items.set(id, { ...item, sealedAtMs: undefined });
        return store.addResults(id, group, packed, nowMs);
      },
    }),
    { seed: 1, path: '736', replayPath: ':' },
  ],
  [
    'a group is written twice',
    (store, { items }) => ({
      addResults: async (id, group, packed, nowMs) => {
        const item = items.get(id);
        if (item)
          items.set(id, { ...item, groups: new Map([...item.groups].filter(([one]) => one !== group)) });
        return store.addResults(id, group, packed, nowMs);
      },
    }),
  ],
  [
    'a request that is stored is stored anew',
    (store) => ({
      create: async (request, expiresAtMs, storedBy) => {
        await store.remove(request.requestId);
        return store.create(request, expiresAtMs, storedBy);
      },
    }),
    { seed: 4, path: '205', replayPath: ':' },
  ],
  ['nothing is noted as dispatched', () => ({ markDispatched: async () => true })],
  ['a write says that it was done and was not', () => ({ addResults: async () => 'Written' })],
];

describe('a safeguard taken away', () => {
  it.each(mutants)('%s: a history breaks', async (_title, mutate, known) => {
    const world = createMemoryWorld();
    const mutant = { ...world, requests: { ...world.requests, ...mutate(world.requests, world) } };
    // A seed with which all of them break soon.
    const played = known ? { cases: 1, ...known } : { cases: 3_000, seed: 12 };
    const { violations } = await playHistories(mutant, { ...played, endOnFailure: true });
    expect(violations).toHaveLength(1);
  });
});

describe('the scraper, killed at any of its calls', () => {
  const calls = ['get', 'load', 'addResults'];
  const fates: AwaitFate[] = ['killed-before', 'killed-after'];

  it.each(calls.flatMap((name, index) => fates.map((fate) => [fate, name, index] as const)))(
    '%s %s: the next delivery completes the request, once',
    async (fate, name, index) => {
      const world = createMemoryWorld();
      const counts = new Map<string, number>();
      const history = new History(world, counts);
      await history.queue({ sites: 1, sku: 'A-1', skewMs: 0 });
      while (history.callsUnderWay > 0) await history.release(0, 'pass');
      await history.deliver(0, 1, 0);
      for (let call = 0; call < index; call += 1) await history.release(0, 'pass');
      await history.release(0, fate);
      expect(counts.get(`scraper.${name}: ${fate}`)).toBe(1);
      expect(history.callsUnderWay).toBe(0);
      await history.wait(50_000, false);
      await history.deliver(0, 2, 0);
      while (history.callsUnderWay > 0) await history.release(0, 'pass');
      await history.read(0, 0);
      while (history.callsUnderWay > 0) await history.release(0, 'pass');
      expect(counts.get('read: Completed')).toBe(1);
      await history.end();
    },
  );
});
