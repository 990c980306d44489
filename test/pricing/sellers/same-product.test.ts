// Pages of offers whose titles are near those of a product, by somebody who had not read how they are compared.
import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../../lambdas/domain/result/site-result.ts';
import { isOfSameProduct } from '../../../lambdas/pricing/sellers/gather-offers.ts';

const pageOf = (members: Partial<Extraction>): Extraction =>
  ({ Outcome: 'Priced', Gtin: null, Sku: null, Brand: null, Title: null, ...members }) as Extraction;

const phone = 'Apple iPhone 15 128 GB Black';
const drill = 'Bosch Professional GSR 18V-55 cordless drill';

describe('a page of offers', () => {
  it.each([
    [phone, 'Apple iPhone 15 256 GB Black'],
    [phone, 'Case for Apple iPhone 15 128 GB Black'],
    ['Rapeseed oil 1 l', 'Rapeseed oil 3 l'],
    ['Nike Air Max 90 size 42', 'Nike Air Max 90 size 44'],
    ['Harry Potter Vol. 1', 'Harry Potter Vol. 2'],
    ['Bosch GSR 18V-55', 'Bosch GSR 18V-60'],
    ['Samsung Galaxy S24', 'Samsung Galaxy S24 FE'],
  ])('of another product than "%s" is none of its: "%s"', (name, other) => {
    for (const Title of [other, `All offers for ${other}`, `${other}: compare prices`])
      expect.soft(isOfSameProduct(pageOf({ Title: name }), pageOf({ Title })), Title).toBe(false);
  });

  it.each([
    [phone, phone],
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
