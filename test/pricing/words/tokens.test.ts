import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerCase, tokensOf } from '../../../lambdas/pricing/words/tokens.ts';

const texts = (text: string): string[] => tokensOf(text).map((token) => token.text);

describe('tokensOf', () => {
  it.each([
    ['Excl. VAT', ['excl', 'vat']],
    ['trade-in: 12,50 €', ['trade', 'in', ':', '12', ',', '50', '€']],
    ['İndirim ÜCRETSİZ', ['indirim', 'ücretsiz']],
    ['加入购物车', ['加', '入', '购', '物', '车']],
    ['ราคา 9', ['ร', 'า', 'ค', 'า', '9']],
    ['a1½ 𝒜', ['a', '1½', '𝒜']],
  ])('%j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('says what a token is glued to', () => {
    expect(tokensOf('12kg (+)')).toMatchObject([
      { text: '12', isGluedBefore: false, isGluedBehind: true },
      { text: 'kg', isGluedBefore: true, isGluedBehind: false },
      { text: '(', start: 5, end: 6, isGluedBefore: false, isGluedBehind: false },
      { text: '+', isGluedBefore: false },
      { text: ')', end: 8 },
    ]);
  });

  it('reads characters of ASCII as the expression for all others does', () => {
    const runOn = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}`;
    const piece = new RegExp(
      String.raw`[${runOn}]\p{M}*|(?:(?![${runOn}])[\p{L}\p{M}])+|\p{N}+|[^\s\p{L}\p{N}]`,
      'gu',
    );
    const wordSign = /[\p{L}\p{N}]/u;
    const isWordSign = (text: string | undefined): boolean => text !== undefined && wordSign.test(text);
    const unit = fc.constantFrom(
      ...'aZ09 .-’!ßİıКд加ーｱกขพ한\u0301\u0e31½٣\u00ad\u00a0\t',
      '\ud835',
      '\udc9c',
      '𝒜',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
        const text = units.join('');
        const expected = [...text.matchAll(piece)]
          .filter(([found]) => !/^[-‐‑.'’ʼ´`\u00ad]$/u.test(found))
          .map(({ 0: found, index }) => ({
            text: lowerCase(found),
            start: index,
            end: index + found.length,
            isGluedBefore: isWordSign(text[index - 1]),
            isGluedBehind: isWordSign(text[index + found.length]),
          }));
        expect(tokensOf(text)).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });
});
