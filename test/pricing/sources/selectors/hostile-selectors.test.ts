// Selectors that would take minutes or for ever, each ended by the one budget of time of its site. None is near its end
// within it, however fast the machine is; and the time is the processor's, however busy it is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Selector } from '../../../../lambdas/domain/site/selling-site.ts';
import { parseHtml } from '../../../../lambdas/pricing/page/parse-html.ts';
import { allEngines } from '../../../../lambdas/pricing/sources/selectors/all-engines.ts';
import { applySelectors } from '../../../../lambdas/pricing/sources/selectors/apply-selectors.ts';
import { selectorFault } from '../../../../lambdas/pricing/sources/selectors/engine.ts';
import { SelectablePage } from '../../../../lambdas/pricing/sources/selectors/selectable-page.ts';
import { createTimeBudget } from '../../../../lambdas/time-budget.ts';

const page = (html: string): SelectablePage => new SelectablePage(parseHtml(html), html);

const flat = '<b id="a"><i>x</i></b>'.repeat(1_000);
const siblings = '<b></b>'.repeat(10_000);
const long = `<p>${'a'.repeat(200_000)}</p>${'<i></i>'.repeat(2_000)}<q>${'a'.repeat(100_000)}b</q>`;
const list = `<script type="application/json">${JSON.stringify(Array.from({ length: 20_000 }, () => 'a'))}</script>`;
const text = `<script type="application/json">${JSON.stringify(['a'.repeat(50)])}</script>`;
const price: Selector = { Type: 'Css', Value: '.price' };

describe('a costly selector', () => {
  it.each<[Selector['Type'], string, string]>([
    ['XPath', '//*[count(//*[count(//*) > 1]) > count(//*)]/x', flat],
    ['XPath', '//*[zz | //*[. != //b]]', flat],
    ['XPath', '//*/following::*/preceding::*', flat],
    ['XPath', '//*[//i[//b[. = "y"]]]', flat],
    ['XPath', '//i[contains(concat(//p, //q, //p), //q)][2]', long],
    ['Css', 'x ~ b ~ b', siblings],
    ['Css', ':has(~ b ~ b ~ x)', siblings],
    ['JsonPath', '$[?count($[?count($[*]) > 1]) > 1]', list],
    ['JsonPath', '$[?search(@, "(a+)+$b")]', text],
    ['Regex', '(a{0,30}){0,30}[yz]\\b', 'a'.repeat(1_000_000)],
  ])('%s %s is ended, and the one behind it is tried', (Type, Value, html) => {
    const selectable = page(`${html}<p class="price">12</p>`);
    const selector = { Type, Value };
    const { match, problems } = applySelectors(
      selectable,
      [selector, price],
      allEngines,
      createTimeBudget(100),
    );
    expect(match?.raw).toBe('12');
    expect(problems).toEqual([{ selector, message: expect.stringContaining('more direct') }]);
  });

  it('leaves nothing to an endless number of its like', () => {
    const costly: Selector = { Type: 'Css', Value: 'x ~ b ~ b' };
    const selectors = Array<Selector>(200).fill(costly);
    const { problems } = applySelectors(page(siblings), selectors, allEngines, createTimeBudget(50));
    expect(problems).toHaveLength(200);
    expect(problems.at(-1)!.message).toContain('50 ms');
  });
});

describe('a time budget', () => {
  it('hands on what work gives and throws', () => {
    const bounded = createTimeBudget(10_000);
    expect(bounded(() => 7)).toBe(7);
    expect(bounded(() => undefined)).toBeUndefined();
    expect(() =>
      bounded(() => {
        throw new TypeError('x');
      }),
    ).toThrow(TypeError);
  });

  it('ends work that catches all errors', () => {
    const endless = (): void => {
      for (;;) {
        try {
          endless();
        } catch {}
      }
    };
    expect(() => createTimeBudget(100)(endless)).toThrow(/too much time/);
    expect(createTimeBudget(10_000)(() => 'still works')).toBe('still works');
  });
});

describe('a check of a selector', () => {
  it('throws nothing, whatever the text', () => {
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
        const fault = selectorFault({ Type, Value }, allEngines);
        expect(fault === undefined || fault.length > 0).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});
