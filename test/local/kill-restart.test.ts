import { expect, it } from 'vitest';
import { runKillRestart } from '../../scripts/kill-restart.ts';

// A share of `npm run kill`, which tries other moments with other seeds.
it('loses no acknowledged request when the local stack is killed while clients queue and the scraper runs', async () => {
  const { violations, acknowledged } = await runKillRestart({ cases: 2, seed: 3 });
  expect(violations).toEqual([]);
  expect(acknowledged).toBeGreaterThan(10);
}, 120_000);
