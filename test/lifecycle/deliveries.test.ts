// Complete deliveries in virtual time, see `virtual-deliveries.ts`.
import { describe, expect, it } from 'vitest';
import { manyOf, seedOr } from '../rounds.ts';
import { expectKept } from './play.ts';
import { playDeliveries } from './run-deliveries.ts';
import type { DeliverySafeguard } from './virtual-deliveries.ts';

const seed = seedOr(20_261_123);

it('every end is reported at least once, with one identifier and one body, under all faults', async () => {
  expectKept(await playDeliveries({ cases: manyOf(300), seed }), [
    'ended: Delivered',
    'ended: Gone',
    'ended: GivenUp',
    'posted more than once for a try',
    'resent',
    'answered: hangs',
    'answered: 302',
    'answered: 429',
  ]);
});

describe('without a safeguard', () => {
  it.each<[DeliverySafeguard, RegExp]>([
    ['one taker', /posts for \d tries|posted after its end/],
    ['counted tries', /posts for \d tries|posted after its end/],
    ['the seal', /a reader got/],
    ['the checking message', /never posted/],
    ['checks before the deadline', /never posted/],
    ['the stored body', /has no end|never posted/],
    ['turns at a receiver', /during the receiver’s pause/],
  ])('%s: a guarantee breaks', async (without, broken) => {
    const { violations } = await playDeliveries({ cases: 3_000, seed, without });
    expect(violations[0]).toMatch(broken);
  });
});
