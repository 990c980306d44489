import { describe, expect, it } from 'vitest';
import { saidByLabels } from '../../../lambdas/pricing/roles/said-by-labels.ts';

describe('words behind an amount', () => {
  it.each([
    ['and up', 'From'],
    ['+', 'From'],
    ['起', 'From'],
    ['から', 'From'],
    ['부터', 'From'],
    ["'den başlayan fiyatlarla", 'From'],
    ['-tól', 'From'],
    ['alkaen', 'From'],
    ['og opp', 'From'],
    // Words end where letters end.
    ['alkaenk', undefined],
    // "le ft" is no measure of length.
    ['left in stock', undefined],
    ['le kg', 'PerUnit'],
    ['/kg', 'PerUnit'],
    ['毎100g', 'PerUnit'],
  ])('"12,00 € %s" is %s', (behind, role) => {
    expect(saidByLabels('', behind).role).toBe(role);
  });
});
