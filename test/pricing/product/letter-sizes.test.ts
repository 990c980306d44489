import { describe, expect, it } from 'vitest';
import { compareTitles } from '../../../lambdas/pricing/product/compare-titles.ts';

describe('titles with sizes in letters', () => {
  const cases = [
    ['Different', 'Adidas T-Shirt XL', 'Adidas T-Shirt 2XL'],
    ['Different', 'Patagonia Better Sweater (M)', 'Patagonia Better Sweater L'],
    [
      'Same',
      'Gildan Softstyle Damen T-Shirt Gr. M schwarz',
      'Gildan Softstyle Damen T-Shirt Größe M schwarz',
    ],
    ['Same', 'Canon PG-545XL schwarz', 'Canon PG 545 XL Schwarz'],
    // "R6" is a cell to those who made them first, and a camera.
    ['Different', 'Battery grip for Canon EOS R6', 'Canon EOS R6 Camera Body'],
  ] as const;
  it.each(cases)('are %s: %s | %s', (verdict, wanted, stated) => {
    expect(compareTitles(wanted, stated, [])).toBe(verdict);
    expect(compareTitles(stated, wanted, [])).toBe(verdict);
  });
});
