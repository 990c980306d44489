// The specification's states and transitions, over HTTP against the deployed bundles, with a simulated clock.
import { afterEach, describe, expect, it } from 'vitest';
import { jsonLdShop } from '../../local/shops/json-ld-shop.ts';
import { api, useLocalStack, withoutDeliveries } from './stack.ts';

const local = useLocalStack();
const { get, settled, queue, shop } = api(() => local.stack);
/** A stack without scraping, so that requests stay pending. */
const idle = useLocalStack(withoutDeliveries);
const waiting = api(() => idle.stack);

/** Five minutes each. */
const windowMs = 300_000;
const retentionMs = 300_000;

/** A site that immediately returns a price. */
const quick = () => [shop(jsonLdShop.name)];

/** Queues a request that nothing processes, at a simulated time. */
const queueIdle = async (queuedAtMs: number = Date.UTC(2026, 10, 21, 10)): Promise<string> => {
  idle.stack.holdClock(queuedAtMs);
  return await waiting.queue([{ Url: 'https://shop.example/{sku}' }], 'x');
};
/** The response to GET at an exact millisecond. */
const idleAt = async (nowMs: number, id: string): Promise<{ status: number; view: unknown }> => {
  idle.stack.holdClock(nowMs);
  const answer = await waiting.get(id);
  return { status: answer.status, view: await answer.json() };
};
/** One site, not yet processed. */
const pendingView = (id: string) => ({ RequestId: id, RequestStatus: 0, Progress: { Sites: 1, Done: 0 } });
const pending = (id: string) => ({ status: 200, view: pendingView(id) });
const failed = (id: string) => ({ status: 200, view: { RequestId: id, RequestStatus: 1 } });
const removed = { status: 404, view: expect.objectContaining({ status: 404 }) };

afterEach(() => {
  local.stack.holdClock();
  idle.stack.holdClock();
});

describe('States and transitions', () => {
  it('Pending → Completed: the data is returned on later status checks, more than once', async () => {
    const id = await queue(quick());
    const { view } = await settled(id);
    expect(await (await get(id)).json()).toEqual(view);
  });

  it('Pending → Failed: 5 minutes pass without the request being processed', async () => {
    const queuedAtMs = Date.UTC(2026, 10, 21, 10);
    const id = await queueIdle(queuedAtMs);
    expect(await idleAt(queuedAtMs + windowMs - 1, id)).toEqual(pending(id));
    expect(await idleAt(queuedAtMs + windowMs, id)).toEqual(failed(id));
    // A failed request stays failed, even if the clock goes back.
    expect(await idleAt(queuedAtMs + windowMs - 1, id)).toEqual(failed(id));
  });

  it('Completed → (removed): 5 minutes after completion', async () => {
    const id = await queue(quick());
    const { view } = await settled(id);
    const { ExpiresAt, CompletedAt } = view.Data as { ExpiresAt: string; CompletedAt: string };
    const expiresAtMs = Date.parse(ExpiresAt);
    expect(expiresAtMs - Date.parse(CompletedAt)).toBe(retentionMs);
    local.stack.holdClock(expiresAtMs - 1);
    expect((await get(id)).status).toBe(200);
    local.stack.holdClock(expiresAtMs);
    expect((await get(id)).status).toBe(404);
    local.stack.holdClock(expiresAtMs - 1);
    expect((await get(id)).status).toBe(404);
  });

  it('Failed → (removed): 5 minutes after failure', async () => {
    const queuedAtMs = Date.UTC(2026, 10, 21, 10);
    const id = await queueIdle(queuedAtMs);
    expect(await idleAt(queuedAtMs + windowMs + retentionMs - 1, id)).toEqual(failed(id));
    expect(await idleAt(queuedAtMs + windowMs + retentionMs, id)).toEqual(removed);
  });
});
