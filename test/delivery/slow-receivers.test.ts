import { beforeEach, expect, it } from 'vitest';
import { createReceiverTurns } from '../../lambdas/delivery/receiver-turns.ts';
import { createMemoryReceiverStore, createMemorySlowLane } from '../fakes/memory-stores.ts';

const startMs = Date.UTC(2026, 10, 26);

let nowMs: number;
let turns: ReturnType<typeof createReceiverTurns>;

beforeEach(() => {
  nowMs = startMs;
  turns = createReceiverTurns({
    receivers: createMemoryReceiverStore(),
    slowLane: createMemorySlowLane(1),
    clock: () => nowMs,
    postEveryMs: 1_000,
    log: { suspended: () => {}, warn: () => {} },
  });
});

const payload = (uid: string, host: string) => ({ uid, url: `https://${host}/hook`, body: Buffer.of() });
const invocation = () => turns.laneUntil(nowMs + 60_000);

/** @returns how long a post waits, ms. */
const waitOf = async (uid: string, host: string, { lane = invocation(), dueMs = nowMs } = {}) =>
  (await turns.take(payload(uid, host), { givenMs: undefined, dueMs, lane })).turnAtMs - nowMs;

const answer = async (uid: string, host: string, durationMs: number, status?: number) => {
  const { receiver } = await turns.take(payload(uid, host), {
    givenMs: 0,
    dueMs: nowMs,
    lane: invocation(),
  });
  await turns.record(payload(uid, host), receiver, { attempt: { atMs: nowMs, durationMs, status } });
};

it.each([
  ['answers after 19 s', 200],
  ['does not answer', undefined],
])('lets a receiver that %s wait for the slow lane, and no other', async (_what, status) => {
  await answer('acme', 'slow.example', 19_000, status);
  nowMs += 120_000;
  const busy = invocation();
  expect(await waitOf('acme', 'slow.example', { lane: busy })).toBe(0);
  expect(await waitOf('acme', 'slow.example', { lane: busy })).toBe(0);
  expect(await waitOf('acme', 'slow.example')).toBeGreaterThan(0);
  expect(await waitOf('acme', 'quick.example')).toBe(0);
  expect(await waitOf('other', 'slow.example')).toBe(0);
  await busy.leave();
  expect(await waitOf('acme', 'slow.example')).toBe(0);
});

it('treats a receiver as fast again after an hour of fast answers', async () => {
  await answer('acme', 'slow.example', 19_000, 200);
  nowMs += 3_600_001;
  await answer('acme', 'slow.example', 100, 200);
  await answer('other', 'hangs.example', 20_000);
  nowMs += 60_001;
  expect(await waitOf('other', 'hangs.example')).toBe(0);
  expect(await waitOf('acme', 'slow.example')).toBe(0);
});

it('treats a whole license as slow when several of its receivers are', async () => {
  const hosts = ['a.example', 'b.example', 'c.example'];
  for (const [place, host] of hosts.entries()) {
    const busy = invocation();
    if (place > 0) await waitOf('acme', 'a.example', { lane: busy });
    expect(await waitOf('acme', 'fresh.example')).toBe(0);
    await busy.leave();
    await answer('acme', host, 20_000, 200);
    // Repeatedly the same receiver.
    await answer('acme', host, 20_000, 200);
  }
  await waitOf('acme', 'a.example', { lane: invocation() });
  expect(await waitOf('acme', 'another.example')).toBeGreaterThan(0);
  expect(await waitOf('other', 'another.example')).toBe(0);
});

it('polls a busy lane less often the longer a post has waited', async () => {
  await answer('acme', 'slow.example', 20_000, 200);
  await waitOf('acme', 'slow.example', { lane: invocation() });
  const short = await waitOf('acme', 'slow.example', { dueMs: nowMs });
  expect(await waitOf('acme', 'slow.example', { dueMs: nowMs - 3_600_000 })).toBeGreaterThan(10 * short);
});

it('backs off from a hanging receiver, up to an hour', async () => {
  const rests: number[] = [];
  for (const hours of [0, 1, 48]) {
    nowMs = startMs + hours * 3_600_000;
    await answer('acme', 'hangs.example', 20_000);
    rests.push(await waitOf('acme', 'hangs.example'));
  }
  expect(rests).toEqual([60_000, 900_000, 3_600_000]);
});
