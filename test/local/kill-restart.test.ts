import { expect, it } from 'vitest';
import { runKillRestart } from '../../scripts/kill-restart.ts';

// A share of `npm run kill`, which tries other moments with other seeds, and whether a request had time enough.
it('loses no acknowledged request when the local stack is killed while clients queue and the scraper runs', async () => {
  const { violations, acknowledged } = await runKillRestart({
    cases: 2,
    seed: 3,
    undisturbedMs: Number.POSITIVE_INFINITY,
  });
  expect(violations).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});
