import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLabelOfLink, labelOfLink } from '../../../lambdas/domain/links/link-label.ts';
import { skuSchema } from '../../../lambdas/domain/site/selling-site.ts';

describe('the label of a link', () => {
  it.each([
    ['https://shop.example/p/kettle', 'shop.example/p/kettle'],
    ['http://user:secret@shop.example:8080/p/kettle', 'shop.example:8080/p/kettle'],
    ['https://shop.example/', 'shop.example'],
    ['https://shop.example/item?id=4711#blue', 'shop.example/item?id=4711#blue'],
    ['https://bücher.example/über uns', 'xn--bcher-kva.example/%C3%BCber%20uns'],
  ])('of %s is %s', (link, label) => {
    expect(labelOfLink(link)).toBe(label);
    expect(isLabelOfLink(label, link)).toBe(true);
  });

  it('distinguishes long links, wherever they differ', () => {
    const tracking = `?gclid=${'x'.repeat(300)}`;
    const labels = ['kettle', 'pan'].flatMap((name) =>
      ['1', '2'].map((end) => labelOfLink(`https://shop.example/p/${name}${tracking}${end}`)),
    );
    expect(new Set(labels).size).toBe(4);
  });

  it('is a valid SKU for every link', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (link) => {
        expect(skuSchema.safeParse(labelOfLink(link)).success).toBe(true);
      }),
    );
  });

  it.each([undefined, '', 'Shop A'])('is of no link: %j', (link) => {
    expect(isLabelOfLink('shop.example', link)).toBe(false);
  });
});
