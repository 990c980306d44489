import { describe, expect, test } from 'vitest';
import { pairsFrom } from '../../cli/products.ts';

const kettle = 'https://shop.example/p/kettle';
const pan = 'https://shop.example/p/pan';
const template = 'https://shop.example/{sku}';

describe('links', () => {
  test.each([
    ['as arguments', [kettle, pan], {}],
    ['as options', [], { site: [kettle, pan] }],
    ['as both', [kettle], { site: [pan] }],
  ])('%s are products of their own', (_name, given, options) => {
    expect(pairsFrom(given, options)).toEqual([
      { sku: 'shop.example/p/kettle', site: { Name: 'shop.example', Url: kettle } },
      { sku: 'shop.example/p/pan', site: { Name: 'shop.example', Url: pan } },
    ]);
  });
});

describe('a SKU', () => {
  test('is requested from every site', () => {
    expect(pairsFrom(['A-1'], { site: [template, kettle] })).toEqual([
      { sku: 'A-1', site: { Name: 'shop.example', Url: template } },
      { sku: 'A-1', site: { Name: 'shop.example', Url: kettle } },
    ]);
  });

  test.each([
    ['without sites', ['A-1'], {}, /link of a product page instead of a SKU, or selling sites/],
    ['that is a link without its scheme', ['shop.example/p/1'], {}, /mean https:\/\/shop.example\/p\/1\?/],
    ['for a template is missing', [], { site: [template] }, /needs a SKU/],
    ['for a registered site is missing', [], { site: ['Shop A'] }, /needs a SKU/],
    ['is given twice', ['A-1', 'A-2'], { site: [template] }, /one SKU or several links/],
    ['is given beside a link', ['A-1', kettle], { site: [template] }, /one SKU or several links/],
    ['or link is missing', [], {}, /at least one selling site/],
  ])('%s is an error', (_name, given, options, message) => {
    expect(() => pairsFrom(given, options)).toThrow(message);
  });
});
