import { expect, it } from 'vitest';
import { runFuzzApi } from '../../scripts/fuzz-api.ts';

// A share of `npm run fuzz:api`, which sends 50,000 and looks for growth too.
it('answers calls generated from its document, and mutations of them, as the document says', async () => {
  const { violations, accepted, watchesPut } = await runFuzzApi({ cases: 600, seed: 7 });
  expect(violations).toEqual([]);
  expect(accepted).toBeGreaterThan(10);
  expect(watchesPut).toBeGreaterThan(5);
});
