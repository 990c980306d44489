import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { Selector } from '../../../../lambdas/domain/site/selling-site.ts';
import { allEngines } from '../../../../lambdas/pricing/sources/selectors/all-engines.ts';
import { applySelectors } from '../../../../lambdas/pricing/sources/selectors/apply-selectors.ts';
import { SelectablePage } from '../../../../lambdas/pricing/sources/selectors/selectable-page.ts';

const html = `<!doctype html><html><body>
<h1 class="title">Lamp</h1>
<div id="p"><span class="old">1.399,00 €</span><span class="price" data-amount="1299.00">1.299,00&nbsp;€</span><meta itemprop="price" content="1299.00"><i class="empty"></i></div><em class="raised">12<sup>99</sup> €</em><em class="twins"><i>12,00</i><i>7</i></em>
<script type="application/ld+json">{"@type":"Product","sku":"A-1","offers":[{"price":1299.00,"url":"x"},{"price":"1399"}]}</script>
<script type="application/json">{"state":{"price":{"value":"1299,00"}}}</script>
<script type="application/json">{broken</script>
<script>var product = {"id":7,"price":"1299.5"};</script></body></html>`;
const document = parseDocument(html);
const apply = (...selectors: Selector[]) =>
  applySelectors(new SelectablePage(document, html), selectors, allEngines);

describe('selectors that match', () => {
  it.each<[string, Selector, string]>([
    ['CSS text', { Type: 'Css', Value: '#p > .price' }, '1.299,00 €'],
    ['CSS attribute', { Type: 'Css', Value: '.price', Attribute: 'data-amount' }, '1299.00'],
    ['CSS with :not and :has', { Type: 'Css', Value: 'div:has(.old) span:not(.old)' }, '1.299,00 €'],
    [
      'XPath with Attribute',
      { Type: 'XPath', Value: '//span[contains(@class,"price")]', Attribute: 'data-amount' },
      '1299.00',
    ],
    ['XPath position', { Type: 'XPath', Value: '(//span)[2]' }, '1.299,00 €'],
    ['JSONPath number', { Type: 'JsonPath', Value: '$.offers[0].price' }, '1299'],
    [
      'JSONPath filter with match()',
      { Type: 'JsonPath', Value: '$.offers[?match(@.price, "13.*")].price' },
      '1399',
    ],
  ])('reads %s', (_, selector, raw) => {
    expect(apply(selector)).toEqual({
      match: { raw, path: `${selector.Type} ${selector.Value}` },
      problems: [],
    });
  });

  it('tries them in order and takes the first that gives something', () => {
    const selectors = ['.none', '.empty', '.price', 'h1'].map((Value) => ({ Type: 'Css' as const, Value }));
    expect(apply(...selectors).match?.path).toBe('Css .price');
  });

  it('gives nothing when none matches', () => {
    const none: Selector[] = [
      { Type: 'Css', Value: '.none' },
      { Type: 'XPath', Value: '//b' },
      { Type: 'JsonPath', Value: '$.x' },
      { Type: 'Regex', Value: 'zzz' },
    ];
    expect(apply(...none)).toEqual({ match: undefined, problems: [] });
  });
});

describe('selectors that cannot be used', () => {
  it.each<[string, Selector]>([
    ['Css', { Type: 'Css', Value: 'div[' }],
    ['XPath', { Type: 'XPath', Value: '//span[' }],
    ['JSONPath', { Type: 'JsonPath', Value: '$.[' }],
    ['Regex', { Type: 'Regex', Value: '(a)\\1' }],
  ])('says what is wrong with %s and goes on', (_, selector) => {
    const { match, problems } = apply(selector, { Type: 'Css', Value: 'h1' });
    expect(match?.raw).toBe('Lamp');
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toContain(selector.Value);
  });

  it('runs a regex that would backtrack forever elsewhere', () => {
    const text = `${'a'.repeat(50_000)}!`;
    const page = new SelectablePage(parseDocument(text), text);
    expect(applySelectors(page, [{ Type: 'Regex', Value: '(a+)+$' }], allEngines).match).toBeUndefined();
  });
});
