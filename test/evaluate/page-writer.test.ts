import { describe, expect, test } from 'vitest';
import { amountText, marketOf, print } from '../../scripts/page-writer/markets.ts';
import { otherPages, writeOtherPage } from '../../scripts/page-writer/other-pages.ts';
import { platforms } from '../../scripts/page-writer/platforms.ts';
import { productCores, writeProductPage } from '../../scripts/page-writer/product-pages.ts';
import { createProduct, createShop } from '../../scripts/page-writer/shop.ts';

const writeTwice = <T>(write: () => T): [T, T] => [write(), write()];

describe('pages of imagined shops', () => {
  test.each(platforms.map((platform) => [platform.key, platform] as const))(
    'of %s are the same each time',
    (_key, platform) => {
      const [first, second] = writeTwice(() => {
        const shop = createShop('pl', platform, 3);
        const product = createProduct(shop, 0);
        return writeProductPage(shop, product, productCores.sale(shop, product));
      });
      expect(first).toEqual(second);
      expect(first.html).toContain(`<html lang="pl`);
    },
  );

  test.each(Object.keys(otherPages) as (keyof typeof otherPages)[])('%s is the same each time', (kind) => {
    const [first, second] = writeTwice(() => writeOtherPage(createShop('ja', platforms[0]!, 1), kind));
    expect(first).toEqual(second);
  });

  test('ask for a list price above the price', () => {
    for (const platform of platforms) {
      const shop = createShop('hu', platform, 0);
      for (const index of [0, 1, 2, 3, 4, 5, 6]) {
        const { price, old } = createProduct(shop, index);
        expect(old.minor).toBeGreaterThan(price.minor);
      }
    }
  });
});

describe('amounts as markets print them', () => {
  test.each([
    ['de', 129900, 2, '1.299,00 €', '1299.00'],
    ['us', 129900, 2, '$1,299.00', '1299.00'],
    ['fr', 129900, 2, '1 299,00 €', '1299.00'],
    ['hi', 12345678, 2, '₹1,23,456.78', '123456.78'],
    ['ja', 12900, 0, '12,900円', '12900'],
    ['nb', 5, 0, 'kr 5', '5'],
  ] as const)('%s', (market, minor, decimals, printed, label) => {
    expect(print(marketOf(market), { minor, decimals })).toBe(printed);
    expect(amountText({ minor, decimals })).toBe(label);
  });
});
