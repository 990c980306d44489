// Requests whose results many checks judge: one of pages that shops serve, one of addresses that lead nowhere.
import { Mismatch } from '../check.ts';
import { type Deployment, type Json, need } from '../deployment.ts';
import { jsonOf } from '../http-client.ts';

export interface Money {
  Amount: string;
  Currency: string | null;
  Raw: string;
}

/** A site's result as far as checks read it by name. */
export interface SiteResult extends Json {
  Index: number;
  Reference: string | null;
  Outcome: string;
  Price: Money | null;
  ListPrice: Money | null;
  Warnings: unknown[];
  Evidence: { Field: string; Source: string; Path: string; Raw: string; Agrees: string[] }[];
  Error: { Code: string; Message: string; Retryable: boolean } | null;
}

export interface ResultData extends Json {
  Summary: Record<string, number>;
  Sites: SiteResult[];
}

/** What is asked of a shop, by the name that checks call it; `page` is a path of the shops. */
interface Wish extends Json {
  page: string;
}

const selectors = (Type: string, Value: string, more: Json = {}): Json => ({
  Selectors: { Price: [{ Type, Value, ...more }] },
});
const asked = (page: string, ...conditions: string[]): [string, Wish][] =>
  conditions.map((Condition) => [`${page} as ${Condition}`, { page: `p/${page}`, Condition }]);
const same = (...names: string[]): [string, Wish][] => names.map((name) => [name, { page: `p/${name}` }]);

export const availabilities = [
  'InStock',
  'OutOfStock',
  'PreOrder',
  'BackOrder',
  'LimitedAvailability',
  'Discontinued',
] as const;
export const amounts = ['0.10', '19.9', '5', '1226.00', '12345678901.99', '0.1'] as const;
export const conditions = ['New', 'Used', 'Refurbished', 'Damaged'] as const;

const wishes: readonly [string, Wish][] = [
  ...same(
    'plain',
    'data-only',
    'visible-only',
    'sold-out',
    'sold-out-no-price',
    'list-price-lower',
    'list-price-equal',
    'sale',
    'ambiguous',
    'ambiguous-shelf',
    'no-price',
    'range',
  ),
  ...same(
    'dollars',
    'bare-dollar',
    'no-currency',
    'no-currency-data',
    'two-currencies',
    'microdata',
    'rdfa',
    'open-graph',
    'state',
  ),
  ...same(
    'challenge',
    'challenge-with-price',
    'login',
    'consent',
    'soft-404',
    'not-found',
    'gone',
    'forbidden',
    'too-many',
    'broken',
  ),
  ...same('pdf', 'image', 'loop', 'moved', 'metadata', 'inward', 'to-file', 'used'),
  ...availabilities.map((name): [string, Wish] => [
    `availability ${name}`,
    { page: `p/availability-${name}` },
  ]),
  ...amounts.map((digits): [string, Wish] => [`amount ${digits}`, { page: `p/amount-${digits}` }]),
  ...conditions.map((name): [string, Wish] => [`condition ${name}`, { page: `p/condition-${name}` }]),
  ...asked('used', 'New', 'Used', 'Refurbished'),
  ...asked('plain', 'New', 'OpenBox'),
  ...asked('visible-only', 'New', 'Used'),
  ['dollars as EUR', { page: 'p/dollars', Currency: 'EUR' }],
  ['dollars as USD', { page: 'p/dollars', Currency: 'USD' }],
  ['bare dollar in AU', { page: 'p/bare-dollar', Country: 'AU' }],
  ['bare dollar in CA', { page: 'p/bare-dollar', Country: 'CA' }],
  ['bare dollar in US', { page: 'p/bare-dollar', Country: 'US' }],
  ['no currency, asked CHF', { page: 'p/no-currency', Currency: 'CHF' }],
  ['two currencies, asked EUR', { page: 'p/two-currencies', Currency: 'EUR' }],
  ['variants', { page: 'p/variants' }],
  ['variants, asked {}', { page: 'p/variants', Variant: {} }],
  ['variants, asked unknown', { page: 'p/variants', Variant: { Width: 'D' } }],
  ['variants, asked 42', { page: 'p/variants', Variant: { Size: '42' } }],
  ['variants, asked 43', { page: 'p/variants', Variant: { Size: '43' } }],
  ['variants, asked 99', { page: 'p/variants', Variant: { Size: '99' } }],
  ['css', { page: 'p/selected', ...selectors('Css', '.mine') }],
  ['css attribute', { page: 'p/selected', ...selectors('Css', '.mine', { Attribute: 'data-cost' }) }],
  ['xpath', { page: 'p/selected', ...selectors('XPath', '//p[@class="mine"]/text()') }],
  ['regex', { page: 'p/selected', ...selectors('Regex', 'data-cost="([0-9.]+)"') }],
  ['jsonpath', { page: 'p/selected', ...selectors('JsonPath', '$.deal.cost') }],
  [
    'second selector',
    {
      page: 'p/selected',
      Selectors: {
        Price: [
          { Type: 'Css', Value: '.nosuch' },
          { Type: 'Css', Value: '.mine' },
        ],
      },
    },
  ],
  ['no selector matches', { page: 'p/plain', ...selectors('Css', '.nosuch') }],
  ['found by search', { page: '', SearchUrl: 'p/hit?q={sku}' }],
  ['not found by search', { page: '', SearchUrl: 'p/no-hit?q={sku}' }],
  ['own sku', { page: 'echo/{sku}?q={sku}', Sku: "a/b c?&#ü%'" }],
  ['market', { page: 'echo/market', Country: 'CH', Locale: 'fr-CH' }],
  ['no variants, asked unknown', { page: 'p/plain', Variant: { Width: 'D' } }],
  ['no variants, asked {}', { page: 'p/plain', Variant: {} }],
  ['unknown members', { page: 'p/plain', currency: 'USD', Extra: { a: 1 } }],
  ['reserved members', { page: 'p/plain', Egress: 'Direct', Snapshot: ['Html'] }],
  ['hangs', { page: 'hang/1', TimeoutSeconds: 2 }],
  ['endless', { page: 'endless/1', TimeoutSeconds: 20 }],
  ['reset', { page: 'reset/1' }],
];

const sites = (origin: string): Json[] =>
  wishes.map(([Reference, { page, SearchUrl, ...members }]) => ({
    ...(SearchUrl === undefined ? { Url: `${origin}/${page}` } : { SearchUrl: `${origin}/${SearchUrl}` }),
    Name: `Shop ${Reference}`,
    RenderMode: 'Http',
    Reference,
    ...members,
  }));

/** Addresses that no deployment may reach, and names that nobody has. */
export const forbidden = [
  'http://127.0.0.1/',
  'http://127.0.0.1:22/',
  'http://localhost/',
  'http://[::1]/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://100.64.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://127.0.0.1./',
  'http://8.8.8.8:22/',
  'https://8.8.8.8:8443/',
] as const;

const nowhereSites = (deployment: Deployment): Json[] => [
  ...forbidden.map((Url) => ({ Url, Reference: Url, RenderMode: 'Http' })),
  { Url: 'https://shop.invalid/{sku}', Reference: 'unknown name' },
  {
    Url: 'https://shop.invalid/',
    RenderMode: 'Browser',
    Reference: 'unknown name, in the browser',
    TimeoutSeconds: 30,
  },
  ...(deployment.closedTarget === undefined
    ? []
    : [{ Url: `http://${deployment.closedTarget}/`, Reference: 'nobody listens', RenderMode: 'Http' }]),
  ...(deployment.shops === undefined
    ? []
    : [{ Url: `https://${deployment.shops.target}/`, Reference: 'no TLS', RenderMode: 'Http' }]),
];

export interface Catalogue {
  asked: Json[];
  data: ResultData;
  of: (reference: string) => SiteResult;
}

const scrape = async (deployment: Deployment, SellingSites: Json[], Sku: string): Promise<Catalogue> => {
  const answer = await deployment.scrape({ Sku, SellingSites });
  const { Data, RequestStatus } = jsonOf<{ Data?: ResultData; RequestStatus: number }>(answer);
  if (Data === undefined)
    throw new Mismatch(
      'a completed request with Data',
      `RequestStatus ${RequestStatus}: ${answer.text.slice(0, 200)}`,
    );
  return {
    asked: SellingSites,
    data: Data,
    of: (reference) => {
      const found = Data.Sites.find(({ Reference }) => Reference === reference);
      if (found === undefined)
        throw new Mismatch(
          `a result with the Reference "${reference}"`,
          Data.Sites.map(({ Reference }) => Reference).join(', '),
        );
      return found;
    },
  };
};

export const catalogueSku = '555088-105';
export const shopCatalogue = (deployment: Deployment): Promise<Catalogue> =>
  deployment.once('shopCatalogue', () => {
    const shops = need(deployment.shops, 'shops that the deployment reaches (--shops-origin)');
    return scrape(deployment, sites(shops.origin), catalogueSku);
  });
export const nowhereCatalogue = (deployment: Deployment): Promise<Catalogue> =>
  deployment.once('nowhereCatalogue', () => scrape(deployment, nowhereSites(deployment), catalogueSku));
export const browserCatalogue = (deployment: Deployment): Promise<Catalogue> =>
  deployment.once('browserCatalogue', () => {
    const shops = need(deployment.shops, 'shops that the deployment reaches (--shops-origin)');
    return scrape(
      deployment,
      [
        { Url: shops.url('late'), RenderMode: 'Browser', WaitFor: '#late', Reference: 'late, awaited' },
        { Url: shops.url('late'), RenderMode: 'Auto', WaitFor: '#late', Reference: 'late, Auto' },
        { Url: shops.url('late'), RenderMode: 'Http', Reference: 'late, Http' },
        { Url: shops.url('plain'), RenderMode: 'Browser', Reference: 'plain' },
        { Url: shops.url('plain'), RenderMode: 'Auto', Reference: 'plain, Auto' },
        { Url: shops.url('inward'), RenderMode: 'Browser', Reference: 'inward' },
      ],
      catalogueSku,
    );
  });
