// Random histories of a deployment; `history.ts` defines them and their guarantees.
import { describe, expect, it, vi } from 'vitest';
import type { RequestStore } from '../../lambdas/domain/ports.ts';
import { manyOf, seedOr } from '../rounds.ts';
import { expectKept } from './play.ts';
import { playHistories } from './run-histories.ts';
import { createMemoryWorld, type World } from './worlds.ts';

// Many histories; their duration does not matter.
vi.setConfig({ testTimeout: 600_000 });

const seed = seedOr(20_261_121);

describe('histories', () => {
  it('keep every guarantee in memory, and reach all intended events', async () => {
    expectKept(await playHistories(createMemoryWorld(), { cases: manyOf(600), seed }), [
      'queue: 202',
      'queue: 422',
      'queue: 503',
      'queue: repeated',
      'queue: status Failed',
      'queue: status Completed',
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
    ]);
  });
});

/** Each removes one safeguard. A failing history shows that the tests would detect its absence. */
const mutants: [
  title: string,
  mutate: (store: RequestStore, world: World) => Partial<RequestStore>,
  /**
   * A known failing history, if few fail. After changing the steps, find a new one with more cases.
   */
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

describe('without a safeguard', () => {
  it.each(mutants)('%s: a history breaks', async (_title, mutate, known) => {
    const world = createMemoryWorld();
    const mutant = { ...world, requests: { ...world.requests, ...mutate(world.requests, world) } };
    // A seed with which all of them fail soon.
    const played = known ? { cases: 1, ...known } : { cases: 3_000, seed: 12 };
    const { violations } = await playHistories(mutant, { ...played, endOnFailure: true });
    expect(violations).toHaveLength(1);
  });
});
