import { describe, expect, it } from 'vitest';
import { parseLooseJson } from '../../../lambdas/pricing/structured/loose-json.ts';
import { maxThings } from '../../../lambdas/pricing/structured/thing.ts';
import { countCalls } from '../../count-calls.ts';
import { calls, growthOf } from '../../fuzz/growth.ts';
import { extract, jsonLd, page, summary } from '../page-fixture.ts';

const product = {
  '@type': 'Product',
  name: 'Walking boot',
  offers: { '@type': 'Offer', price: '89.90', priceCurrency: 'EUR' },
};
const truncated = expect.stringMatching(/^DataTruncated: .* more .* than the 20000 things that are read/);

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
    const result = extract(page(jsonLd([...crumbs.slice(10), product])));
    expect(summary(result)).toBe('Priced, 89.90 EUR');
    expect(result.Warnings).toEqual([]);
  });

  it('says so of items that all refer to much of the page', () => {
    const details = `<div id="d">${'<i itemprop="x">1</i>'.repeat(1_000)}</div>`;
    expect(extract(page(`${'<p itemscope itemref="d"></p>'.repeat(100)}${details}`)).Warnings).toContainEqual(
      truncated,
    );
    expect(extract(page(`${'<p itemscope itemref="d"></p>'.repeat(20)}${details}`)).Warnings).toEqual([]);
  });
});

/** Pages whose data refer to each other, by how many things: each of these once grew with the square. */
const shared: Readonly<Record<string, (count: number) => string>> = {
  'variants that share a range of offers': (count) =>
    jsonLd({
      '@graph': [
        {
          '@type': 'ProductGroup',
          name: 'Boot',
          hasVariant: many(count, () => ({ ...variant, offers: ref })),
        },
        range(count),
      ],
    }),
  'products that share a range of offers': (count) =>
    jsonLd({
      '@graph': [...many(count, (name) => ({ '@type': 'Product', name, offers: ref })), range(count)],
    }),
  'groups that share a group of variants': (count) =>
    jsonLd({
      '@graph': [
        ...many(count, (name) => ({ '@type': 'ProductGroup', name, hasVariant: ref })),
        {
          '@id': '#shared',
          '@type': 'ProductGroup',
          hasVariant: many(count, (sku) => ({ ...variant, sku })),
        },
      ],
    }),
  'offers that share a list of parts of a price': (count) =>
    jsonLd({
      '@graph': [
        { ...product, offers: many(count, () => ({ '@type': 'Offer', priceSpecification: ref })) },
        { '@id': '#shared', priceComponent: many(count, (price) => ({ price, priceCurrency: 'EUR' })) },
      ],
    }),
  'the same in RDFa': (count) =>
    `<div vocab="https://schema.org/"><div resource="#shared" typeof="AggregateOffer">${'<i property="offers" typeof="Offer"><b property="price">5</b></i>'.repeat(count)}</div>${'<div typeof="Product"><link property="offers" resource="#shared"></div>'.repeat(count)}</div>`,
};
const ref = { '@id': '#shared' };
const variant = { '@type': 'Product', size: '42' };
const many = <T>(count: number, each: (name: string) => T): T[] =>
  Array.from({ length: count }, (_, index) => each(String(index)));
const range = (count: number) => ({
  ...ref,
  '@type': 'AggregateOffer',
  offers: many(count, (price) => ({ price, priceCurrency: 'EUR' })),
});

describe('data that refer to each other', () => {
  it.each(Object.entries(shared))('take work that grows with their length: %s', (name, pageOf) => {
    const grown = growthOf(
      { name, size: 1_600, read: (html) => extract(html) },
      (count) => page(pageOf(count)),
      calls,
    );
    expect(grown).toBeUndefined();
  });

  it('are followed as far as shops need it: a hundred variants with as many shared offers', () => {
    const result = extract(page(shared['variants that share a range of offers']!(100)));
    expect(result.Variants.length).toBeGreaterThan(0);
    expect(result.Warnings).not.toContainEqual(truncated);
  });

  it('and where they are not, the page says so', () => {
    const result = extract(page(shared['products that share a range of offers']!(1_000)));
    expect(result.Warnings).toContainEqual(truncated);
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
