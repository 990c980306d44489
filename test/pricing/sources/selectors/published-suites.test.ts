// Callers' selectors against the tests that others published: see `suites/LICENSES.md`.
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../lambdas/pricing/page/parse-html.ts';
import { allEngines } from '../../../../lambdas/pricing/sources/selectors/all-engines.ts';
import { selectorFault } from '../../../../lambdas/pricing/sources/selectors/engine.ts';
import { selectCss } from '../../../../lambdas/pricing/sources/selectors/select-css.ts';
import { selectJsonPath } from '../../../../lambdas/pricing/sources/selectors/select-json-path.ts';
import { firstMatch } from '../../../../lambdas/pricing/sources/selectors/select-regex.ts';
import css from './suites/css.json' with { type: 'json' };
import jsonPath from './suites/json-path.json' with { type: 'json' };
import re2 from './suites/re2.json' with { type: 'json' };

describe('a JsonPath', () => {
  type Vector = [selector: string, document?: unknown, results?: unknown[][]];
  const vectors = jsonPath.vectors as Vector[];

  it('is refused where RFC 9535 has no such query, and nowhere else', () => {
    const wrong = vectors.filter(
      ([Value, , results]) =>
        (selectorFault({ Type: 'JsonPath', Value }, allEngines) === undefined) !== (results !== undefined),
    );
    expect(wrong).toEqual([]);
  });

  it('gives the strings and numbers that the query has, in order', () => {
    const texts = (values: unknown[]): string[] =>
      values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
    const wrong = vectors.flatMap(([selector, document, results]) => {
      if (!results || typeof document !== 'object' || document === null) return [];
      const found = selectJsonPath([document as never], selector);
      const given = JSON.stringify(found);
      return results.some((values) => JSON.stringify(texts(values)) === given) ? [] : [{ selector, given }];
    });
    expect(wrong).toEqual([]);
  });
});

describe('a Css selector', () => {
  it('selects what it selects elsewhere', () => {
    const wrong = css.vectors.flatMap((vector) => {
      const [place, selector, ...ids] = vector as [number, string, ...string[]];
      const html = css.documents[place]!;
      const found = selectCss(parseHtml(html), selector);
      const given = found.map(({ attribs }) => attribs.id ?? '?').toSorted();
      return JSON.stringify(given) === JSON.stringify(ids.toSorted()) ? [] : [{ selector, given, ids }];
    });
    expect(wrong).toEqual([]);
  });

  it.each(css.invalid)('that no browser takes is refused: %j', (Value) => {
    expect(selectorFault({ Type: 'Css', Value }, allEngines)).toBeDefined();
  });

  it.each([
    ['div >', /^A combinator stands at the end/],
    ['> p', /^A combinator stands at the beginning/],
    ['div, :is(> p)', /^A combinator stands at the beginning/],
    [':has(p ~)', /^A combinator stands at the end/],
    ['[href]p', /^The name of an element stands behind/],
    ['.a, ', /Empty sub-selector|A part of it is empty/],
  ])('%j is refused with what is wrong', (Value, fault) => {
    expect(selectorFault({ Type: 'Css', Value }, allEngines)).toMatch(fault);
  });

  it.each(['/* price */ .price', '.price /* now */', '.box/**/ > /* a /* b */ .price', '.price /* no end'])(
    'is read without its comments: %s',
    (selector) => {
      expect(selectorFault({ Type: 'Css', Value: selector }, allEngines)).toBeUndefined();
      const html = '<div class="box"><p class="price">9</p></div>';
      expect(selectCss(parseHtml(html), selector)).toHaveLength(1);
    },
  );

  it('keeps in a text what looks like a comment', () => {
    const html = '<p title="/* x */">9</p>';
    const found = selectCss(parseHtml(html), '[title="/* x */"]');
    expect(found).toHaveLength(1);
  });

  // States that a user causes, and selectors that need a browser or are another tool's own.
  it.each(css.unsupported)('%s is not known, and said so', (name) => {
    const told = ['', '(x)'].map((argument) =>
      selectorFault({ Type: 'Css', Value: `p${name}${argument}` }, allEngines),
    );
    expect(told.join()).toContain(`Unknown pseudo-class ${name}`);
  });
});

describe('a Regex', () => {
  it('gives the first group, or the match, that RE2 gives', () => {
    const wrong = re2.groups.flatMap(({ strings, patterns }) =>
      patterns.flatMap(([pattern, ...expected]) =>
        strings.flatMap((text, at) => {
          const given = firstMatch(pattern!, text);
          return given === (expected[at] ?? '') ? [] : [{ pattern, text, given, expected: expected[at] }];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each(['a\\C*', '\\u0061', '(?=a)', '(a)\\1', '(?<!x)y'])('that RE2 has not is refused: %s', (Value) => {
    expect(selectorFault({ Type: 'Regex', Value }, allEngines)).toBeDefined();
  });
});
