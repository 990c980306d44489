import { describe, expect, it } from 'vitest';
import { nearestName } from '../../lambdas/domain/nearest-name.ts';

const members = ['Gtin', 'Mpn', 'Brand', 'Title', 'Quantity'];
const site = [
  'Name',
  'Url',
  'SearchUrl',
  'Seller',
  'Condition',
  'Currency',
  'Country',
  'TimeoutSeconds',
  'Expect',
];

describe('the intended name', () => {
  it.each([
    ['Titel', members, 'Title'],
    ['Brnad', members, 'Brand'],
    ['Gtin13', members, 'Gtin'],
    ['gtin_14', members, 'Gtin'],
    ['GTIN', members, 'Gtin'],
    ['Quantiy', members, 'Quantity'],
    ['Qunatity', members, 'Quantity'],
    ['Mnp', members, 'Mpn'],
    ['Conditon', site, 'Condition'],
    ['Sellers', site, 'Seller'],
    ['Expects', site, 'Expect'],
    ['Expected', site, 'Expect'],
    ['search url', site, 'SearchUrl'],
    ['TimeoutSecond', site, 'TimeoutSeconds'],
    ['Curency', site, 'Currency'],
  ])('of %s is found', (name, known, meant) => {
    expect(nearestName(name, known)).toBe(meant);
  });

  it.each([
    ['Ean', members],
    ['Sku', members],
    ['Name', members],
    ['Site', members],
    ['Model', members],
    ['Color', members],
    ['Vendor', site],
    ['13', members],
    ['', members],
    ['__proto__', site],
    ['x'.repeat(10_000), site],
  ])('of %s is none', (name, known) => {
    expect(nearestName(name, known)).toBeUndefined();
  });

  it('is undefined if two are equally near', () => {
    expect(nearestName('Coat', ['Boat', 'Coal'])).toBeUndefined();
  });
});
