import { describe, expect, it } from 'vitest';
import { parseLooseJson } from '../../../../lambdas/pricing/sources/markup/loose-json.ts';
import { maxThings } from '../../../../lambdas/pricing/sources/markup/thing.ts';
import { countCalls } from '../../../count-calls.ts';
import { dataPage, extract, jsonLd, page, summary } from '../../page-fixture.ts';

const product = {
  '@type': 'Product',
  name: 'Walking boot',
  offers: { '@type': 'Offer', price: '89.90', priceCurrency: 'EUR' },
};
const truncated = expect.stringMatching(/^DataTruncated: .* more .* than the 20000 items that are read/);

describe('a page that states more than is read', () => {
  const crumbs = Array.from({ length: maxThings }, (_, position) => ({ '@type': 'ListItem', position }));
  const offer =
    '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Walking boot</b><i itemprop="offers" itemscope><data itemprop="price" value="89.90"></data><meta itemprop="priceCurrency" content="EUR"></i></div>';

  it.each([
    ['JSON-LD', jsonLd(crumbs), jsonLd(product)],
    ['JSON-LD in one script', '', jsonLd([...crumbs, product])],
    ['microdata', '<i itemscope></i>'.repeat(maxThings), offer],
    ['RDFa', '<i typeof="s:ListItem"></i>'.repeat(maxThings), '<i typeof="s:Product"></i>'],
  ])('says so: %s', (_name, before, after) => {
    expect(extract(page(before + after)).Warnings).toContainEqual(truncated);
  });

  it('says nothing of one that is read whole', () => {
    const result = extract(dataPage([...crumbs.slice(10), product]));
    expect(summary(result)).toBe('Priced, 89.90 EUR');
    expect(result.Warnings).toEqual([]);
  });

  it('says so of items that all refer to much of the page', () => {
    const details = `<div id="d">${'<i itemprop="x">1</i>'.repeat(1_000)}</div>`;
    const warningsOf = (items: number) =>
      extract(page('<p itemscope itemref="d"></p>'.repeat(items) + details)).Warnings;
    expect(warningsOf(100)).toContainEqual(truncated);
    expect(warningsOf(20)).toEqual([]);
  });
});

describe('data in data without end', () => {
  it.each(['[', '{"a":', '{"@graph":[', '{"@value":['])(
    'keeps no more than some hundred levels of %s',
    (opening) => {
      const depthOf = (text: string): number => {
        let value: unknown = parseLooseJson(text)?.value;
        let depth = 0;
        for (; typeof value === 'object' && value !== null; depth += 1) value = Object.values(value)[0];
        return depth;
      };
      expect(depthOf(opening.repeat(400))).toBeGreaterThanOrEqual(400);
      expect(depthOf(opening.repeat(100_000))).toBeLessThan(1_000);
    },
  );

  it('does not hide what stands in another script', () => {
    expect(summary(extract(page(jsonLd('['.repeat(300_000)) + jsonLd(product))))).toBe('Priced, 89.90 EUR');
  });
});

describe('references between items', () => {
  it.each<[string, (reference: string) => string]>([
    [
      'to one large element',
      (reference) =>
        `${`<p itemscope ${reference}="d"></p>`.repeat(3_000)}<div id="d">${'<i itemprop="x">1</i>'.repeat(8_000)}</div>`,
    ],
    [
      'to one another',
      (reference) =>
        Array.from(
          { length: 4_000 },
          (_, at) => `<p itemscope id="p${at}" ${reference}="p${at + 1}"></p>`,
        ).join(''),
    ],
  ])('cost a few times what the items cost without them: %s', (_name, markup) => {
    const [without, referring] = ['title', 'itemref'].map((reference) =>
      countCalls(() => extract(page(markup(reference)))),
    );
    expect(referring! / without!).toBeLessThan(6);
  });
});

describe('offers that products share', () => {
  const count = 300;
  const offers = Array.from({ length: count }, (_, at) => ({ price: `${at + 10}.50`, priceCurrency: 'EUR' }));
  const boot = (at: number) => ({
    '@type': 'Product',
    name: `Boot ${at}`,
    sku: `B-${at}`,
    offers: { '@id': '#o' },
  });
  const sharing = (products: number) =>
    jsonLd([
      ...Array.from({ length: products }, (_, at) => boot(at)),
      { '@type': 'AggregateOffer', '@id': '#o', lowPrice: '10.50', priceCurrency: 'EUR', offers },
    ]);

  it('are told for each, and it is said when they are not', () => {
    const told = expect.stringMatching(/^DataTruncated: .* share .* 20000 offers/);
    expect(extract(page(sharing(20))).Warnings).not.toContainEqual(told);
    expect(extract(page(sharing(count))).Warnings).toContainEqual(told);
  });

  it('keep their prices where a price refers to another in a circle', () => {
    const circle = {
      '@graph': [
        { '@type': 'Product', name: 'Boot', offers: [{ price: { '@id': '#a' } }, product.offers] },
        { '@id': '#a', value: { '@id': '#b' } },
        { '@id': '#b', value: { '@id': '#a' } },
      ],
    };
    expect(summary(extract(dataPage(circle)))).toBe('Priced, 89.90 EUR');
  });
});
