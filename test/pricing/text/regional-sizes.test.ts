import { describe, expect, test } from 'vitest';
import { matchVariant } from '../../../lambdas/pricing/facts/variants.ts';
import {
  regionalSize,
  regionOf,
  sizesInText,
  withDecimalSizes,
} from '../../../lambdas/pricing/text/regional-sizes.ts';
import { dataPage, extract } from '../page-fixture.ts';

describe('sizes in several systems', () => {
  test('are read from one text', () => {
    expect(sizesInText('42 EU | 9 US')).toMatchObject([
      { region: 'EU', size: '42' },
      { region: 'US', size: '9' },
    ]);
    expect(regionOf('us street')).toBeUndefined();
  });

  test('take their system from beside the size as well', () => {
    expect(regionalSize('US M 8', 'us m')).toEqual({ region: 'US M', size: '8' });
    expect(regionalSize('26', 'cm')).toEqual({ region: 'CM', size: '26' });
    expect(regionalSize('26', undefined)).toBeUndefined();
  });

  test('are those of each variant that schema.org data state', () => {
    const specified = (name: string, system: string) => ({
      '@type': 'SizeSpecification',
      name,
      sizeSystem: `https://schema.org/WearableSizeSystem${system}`,
    });
    const variant = (eu: string, us: string) => ({
      '@type': 'Product',
      name: 'Walking boot',
      sku: `B-${eu}`,
      size: [specified(eu, 'Europe'), specified(us, 'US')],
      offers: { price: '89.00', priceCurrency: 'EUR' },
    });
    const hasVariant = [variant('41', '8'), variant('42', '9')];
    const html = dataPage({ '@type': 'ProductGroup', name: 'Walking boot', hasVariant });
    const both = (eu: string, us: string) => ({
      Size: eu,
      SizeRegion: 'EU',
      Sizes: [
        { Region: 'EU', Size: eu },
        { Region: 'US', Size: us },
      ],
    });
    expect(extract(html).Variants).toMatchObject([both('41', '8'), both('42', '9')]);
  });
});

describe('a size between two whole ones', () => {
  test('is none of other parts', () => {
    expect(withDecimalSizes('42 1/20')).toBe('42 1/20');
  });

  test.each(['42.5', '42 1/2', '42½', '42,5'])('is found however the page has it: %s', (size) => {
    const variants = [
      { path: '$[0]', size: '42' },
      { path: '$[1]', size },
    ];
    expect(matchVariant(variants, { Size: 'EU 42 1/2' })?.path).toBe('$[1]');
    expect(matchVariant(variants, { Size: '42 1/3' })).toBeUndefined();
  });
});
