import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import type { Selector } from '../../../lambdas/domain/selling-site.ts';
import { parseHtml } from '../../../lambdas/pricing/page/parse-html.ts';
import { applySelectors, SelectablePage } from '../../../lambdas/pricing/selectors/apply-selectors.ts';
import { selectorFault } from '../../../lambdas/pricing/selectors/check-selector.ts';
import { maxInstructions } from '../../../lambdas/pricing/selectors/match-regex.ts';
import { regexSizeOf } from '../../../lambdas/pricing/selectors/regex-size.ts';
import { maxSelectorsMs } from '../../../lambdas/pricing/selectors/selector-budget.ts';

/** A clock on which every look takes a millisecond, so that time is counted in looks on any machine. */
const lookClock = () => {
  let looks = 0;
  return () => {
    looks += 1;
    return looks;
  };
};

const page = (html: string): SelectablePage => new SelectablePage(parseHtml(html), html, lookClock());

const list = `<script type="application/json">${JSON.stringify(Array.from({ length: 20_000 }, () => 'a'))}</script>`;
const texts = `<div>${'<p>price <b>12</b></p>'.repeat(10_000)}</div>`;
const nested = `${'<div>'.repeat(400)}${'<i></i>'.repeat(5_000)}`;

describe('the cost of selectors', () => {
  it.each<[string, string, Selector]>([
    [
      'an XPath that reads all text at each element',
      nested,
      { Type: 'XPath', Value: '//*[contains(.,"zz")]' },
    ],
    ['an XPath that compares all with all', texts, { Type: 'XPath', Value: '//p[. = //b]' }],
    ['a JSONPath over lists in lists', list, { Type: 'JsonPath', Value: '$[?count($[*])>1]' }],
    [
      'a JSONPath with search() over them',
      list,
      { Type: 'JsonPath', Value: '$[?count($[?search(@,"zz")])>1]' },
    ],
    [
      'a CSS that reads all text at each element',
      nested,
      { Type: 'Css', Value: 'div:contains(zz) ~ :contains(z)' },
    ],
    ['a regex of many states', 'a'.repeat(100_000), { Type: 'Regex', Value: '(a{0,30}){0,30}[yz]\\b' }],
  ])('ends %s with a problem', (_name, html, selector) => {
    const { match, problems } = applySelectors(page(html), [selector]);
    expect(match).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]!.message).toMatch(/too (?:many steps|much time) on this page; make it more direct/);
  });

  // Steps alone are counted: no clock ends these.
  const flat = '<b id="a"><i>x</i></b>'.repeat(3_000);
  const long = `<p>${'a'.repeat(200_000)}</p>${'<i></i>'.repeat(2_000)}<q>${'a'.repeat(100_000)}b</q>`;
  const objects = `<script type="application/json">${JSON.stringify(Array.from({ length: 8_000 }, () => ({ a: 1 })))}</script>`;
  it.each<[Selector['Type'], string, string]>([
    ['XPath', '//*[position()=last()-//*]', flat],
    ['XPath', '//*[count(//*)>0][count(//*)>1][zz]', flat],
    ['XPath', '//*[zz | //*]', flat],
    ['XPath', '//*[. != //b]', flat],
    ['XPath', '//*[//i > .]', flat],
    ['XPath', '//*[sum(//b) = 1]', flat],
    ['XPath', '//*[id(//b)]/zz', flat],
    ['XPath', '//*[local-name(//zz | //b[2]) = "q"]', flat],
    ['XPath', '//*/following::*/preceding::*', flat],
    ['XPath', `//*[${'1+'.repeat(400)}1 = 2]`, flat],
    ['XPath', '//i[contains(//p, //q)]', long],
    ['XPath', '//i[substring-after(//p, //q) = "x"]', long],
    ['XPath', '//i[concat(//p, //q, //p) = "x"]', long],
    ['XPath', '//i[translate(//p, "a", "b") = "x"]', long],
    ['JsonPath', '$[?count($[?@ == $[0]]) > 8000]', objects],
    ['JsonPath', '$[?count($[?@.a < 0]) > 1]', objects],
  ])('ends the %s %s by its steps', (Type, Value, html) => {
    const selectable = new SelectablePage(parseHtml(html), html);
    const { match, problems } = applySelectors(selectable, [{ Type, Value }]);
    expect(match).toBeUndefined();
    expect(problems[0]?.message).toMatch(/too many steps on this page; make it more direct/);
  });

  it('takes no steps for what a name or an index in a list does not go over, nor twice for equal lists', () => {
    const html = `<script type="application/json">${JSON.stringify({ ids: Array.from({ length: 5_000 }, (_, id) => ({ id, price: id })), own: 4_999 })}</script>`;
    const selectable = new SelectablePage(parseHtml(html), html);
    const selector: Selector = { Type: 'JsonPath', Value: '$.ids[?@.id == $.own && $.ids[4999] == @].price' };
    expect(applySelectors(selectable, [selector])).toEqual({
      match: { raw: '4999', path: `JsonPath ${selector.Value}` },
      problems: [],
    });
  });

  it('is one for all of a site, and leaves some to those behind a costly one', () => {
    const clock = lookClock();
    const selectable = new SelectablePage(parseHtml('a'.repeat(30_000)), 'a'.repeat(30_000), clock);
    const costly: Selector = { Type: 'Regex', Value: '(a{0,30}){0,30}[yz]\\b' };
    const { problems } = applySelectors(
      selectable,
      Array.from({ length: 100 }, () => costly),
    );
    expect(problems).toHaveLength(100);
    expect(problems.at(-1)!.message).toContain('have together used up their 1000 ms');
    // Each run looks at the clock at its beginning and end as well.
    expect(clock()).toBeLessThan(maxSelectorsMs + 200);
    expect(problems.filter(({ message }) => message.includes('too much time')).length).toBeGreaterThan(1);
  });
});

describe('the size of a regular expression', () => {
  it.each([
    ['(?:a{30}){900}'],
    [`(?:${'a'.repeat(900)}){1000}`],
    [`(?i)${'[\\x{0}-\\x{ffff}]'.repeat(50)}`],
    [`(?i)${'\\pL'.repeat(300)}`],
    ['a'.repeat(1_001)],
  ])('is too large before it is compiled: %s', (Value) => {
    expect(selectorFault({ Type: 'Regex', Value })).toMatch(/more than/);
  });

  it('lets pass what selectors for prices look like', () => {
    for (const Value of [
      '"price":\\s*"(\\d{1,6}(?:[.,]\\d{2})?)"',
      '(?is)data-price=[\'"]?([\\d.,]{1,20})',
      'price[\\s\\S]{0,1000}?(\\d+)',
      '\\p{Sc}\\s*(\\d[\\d.,\\pZ]*)',
    ])
      expect(selectorFault({ Type: 'Regex', Value })).toBeUndefined();
  });

  it('is never estimated smaller than it is', () => {
    const atom = fc.constantFrom(
      'a',
      '.',
      '\\d',
      '[a-z]',
      '[^\\]"]',
      '\\pL',
      '(?i)k',
      '\\b',
      '^',
      '\\Qab{2}\\E',
      'ß',
    );
    const pattern = fc.letrec<{ all: string }>((tie) => ({
      all: fc.oneof(
        { maxDepth: 4 },
        atom,
        fc.tuple(tie('all'), tie('all')).map(([left, right]) => left + right),
        fc.tuple(tie('all'), tie('all')).map(([left, right]) => `(${left}|${right})`),
        fc
          .tuple(tie('all'), fc.constantFrom('*', '+?', '?', '{3}', '{2,}', '{0,7}', '{1,4}?', '{', '{,2}'))
          .map(([inside, times]) => `(?:${inside})${times}`),
      ),
    })).all;
    fc.assert(
      fc.property(pattern, (text) => {
        const { instructions } = regexSizeOf(text);
        if (instructions <= maxInstructions)
          expect(RE2JS.compile(text).programSize()).toBeLessThanOrEqual(instructions);
      }),
      { numRuns: 2_000, seed: 20261122 },
    );
  });
});

describe('a selector that cannot be used on any page', () => {
  it.each<[Selector]>([
    [{ Type: 'Css', Value: 'div[' }],
    [{ Type: 'Css', Value: 'div:frobnicate' }],
    [{ Type: 'Css', Value: `${':is('.repeat(190)}a${')'.repeat(190)}` }],
    [{ Type: 'XPath', Value: '//span[' }],
    [{ Type: 'XPath', Value: '//span[frob(.)]' }],
    [{ Type: 'JsonPath', Value: '$.[' }],
    [{ Type: 'JsonPath', Value: '$..a..b..c..d' }],
    [{ Type: 'Regex', Value: '(a)\\1' }],
  ])('is named: %j', (selector) => {
    expect(selectorFault(selector)).toEqual(expect.any(String));
  });

  it('is none of any text that throws something else', () => {
    const value = fc.oneof(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc
        .array(fc.constantFrom(...'()[]{}*+?|\\^$.:@,=<>!"\'/# a1-i~&'.split(''), '::', '..', '(?', '\\p'), {
          maxLength: 30,
        })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.constantFrom('Css', 'XPath', 'JsonPath', 'Regex'), value, (Type, Value) => {
        const fault = selectorFault({ Type, Value });
        expect(fault === undefined || fault.length > 0).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});
