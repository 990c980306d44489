import { describe, expect, it } from 'vitest';
import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { findHiddenPrice } from '../../../lambdas/pricing/page-kind/hidden-price.ts';
import { extract, jsonLd, page, pageUrl, summary } from '../page-fixture.ts';

const title = '<title>Ball valve DN50 | Pipes</title>';
const valve = (said: string, more = ''): string =>
  page(`<main><h1>Ball valve DN50</h1><p>SKU BV-50</p><p>${said}</p>${more}</main>`, title);
const reasonOf = (html: string) => findHiddenPrice(readPage(html, pageUrl))?.reason;

describe('a price for customers who log in', () => {
  it.each([
    'Log in to see prices',
    'Please log in or register to view trade prices',
    'Prices are visible to logged-in customers only',
    'Sign in for pricing',
    'Bitte melden Sie sich an, um Preise zu sehen',
    'Preise nur für registrierte Händler',
    'Preise nur nach Anmeldung sichtbar',
    'Connectez-vous pour voir les prix',
    'Prix réservés aux professionnels',
    'Inicia sesión para ver precios',
    'Accedi per vedere i prezzi',
    'Log in voor prijzen',
    'Zaloguj się, aby zobaczyć cenę',
    'Faça login para ver o preço',
    'Pro zobrazení ceny se přihlaste',
    'Pre zobrazenie ceny sa prihláste',
    'Logga in för att se priser',
    'Log ind for at se priser',
    'Logg inn for å se priser',
    'Kirjaudu sisään nähdäksesi hinnat',
    'Jelentkezzen be az árak megtekintéséhez',
    'Autentifică-te pentru a vedea prețul',
    'Войдите, чтобы увидеть цены',
    'Увійдіть, щоб побачити ціну',
    'Влезте, за да видите цените',
    'Συνδεθείτε για να δείτε τις τιμές',
    'Fiyatları görmek için giriş yapın',
    '価格を見るにはログインしてください',
    '登录后查看价格',
    '로그인 후 가격을 확인하세요',
    'سجل الدخول لرؤية الأسعار',
    'התחבר כדי לראות מחירים',
    'Đăng nhập để xem giá',
    'Masuk untuk melihat harga',
    'Prijavite se za prikaz cijena',
  ])('"%s" is a login wall, whatever shipping costs', (said) => {
    expect(summary(extract(valve(said)))).toBe('Blocked, LoginRequired');
    expect(summary(extract(valve(said, '<p>Carriage £7.50 on all orders</p>')))).toBe(
      'Blocked, LoginRequired',
    );
  });

  it.each([
    [
      'fees in one line, and the order they are asked below',
      '<p>Versand 6,90 €, Mindermengenzuschlag 10,00 € unter 50,00 €</p>',
    ],
    ['the amount of a fee in a line of its own', '<dl><dt>Delivery</dt><dd>£4.95</dd></dl>'],
    [
      'prices of other products',
      '<section class="related"><h2>Similar products</h2><p>Gate valve £19.00</p></section>',
    ],
    ['a price of nought', '<p class="price">£0.00</p>'],
    [
      'a product in structured data without a price',
      jsonLd({ '@type': 'Product', name: 'Ball valve DN50', sku: 'BV-50' }),
    ],
  ])('is none of: %s', (_, more) => {
    expect(summary(extract(valve('Log in to see the price', more)))).toBe('Blocked, LoginRequired');
  });

  it('is told from the label beside the login', () => {
    expect(reasonOf(valve('Your price:', '<div><a href="/login">Log in</a></div>'))).toBe('Login');
  });

  it.each([
    ['a better price beside the price', '<p>Log in to see your price</p>'],
    ['a price for members beside the price', '<p>Sign in for member prices</p>'],
    ['the trade price beside the price', '<p>Als Händler anmelden, um Händlerpreise zu sehen</p>'],
  ])('does not hide the price that is shown: %s', (_, more) => {
    const html = valve('£89.00', `<button>Add to basket</button>${more}`);
    expect(summary(extract(html))).toBe('Priced, 89.00 GBP');
  });

  it.each([
    [
      'in the menu',
      page(
        `<nav><a href="/login">Log in to see prices</a></nav><main><h1>Ball valve DN50</h1></main>`,
        title,
      ),
    ],
    ['of a price alert', valve('Register for price alerts')],
    [
      'beside a price in structured data',
      valve(
        'Log in to see prices',
        jsonLd({
          '@type': 'Product',
          name: 'Ball valve DN50',
          offers: { price: '89.00', priceCurrency: 'GBP' },
        }),
      ),
    ],
    [
      'for a better price, where a button sells to everybody',
      valve('Log in to see your price', '<button>Add to basket</button>'),
    ],
    [
      'in a long text',
      valve(`${'Our valves are known all over the world. '.repeat(5)} Log in to see prices.`),
    ],
  ])('does not take a login for one: %s', (_, html) => expect(reasonOf(html)).toBeUndefined());
});

describe('a price on request', () => {
  it.each([
    'Price on request',
    'Call for price',
    'Request a quote',
    'POA',
    'Preis auf Anfrage',
    'Prix sur demande',
    'Precio a consultar',
    'Prezzo su richiesta',
    'Preço sob consulta',
    'Prijs op aanvraag',
    'Cena na zapytanie',
    'Cena na dotaz',
    'Цена по запросу',
    'Ціна за запитом',
    'Pris på begäran',
    'Pris på forespørgsel',
    'Hinta pyynnöstä',
    'Preț la cerere',
    'Τιμή κατόπιν ζήτησης',
    'Fiyat sorunuz',
    '価格はお問い合わせください',
    '价格面议',
    '가격 문의',
    'Giá liên hệ',
  ])('is said by "%s", and is no wall', (said) => {
    expect(reasonOf(valve(said, '<p>Carriage £7.50 on all orders</p>'))).toBe('OnRequest');
    expect(summary(extract(valve(said)))).toBe('Failed, NoPriceFound');
  });

  it('is not said beside a price', () => {
    expect(reasonOf(valve('£89.00', '<p>More than 50? Request a quote</p>'))).toBeUndefined();
  });
});
