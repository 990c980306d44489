// A part of `npm run stress`, which runs more cases with other seeds.
import { expect, it } from 'vitest';
import { runKill } from '../../scripts/stress/kill.ts';
import { runLoad } from '../../scripts/stress/load.ts';

it('loses, doubles and mixes up nothing when many clients queue and poll at once', async () => {
  const { violations, completed } = await runLoad({ cases: 30, seed: 7, clients: 16 });
  expect(violations).toEqual([]);
  expect(completed).toBe(30);
});

it('loses no acknowledged request when the local stack is killed while clients queue and the scraper runs', async () => {
  const { violations, acknowledged } = await runKill({
    cases: 2,
    seed: 3,
    undisturbedMs: Number.POSITIVE_INFINITY,
  });
  expect(violations).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});
