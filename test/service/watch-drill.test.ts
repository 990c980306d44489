// A share of `npm run drill -- account-watch`, and whether it would notice what it is for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drillAccountWatch } from '../../scripts/drill/account-watch-drill.ts';
import { type Sabotage, sabotagedAssembly } from './sabotaged-assembly.ts';

test('watches of the account tell each change of the demonstration shops once, and nothing else', async () => {
  const { looks, told, expected, certain, faults } = await drillAccountWatch({ pairs: 33, days: 5, seed: 7 });
  expect(faults).toEqual([]);
  expect(looks).toBeGreaterThanOrEqual(33 * 5);
  expect(told).toBe(expected);
  // Else it would show nothing.
  expect(told).toBeGreaterThan(10);
  expect(certain).toBeGreaterThan(0);
  expect(certain).toBeLessThan(33);
});

test.each<[string, Sabotage, RegExp]>([
  [
    'what one look has seen is taken for certain',
    {
      file: 'lambdas/domain/price-changes.ts',
      is: "isCertain: result.Confidence === 'High',",
      instead: 'isCertain: true,',
    },
    /told .*, expected /,
  ],
  [
    'nobody looks again',
    {
      file: 'lambdas/domain/watches/conclude.ts',
      is: 'if (state.AtMs === atMs && isPending(state)) concluded.pending.push(place);',
      instead: '',
    },
    /not certain, and not looked at again/,
  ],
  [
    'what is known of a site is not kept',
    {
      file: 'lambdas/domain/watches/conclude.ts',
      is: 'written.set(key, state);',
      instead: '',
    },
    /told nothing, expected /,
  ],
  [
    'changes are in the history, and nobody is told',
    {
      file: 'lambdas/watcher/handler.ts',
      is: 'await deliveries.send({ ...message, Frozen }, 0);',
      instead: 'void message; void Frozen;',
    },
    /is told by the history of drill-0, and never came/,
  ],
  [
    'each call tells it once more, under a name of its own',
    {
      file: 'lambdas/watcher/handler.ts',
      is: 'await deliveries.send({ ...message, Frozen }, 0);',
      instead:
        'await deliveries.send({ ...message, Frozen }, 0); await deliveries.send({ ...message, Frozen, RequestId: crypto.randomUUID() }, 0);',
    },
    /came, and is in no history/,
  ],
])('the drill notices it where %s', async (_case, sabotage, fault) => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-sabotage-'));
  try {
    const assembly = await sabotagedAssembly(sabotage, folder);
    const { faults } = await drillAccountWatch({ pairs: 22, days: 3, seed: 7 }, assembly);
    expect(faults.join('\n')).toMatch(fault);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
