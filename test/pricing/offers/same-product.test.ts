// Pages of offers whose titles are near those of a product, by somebody who had not read how they are compared.
import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../../lambdas/domain/site-result.ts';
import { isOfSameProduct } from '../../../lambdas/pricing/offers/same-product.ts';

const pageOf = (members: Partial<Extraction>): Extraction =>
  ({ Outcome: 'Priced', Gtin: null, Sku: null, Brand: null, Title: null, ...members }) as Extraction;

const phone = 'Apple iPhone 15 128 GB Black';
const drill = 'Bosch Professional GSR 18V-55 cordless drill';

describe('a page of offers', () => {
  it.each([
    [phone, 'Apple iPhone 15 256 GB Black'],
    [phone, 'Apple iPhone 15 Pro 128 GB Black'],
    [phone, 'Case for Apple iPhone 15 128 GB Black'],
    [phone, 'Apple iPhone 15 128 GB Black refurbished'],
    [phone, 'Apple iPhone 15 128 GB Blue'],
    ['Rapeseed oil 1 l', 'Rapeseed oil 3 l'],
    ['Rapeseed oil 1 l', 'Rapeseed oil 1 l, pack of 6'],
    ["Nike Air Max 90 men's", "Nike Air Max 90 women's"],
    ['Nike Air Max 90 size 42', 'Nike Air Max 90 size 44'],
    [drill, `${drill} charger`],
    [drill, `${drill} (body only, without battery)`],
    ['Harry Potter Vol. 1', 'Harry Potter Vol. 2'],
    ['Dyson V15 Detect', 'Filter for Dyson V15 Detect'],
    ['HP CF217A toner', 'HP CF219A toner'],
    ['Bosch GSR 18V-55', 'Bosch GSR 18V-60'],
    ['LEGO 75192 Millennium Falcon', 'LEGO 75192 Millennium Falcon lighting kit'],
    ['Samsung Galaxy S24', 'Samsung Galaxy S24+'],
    ['Samsung Galaxy S24', 'Samsung Galaxy S24 FE'],
    ['Canon EOS R6', 'Canon EOS R6 Mark II'],
    ['Pampers size 4', 'Pampers size 5'],
  ])('of another product than "%s" is none of its: "%s"', (name, other) => {
    for (const Title of [other, `All offers for ${other}`, `${other}: compare prices`])
      expect.soft(isOfSameProduct(pageOf({ Title: name }), pageOf({ Title })), Title).toBe(false);
  });

  it.each([
    [phone, phone],
    [phone, `All offers for ${phone}`],
    [phone, `${phone} – 12 more offers`],
    ['Vela Aurelia 3', 'Alle Angebote: Vela Aurelia 3'],
    ['Bosch Professional GSR 18V-55 drill', 'Bosch GSR 18V-55'],
  ])('of "%s" is its: "%s"', (name, Title) => {
    expect(isOfSameProduct(pageOf({ Title: name }), pageOf({ Title }))).toBe(true);
  });

  it('with another number is none of its, whatever it is called', () => {
    const Title = drill;
    const own = pageOf({ Title, Gtin: '4006381333931', Sku: 'GSR18V55' });
    expect(isOfSameProduct(own, pageOf({ Title, Gtin: '4006381333948' }))).toBe(false);
    expect(isOfSameProduct(own, pageOf({ Title, Sku: 'GSR18V60' }))).toBe(false);
    expect(isOfSameProduct(own, pageOf({ Title: 'Offers', Sku: 'gsr 18v55' }))).toBe(true);
  });
});
