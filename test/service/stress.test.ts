import { expect, it } from 'vitest';
import { manyOf, rounds, seedOr } from '../rounds.ts';
import { runKill } from './stress/kill.ts';
import { runLoad } from './stress/load.ts';

it(
  'loses, doubles and mixes up nothing when many clients queue and poll at once',
  async () => {
    const { violations, completed } = await runLoad(manyOf(30), seedOr(7));
    expect(violations).toEqual([]);
    expect(completed).toBe(manyOf(30));
  },
  600_000 * rounds,
);

it(
  'loses no acknowledged request when the local stack is killed while clients queue and the scraper runs',
  async () => {
    const { violations, acknowledged } = await runKill(manyOf(2), seedOr(3));
    expect(violations).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  },
  600_000 * rounds,
);
