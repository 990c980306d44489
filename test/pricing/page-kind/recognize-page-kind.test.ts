import { describe, expect, it } from 'vitest';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';
import { isFrontPage } from '../../../lambdas/pricing/page-kind/front-page.ts';
import {
  type PageKind,
  type PageToRecognize,
  recognizePageKind,
} from '../../../lambdas/pricing/page-kind/recognize-page-kind.ts';
import { stated } from '../page-fixture.ts';

const url = 'https://shop.example/p/1';
const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const kindOf = (given: Partial<PageToRecognize> & { html: string }) =>
  recognizePageKind({ url, ...given })?.kind;
const links = (count: number): string => '<a href="/x">link to a category of things</a> '.repeat(count);
const product = `<h1>Lamp</h1><p>A lamp of brushed steel that lights a desk of any size. ${'It is made to last. '.repeat(40)}</p><p>19,99 €</p>${links(30)}`;

describe('pages of bot defence', () => {
  // The words and marks are those that each vendor's page is known by; the rest is made up.
  const challenges: [vendor: string, title: string, body: string, status: number][] = [
    ['Cloudflare', 'Just a moment...', '<script>window._cf_chl_opt={cvId:"3"}</script>', 403],
    [
      'Cloudflare in German',
      'Nur einen Moment…',
      '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>',
      403,
    ],
    ['DataDome', 'shop.example', '<script>var dd={"host":"geo.captcha-delivery.com"}</script>', 403],
    ['HUMAN', 'Access to this page has been denied', '<div id="px-captcha"></div>', 403],
    ['Akamai', '', '<div id="sec-if-cpt-container"></div><p>Powered and protected by</p>', 428],
    [
      'Imperva',
      '',
      '<iframe src="/_Incapsula_Resource?CWUDNSAI=9&xinfo=1">Request unsuccessful.</iframe>',
      200,
    ],
    ['Imperva by script', '', '<script src="/_Incapsula_Resource?SWJIYLWA=719d"></script>', 200],
    ['AWS WAF', 'Human Verification', '<script>AwsWafIntegration.getToken()</script>', 405],
    ['AWS WAF silent', '', '<script>window.gokuProps = {"key":"x"}</script>', 202],
    ['Kasada', '', '<script>window.KPSDK={};KPSDK.now=1</script>', 429],
    [
      'reCAPTCHA as the page',
      'Security',
      '<form><p>Please wait.</p><div class="g-recaptcha"></div></form>',
      200,
    ],
    ['hCaptcha as the page', 'One more step', '<div class="h-captcha"></div>', 200],
    ['Turnstile as the page', 'Verify', '<div class="cf-turnstile"></div>', 403],
    [
      'Amazon',
      'shop',
      '<form action="/errors/validateCaptcha"><h4>Enter the characters you see</h4></form>',
      200,
    ],
    ['words alone', 'Вы не робот?', '<p>Подтвердите</p>', 200],
  ];
  it.each(challenges)('recognises the challenge of %s', (_, title, body, httpStatus) => {
    expect(kindOf({ html: page(title, body), httpStatus })).toBe('Challenge');
  });

  it('believes the header by which Cloudflare names a challenge', () => {
    expect(kindOf({ html: page('', ''), headers: { 'cf-mitigated': 'challenge' } })).toBe('Challenge');
  });

  it.each([
    [
      'Akamai',
      'Access Denied',
      'You don\'t have permission to access "http&#58;&#47;&#47;x" on this server.<p>Reference&#32;&#35;18&#46;5</p>',
      403,
    ],
    ['a plain server', '403 Forbidden', '<h1>403 Forbidden</h1><hr>', 403],
    ['a country block', 'Sorry', '<h1>This shop is not available in your country</h1>', 200],
  ])('recognises the denial of %s', (_, title, body, httpStatus) => {
    expect(kindOf({ html: page(title, body), httpStatus })).toBe('AccessDenied');
  });
});

const password = '<form><input type="password"></form>';

describe('walls of consent and login', () => {
  it.each<[shows: string, kind: PageKind, html: string, more?: Partial<PageToRecognize>]>([
    [
      'a consent page by its host',
      'ConsentWall',
      page('Shop', '<p>We and our partners</p>'),
      { url: 'https://consent.shop.example/collect' },
    ],
    [
      'a consent page by its words',
      'ConsentWall',
      page('Shop', '<h1>Avant de continuer</h1><button>Accepter</button>'),
    ],
    [
      'a login page by its address',
      'LoginRequired',
      page('Shop', password),
      { url: 'https://shop.example/login?next=/p/1' },
    ],
    ['a login page by its words', 'LoginRequired', page('Customer login', password)],
    ['a login by the status', 'LoginRequired', page('', ''), { httpStatus: 401 }],
  ])('recognises %s', (_, kind, html, more) => {
    expect(kindOf({ html, ...more })).toBe(kind);
  });
});

describe('pages without the product', () => {
  it.each(['404 Not Found', 'Página não encontrada', 'Страница не найдена', 'הדף לא נמצא', 'הדף לא נמצא'])(
    'recognises the soft 404 "%s"',
    (title) => {
      expect(kindOf({ html: page(title, `<p>Try our front page.</p>${links(20)}`) })).toBe('SoftNotFound');
      expect(kindOf({ html: page('Shop', `<h1>${title}</h1>${links(20)}`) })).toBe('SoftNotFound');
    },
  );

  it.each([
    'No results found for "555088-105"',
    'Nenhum resultado encontrado',
    'Ничего не найдено',
    '검색 결과가 없습니다',
  ])('recognises the empty search "%s"', (words) => {
    for (const html of [page('Search', `<h1>${words}</h1>${links(20)}`), page('Search', `<p>${words}</p>`)])
      expect(kindOf({ html, url: 'https://shop.example/search?q=555088-105' })).toBe('EmptySearch');
  });

  it('recognises that a product address leads to the front page', () => {
    const html = page('Shop', links(50));
    const leads = (to: string, requestedUrl: string) =>
      kindOf({ html, url: `https://shop.example${to}`, requestedUrl });
    expect(leads('/en/', url)).toBe('FrontPage');
    expect(leads('/', 'https://shop.example/')).toBeUndefined();
  });

  it.each([
    ['/', true],
    ['/de/', true],
    ['/index.php', true],
    ['/?p=123', false],
    ['/index.php?route=product/1', false],
    ['/index.php?num=&filenumber=15915', false],
    // No language and no country.
    ['/wp', false],
    ['/pt-br/', true],
  ])('tells whether %s is a front page', (path, expected) => {
    expect(isFrontPage(new URL(`https://shop.example${path}`))).toBe(expected);
  });
});

describe('missing and gone products', () => {
  it.each([
    'Nie ma takiego produktu',
    'This listing has been removed',
    'Produktet findes ikke længere',
    'Spiacenti, la pagina richiesta non è disponibile',
  ])('recognises the missing product "%s"', (words) => {
    expect(kindOf({ html: page('Shop', `<h1>${words}</h1>${links(20)}`) })).toBe('SoftNotFound');
  });

  const gone = [
    'Sorry, this item is no longer available',
    'Dieser Artikel ist leider nicht mehr verfügbar',
    'Ce produit n’est plus disponible',
    'Produkten är inte längre tillgänglig',
    'Этот товар больше не продаётся',
    'この商品は販売終了しました',
  ];
  it.each(gone)('takes an empty page that says "%s" for a missing one', (words) => {
    expect(kindOf({ html: page('Shop', `<h1>${words}</h1>${links(20)}`) })).toBe('SoftNotFound');
    expect(kindOf({ html: page('Shop', `<p>${words}</p>`) })).toBe('SoftNotFound');
  });

  it.each(gone)('takes a product of which the page says "%s" for one that is sold no more', (words) => {
    const html = page(
      'Tripod TX-900 | Shop',
      `<h1>Tripod TX-900</h1><img src="/tx900.jpg"><p>${words}</p><p>Carbon, four sections, 1.2 kg.</p>`,
    );
    expect(kindOf({ html })).toBeUndefined();
    expect(extractOffer(html, { url })).toMatchObject({
      Outcome: 'OutOfStock',
      Availability: 'Discontinued',
      Price: null,
    });
  });
});

describe('pages that stand for the whole shop', () => {
  it.each([
    ['Unavailable', 'Wartungsarbeiten'],
    ['Unavailable', 'Coming soon'],
    ['WaitingRoom', 'Sie befinden sich in der Warteschlange'],
    ['WaitingRoom', 'Too Many Requests'],
    ['Question', 'Avez-vous plus de 18 ans ?'],
    ['Question', 'Select your country or region'],
    ['NoShop', 'Diese Domain steht zum Verkauf'],
    ['NoShop', 'Account Suspended'],
  ])('recognises %s by "%s"', (kind, words) => {
    expect(kindOf({ html: page(words, `<h1>${words}</h1><p>Thank you.</p>`) })).toBe(kind);
    expect(kindOf({ html: page('Shop', `<h1>${words}</h1>`) })).toBe(kind);
  });

  it.each([
    [
      'WaitingRoom',
      'a host that queues',
      'Queue',
      'When it is your turn',
      'https://shop.queue-it.net/?c=shop',
    ],
    ['NoShop', 'a parked domain that has a price', 'shop.test - this domain is for sale', '$ 2,888', url],
    ['NoShop', 'a domain that bears its own name', 'shop.example', 'Interested in this domain? $4,999', url],
    [
      'LoginRequired',
      'a shop behind a password',
      'Brand',
      `This store is password protected.${password}`,
      url,
    ],
    ['LoginRequired', 'the door of a club', 'Members only', '<form><input type="email"></form>', url],
  ])('recognises %s: %s', (kind, _, title, body, address) => {
    const html = page(title, `<h1>${title}</h1><p>${body}</p><button>Buy now</button>`);
    expect(kindOf({ html, url: address })).toBe(kind);
    expect(extractOffer(html, { url: address }).Outcome).not.toBe('Priced');
  });
});

describe('product pages that look like walls and are none', () => {
  it.each([
    ['a captcha in the review form', `${product}<form class="review"><div class="g-recaptcha"></div></form>`],
    ['a cookie banner', `${product}<h2>We value your privacy</h2><button>Accept all cookies</button>`],
    ['a login form in the header', `<h2>Login</h2>${password}${product}`],
    ["HUMAN's tag on a page that was let through", `${product}<script>window._pxAppId="PX1"</script>`],
    ['a page that a script fills', '<h1>Lamp</h1><div id="price"></div>'],
  ])('lets pass: %s', (_, body) => {
    expect(kindOf({ html: page('Lamp | Shop', body) })).toBeUndefined();
  });

  it('lets pass a stated product with "captcha" in its name', () => {
    const html = page('CAPTCHA the board game', `<h1>Captcha</h1>${stated('Captcha', '19.99', 'EUR')}`);
    expect(kindOf({ html })).toBeUndefined();
  });

  const stool = (name: string, more = '', before = ''): string =>
    page(
      `${name} | Shop`,
      `${before}<h1>${name}</h1><p class="price">£49.00</p><button>Add to basket</button><p>Solid oak.</p>${more}`,
    );
  it.each([
    ['"404" in a name', stool('Pedal – Error 404 Edition')],
    ['"access denied" on a sign', stool('Sign "Access denied"')],
    ['a barrier for queues', stool('Waiting room barrier')],
    [
      'a question about age in a pop-up',
      stool('Gin', '', '<div class="modal"><h2>Are you over 18?</h2><button>Yes</button></div>'),
    ],
    ['a club', stool('Drill', '<h2>Members only</h2><input type="email">')],
  ])('lets pass what is sold: %s', (_, html) => {
    expect(kindOf({ html })).toBeUndefined();
    expect(extractOffer(html, { url })).toMatchObject({ Outcome: 'Priced', Availability: 'InStock' });
  });

  it('reads markup of any brokenness', () => {
    for (const html of ['', '<', '<!--', '<title>', '<a'.repeat(10_000), '<div>'.repeat(50_000)]) {
      expect(() => recognizePageKind({ html, url: 'no address' })).not.toThrow();
    }
  });
});
