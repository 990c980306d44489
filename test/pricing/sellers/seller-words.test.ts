import { describe, expect, it } from 'vitest';
import {
  isSellerHead,
  isSellersHeading,
  sellerInLine,
} from '../../../lambdas/pricing/sellers/seller-words.ts';

describe('heads of columns', () => {
  it.each(['Seller\u00a0：'])('"%s" stands above sellers', (head) => {
    expect(isSellerHead(head)).toBe(true);
  });

  it.each([''])('"%s" does not', (head) => {
    expect(isSellerHead(head)).toBe(false);
  });
});

describe('words of sellers', () => {
  it.each([
    ['Other\n  sellers', true],
    ['Tüm satıcıları gör', true],
    ['Brother offers', false],
    ['Other sellers of this brand', false],
  ])('"%s" heads a list of sellers: %s', (heading, isHeading) => {
    expect(isSellersHeading(heading)).toBe(isHeading);
  });

  it.each([
    ['Sold by: Shop A (98.7%)', 'Shop A'],
    ['VERKÄUFER：Laden B', 'Laden B'],
    ['Sellers of the year', undefined],
    ['Sold by', ''],
  ])('"%s" names %j', (line, name) => {
    expect(sellerInLine(line)).toBe(name);
  });
});
