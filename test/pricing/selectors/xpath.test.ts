import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../lambdas/pricing/page/parse-html.ts';
import { selectorFault } from '../../../lambdas/pricing/selectors/check-selector.ts';
import { compileXPath } from '../../../lambdas/pricing/selectors/compile-xpath.ts';
import { SelectorBudget } from '../../../lambdas/pricing/selectors/selector-budget.ts';
import { XPathTree } from '../../../lambdas/pricing/selectors/xpath-tree.ts';
import { toText } from '../../../lambdas/pricing/selectors/xpath-values.ts';
import libxml2 from './xpath-vectors.json' with { type: 'json' };

const evaluate = (html: string, expression: string): string => {
  const budget = new SelectorBudget();
  const tree = new XPathTree(parseHtml(html), budget);
  const focus = { tree, node: tree.root.first!, position: 1, size: 1 };
  return budget.run(html.length, () => toText(compileXPath(expression)(focus), tree));
};

describe('an XPath', () => {
  it('gives what libxml2 gives', () => {
    const answers = libxml2.vectors.map(([expression]) => [
      expression,
      evaluate(libxml2.document, expression!),
    ]);
    expect(answers).toEqual(libxml2.vectors);
  });

  // What libxml2 does not show, since HTML is no XML.
  it.each([
    ['count(//P[@CLASS="price"])', '1'],
    ['string(//svg:text)', 'drawn'],
    ['count(//svg:*)', '1'],
    ['count(//*[lang("de")])', '2'],
    ['count(//*[lang("DE-ch")])', '1'],
    ['boolean(//*[lang("zz")])', 'false'],
    ['string(id("a b"))', '12'],
    ['count(id(//i))', '1'],
    ['namespace-uri(//b)', ''],
    ['count(//namespace::*)', '0'],
    ['count(//processing-instruction())', '0'],
    ['string-length("😀€")', '2'],
    ['substring("😀€x", 2, 1)', '€'],
    ['translate("a😀b", "😀b", "€")', 'a€'],
    ['string(100000000000000000000000)', '99999999999999991611392'],
    ['string(0.0000001)', '0.0000001'],
    ['string(-0.000000125)', '-0.000000125'],
  ])('reads HTML: %s', (expression, expected) => {
    const html =
      '<html lang="de"><p class="price" id="a" lang="de-CH">12</p><svg:text lang="en">drawn</svg:text><i lang="en">a</i></html>';
    expect(evaluate(html, expression)).toBe(expected);
  });

  it.each([
    ['//span[frob(.)]', /no function "frob"; expected one of last, position, count/],
    ['//*[contains(.)]', /"contains" takes 2 arguments, and was given 1/],
    ['//*[concat("a")]', /"concat" takes 2 or more arguments, and was given 1/],
    ['//*[string(1, 2)]', /"string" takes 0 to 1 arguments, and was given 2/],
    ['//*[. = $price]', /no variable "\$price" here/],
  ])('that cannot be used anywhere is refused with what is wrong: %s', (Value, fault) => {
    expect(selectorFault({ Type: 'XPath', Value })).toMatch(fault);
  });

  it.each([
    ['count("a")', /"count" takes a path, and was given a string/],
    ['sum(1)', /"sum" takes a path, and was given a number/],
    ['"a"[1]', /stands behind a string; expected nodes/],
    ['//b | 1', /stands behind a number; expected nodes/],
  ])('that asks for nodes of what has none says so: %s', (expression, message) => {
    expect(() => evaluate('<b></b>', expression)).toThrow(message);
  });
});
