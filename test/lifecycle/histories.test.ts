// Random lives of a deployment: see `history.ts` for what a history is and what is asked of it. Many more of them
// run in `npm run stress -- virtual-histories`.
import { describe, expect, it, vi } from 'vitest';
import type { RequestStore } from '../../lambdas/domain/ports.ts';
import { playHistories } from './run-histories.ts';
import { createMemoryWorld, type World } from './worlds.ts';

// Many histories; how long they take says nothing of them.
vi.setConfig({ testTimeout: 600_000 });

const seed = 20_261_121;

describe('histories', () => {
  it('hold every promise in memory, and reach what they are for', async () => {
    const { violations, counts } = await playHistories(createMemoryWorld(), { cases: 600, seed });
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
      'queue.revoke: unanswered',
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
});

/** Each takes one safeguard away. A history that breaks shows that the others would have broken as well. */
const mutants: [
  title: string,
  mutate: (store: RequestStore, world: World) => Partial<RequestStore>,
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
    { seed: 1, path: '886', replayPath: ':' },
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
