import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../client/index.ts';
import { selectorOf, withPriceSelector } from '../../console/candidate-selector.ts';
import { allEngines } from '../../lambdas/pricing/sources/selectors/all-engines.ts';
import { selectorFault } from '../../lambdas/pricing/sources/selectors/engine.ts';

const candidate = (Source: Candidate['Source'], Path: string): Candidate => ({
  Price: { Amount: '5', Currency: 'EUR', Raw: '5' },
  Source,
  Path,
});

describe('the selector of a candidate', () => {
  it.each<[Candidate['Source'], string, object]>([
    ['Visible', 'div.offers > p.price', { Type: 'Css', Value: 'div.offers > p.price' }],
    ['Visible', 'div#a @data-price', { Type: 'Css', Value: 'div#a', Attribute: 'data-price' }],
    ['Microdata', 'main > div [itemprop="price"]', { Type: 'Css', Value: 'main > div [itemprop="price"]' }],
    ['Rdfa', 'p [property="price"]', { Type: 'Css', Value: 'p [property="price"]' }],
    [
      'OpenGraph',
      'meta[property="product:price:amount"]',
      { Type: 'Css', Value: 'meta[property="product:price:amount"]', Attribute: 'content' },
    ],
    ['JsonLd', '$.offers[1].price', { Type: 'JsonPath', Value: '$.offers[1].price' }],
    ['JsonLd', 'script[2]:$.offers.price', { Type: 'JsonPath', Value: '$.offers.price' }],
    ['JsonLd', "$.@graph[0].it's.price", { Type: 'JsonPath', Value: "$['@graph'][0]['it\\'s'].price" }],
    ['EmbeddedState', 'span.x @data-price', { Type: 'Css', Value: 'span.x', Attribute: 'data-price' }],
    ['Selector', 'XPath //p[2]', { Type: 'XPath', Value: '//p[2]' }],
  ])('for %s at %s is accepted by the service', (source, path, expected) => {
    const selector = selectorOf(candidate(source, path));
    expect(selector).toEqual(expected);
    expect(selectorFault(selector!, allEngines)).toBeUndefined();
  });

  it.each<[Candidate['Source'], string]>([
    ['EmbeddedState', '__NEXT_DATA__.props.price'],
    ['JsonLd', '$'],
    ['JsonLd', 'price'],
    ['Selector', 'nonsense'],
    ['Visible', ''],
    ['Visible', 'div > p.very-lo…'],
    ['Visible', `p.${'x'.repeat(1_000)}`],
  ])('of %s at %s is none', (source, path) => expect(selectorOf(candidate(source, path))).toBeUndefined());

  it('is added once, before the site’s own', () => {
    const first = { Type: 'Css', Value: 'a' } as const;
    const second = { Type: 'Css', Value: 'b' } as const;
    const site = { Url: 'x', Selectors: { Title: [first], Price: [first] } };
    const both = withPriceSelector(site, second);
    expect(both).toEqual({ Url: 'x', Selectors: { Title: [first], Price: [second, first] } });
    expect(withPriceSelector(both, first).Selectors?.Price).toEqual([first, second]);
  });
});
