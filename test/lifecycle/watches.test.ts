// Whole lives of watches in virtual time: see `virtual-watches.ts`. Many more of them run in
// `npm run endurance -- --only watch`.
import { describe, expect, it } from 'vitest';
import { playWatches } from './run-watches.ts';
import type { WatchSafeguard } from './virtual-watches.ts';

const seed = 20_261_123;

it('every change is told with one identifier, each run asks once, whatever befalls', async () => {
  const { violations, counts } = await playWatches({ cases: 150, seed });
  expect(violations).toEqual([]);
  for (const name of [
    'first: Completed',
    'first: Failed',
    'first: Refused',
    'second: Completed',
    'second: Refused',
    'changes told',
    'left out',
  ]) {
    expect.soft(counts.get(name) ?? 0, name).toBeGreaterThan(0);
  }
});

describe('a safeguard taken away', () => {
  it.each<[WatchSafeguard, RegExp]>([
    ['one run', /the history has it not|were charged/],
    ['the key of the request', /the history has it not|were charged/],
    ['the history that is there', /expected|changes in the history/],
    ['the second look', /did not look again/],
  ])('%s: is missed', async (without, broken) => {
    const { violations } = await playWatches({ cases: 1_000, seed, without });
    expect(violations[0]).toMatch(broken);
  });
});
