import { describe, expect, it } from 'vitest';
import { labelOfLink } from '../../../lambdas/domain/links/link-label.ts';
import type { Expectation } from '../../../lambdas/domain/site/selling-site.ts';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';
import { jsonLd, productPage } from '../page-fixture.ts';

const offers = { price: '12.90', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' };
const page = (product: Record<string, unknown>): string =>
  productPage(
    String(product.name),
    '<p class="price">12,90 €</p><button>In den Warenkorb</button>',
    jsonLd({ '@type': 'Product', offers, ...product }),
  );

const url = 'https://shop.example/oil';
const read = (product: Record<string, unknown>, sku?: string, Expect?: Expectation) =>
  extractOffer(page(product), { url, sku, site: { Expect } });

const gtin = '4006381333931';

describe('a page that states numbers, asked for a SKU', () => {
  it.each([
    ['Sku', { sku: 'OIL-1L', mpn: 'X1' }, 'oil 1l'],
    ['Mpn', { sku: 'A1', mpn: 'OIL-1L' }, 'OIL-1L'],
    ['Gtin', { sku: 'A1', gtin13: gtin }, gtin],
  ])('is the same product where it is its %s', (by, numbers, sku) => {
    expect(read({ name: 'Oil', ...numbers }, sku)).toMatchObject({
      Identity: { Verdict: 'Same', By: [by] },
      Confidence: 'High',
      Warnings: [],
    });
  });

  it('is doubted where none of them is: a warning, and Medium at most', () => {
    expect(read({ name: 'Oil', sku: 'OIL-3L' }, 'OIL-1L')).toMatchObject({
      Outcome: 'Priced',
      Identity: { Verdict: 'Unknown', By: [] },
      Confidence: 'Medium',
      Warnings: [expect.stringMatching(/^SkuDiffers: .*"OIL-3L" .*"OIL-1L"/)],
    });
  });

  it('is not doubted where the page states none', () => {
    expect(read({ name: 'Oil' }, 'OIL-1L')).toMatchObject({
      Identity: { Verdict: 'Unknown', By: [] },
      Confidence: 'High',
      Warnings: [],
    });
  });
});

describe('a page requested by its link alone', () => {
  const link = 'https://shop.example/p/oil?size=1';

  it.each([
    ['in the request', { sku: labelOfLink(link), site: { Url: link } }],
    ['of a site among several products', { sku: 'A-1', site: { Url: link, Sku: labelOfLink(link) } }],
  ])('is not doubted for the number that it states, with the label %s', (_name, asked) => {
    expect(extractOffer(page({ name: 'Oil', sku: 'OIL-3L' }), { url: link, ...asked })).toMatchObject({
      Sku: 'OIL-3L',
      Identity: { Verdict: 'Unknown', By: [] },
      Confidence: 'High',
      Warnings: [],
    });
  });

  it.each([
    ['another link', 'https://shop.example/p/vinegar'],
    ['a template', 'https://shop.example/p/{sku}'],
  ])('is doubted for the label of a link if the site has %s', (_name, Url) => {
    const { Warnings } = extractOffer(page({ name: 'Oil', sku: 'OIL-3L' }), {
      url: link,
      sku: labelOfLink(link),
      site: { Url },
    });
    expect(Warnings).toEqual([expect.stringMatching(/^SkuDiffers: /)]);
  });
});

describe('a page under an expectation', () => {
  it('of another product has no price anywhere in its result', () => {
    const result = read({ name: 'Motor Oil 5W-30 3 l', sku: 'OIL-3L' }, 'OIL-1L', { Quantity: '1 l' });
    expect(result).toMatchObject({
      Outcome: 'NotFound',
      Identity: { Verdict: 'Different', By: ['Quantity'] },
      Error: { Code: 'ProductMismatch', Retryable: false },
      Price: null,
      Confidence: null,
    });
    expect(JSON.stringify(result)).not.toContain('12.90');
  });

  it('of the same product keeps its price, whatever number the shop gives it', () => {
    const result = read({ name: 'Oil', sku: 'S-77', gtin13: gtin }, 'OIL-1L', { Gtin: `0${gtin}` });
    expect(result).toMatchObject({
      Outcome: 'Priced',
      Identity: { Verdict: 'Same', By: ['Gtin'] },
      Confidence: 'High',
      Warnings: [],
    });
  });

  it.each([
    ['316148410X', 'Same'],
    ['3-16-148410-X', 'Same'],
    ['0306406152', 'Different'],
    ['3161484101', 'Unknown'],
  ] as const)('is judged by an ISBN of ten digits: %s is %s', (isbn, verdict) => {
    const { Identity, Gtin } = read({ '@type': 'Book', name: 'Das Buch', isbn }, undefined, {
      Gtin: '9783161484100',
    });
    expect(Identity.Verdict).toBe(verdict);
    if (verdict === 'Same') expect(Gtin).toBe('9783161484100');
  });

  it.each([
    [{ gtin: '(01)04006381333931' }, '4006381333931'],
    [{ gtin14: '0400 6381 3339 31' }, '4-006381-333931'],
    [{ gtin13: '4006381333931' }, '(01)04006381333931(10)LOT'],
    [{ gtin: 'https://id.gs1.org/01/04006381333931' }, '(01) 04006381333931'],
  ])('is judged by a GTIN however GS1 has it written: %j by %s', (numbers, Gtin) => {
    expect(read({ name: 'Oil', ...numbers }, undefined, { Gtin }).Identity.Verdict).toBe('Same');
    expect(
      read({ name: 'Oil', ...numbers }, undefined, { Gtin: '(01)09506000134352' }).Identity.Verdict,
    ).toBe('Different');
  });

  it.each<[string, Expectation]>([
    ['a GTIN', { Gtin: gtin }],
    ['a brand that agrees', { Brand: 'Monini' }],
    ['a quantity that agrees', { Quantity: '1 l' }],
  ])('by %s, which decides nothing, is doubted where its number is another', (_name, Expect) => {
    const product = { name: 'Olive oil 1 l', brand: 'Monini' };
    const other = read({ ...product, sku: 'OIL-3L' }, 'OIL-1L', Expect);
    expect(other).toMatchObject({ Identity: { Verdict: 'Unknown', By: [] }, Confidence: 'Medium' });
    expect(other.Warnings).toEqual([expect.stringMatching(/^SkuDiffers: .*"OIL-3L" .*"OIL-1L".*Expect/)]);
    const asked = read({ ...product, sku: 'OIL-1L' }, 'OIL-1L', Expect);
    expect(asked).toMatchObject({
      Identity: { Verdict: 'Unknown', By: [] },
      Confidence: 'High',
      Warnings: [],
    });
    expect(read({ ...product, sku: 'OIL-3L' }, undefined, Expect).Warnings).toEqual([]);
  });

  it('that states too little keeps its price', () => {
    const result = read({ name: 'Oil' }, 'OIL-1L', { Gtin: gtin });
    expect(result).toMatchObject({ Outcome: 'Priced', Identity: { Verdict: 'Unknown', By: [] } });
  });
});

describe('a GTIN that is expected of one of several', () => {
  const size = (name: string, gtin13: string, price?: string) => ({
    '@type': 'Product',
    name: `Shoe ${name}`,
    sku: `S-${name}`,
    size: name,
    gtin13,
    ...(price !== undefined && { offers: { '@type': 'Offer', price, priceCurrency: 'EUR' } }),
  });
  const group = (...hasVariant: readonly object[]) =>
    page({ '@type': 'ProductGroup', name: 'Shoe', offers: undefined, hasVariant });
  const [first, second] = ['4012345678116', '4012345678123'];
  const ask = (html: string, Gtin: string) => extractOffer(html, { url, site: { Expect: { Gtin } } });

  it('has its own price, whichever the page shows', () => {
    const html = group(size('41', first, '12.90'), size('42', second, '14.90'));
    for (const [asked, amount, Sku] of [
      [first, '12.90', 'S-41'],
      [`0${second}`, '14.90', 'S-42'],
    ] as const)
      expect(ask(html, asked)).toMatchObject({
        Identity: { Verdict: 'Same', By: ['Gtin'] },
        Price: { Amount: amount },
        Sku,
        Gtin: asked.slice(-13),
      });
  });

  it('has none of another variant where its own is not stated', () => {
    const { Price } = ask(group(size('41', first, '89.00'), size('42', second)), second);
    expect(Price?.Amount).not.toBe('89.00');
  });

  it('is of another product where none of them has it', () => {
    const html = group(size('41', first, '12.90'), size('42', second, '14.90'));
    expect(ask(html, gtin).Price).toBeNull();
  });
});

describe('the number of a product in an application’s state', () => {
  const read = (numbers: object, sku?: string) => {
    const state = JSON.stringify({ product: { name: 'Runner 5', price: 19.9, currency: 'EUR', ...numbers } });
    const block = `<p class="price">€19.90</p><button>Add to cart</button><script>window.__STATE__=${state}</script>`;
    return extractOffer(productPage('Runner 5', block), { url: 'https://shop.example/p/runner-5', sku });
  };

  it.each(['id', 'templateId', 'colorId'])('is not what stands under %s, which raises no doubt', (name) => {
    expect(read({ [name]: 'ZZ-98765' }, 'ABC-123')).toMatchObject({
      Sku: null,
      Warnings: [],
      Identity: { Verdict: 'Unknown' },
    });
  });

  it.each(['id', 'masterId', 'styleId', 'style'])('is the asked one where %s has it', (name) => {
    expect(read({ id: 'row-1', [name]: '555088-105' }, '555088-105')).toMatchObject({
      Sku: '555088-105',
      Identity: { Verdict: 'Same', By: ['Sku'] },
    });
    if (name !== 'id') expect(read({ [name]: 'ZZ-98765' }, 'ABC-123').Sku).toBeNull();
  });

  it.each(['sku', 'styleCode', 'articleNumber', 'productCode'])('stands under %s', (name) => {
    expect(read({ id: 'row-1', [name]: 'ZZ-98765' }, 'ABC-123')).toMatchObject({
      Sku: 'ZZ-98765',
      Warnings: [expect.stringMatching(/^SkuDiffers: /)],
    });
  });
});
