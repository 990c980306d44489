import { expect, it } from 'vitest';
import { header } from '../../lambdas/api/header.ts';

it('joins all fields of a header, whatever the case of its name', () => {
  const fields = { headers: { prefer: 'wait=9' }, multiValueHeaders: { prefer: ['wait=5', 'wait=9'] } };
  expect(header(fields, 'Prefer')).toBe('wait=5, wait=9');
});

it('reads the last value if the gateway sends no others', () => {
  expect(header({ headers: { PREFER: 'wait=9' } }, 'Prefer')).toBe('wait=9');
  expect(header({}, 'Prefer')).toBeUndefined();
});
