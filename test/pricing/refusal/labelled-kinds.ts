import type { PageKind, PageToRecognize } from '../../../lambdas/pricing/refusal/recognize-page-kind.ts';
import { stated } from '../page-fixture.ts';

/** A page, and its kind as a person sees it; `undefined` for a product's own page. */
export interface LabelledKind {
  shows: string;
  kind: PageKind | undefined;
  page: PageToRecognize;
}

export const url = 'https://shop.example/p/1';
export const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
export const links = (count: number): string =>
  '<a href="/x">link to a category of things</a> '.repeat(count);
export const password = '<form><input type="password"></form>';
const product = `<h1>Lamp</h1><p>A lamp of brushed steel that lights a desk of any size. ${'It is made to last. '.repeat(40)}</p><p>19,99 €</p>${links(30)}`;

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

const denials: [vendor: string, title: string, body: string, status: number][] = [
  [
    'Akamai',
    'Access Denied',
    'You don\'t have permission to access "http&#58;&#47;&#47;x" on this server.<p>Reference&#32;&#35;18&#46;5</p>',
    403,
  ],
  ['a plain server', '403 Forbidden', '<h1>403 Forbidden</h1><hr>', 403],
  ['a country block', 'Sorry', '<h1>This shop is not available in your country</h1>', 200],
];

const walls: [shows: string, kind: PageKind, html: string, more?: Partial<PageToRecognize>][] = [
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
];

const notFound = [
  '404 Not Found',
  'Página não encontrada',
  'Страница не найдена',
  'הדף לא נמצא',
  'הדף לא נמצא',
];

const emptySearches = [
  'No results found for "555088-105"',
  'Nenhum resultado encontrado',
  'Ничего не найдено',
  '검색 결과가 없습니다',
];

const missing = [
  'Nie ma takiego produktu',
  'This listing has been removed',
  'Produktet findes ikke længere',
  'Spiacenti, la pagina richiesta non è disponibile',
];

/** Said of one product that is sold no more. */
export const gone = [
  'Sorry, this item is no longer available',
  'Dieser Artikel ist leider nicht mehr verfügbar',
  'Ce produit n’est plus disponible',
  'Produkten är inte längre tillgänglig',
  'Этот товар больше не продаётся',
  'この商品は販売終了しました',
];

const wholeShops: [PageKind, string][] = [
  ['Unavailable', 'Wartungsarbeiten'],
  ['Unavailable', 'Coming soon'],
  ['WaitingRoom', 'Sie befinden sich in der Warteschlange'],
  ['WaitingRoom', 'Too Many Requests'],
  ['Question', 'Avez-vous plus de 18 ans ?'],
  ['Question', 'Select your country or region'],
  ['NoShop', 'Diese Domain steht zum Verkauf'],
  ['NoShop', 'Account Suspended'],
];

export const doors: [kind: PageKind, shows: string, title: string, body: string, address: string][] = [
  ['WaitingRoom', 'a host that queues', 'Queue', 'When it is your turn', 'https://shop.queue-it.net/?c=shop'],
  ['NoShop', 'a parked domain that has a price', 'shop.test - this domain is for sale', '$ 2,888', url],
  ['NoShop', 'a domain that bears its own name', 'shop.example', 'Interested in this domain? $4,999', url],
  ['LoginRequired', 'a shop behind a password', 'Brand', `This store is password protected.${password}`, url],
  ['LoginRequired', 'the door of a club', 'Members only', '<form><input type="email"></form>', url],
];

const stool = (name: string, more = '', before = ''): string =>
  page(
    `${name} | Shop`,
    `${before}<h1>${name}</h1><p class="price">£49.00</p><button>Add to basket</button><p>Solid oak.</p>${more}`,
  );

/** Sold, although a part of the page reads like a wall. */
export const sold: [shows: string, html: string][] = [
  ['"404" in a name', stool('Pedal – Error 404 Edition')],
  ['"access denied" on a sign', stool('Sign "Access denied"')],
  ['a barrier for queues', stool('Waiting room barrier')],
  [
    'a question about age in a pop-up',
    stool('Gin', '', '<div class="modal"><h2>Are you over 18?</h2><button>Yes</button></div>'),
  ],
  ['a club', stool('Drill', '<h2>Members only</h2><input type="email">')],
];

const lookalikes: [shows: string, body: string][] = [
  ['a captcha in the review form', `${product}<form class="review"><div class="g-recaptcha"></div></form>`],
  ['a cookie banner', `${product}<h2>We value your privacy</h2><button>Accept all cookies</button>`],
  ['a login form in the header', `<h2>Login</h2>${password}${product}`],
  ["HUMAN's tag on a page that was let through", `${product}<script>window._pxAppId="PX1"</script>`],
  ['a page that a script fills', '<h1>Lamp</h1><div id="price"></div>'],
];

const kind = (
  shows: string,
  kind: PageKind | undefined,
  html: string,
  more: Partial<PageToRecognize> = {},
): LabelledKind => ({ shows, kind, page: { url, html, ...more } });
const empties = (words: string): string[] => [
  page('Search', `<h1>${words}</h1>${links(20)}`),
  page('Search', `<p>${words}</p>`),
];

export const labelledKinds: readonly LabelledKind[] = [
  ...challenges.map(([vendor, title, body, httpStatus]) =>
    kind(`the challenge of ${vendor}`, 'Challenge', page(title, body), { httpStatus }),
  ),
  kind('a challenge by its header', 'Challenge', page('', ''), { headers: { 'cf-mitigated': 'challenge' } }),
  ...denials.map(([vendor, title, body, httpStatus]) =>
    kind(`the denial of ${vendor}`, 'AccessDenied', page(title, body), { httpStatus }),
  ),
  ...walls.map(([shows, wall, html, more]) => kind(shows, wall, html, more)),
  ...notFound.flatMap((title) => [
    kind(`"${title}" as title`, 'SoftNotFound', page(title, `<p>Try our front page.</p>${links(20)}`)),
    kind(`"${title}" as heading`, 'SoftNotFound', page('Shop', `<h1>${title}</h1>${links(20)}`)),
  ]),
  ...emptySearches.flatMap((words) =>
    empties(words).map((html) =>
      kind(`the search "${words}"`, 'EmptySearch', html, { url: 'https://shop.example/search?q=555088-105' }),
    ),
  ),
  ...missing.map((words) =>
    kind(`the missing product "${words}"`, 'SoftNotFound', page('Shop', `<h1>${words}</h1>${links(20)}`)),
  ),
  ...gone.flatMap((words) => [
    kind(`"${words}" and links`, 'SoftNotFound', page('Shop', `<h1>${words}</h1>${links(20)}`)),
    kind(`"${words}" alone`, 'SoftNotFound', page('Shop', `<p>${words}</p>`)),
  ]),
  kind('a front page for a product', 'FrontPage', page('Shop', links(50)), {
    url: 'https://shop.example/en/',
    requestedUrl: url,
  }),
  kind('a front page', undefined, page('Shop', links(50)), {
    url: 'https://shop.example/',
    requestedUrl: 'https://shop.example/',
  }),
  ...wholeShops.flatMap(([whole, words]) => [
    kind(`"${words}" as title`, whole, page(words, `<h1>${words}</h1><p>Thank you.</p>`)),
    kind(`"${words}" as heading`, whole, page('Shop', `<h1>${words}</h1>`)),
  ]),
  ...doors.map(([door, shows, title, body, address]) =>
    kind(shows, door, page(title, `<h1>${title}</h1><p>${body}</p><button>Buy now</button>`), {
      url: address,
    }),
  ),
  ...lookalikes.map(([shows, body]) => kind(shows, undefined, page('Lamp | Shop', body))),
  kind(
    'a stated product with "captcha" in its name',
    undefined,
    page('CAPTCHA the board game', `<h1>Captcha</h1>${stated('Captcha', '19.99', 'EUR')}`),
  ),
  ...sold.map(([shows, html]) => kind(shows, undefined, html)),
];
