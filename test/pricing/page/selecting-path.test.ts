import { describe, expect, it } from 'vitest';
import { extract, page } from '../page-fixture.ts';

/** The result if the path of a candidate is used as the caller's selector. */
const foundWith = (html: string, Value: string): string | undefined => {
  const Selectors = { Price: [{ Type: 'Css' as const, Value }] };
  return extract(html, { site: { Selectors } as never }).Price?.Amount;
};

const offer = (price: string, attributes = 'class="offer"') =>
  `<div ${attributes}><p class="price">${price}</p><button>Add to cart</button></div>`;
const product = (offers: string) => page(`<main><h1>Walking boot</h1><div>${offers}</div></main>`);

describe('the path of a candidate', () => {
  it.each<[string, string]>([
    ['offers that are alike', product(offer('€1,799.00') + offer('€1,949.00'))],
    [
      'names that are none of CSS',
      product(offer('€1,799.00', 'class="2x"') + offer('€1,949.00', 'class="2x"')),
    ],
    [
      'identifiers that are given twice',
      product(offer('€1,799.00', 'id="o"') + offer('€1,949.00', 'id="o"')),
    ],
    [
      'elements of the page’s own',
      product(`<x:y>${offer('€1,799.00')}</x:y><x:y>${offer('€1,949.00')}</x:y>`),
    ],
  ])('selects its price and no other: %s', (_name, html) => {
    const { Outcome, Candidates } = extract(html);
    expect([Outcome, Candidates.length]).toEqual(['Ambiguous', 2]);
    for (const { Path, Price } of Candidates)
      expect([Path, foundWith(html, Path)]).toEqual([Path, Price.Amount]);
  });

  it('stays short where names tell the element', () => {
    const { Candidates } = extract(product(offer('€1,799.00', 'id="a"') + offer('€1,949.00', 'id="b"')));
    expect(Candidates.map(({ Path }) => Path).toSorted()).toEqual(['div#a > p.price', 'div#b > p.price']);
  });
});
