import { expect, it } from 'vitest';
import { runOutageAndKills } from '../../scripts/outage-and-kills.ts';

// A share of `npm run outage`.
it('loses nothing when the store goes away and two functions are killed meanwhile', async () => {
  const { violations, killed } = await runOutageAndKills({ cases: 1, seed: 1 });
  expect(violations).toEqual([]);
  expect(killed).toBeGreaterThan(0);
});
