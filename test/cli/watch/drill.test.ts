import { expect, test } from 'vitest';
import { drillWatch } from '../../../scripts/drill/watch-drill.ts';

test('a watch over days tells each change of the demonstration shops once, and nothing else', async () => {
  const { looks, told, expected, faults } = await drillWatch({ pairs: 22, days: 6, seed: 7 });
  expect(faults).toEqual([]);
  expect(looks).toBeGreaterThanOrEqual(22 * 6);
  expect(told).toBe(expected);
  // Else it would show nothing.
  expect(told).toBeGreaterThan(10);
});
