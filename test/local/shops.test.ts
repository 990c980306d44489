import { describe, expect, it } from 'vitest';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { differencesFrom } from '../../local/shops/differences.ts';
import { product } from '../../local/shops/markup.ts';
import type { Shop } from '../../local/shops/shop.ts';
import { shops } from '../../local/shops/shops.ts';
import { answerOf, startShops } from '../../local/shops/start-shops.ts';

/** Shops whose first page has the complete result. */
const plainShops = shops.filter(
  (shop) =>
    !shop.isSearch &&
    shop.expected.renderMode !== 'Browser' &&
    answerOf(shop, new URL('http://localhost/')) !== 'never',
);

const pageOf = (shop: Shop, url: string): string => {
  const answer = answerOf(shop, new URL(url));
  if (answer === undefined || answer === 'never') throw new Error(`${shop.name} does not answer at ${url}`);
  return answer.body;
};

describe('the demonstration shops', () => {
  it.each(plainShops.map((shop) => [shop.name, shop] as const))(
    '%s yields its expected price',
    (_name, shop) => {
      const url = `http://127.0.0.1:8000${shop.path.replace('{sku}', product.sku)}`;
      const extraction = extractOffer(pageOf(shop, url), { url, sku: product.sku, site: shop.site });
      const { renderMode: _tier, ...expected } = shop.expected;
      expect(differencesFrom(expected, extraction)).toEqual([]);
    },
  );

  it('respond 404 to unknown paths, except the silent one', async () => {
    const running = await startShops();
    try {
      const isSilent = (shop: Shop) => answerOf(shop, new URL('http://localhost/nothing')) === 'never';
      const ask = (shop: Shop, init: RequestInit = {}) =>
        fetch(`http://${running.targets[shops.indexOf(shop)]}/nothing`, init);
      const leaving = new AbortController();
      let answered = 0;
      const unanswered = shops.filter(isSilent).map((shop) =>
        ask(shop, { signal: leaving.signal }).then(
          () => (answered += 1),
          () => {},
        ),
      );
      expect(unanswered).toHaveLength(1);
      for (const shop of shops.filter((each) => !isSilent(each))) expect((await ask(shop)).status).toBe(404);
      // Sent before all others, which have been answered.
      expect(answered).toBe(0);
      leaving.abort();
      await Promise.all(unanswered);
    } finally {
      await running.close();
    }
  });
});
