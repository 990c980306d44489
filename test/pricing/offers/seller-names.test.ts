import { describe, expect, it } from 'vitest';
import { isSellerHead } from '../../../lambdas/pricing/offers/seller-names.ts';

describe('heads of columns', () => {
  it.each(['Seller\u00a0：'])('"%s" stands above sellers', (head) => {
    expect(isSellerHead(head)).toBe(true);
  });

  it.each([''])('"%s" does not', (head) => {
    expect(isSellerHead(head)).toBe(false);
  });
});
