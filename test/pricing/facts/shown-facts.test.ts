// Numbers and contents that a page prints in its specifications alone, as tables, lists of terms and lines.
import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../../lambdas/domain/site/selling-site.ts';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';

const url = 'https://shop.example/p/pen';
const read = (facts: string, Expect?: Expectation, sku?: string) =>
  extractOffer(
    `<!doctype html><html><head><title>Pen | Shop</title></head><body><nav>EAN 96385074</nav><main><h1>Pen</h1>
    <p class="price">2,49 €</p><form action="/cart/add" method="post"><button>In den Warenkorb</button></form>
    ${facts}</main></body></html>`,
    { url, sku, site: { Expect } },
  );
const own = '4006381333931';
const other = '4012345678123';

describe('a GTIN in the specifications', () => {
  it.each([
    `<table><tr><td>Farbe</td><td>blau</td></tr><tr><td>EAN-Code:</td><td>4006381 333931</td></tr></table>`,
    `<ul><li>Код товара: 77</li><li>Штрихкод: ${own}</li></ul>`,
    `<div><span>Kod kreskowy</span></div><div><span>${own}</span></div>`,
  ])('is the product’s: %s', (facts) => {
    expect(read(facts, { Gtin: own })).toMatchObject({
      Identity: { Verdict: 'Same', By: ['Gtin'] },
      Gtin: own,
      Price: { Amount: '2.49' },
    });
    expect(read(facts, { Gtin: other }).Error?.Code).toBe('ProductMismatch');
    expect(read(facts, undefined, own).Identity).toMatchObject({
      Verdict: 'Same',
      By: expect.arrayContaining(['Gtin']),
    });
  });

  it.each([
    [
      'one of several cards',
      `<ul><li><a href="/p/a">A</a><p>EAN: ${own}</p></li><li><a href="/p/b">B</a><p>EAN: ${other}</p></li></ul>`,
    ],
    ['a number that is called otherwise', `<table><tr><th>Telefon</th><td>${own}</td></tr></table>`],
  ])('is not that of %s', (_, facts) => {
    for (const Gtin of [own, other])
      expect(read(facts, { Gtin })).toMatchObject({ Identity: { Verdict: 'Unknown' } });
  });
});

describe('contents in the specifications', () => {
  const facts = (text: string) => `<table><tr><th>Füllmenge</th><td>${text}</td></tr></table>`;

  it('make it another product, and never the same by themselves', () => {
    expect(read(facts('1,5 L'), { Quantity: '1 l' }).Error?.Code).toBe('ProductMismatch');
    expect(read(facts('1000 ml'), { Quantity: '1 l' }).Identity.Verdict).toBe('Unknown');
    expect(read(facts('blau'), { Quantity: '1 l' }).Identity.Verdict).toBe('Unknown');
  });
});
