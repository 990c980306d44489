import { describe, expect, test } from 'vitest';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { findOfferPage } from '../../../lambdas/pricing/sellers/offer-pages.ts';

const url = 'https://market.example/p/kettle-1';

const find = (body: string, { at = url, seen = [] as string[], isList = false } = {}) =>
  findOfferPage(readPage(`<!doctype html><body>${body}</body>`, at), { seen, isList });

const link = (href: string, text = 'See all offers (12)', attributes = '') =>
  `<a href="${href}" ${attributes}>${text}</a>`;

describe('the link to more offers', () => {
  test.each([
    ['2 weitere Angebote ab 119,00 €', '/p/kettle-1/angebote'],
    ['Voir les 2 autres offres', '/p/kettle-1/offres'],
    ['Voir les 2 autres offres', '/p/kettle-1/offres'],
    ['See 3 more sellers', '/p/kettle-1/sellers'],
    ['Ще 5 пропозицій інших продавців', '/p/kettle-1/prices'],
    ['查看其他5个卖家', '/p/kettle-1/offers'],
    ['Neuf et occasion (5)', '/p/kettle-1/offres'],
  ])('is known by its words: %s', (text, path) => {
    expect(find(link('/about', 'About us') + link(path, text))).toBe(`https://market.example${path}`);
  });

  test.each(['Top 10 offers', '3 for 2 on new offers', '5 предложений по кредиту'])(
    'is none that leads to sales: %s',
    (text) => {
      expect(find(link('/p/kettle-1/offers', text))).toBeUndefined();
    },
  );

  test('keeps the number of its page, and what names it, and nothing else', () => {
    expect(find(link('/offers?id=7&page=2&utm_source=abc&sort=price#list'))).toBe(
      'https://market.example/offers?id=7&page=2',
    );
  });

  test.each([
    ['another host', link('https://evil.example/p/kettle-1/offers')],
    [
      'no address of the web',
      link('javascript:void(0)') + link('data:text/html,x') + link('mailto:a@b.example'),
    ],
    ['a link that a script makes an order', link('/offers/7', undefined, 'data-method="post"')],
    [
      'of a page whose links robots are kept from',
      `<meta name="Robots" content="index, nofollow">${link('/offers/7')}`,
    ],
    ['a hidden one', link('/offers/7', undefined, 'hidden')],
    ['in what is hidden', `<div style="display:none"><p>${link('/offers/7')}</p></div>`],
    ['a link that asks before it acts', link('/offers/7', undefined, 'data-confirm="Sure?"')],
    ['a form', '<form action="/offers"><button>See all offers</button></form>'],
  ])('is never %s', (_, body) => {
    expect(find(body)).toBeUndefined();
  });

  test('is followed where its click is only counted, the page keeps nobody from it, and it is shown', () => {
    const counted = `onclick="ga('ec:addProduct', {}); ga('ec:setAction', 'click'); track('offers')"`;
    const shown = 'aria-hidden="false" style="display:block"';
    const head =
      '<meta name="robots" content="index, follow, max-snippet:-1"><meta name="x" content="nofollow">';
    expect(find(head + link('/offers/7', undefined, `${counted} ${shown}`))).toBe(
      'https://market.example/offers/7',
    );
  });

  // Addresses behind texts that speak of offers, as shops and markets write them.
  test.each(
    [
      '/offers/buy/5 /offers/pay /offers/redeem/5 /offers/5/take /offers/submit /offers/create /offers/new',
      '/offers/5/cancel /offers/update?id=5 /offers/request /offers/unlock /offers/clear /offers/reset',
      '/offers/dismiss /offers/mark-read /offers/refresh /offers/start-auction /offers/5/watch /offers/5/enroll',
      '/offers/sign-up /offers/donate /offers/download /offers/share /offers/print /offers/activate?code=SAVE',
      '/offers/claim /alerts/new /alert/create?id=5 /follow-seller?id=4 /unsubscribe-offers /set-currency?c=USD',
      '/switch-language?l=de /login /quote/request /vote/5 /angebote/anfordern /angebot/annehmen/5 /merken/5',
      '/preisalarm/anlegen /offers/pay5 /offers/5take /offers/5%2Fcancel /offers/%2563ancel /offers/принять',
      '/p/kettle-1/buy /p/kettle-1/offers/hide /offer-new /offers/new-offer /offers?offer=5 /offers?code=SAVE',
      '/p/kettle-1?add-to-cart=7&offers /p/kettle-1?offers=buy /p/kettle-1?offers=accept /p/kettle-1?offers=delete',
      '/p/kettle-1?aod=1&add=3 /p/kettle-1?aod=checkout /p/kettle-1?seller=12&buy=1 /p/kettle-1?seller=follow',
      '/p/kettle-1?seller=12&follow=1 /p/kettle-1?view=checkout /p/kettle-1?show=login /p/kettle-1?modal=buy',
      '/p/kettle-1?offers&watch /p/kettle-1?offer=5 /bid/7?offers /login?offers /p/kettle-1;action=buy/offers',
      '/p/kettle-1;add;jsessionid=AB12/offers /cart;jsessionid=AB12?add=7 /p/kettle-1?view=make-offer',
      '/offers?tab=redeem /offers?id=a/b /offers?id=new /offers?page=new /offers?token=5 /offers?condition=redeem',
    ].flatMap((paths) => paths.split(' ')),
  )('is none whose address is not known to show offers: %s', (path) => {
    expect(find(`<title>Buy now: kettle, pay later</title>${link(path)}`)).toBeUndefined();
  });

  test('is not explained by a page that is called, or lies, as what acts', () => {
    const head = '<title>Claim now, buy kettle</title><h1>Cancel order</h1>';
    for (const path of ['/offers/claim/5', '/offers/buy-kettle', '/cancel-order', '/offers/take'])
      expect(find(head + link(path), { at: 'https://market.example/take/claim/buy/5' })).toBeUndefined();
  });

  test.each([
    '/offers/7 /de/offers/7 /all-offers/kettle-1 /OffersOfProduct/123456_-kettle-steel-one.html /alle-preise',
    '/weitere-angebote/7 /weitere-anbieter/7 /used-and-new/7 /p/kettle-1/new-used /buying-options/7 /offers.php?pid=5',
    '/compare-prices/7 /other-sellers/kettle-1.html /itm/123/all-listings /ceny/7 /teklifler/7 /p/kettle-1/satıcılar',
    '/gp/offer-listing/B0CHXYKWMD /offers/550e8400-e29b-41d4-a716-446655440000 /p/kettle-1/offers/page2 /цены/kettle-1',
  ])('is one whose every word is explained: %s', (paths) => {
    const head = '<title>Buy kettle steel one online</title>';
    for (const path of paths.split(' ')) expect(find(head + link(path))).toBe(new URL(path, url).href);
  });

  test.each([
    ['a variant', '?color=black&page=2'],
    ['a list that is switched on', '?offers'],
    ['one that is switched on by a word', '?all_offers=true'],
    ['which part is shown', '?view=sellers'],
    ['a condition, and no mark of the way', '/offer-listing/B07/ref=dp_NEW?condition=new', '&ie=UTF8'],
    ['no session within the path', '/p/kettle-1/offers', ';jsessionid=AB12CD34'],
  ])('keeps %s', (_, kept, dropped = '') => {
    const own = `${url}?mkt=7`;
    const path = dropped.startsWith(';') ? kept.replace('/offers', `${dropped}/offers`) : kept + dropped;
    expect(find(link(path), { at: own })).toBe(new URL(kept, own).href);
  });

  test.each(['/offers?mkt=7', '/offers?mkt=8&page=2', '/offers?currency=USD', '/offers?color=black/white'])(
    'is none that would be asked for in part: %s',
    (path) => {
      expect(find(link(path), { at: `${url}?mkt=9` })).toBeUndefined();
    },
  );

  test('is none that was asked for, in whatever spelling', () => {
    const seen = ['https://market.example/offers?page=1&id=7'];
    expect(find(link('/offers?id=7&page=1#x'), { seen })).toBeUndefined();
    expect(find(link('/offers?id=7&page=1') + link('/offers?id=7&page=2'), { seen })).toContain('page=2');
  });

  describe('the next page of a list', () => {
    const next = (href: string, text = 'Next') => link(href, text);

    test.each([
      ['?page=2', 'https://market.example/p/kettle-1?page=2'],
      ['/p/kettle-1/page/2', 'https://market.example/p/kettle-1/page/2'],
    ])('goes on in the same list: %s', (href, found) => {
      expect(find(next(href), { isList: true })).toBe(found);
      expect(find(`<link rel="next" href="${href}">`, { isList: true })).toBe(found);
    });

    test.each(['?from=20', '?startIndex=20', '?currentPage=2', '?skip=20', '?page_number=2'])(
      'is known by its number: %s',
      (query) => {
        expect(find(next(query), { isList: true })).toBe(`${url}${query}`);
        expect(find(next(`${query}x`), { isList: true })).toBeUndefined();
      },
    );

    test.each(['Load more', 'Mehr anzeigen', 'Voir plus', 'Показать ещё', 'もっと見る'])(
      'is known by its words: %s',
      (text) => {
        expect(find(next('?page=2', text), { isList: true })).toBe(`${url}?page=2`);
      },
    );

    test('is not asked for where the page lists no offers, nor where it is the next product', () => {
      expect(find(next('?page=2'))).toBeUndefined();
      expect(find(next('/p/toaster-9'), { isList: true })).toBeUndefined();
    });

    test('stands behind a link that names offers', () => {
      expect(find(next('?page=2') + link('/p/kettle-1/offers'), { isList: true })).toBe(
        'https://market.example/p/kettle-1/offers',
      );
    });
  });

  test('is looked for among so many links at most', () => {
    const many = link('/about', 'About').repeat(4_000);
    expect(find(many + link('/offers/7'))).toBeUndefined();
  });
});
