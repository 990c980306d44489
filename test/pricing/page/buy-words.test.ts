import { describe, expect, it } from 'vitest';
import { buyWords, relatedWords, stripTitle } from '../../../lambdas/pricing/page/landmarks.ts';

describe('words of buttons and of headings', () => {
  // As the shop systems' own translations and shops of these countries print them.
  it.each([
    ['en', 'Add to cart'],
    ['fr', 'Ajouter au panier'],
    ['bn', 'কার্টে যোগ করুন'],
    ['sr', 'Додај у корпу'],
    ['ka', 'კალათაში დამატება'],
    ['be', 'У кошык'],
  ])('knows a button to buy: %s, "%s"', (_language, label) => {
    expect(buyWords.test(label)).toBe(true);
  });

  it.each(['Kaufhaus', 'Continue shopping', 'Details', 'Vergleichen'])('knows "%s" for none', (label) => {
    expect(buyWords.test(label)).toBe(false);
  });

  it('knows headings above other products, and a strip by what can be nothing else', () => {
    expect(relatedWords.test('Kunden kauften auch')).toBe(true);
    expect(relatedWords.test('С этим товаром покупают')).toBe(true);
    expect(stripTitle.test('También te puede gustar')).toBe(true);
    expect(stripTitle.test('Related products of steel')).toBe(false);
  });
});
