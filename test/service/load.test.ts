import { expect, it } from 'vitest';
import { runLoad } from '../../scripts/load.ts';

// A share of `npm run load`, which sends 10,000.
it('loses, doubles and mixes up nothing when many clients queue and poll at once', async () => {
  const { violations, completed } = await runLoad({ cases: 60, seed: 7, clients: 16 });
  expect(violations).toEqual([]);
  expect(completed).toBe(60);
});
