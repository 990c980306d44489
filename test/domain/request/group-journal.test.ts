import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planDelivery } from '../../../lambdas/domain/request/group-journal.ts';

const indexes = [3, 4, 5, 6];
const some = fc.subarray(indexes).map((chosen) => new Set(chosen));

it('plans each site of a group exactly once per delivery, whatever the journal says', () => {
  fc.assert(
    fc.property(
      some,
      some,
      some,
      fc.boolean(),
      fc.boolean(),
      (begun, alone, ended, isBrowserStarted, isLast) => {
        const packed = new Map([...ended].map((index) => [index, new Uint8Array()]));
        const plan = planDelivery(indexes, { begun, alone, ended: packed, isBrowserStarted }, isLast);
        const parts = [plan.ended, plan.together, plan.alone, plan.killers, plan.suspects];
        expect(parts.flat().sort()).toEqual(indexes);
        // A site that killed the function alone never starts again; a suspect never runs next to others.
        for (const index of [...plan.together, ...plan.alone]) expect(alone.has(index)).toBe(false);
        if (!plan.withoutBrowser) for (const index of plan.together) expect(begun.has(index)).toBe(false);
      },
    ),
  );
});

it('scrapes everything together if the journal is empty', () => {
  expect(planDelivery(indexes, undefined, true)).toMatchObject({ together: indexes, withoutBrowser: false });
});
