import { describe, expect, it } from 'vitest';
import { readLabelRole } from '../../../lambdas/pricing/text/amount-role.ts';

describe('words behind an amount', () => {
  it.each([
    ['and up', 'From'],
    ['起', 'From'],
    ['alkaen', 'From'],
    // Words end where letters end.
    ['alkaenk', undefined],
    ['le kg', 'PerUnit'],
  ])('"12,00 € %s" is %s', (behind, role) => {
    expect(readLabelRole('', behind).role).toBe(role);
  });
});
