import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../lambdas/pricing/page/parse-html.ts';
import { allEngines } from '../../../../lambdas/pricing/sources/selectors/all-engines.ts';
import { selectorFault } from '../../../../lambdas/pricing/sources/selectors/engine.ts';
import { selectXPath } from '../../../../lambdas/pricing/sources/selectors/select-xpath.ts';
import { xpathDocumentOf } from '../../../../lambdas/pricing/sources/selectors/xpath-node.ts';
import libxml2 from './xpath-vectors.json' with { type: 'json' };

const evaluate = (html: string, expression: string): unknown => {
  const documentElement = xpathDocumentOf(parseHtml(html)).firstChild!;
  return [...selectXPath(documentElement, `string(${expression})`)][0];
};

describe('an XPath', () => {
  it('gives what libxml2 gives', () => {
    const answers = libxml2.vectors.map(([expression]) => [
      expression,
      evaluate(libxml2.document, expression!),
    ]);
    expect(answers).toEqual(libxml2.vectors);
  });

  // Cases that libxml2 cannot show, since HTML is not XML.
  it.each([
    ['count(//P[@CLASS="price"])', '1'],
    ['string(//svg:text)', 'drawn'],
    ['count(//*[lang("de")])', '2'],
    ['boolean(//*[lang("zz")])', 'false'],
    ['namespace-uri(//b)', ''],
    ['count(//processing-instruction())', '0'],
  ])('reads HTML: %s', (expression, expected) => {
    const html =
      '<html lang="de"><p class="price" id="a" lang="de-CH">12</p><svg:text lang="en">drawn</svg:text><i lang="en">a</i></html>';
    expect(evaluate(html, expression)).toBe(expected);
  });

  it.each([
    ['//span[frob(.)]', /no function "frob"; expected one of last, position, count/],
    ['//*[contains(.)]', /"contains" does not take 1 arguments/],
    ['//*[concat("a")]', /"concat" does not take 1 arguments/],
    ['//*[string(1, 2)]', /"string" does not take 2 arguments/],
    ['//*[. = $price]', /no variable "\$price" here/],
  ])('that cannot be used anywhere is refused with what is wrong: %s', (Value, fault) => {
    expect(selectorFault({ Type: 'XPath', Value }, allEngines)).toMatch(fault);
  });

  it.each(['count("a")', 'sum(1)', '"a"[1]', '//b | 1'])(
    'that asks for nodes of what has none fails: %s',
    (expression) => {
      expect(() => evaluate('<b></b>', expression)).toThrow();
    },
  );

  it('finds each node once and in document order, whichever way it was found', () => {
    const html = '<div><div id="a"><p><b id="1">1</b></p><b id="2">2</b></div><i>i</i></div>';
    const idsOf = (expression: string): unknown => {
      const found = [...selectXPath(xpathDocumentOf(parseHtml(html)), expression)];
      return found.map((each) => (typeof each === 'string' ? each : each.attribs.id));
    };
    expect(idsOf('//div//b')).toEqual(['1', '2']);
    expect(idsOf('(//b)[1]')).toEqual(['1']);
    expect(idsOf('(//i/preceding::b | //b/ancestor::div[1])[1]')).toEqual(['a']);
    expect(idsOf('//p/following::*[1]')).toEqual(['2']);
    expect(idsOf('//i/preceding::b[1]')).toEqual(['2']);
    expect(idsOf('//i/preceding::div')).toEqual(['a']);
  });
});
