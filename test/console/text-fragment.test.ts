import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../client/index.ts';
import { linkToEvidence, webAddress } from '../../console/text-fragment.ts';

const shown = (Raw: string, changes: Partial<Evidence> = {}): Evidence => ({
  Field: 'Price',
  Source: 'Visible',
  Path: 'p.price',
  Raw,
  Agrees: [],
  ...changes,
});
const page = 'https://shop.example/p?id=1';

describe('a link to an evidence', () => {
  // "-", "," and "&" are syntax of text directives.
  it.each([
    ['1.299,00 €', '1.299%2C00%20%E2%82%AC'],
    ['CHF 249.-', 'CHF%20249.%2D'],
    ['prefix-,text,-suffix', 'prefix%2D%2Ctext%2C%2Dsuffix'],
    ['Salt & Pepper 5%', 'Salt%20%26%20Pepper%205%25'],
    ['￥189,800（税込）', '%EF%BF%A5189%2C800%EF%BC%88%E7%A8%8E%E8%BE%BC%EF%BC%89'],
    ['"><script>', '%22%3E%3Cscript%3E'],
    ['a#b:~:text=c', 'a%23b%3A~%3Atext%3Dc'],
  ])('to %s escapes the syntax of text fragments', (raw, escaped) => {
    expect(linkToEvidence(page, shown(raw))).toBe(`${page}#:~:text=${escaped}`);
  });

  it('keeps the page’s fragment without its directives', () => {
    expect(linkToEvidence(`${page}#buy`, shown('5'))).toBe(`${page}#buy:~:text=5`);
    expect(linkToEvidence(`${page}#buy:~:text=evil&text=worse`, shown('5'))).toBe(`${page}#buy:~:text=5`);
    expect(linkToEvidence(`${page}#:~:text=evil`, shown('5'))).toBe(`${page}#:~:text=5`);
    expect(linkToEvidence(`${page}&q=:~:x`, shown('5'))).toBe(`${page}&q=:~:x#:~:text=5`);
  });

  it('uses whole words of a long or truncated text', () => {
    expect(linkToEvidence(page, shown(`${'word '.repeat(40)}`))).toBe(
      `${page}#:~:text=${Array(24).fill('word').join('%20')}`,
    );
    expect(linkToEvidence(page, shown('our price is 12…'))).toBe(`${page}#:~:text=our%20price%20is`);
  });

  it('has one fragment and one directive for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (raw) => {
        const link = linkToEvidence(page, shown(raw));
        expect(link.startsWith(page)).toBe(true);
        expect(link.slice(page.length)).toMatch(/^(?:#:~:text=(?:[\w.!~*'()]|%[\dA-F]{2})+)?$/);
      }),
    );
  });
});

describe('an address of a page', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://x', 'file:///etc', 'x', '', '//x'])(
    'is no link when it is %s',
    (address) => expect(webAddress(address)).toBeUndefined(),
  );
  it('is only http or https', () => {
    expect(webAddress('HTTPS://Shop.Example/a b')).toBe('https://shop.example/a%20b');
    expect(webAddress(null)).toBeUndefined();
  });
});
