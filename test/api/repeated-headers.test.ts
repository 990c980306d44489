import { expect, it } from 'vitest';
import { preferredWaitSeconds } from '../../lambdas/api/prefer-wait.ts';

it.each([
  [['respond-async', 'wait=5'], 5],
  [['wait=5', 'wait=9'], 5],
  [['wait=5, foo', 'bar="x"'], 5],
  [['wait=500', 'wait=5'], undefined],
  [[], undefined],
])('reads the preferences of several fields as one list: %j', (fields, expected) => {
  const last = fields.at(-1);
  const headers = last === undefined ? {} : { prefer: last };
  expect(preferredWaitSeconds({ headers, multiValueHeaders: { prefer: fields } })).toBe(expected);
});

it('reads the one field of an event that tells no others', () => {
  expect(preferredWaitSeconds({ headers: { Prefer: 'wait=5' } })).toBe(5);
});
