import { describe, expect, it } from 'vitest';
import { isSellerHead, otherGoodsIn } from '../../../lambdas/pricing/offers/seller-names.ts';

describe('heads of columns', () => {
  it.each(['Seller', 'seller:', 'Seller \t:', 'Seller\u00a0：'])('"%s" stands above sellers', (head) => {
    expect(isSellerHead(head)).toBe(true);
  });

  it.each(['Seller ', 'Seller::', ': Seller', ':', ''])('"%s" does not', (head) => {
    expect(isSellerHead(head)).toBe(false);
  });
});

describe('goods that are no piece of the product', () => {
  it.each([
    ['Used – empty box', 'empty box'],
    ['** Box only! **', 'box only'],
    ['New, 3 left', undefined],
    ['- 12 -', undefined],
  ])('"%s"', (text, goods) => {
    expect(otherGoodsIn(text)).toBe(goods);
  });
});
