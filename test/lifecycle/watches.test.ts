// Watches in virtual time, see `virtual-watches.ts`.
import { describe, expect, it } from 'vitest';
import { manyOf, seedOr } from '../rounds.ts';
import { expectKept } from './play.ts';
import { playWatches } from './run-watches.ts';
import { VirtualWatch, type WatchSafeguard } from './virtual-watches.ts';
import { startMs } from './virtual-world.ts';

const seed = seedOr(20_261_123);

it('every change is reported with one identifier, and each run makes one request, under all faults', async () => {
  expectKept(await playWatches({ cases: manyOf(150), seed }), [
    'first: Completed',
    'first: Failed',
    'first: Refused',
    'second: Completed',
    'second: Refused',
    'changes reported',
    'left out',
  ]);
});

it('a watch that is changed ends its current run, and does not delay later ones', async () => {
  const minuteMs = 60_000;
  const everyMs = 15 * minuteMs;
  const said = { confidence: 'Medium', outcome: 'Priced' } as const;
  const watch = new VirtualWatch({
    everyMs,
    runs: 4,
    // The second run is uncertain.
    shops: [
      [
        { fromMs: 0, amount: '10.00', ...said },
        { fromMs: everyMs, amount: '9.00', ...said },
      ],
    ],
    begins: [],
    scrapesMs: [1_000],
    deaths: [],
    doubled: [],
    callMs: 10,
    puts: [{ afterMs: everyMs + 2 * minuteMs, sku: 'y' }],
  });
  await watch.live();
  expect(watch.errors).toEqual([]);
  const runAt = (at: string): number => (Date.parse(at) - startMs) / everyMs;
  const ends = watch.entries.map(({ ScheduledAt, IsSecond, Ended }) => [runAt(ScheduledAt), IsSecond, Ended]);
  expect(ends.toSorted()).toEqual([
    [0, false, 'Completed'],
    [0, true, 'Completed'],
    [1, false, 'Completed'],
    [1, true, 'Lost'],
    [2, false, 'Completed'],
    [2, true, 'Completed'],
    [3, false, 'Completed'],
  ]);
});

describe('without a safeguard', () => {
  it.each<[WatchSafeguard, RegExp]>([
    ['one run', /not in the history|were charged/],
    ['the key of the request', /not in the history|were charged/],
    ['the history that is there', /expected|changes in the history/],
    ['the second scrape', /no second scrape/],
    ['the floor', /sooner after each other/],
    ['changed requests', /were lost|no second scrape/],
  ])('%s: a guarantee breaks', async (without, broken) => {
    const { violations } = await playWatches({ cases: 1_000, seed, without });
    expect(violations[0]).toMatch(broken);
  });
});
