import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPoliteness } from '../../lambdas/web/politeness.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const host = 'shop.example';
const create = () => createPoliteness({ maxFetchesPerHost: 1, maxPauseMs: 5_000, now: Date.now });

it('waits for the end of a pause that is extended meanwhile', async () => {
  const politeness = create();
  const requested: number[] = [];
  const startedAt = Date.now();
  politeness.pause(host, 1_000);
  const run = politeness.run(host, new AbortController().signal, async () => {
    requested.push(Date.now() - startedAt);
  });
  await vi.advanceTimersByTimeAsync(600);
  politeness.pause(host, 1_000);
  await vi.advanceTimersByTimeAsync(5_000);
  await run;
  expect(requested).toEqual([1_600]);
});

it('gives up on a pause extended beyond the longest wait', async () => {
  const politeness = create();
  politeness.pause(host, 1_000);
  const run = politeness.run(host, new AbortController().signal, async () => expect.fail('fetched'));
  const ended = expect(run).rejects.toMatchObject({ code: 'RateLimitedBySite', retryAfterSeconds: 60 });
  await vi.advanceTimersByTimeAsync(500);
  politeness.pause(host, 60_500);
  await vi.advanceTimersByTimeAsync(500);
  await ended;
});

it('stops waiting at the time limit, and leaves no timer behind', async () => {
  const politeness = create();
  politeness.pause(host, 4_000);
  const controller = new AbortController();
  const waiting = expect(politeness.awaitPause(host, controller.signal)).rejects.toThrow('over');
  controller.abort(new Error('over'));
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});
