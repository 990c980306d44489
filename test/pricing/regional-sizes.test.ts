import { describe, expect, test } from 'vitest';
import { matchVariant } from '../../lambdas/pricing/decide/match-variant.ts';
import { withDecimalSizes } from '../../lambdas/pricing/half-sizes.ts';
import { regionalSize, regionOf, sizesInText } from '../../lambdas/pricing/regional-sizes.ts';
import { extract, jsonLd, page } from './page-fixture.ts';

describe('sizes in several systems', () => {
  test.each([['42 EU | 9 US', 'EU 42, US 9']])('of %j are %j', (text, expected) => {
    const sizes = sizesInText(text).map(({ region, size }) => `${region} ${size}`);
    expect(sizes.join(', ')).toBe(expected);
  });

  test.each([['us street', undefined]])('has %j as the system %j', (name, region) => {
    expect(regionOf(name)).toBe(region);
  });

  test('takes the system from beside a size as well', () => {
    expect(regionalSize('US M 8', 'us m')).toEqual({ region: 'US M', size: '8' });
    expect(regionalSize('26', 'cm')).toEqual({ region: 'CM', size: '26' });
    expect(regionalSize('26', undefined)).toBeUndefined();
  });

  test('are those of each variant that schema.org data state', () => {
    const variant = (eu: string, us: string) => ({
      '@type': 'Product',
      name: 'Walking boot',
      sku: `B-${eu}`,
      size: [
        { '@type': 'SizeSpecification', name: eu, sizeSystem: 'https://schema.org/WearableSizeSystemEurope' },
        { '@type': 'SizeSpecification', name: us, sizeSystem: 'https://schema.org/WearableSizeSystemUS' },
      ],
      offers: { '@type': 'Offer', price: '89.00', priceCurrency: 'EUR' },
    });
    const group = {
      '@context': 'https://schema.org',
      '@type': 'ProductGroup',
      name: 'Walking boot',
      hasVariant: [variant('41', '8'), variant('42', '9')],
    };
    const html = page('<h1>Walking boot</h1><p>€89.00</p><button>Add to cart</button>', jsonLd(group));
    expect(extract(html).Variants.map(({ Size, SizeRegion, Sizes }) => [Size, SizeRegion, Sizes])).toEqual([
      [
        '41',
        'EU',
        [
          { Region: 'EU', Size: '41' },
          { Region: 'US', Size: '8' },
        ],
      ],
      [
        '42',
        'EU',
        [
          { Region: 'EU', Size: '42' },
          { Region: 'US', Size: '9' },
        ],
      ],
    ]);
  });
});

describe('a size between two whole ones', () => {
  test.each([['42 1/20', '42 1/20']])('%j is %j', (text, expected) => {
    expect(withDecimalSizes(text)).toBe(expected);
  });

  test.each(['EU 42 1/2'])('is found as %j, however the page has it', (Size) => {
    for (const size of ['42.5', '42 1/2', '42½', '42,5']) {
      const variants = [
        { path: '$[0]', size: '42' },
        { path: '$[1]', size },
      ];
      expect(matchVariant(variants, { Size })?.path).toBe('$[1]');
      expect(matchVariant(variants, { Size: '42 1/3' })).toBeUndefined();
    }
  });
});
