// The specification's end of a request that nothing processes, over HTTP against the deployed bundles, with a simulated
// clock. Completed requests are in test/contract.
import { expect, it } from 'vitest';
import { api, useLocalStack, withoutDeliveries } from './stack.ts';

const local = useLocalStack(withoutDeliveries);
const { get, queue } = api(() => local.stack);

/** Five minutes each. */
const windowMs = 300_000;
const retentionMs = 300_000;

it('T1 fails at its deadline, and T2 is removed 5 minutes later, to the millisecond; T3 for good', async () => {
  const queuedAtMs = Date.UTC(2026, 10, 21, 10);
  local.stack.holdClock(queuedAtMs);
  const id = await queue([{ Url: 'https://shop.example/{sku}' }], 'x');
  const pending = {
    status: 200,
    view: { RequestId: id, RequestStatus: 0, Progress: { Sites: 1, Done: 0 } },
  };
  const failed = { status: 200, view: { RequestId: id, RequestStatus: 1 } };
  const removed = { status: 404, view: expect.objectContaining({ status: 404 }) };
  for (const [afterMs, expected] of [
    [windowMs - 1, pending],
    [windowMs, failed],
    // The clock goes back.
    [windowMs - 1, failed],
    [windowMs + retentionMs - 1, failed],
    [windowMs + retentionMs, removed],
    [windowMs + retentionMs - 1, removed],
  ] as const) {
    local.stack.holdClock(queuedAtMs + afterMs);
    const answer = await get(id);
    expect({ afterMs, status: answer.status, view: await answer.json() }).toEqual({ afterMs, ...expected });
  }
});
