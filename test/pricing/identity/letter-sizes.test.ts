import { describe, expect, it } from 'vitest';
import { compareTitles } from '../../../lambdas/pricing/identity/compare-titles.ts';
import { readLetterSizes } from '../../../lambdas/pricing/identity/letter-sizes.ts';

describe('sizes in letters', () => {
  it.each([
    ['camiseta adidas hombre talla m', ['m']],
    ['t-shirt 2xl', ['xxl']],
    ['sweater (l)', ['l']],
    ['eimer 10 l', []],
    ['canon pg-545xl', []],
    ['mehl 500 gr', []],
  ])('of "%s" are %j', (plain, sizes) => {
    expect([...readLetterSizes(plain)]).toEqual(sizes);
  });
});

describe('titles with sizes', () => {
  const cases = [
    ['Different', 'Camiseta Adidas hombre talla M', 'Camiseta Adidas hombre talla L'],
    ['Different', 'Adidas T-Shirt Herren Größe M', 'Adidas T-Shirt Herren Gr. L'],
    ['Different', 'Adidas T-Shirt XL', 'Adidas T-Shirt 2XL'],
    ['Different', 'Adidas T-Shirt (S)', 'Adidas T-Shirt (M)'],
    ['Different', 'Пижама женская размер M', 'Пижама женская размер L'],
    ['Different', 'Patagonia Better Sweater M', 'Patagonia Better Sweater L'],
    [
      'Same',
      'Gildan Softstyle Damen T-Shirt Gr. M schwarz',
      'Gildan Softstyle Damen T-Shirt Größe M schwarz',
    ],
    ['Same', 'Ergobag Pack Größe L', 'Ergobag Pack size Large'],
    ['Same', 'Canon PG-545XL schwarz', 'Canon PG 545 XL Schwarz'],
    ['Different', 'Pilas Duracell AA pack 4', 'Pilas Duracell AAA pack 4'],
    ['Different', 'Chanel N°5 Eau de Parfum 100 ml', 'Chanel N°5 EDT 100 ml'],
    // "R6" is a cell to those who made them first, and a camera.
    ['Different', 'Battery grip for Canon EOS R6', 'Canon EOS R6 Camera Body'],
    ['Different', 'Squier Strat left-handed', 'Squier Strat right-handed'],
    ['Different', 'Galaxy S24 256 GB silber', 'Galaxy S24 256 GB morado'],
  ] as const;
  it.each(cases)('are %s: %s | %s', (verdict, wanted, stated) => {
    expect(compareTitles(wanted, stated, [])).toBe(verdict);
    expect(compareTitles(stated, wanted, [])).toBe(verdict);
  });
});
