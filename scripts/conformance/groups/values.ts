// Values that have a form of their own: URLs, codes of the standards, selectors.
import { type Check, contract, expectEqual, type Group, table } from '../check.ts';
import { bodyOf, nobody, nowhere } from '../deployment.ts';
import { countryCodes, currencyCodes, expectProblem, violationsOf } from '../validators.ts';
import { accepts, refuses, site, withData, withSite } from './probes.ts';

const absolute = contract('Requests', 'absolute http or https URL of the product page');
const search = contract('Requests', "the site's search page with `{sku}`");
const lists = contract(
  'Requests',
  '`Country` and `Currency` are checked against the lists of their standards',
);
const compile = contract('Requests', 'selectors that do not compile, and a body that is not UTF-8, are 400');
const bcp47 = contract('Requests', 'ISO 3166-1 alpha-2, BCP 47, ISO 4217');

const goodUrls = [
  'http://shop.invalid',
  'https://shop.invalid/',
  'HTTPS://SHOP.INVALID/P',
  'https://shop.invalid:443/p',
  'http://shop.invalid:80/p',
  'https://shop.invalid/p/{sku}',
  'https://shop.invalid/p?sku={sku}&x={sku}',
  'https://shop.invalid/p#a',
  'https://bücher.invalid/p',
  'https://xn--bcher-kva.invalid/p',
  'https://shop.invalid/品/é',
  'https://shop.invalid/a%20b',
  'https://192.0.2.1/p',
  'https://[2001:db8::1]/p',
];
const badUrls = [
  '',
  ' ',
  'x',
  '/p/1',
  'p/1',
  '//shop.invalid/p',
  'shop.invalid/p',
  'www.shop.invalid',
  'ftp://shop.invalid/p',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@shop.invalid',
  'ws://shop.invalid',
  'about:blank',
  'view-source:https://shop.invalid',
  'gopher://shop.invalid',
  'blob:https://shop.invalid/1',
  'http://',
  'https://',
  'https:///',
  'https://:443/',
  'https://shop.invalid:99999/',
  'https://shop.invalid:x/',
  'https://[::1',
  'https://a b.invalid/',
  'https://%/',
  'https://exa<mple.invalid/',
  'https://999.999.999.999/',
];
const searchOnly = (SearchUrl: string) => bodyOf(nobody, { Sku: 'x', SellingSites: [{ SearchUrl }] });
const urls = [
  ...table(goodUrls, (Url) => accepts(`Url "${Url}"`, absolute, withSite({ Url }))),
  ...table(badUrls, (Url) => refuses(`Url "${Url}"`, absolute, withSite({ Url }), `${site}/Url`)),
  accepts('SearchUrl with {sku} in its query', search, searchOnly('https://shop.invalid/?q={sku}')),
  accepts('SearchUrl with {sku} in its path', search, searchOnly('https://shop.invalid/s/{sku}')),
  refuses('SearchUrl without {sku}', search, searchOnly('https://shop.invalid/?q='), `${site}/SearchUrl`),
  refuses('SearchUrl with {SKU}', search, searchOnly('https://shop.invalid/?q={SKU}'), `${site}/SearchUrl`),
  ...table(
    ['', '/s?q={sku}', 'ftp://shop.invalid/{sku}', 'javascript:{sku}', '//shop.invalid/{sku}'],
    (url) => refuses(`SearchUrl "${url}"`, search, searchOnly(url), `${site}/SearchUrl`),
  ),
];

/** All codes of a list, 100 a payload: one that is refused is named. */
const everyCode = (member: string, codes: readonly string[], from: number): Check => {
  const some = codes.slice(from, from + 100);
  return {
    name: `${member}: the codes ${some[0]} to ${some.at(-1)} of the standard's list are accepted`,
    cites: lists,
    run: async (deployment) => {
      const body = withData({ SellingSites: some.map((code) => ({ Url: nowhere, [member]: code })) });
      const answer = await deployment.queue(body);
      const refused =
        answer.status === 400
          ? violationsOf(answer).map(({ Pointer }) => some[Number(Pointer.split('/')[3])])
          : [];
      expectEqual('refused codes', refused, []);
      expectProblem(answer, 401);
    },
  };
};
const wrongCountries = [
  'AA',
  'ZZ',
  'XX',
  'QQ',
  'XK',
  'UK',
  'EU',
  'UN',
  'SU',
  'YU',
  'DD',
  'AN',
  'CS',
  'TP',
  'ZR',
  'BU',
  'FX',
  'NT',
  'USA',
  'DEU',
  '276',
  '',
  'D',
  'DE ',
  ' DE',
  'de',
  'De',
  'D3',
  'ＤＥ',
  'Germany',
];
const wrongCurrencies = [
  'DEM',
  'FRF',
  'ITL',
  'ESP',
  'NLG',
  'HRK',
  'LTL',
  'ZWL',
  'BYR',
  'TRL',
  'ROL',
  'VEF',
  'SLL',
  'MRO',
  'STD',
  'CUC',
  'ANG',
  'BGN',
  'AAA',
  'ZZZ',
  'BTC',
  '978',
  '',
  'EU',
  'EURO',
  'EUR ',
  'eur',
  'Eur',
  '€',
  '$',
  'US$',
  'ＥＵＲ',
];

/** RFC 5646, appendix A, and further tags of its grammar. */
const tags = [
  'de',
  'fr',
  'ja',
  'i-enochian',
  'zh-Hant',
  'zh-Hans',
  'sr-Cyrl',
  'sr-Latn',
  'zh-cmn-Hans-CN',
  'cmn-Hans-CN',
  'zh-yue-HK',
  'yue-HK',
  'zh-Hans-CN',
  'sr-Latn-RS',
  'sl-rozaj',
  'sl-rozaj-biske',
  'sl-nedis',
  'de-CH-1901',
  'sl-IT-nedis',
  'hy-Latn-IT-arevela',
  'de-DE',
  'en-US',
  'es-419',
  'de-CH-x-phonebk',
  'az-Arab-x-AZE-derbend',
  'en-US-u-islamcal',
  'zh-CN-a-myext-x-private',
  'DE-de',
  'sgn-BE-FR',
];
const noTags = [
  '',
  'd',
  'de_DE',
  'de-',
  '-de',
  'de--DE',
  'de-DE-',
  'de DE',
  'a-DE',
  'en-a',
  '1',
  '419',
  'de-419-DE',
  'germanlanguage',
  'de-DE-DE',
  'ar-a-aaa-b-bbb-a-ccc',
  'dé-DE',
  'en-US-u',
  '*',
];

const codes = [
  ...[0, 100, 200].map((from) => everyCode('Country', countryCodes, from)),
  ...[0, 100].map((from) => everyCode('Currency', currencyCodes, from)),
  ...table(wrongCountries, (Country) =>
    refuses(`Country "${Country}"`, lists, withSite({ Country }), `${site}/Country`),
  ),
  ...table(wrongCurrencies, (Currency) =>
    refuses(`Currency "${Currency}"`, lists, withSite({ Currency }), `${site}/Currency`),
  ),
];
const locales = [
  ...table(tags, (Locale) => accepts(`Locale "${Locale}"`, bcp47, withSite({ Locale }))),
  ...table(noTags, (Locale) => refuses(`Locale "${Locale}"`, bcp47, withSite({ Locale }), `${site}/Locale`)),
];

const listNames = ['Price', 'ListPrice', 'Currency', 'Availability', 'Title'] as const;
const compiles: Readonly<Record<string, readonly string[]>> = {
  Css: [
    '.price',
    '#a > b:nth-child(2n+1) ~ i[data-x="1" i]',
    'meta[itemprop=price]',
    ':is(h1, h2) + p',
    'a\\:b',
  ],
  XPath: [
    '//p',
    '//*[@class="price"]/text()',
    'string(//p[1])',
    '/html/body//span[contains(., "€")]',
    '(//p)[last()]',
  ],
  JsonPath: ['$', '$.offers[0].price', '$..price', "$['a']['b']", '$.a[?@.b > 1].c', '$.a[-1:]', '$.a[*]'],
  Regex: ['\\d+', '([0-9.]+) EUR', 'price":\\s*"([^"]+)"', '(?:a|b){1,3}', '^$'],
};
const fails: Readonly<Record<string, readonly string[]>> = {
  Css: ['', ' ', 'div[', 'div[a=', ':::', '#', '.', 'div:not(', '> > a', 'a,', ')', '{'],
  XPath: ['', ' ', '//*[', '//', '//p[@', 'count(', '//p]', '//p[1', '"', '//p | '],
  // From the invalid selectors that RFC 9535's compliance suite lists.
  JsonPath: [
    '',
    ' ',
    'price',
    '.price',
    '$.',
    '$[',
    '$.a[',
    '$.a[?',
    '$.a[?@.b ==]',
    "$['a",
    '$[00]',
    '$[1:2:3:4]',
    '$.a[?(@.b]',
    '$ .a ',
    '$[?nosuch(@.a)]',
  ],
  Regex: ['(', ')', '[a', 'a**', '*', '+a', '(?<n', '\\', 'a{2,1}', '[z-a]', '(?P<', '(?<a>x)(?<a>y)'],
};
const valueAt = (list: string): string => `${site}/Selectors/${list}/0/Value`;
const selectors = [
  ...Object.entries(compiles).flatMap(([Type, values]) =>
    values.map((Value) =>
      accepts(`${Type} "${Value}"`, compile, withSite({ Selectors: { Price: [{ Type, Value }] } })),
    ),
  ),
  ...Object.entries(fails).flatMap(([Type, values]) =>
    values.map((Value) =>
      refuses(
        `${Type} "${Value}"`,
        compile,
        withSite({ Selectors: { Price: [{ Type, Value }] } }),
        valueAt('Price'),
      ),
    ),
  ),
  ...Object.entries(fails).flatMap(([Type, values]) =>
    listNames
      .slice(1)
      .map((list) =>
        refuses(
          `${Type} "${values[2]}" in ${list}`,
          compile,
          withSite({ Selectors: { [list]: [{ Type, Value: values[2] }] } }),
          valueAt(list),
        ),
      ),
  ),
  refuses(
    'the second of two selectors',
    compile,
    withSite({
      Selectors: {
        Price: [
          { Type: 'Css', Value: '.a' },
          { Type: 'Css', Value: '[' },
        ],
      },
    }),
    `${site}/Selectors/Price/1/Value`,
  ),
  ...table(['div[', ':::', 'a,'], (WaitFor) =>
    refuses(
      `WaitFor "${WaitFor}"`,
      contract('Requests', '| `WaitFor` | CSS selector |'),
      withSite({ WaitFor }),
      `${site}/WaitFor`,
    ),
  ),
];

export const valueGroups: Group[] = [
  { name: 'CONTRACT.md, Requests: Url and SearchUrl', checks: urls },
  { name: 'CONTRACT.md, Requests: codes of ISO 3166-1 and ISO 4217', checks: codes },
  { name: 'CONTRACT.md, Requests: tags of BCP 47', checks: locales },
  { name: 'CONTRACT.md, Requests: selectors that do not compile', checks: selectors },
];
