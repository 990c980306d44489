// Deployments in virtual time, see `virtual-deployment.ts`.
import { describe, expect, it } from 'vitest';
import { manyOf, seedOr } from '../rounds.ts';
import { expectKept } from './play.ts';
import { playCatalogues, playHalfDone, playOutages } from './run-deployments.ts';
import type { Safeguard } from './virtual-deployment.ts';

const seed = seedOr(20_261_121);

it('an outage of the store loses no results and causes no duplicate fetch', async () => {
  expectKept(await playOutages({ cases: manyOf(200), seed }), [
    'completed',
    'not completed',
    'fetched 0 times',
    'fetched 1 times',
    'sent again',
  ]);
});

it('a request completes if and only if something was processed', async () => {
  expectKept(await playHalfDone({ cases: manyOf(200), seed }), [
    'completed',
    'completed in part',
    'failed',
    'dead-lettered',
  ]);
});

it('a request fetches few pages of one host at a time, across all its messages', async () => {
  expectKept(await playCatalogues({ cases: manyOf(60), seed }), [
    'all priced',
    'not all priced',
    'as many as allowed',
  ]);
});

describe('without a safeguard', () => {
  it.each<[Safeguard, typeof playOutages, RegExp]>([
    ['carried results', playOutages, /was fetched \d times/],
    ['growing delays', playOutages, /dead-lettered before its deadline/],
    ['turns of a host', playCatalogues, /\d pages of one host were loaded at the same time/],
    ['closing', playHalfDone, /was partly processed and is not completed/],
    ['closing that comes again', playHalfDone, /was partly processed and is not completed/],
  ])('%s: a guarantee breaks', async (without, play, broken) => {
    const { violations } = await play({ cases: 3_000, seed, without });
    expect(violations[0]).toMatch(broken);
  });
});
