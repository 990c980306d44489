import { describe, expect, test } from 'vitest';
import { regionalSize, regionOf, sizesInText } from '../../lambdas/pricing/regional-sizes.ts';
import { extract, jsonLd, page } from './page-fixture.ts';

describe('sizes in several systems', () => {
  test.each([
    ['EU 42.5 / US 9 / UK 8', 'EU 42.5, US 9, UK 8'],
    ['42 EU | 9 US', 'EU 42, US 9'],
    ['EU 42 2/3 (US 9)', 'EU 42 2/3, US 9'],
    ['US M 8 / US W 9.5', 'US M 8, US W 9.5'],
    ['US: 9, EU: 42', 'US 9, EU 42'],
    // One size, or something else beside it: there is no list.
    ['42', ''],
    ['EU 42', ''],
    ['S/M', ''],
    ['90x200', ''],
    ['Navy / EU 42', ''],
    ['', ''],
  ])('of %j are %j', (text, expected) => {
    const sizes = sizesInText(text).map(({ region, size }) => `${region} ${size}`);
    expect(sizes.join(', ')).toBe(expected);
  });

  test.each([
    ['us m', 'US M'],
    ['size US', 'US'],
    ['https://schema.org/WearableSizeSystemEurope', 'EU'],
    ['shoe_size_uk', 'UK'],
    ['custom', undefined],
    ['size', undefined],
    ['us street', undefined],
  ])('has %j as the system %j', (name, region) => {
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
