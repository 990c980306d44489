// Data of completed requests: three requests with many sites, checked site by site.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, jsonOf, type Service, sku } from './service.ts';

interface Money {
  Amount: string;
  Currency: string | null;
  Raw: string;
}
interface SiteResult extends Json {
  Reference: string;
  Outcome: string;
  Price: Money | null;
  ListPrice: Money | null;
  Candidates: unknown[];
  Warnings: string[];
  Variants: { Size: string; Availability: string; Price: Money | null }[];
  Evidence: { Field: string; Source: string; Agrees: string[] }[];
  Error: { Code: string; Retryable: boolean } | null;
}
interface ResultData extends Json {
  Summary: Record<string, number>;
  Sites: SiteResult[];
}

/** A requested site and its expected result. `page` is a path of the shops. */
interface Row extends Json {
  page: string;
}
type Expected = Partial<{
  outcome: string;
  code: string;
  /** Amount and currency; `null`: no price. */
  price: readonly [string, string | null] | null;
  /** Expected members of the result. */
  has: object;
  source: string;
  confidence: readonly string[];
  warning: string;
  noWarning: string;
  retryable: boolean;
}>;
type Case = readonly [clause: string, name: string, row: Row, expected: Expected];

const page = (clause: string, name: string, expected: Expected, more: Json = {}, label = name): Case => [
  clause,
  label,
  { page: `p/${name}`, ...more },
  expected,
];
const euros = (amount: string) => [amount, 'EUR'] as const;
const low = ['Low', 'Medium'];
const money = (Amount: string) => ({ Amount, Currency: 'EUR' });

const cases: readonly Case[] = [
  page('D4', 'plain', {
    outcome: 'Priced',
    price: euros('1226.00'),
    source: 'JsonLd',
    confidence: ['High'],
    has: {
      ...{ ListPrice: money('1399.00'), Sku: sku, Gtin: '4006381333931', Mpn: 'TS-105', Brand: 'Acme' },
      ...{ Title: 'Trail Shoe', Availability: 'InStock', Condition: 'New', Seller: { Name: 'Shop A' } },
      ...{ HttpStatus: 200, RenderMode: 'Http', PriceRange: null, Candidates: [], Offers: [] },
      Identity: { Verdict: 'Same', By: ['Sku'] },
    },
  }),
  page('D7', 'data-only', { confidence: ['Medium'] }),
  page('D7', 'visible-only', { price: euros('64.90'), source: 'Visible', confidence: low }),
  ...(
    [
      ['microdata', 'Microdata'],
      ['state', 'EmbeddedState'],
    ] as const
  ).map(([name, source]) => page('D7', name, { price: euros('64.90'), source })),
  ...['0.10', '5', '12345678901.99'].map((digits) =>
    page('D5', `amount-${digits}`, { price: euros(digits) }),
  ),
  ...['OutOfStock', 'PreOrder', 'Discontinued'].map((Availability) =>
    page('D8', `availability-${Availability}`, { has: { Availability } }),
  ),
  page('D3', 'sold-out', { outcome: 'OutOfStock', has: { Error: null } }),
  page('D3', 'sold-out-no-price', { outcome: 'OutOfStock', price: null }),
  page('D6', 'list-price-lower', { has: { ListPrice: null } }),
  page('D10', 'ambiguous', {
    ...{ outcome: 'Ambiguous', code: 'AmbiguousPrice', price: null },
    has: { Candidates: expect.arrayContaining([expect.anything(), expect.anything()]) },
  }),
  page('D6', 'range', { has: { PriceRange: { Low: money('50.00'), High: money('90.00') } } }),
  page('D9', 'no-price', { code: 'NoPriceFound' }),
  page('M1', 'dollars', { price: ['45.00', 'USD'] }, { Currency: 'USD' }, 'dollars, requested in USD'),
  page(
    'M1',
    'dollars',
    { code: 'CurrencyMismatch', price: null },
    { Currency: 'EUR' },
    'dollars, requested in EUR',
  ),
  page('M1', 'bare-dollar', { price: ['45.00', 'CAD'] }, { Country: 'CA' }, 'bare-dollar in CA'),
  page('M1', 'bare-dollar', { price: ['45.00', null] }),
  page('M1', 'no-currency', { price: ['45.00', null] }),
  page(
    'M1',
    'no-currency',
    { price: ['45.00', 'CHF'] },
    { Currency: 'CHF' },
    'no-currency, requested in CHF',
  ),
  page('M1', 'two-currencies', { price: euros('45.00'), warning: '' }),
  ['M2', 'market', { page: 'echo/market', Country: 'CH', Locale: 'fr-CH' }, {}],
  page('C1', 'condition-New', { has: { Condition: 'New' }, noWarning: 'ConditionDiffers' }),
  ...['Used', 'Damaged'].map((Condition) =>
    page('C1', `condition-${Condition}`, {
      ...{ outcome: 'Priced', warning: 'ConditionDiffers', confidence: low, has: { Condition } },
    }),
  ),
  page(
    'C1',
    'used',
    { outcome: 'Priced', noWarning: 'ConditionDiffers' },
    { Condition: 'Used' },
    'used, requested',
  ),
  ...(
    [
      ['used', 'New'],
      ['visible-only', 'Used'],
    ] as const
  ).map(([name, Condition]) =>
    page('C1', name, { code: 'ConditionMismatch', price: null }, { Condition }, `${name} as ${Condition}`),
  ),
  page('C1', 'visible-only', { outcome: 'Priced' }, { Condition: 'New' }, 'visible-only as New'),
  page('V1', 'variants', {
    price: euros('100.00'),
    has: {
      Variants: [
        { Size: '41', Price: money('100.00') },
        { Size: '42', Price: money('120.00') },
        { Size: '43', Price: money('140.00'), Availability: 'OutOfStock' },
      ],
    },
  }),
  page(
    'V1',
    'variants',
    { price: euros('100.00'), warning: 'Width' },
    { Variant: { Width: 'D' } },
    'variants of no such kind',
  ),
  page('V1', 'variants', { price: euros('120.00') }, { Variant: { Size: '42' } }, 'size 42'),
  page('V1', 'variants', { outcome: 'OutOfStock' }, { Variant: { Size: '43' } }, 'size 43'),
  page('V1', 'variants', { code: 'VariantNotFound', price: null }, { Variant: { Size: '99' } }, 'size 99'),
  page('V1', 'plain', { price: euros('1226.00') }, { Variant: { Width: 'D' } }, 'a page without variants'),
  ...[
    ['Css', '.mine'],
    ['XPath', '//p[@class="mine"]/text()'],
    ['Regex', 'data-cost="([0-9.]+)"'],
    ['JsonPath', '$.deal.cost'],
  ].map(([Type, Value]) =>
    // The first of the two matches nothing.
    page(
      'X1',
      'selected',
      { has: { Price: { Amount: '31.40' } }, source: 'Selector' },
      {
        Selectors: {
          Price: [
            { Type: 'Css', Value: '.nosuch' },
            { Type, Value },
          ],
        },
      },
      `selected by ${Type} ${Value}`,
    ),
  ),
  page(
    'X1',
    'plain',
    { price: euros('1226.00') },
    { Selectors: { Price: [{ Type: 'Css', Value: '.nosuch' }] } },
    'no selector matches',
  ),
  ['X2', 'found by search', { page: '', SearchUrl: 'p/hit?q={sku}' }, { price: euros('1226.00') }],
  [
    'X2',
    'not found by search',
    { page: '', SearchUrl: 'p/no-hit?q={sku}' },
    { outcome: 'NotFound', code: 'SkuNotFound' },
  ],
  [
    'X3',
    'its own sku',
    { page: 'echo/{sku}?q={sku}', Sku: "a/b c?&#ü%'" },
    { has: { RequestedSku: "a/b c?&#ü%'" } },
  ],
  page(
    'R4',
    'plain',
    { price: euros('1226.00'), warning: 'currency' },
    { currency: 'USD' },
    'a member in the wrong case',
  ),
  page('R4', 'plain', { warning: 'Snapshot' }, { Snapshot: ['Html'] }, 'Snapshot, which is reserved'),
  page(
    'N1',
    'plain',
    { price: euros('1226.00') },
    { Expect: { Gtin: '4006381333931', Brand: 'Acme' } },
    'the expected Gtin and Brand',
  ),
  page(
    'N1',
    'plain',
    { outcome: 'NotFound', code: 'ProductMismatch', price: null },
    { Expect: { Gtin: '4006381333948' } },
    'another Gtin',
  ),
  page('N2', 'other', { warning: 'SkuDiffers', confidence: low }),
  page('O1', 'plain', { price: euros('1226.00') }, { Seller: 'Shop A' }, 'the seller who offers'),
  page(
    'O1',
    'plain',
    { code: 'SellerMismatch', price: null },
    { Seller: 'Nobody Ltd' },
    'a seller who does not',
  ),
  page('F1', 'challenge', { outcome: 'Blocked', code: 'BotChallenge' }),
  page('F1', 'login', { outcome: 'Blocked', code: 'LoginRequired' }),
  page('F1', 'forbidden', { outcome: 'Blocked', code: 'AccessDenied', has: { HttpStatus: 403 } }),
  page('F1', 'soft-404', { outcome: 'NotFound', price: null }),
  page('F1', 'not-found', { outcome: 'NotFound', code: 'NotFound', has: { HttpStatus: 404 } }),
  page('F1', 'broken', { outcome: 'Failed', code: 'HttpError', retryable: true, has: { HttpStatus: 500 } }),
  page('F1', 'pdf', { code: 'UnsupportedContent' }),
  page('F2', 'metadata', { code: 'ForbiddenTarget' }),
  page('F2', 'inward', { code: 'ForbiddenTarget' }),
  page('F2', 'to-file', { outcome: 'Failed', price: null }),
  [
    'F1',
    'hangs',
    { page: 'hang/1', TimeoutSeconds: 2 },
    { outcome: 'Failed', code: 'Timeout', retryable: true },
  ],
  ['F1', 'endless', { page: 'endless/1', TimeoutSeconds: 20 }, { code: 'TooLarge' }],
  ['F1', 'reset', { page: 'reset/1' }, { code: 'ConnectionFailed' }],
];

/** More spellings of forbidden addresses are in the tests of the egress policy. */
const forbidden = [
  ...[
    'http://127.0.0.1:22/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
  ],
  ...['http://2130706433/', 'http://0177.0.0.1/', 'http://[64:ff9b::7f00:1]/', 'http://8.8.8.8:22/'],
];

const rendered: readonly Case[] = [
  page(
    'B1',
    'late',
    { price: euros('77.50'), has: { RenderMode: 'Browser' } },
    { RenderMode: 'Browser', WaitFor: '#late' },
  ),
  page(
    'B1',
    'late',
    { price: euros('77.50'), has: { RenderMode: 'Browser' } },
    { RenderMode: 'Auto', WaitFor: '#late' },
    'late, Auto',
  ),
  page('B1', 'late', { price: null }, {}, 'late, Http'),
  page('B1', 'plain', { price: euros('1226.00'), has: { RenderMode: 'Http' } }, { RenderMode: 'Auto' }),
  page('F2', 'inward', { code: 'ForbiddenTarget' }, { RenderMode: 'Browser' }),
  [
    'F1',
    'unknown name',
    { page: '', Url: 'https://shop.invalid/', RenderMode: 'Browser' },
    { code: 'DnsFailure' },
  ],
];

const siteOf = ([, Reference, { page: path, SearchUrl, ...members }]: Case, origin: string): Json => ({
  ...(SearchUrl === undefined ? { Url: `${origin}/${path}` } : { SearchUrl: `${origin}/${SearchUrl}` }),
  ...{ Name: `Shop ${Reference}`, RenderMode: 'Http', Reference },
  ...members,
});

const judge = (site: SiteResult, expected: Expected): void => {
  const { Outcome, Price, Error: error, Warnings } = site;
  const seen = `${Outcome} ${error?.Code} ${JSON.stringify(Price)}`;
  if (expected.outcome) expect(Outcome, seen).toBe(expected.outcome);
  if (expected.code) expect(error?.Code, seen).toBe(expected.code);
  if (expected.price === null) expect(Price).toBeNull();
  else if (expected.price) expect([Price?.Amount, Price?.Currency], seen).toEqual(expected.price);
  if (expected.has) expect(site).toMatchObject(expected.has);
  if (expected.confidence) expect(expected.confidence).toContain(site.Confidence);
  if (expected.warning !== undefined) expect(Warnings.join('\n')).toMatch(expected.warning || /./);
  if (expected.noWarning) expect(Warnings.join('\n')).not.toContain(expected.noWarning);
  if (expected.retryable !== undefined) expect(error?.Retryable).toBe(expected.retryable);
  const ofPrice = site.Evidence.filter(({ Field }) => Field === 'Price');
  if (expected.source)
    expect(ofPrice.flatMap(({ Source, Agrees }) => [Source, ...Agrees])).toContain(expected.source);
};

const exact = (money: Money): bigint => {
  const [whole = '0', fraction = ''] = money.Amount.split('.');
  return BigInt(whole + fraction.padEnd(20, '0'));
};

/** Invariants of every site. */
const faultsOf = (site: SiteResult, requested: Json, index: number): string[] => {
  const { Outcome, Price, ListPrice, Error: error } = site;
  const hasError = !['Priced', 'OutOfStock'].includes(Outcome);
  const holds: [string, boolean][] = [
    [
      'D1 Index, Name and Reference are those of the request',
      site.Index === index &&
        site.Reference === requested.Reference &&
        site.Name === (requested.Name ?? null),
    ],
    ['D1 RequestedSku is the requested SKU', site.RequestedSku === (requested.Sku ?? sku)],
    ['D3 an error, unless priced or out of stock', (error !== null) === hasError],
    ['D3 a price when priced', Outcome !== 'Priced' || Price !== null],
    ['D3 no price with an error', Price === null || !hasError],
    [
      'D6 the list price is higher',
      ListPrice === null || (Price !== null && exact(ListPrice) > exact(Price)),
    ],
    ['D7 a price has its evidence', Price === null || site.Evidence.some(({ Field }) => Field === 'Price')],
    [
      "D5 the price has its page's digits",
      Price === null ||
        Price.Raw.replaceAll(/\D/g, '').startsWith(Price.Amount.replaceAll(/\D/g, '').replace(/0+$/, '')),
    ],
    ['D3 an ambiguous price has candidates', Outcome !== 'Ambiguous' || site.Candidates.length > 1],
    ['D2 unknown values are null', Object.values(site).every((value) => value !== '' && value !== 999_999)],
  ];
  return holds.filter(([, isSo]) => !isSo).map(([rule]) => `${site.Reference}: ${rule}`);
};

const judgeWhole = (data: ResultData, requested: readonly Json[]): void => {
  expect(data.Sku).toBe(sku);
  expect(data.Sites.flatMap((site, i) => faultsOf(site, requested[i]!, i))).toEqual([]);
  expect(data.Sites).toHaveLength(requested.length);
  const { Total, ...counts } = data.Summary;
  expect(Total).toBe(requested.length);
  for (const [outcome, count] of Object.entries(counts))
    expect([outcome, count]).toEqual([
      outcome,
      data.Sites.filter(({ Outcome }) => Outcome === outcome).length,
    ]);
  const [from, to, end] = [data.RequestedAt, data.CompletedAt, data.ExpiresAt].map((at) =>
    Date.parse(String(at)),
  );
  expect(end! - to!).toBe(300_000);
  expect(to! - from!).toBeLessThan(300_000);
  for (const { FetchedAt } of data.Sites) {
    if (FetchedAt === null) continue;
    expect(Date.parse(String(FetchedAt))).toBeGreaterThanOrEqual(from!);
    expect(Date.parse(String(FetchedAt))).toBeLessThanOrEqual(to!);
  }
};

/** Registers the tests of results; they share the caller's service. */
export const describeResults = (service: () => Service): void => {
  const scrape = async (SellingSites: readonly Json[]): Promise<ResultData> =>
    jsonOf<{ Data: ResultData }>(await service().scrape({ Sku: sku, SellingSites })).Data;

  describe.each([
    ['pages of shops', cases],
    ['pages in the browser', rendered],
  ])('%s', (_name, rows) => {
    let requested: Json[];
    let data: ResultData;
    const result = (name: string): SiteResult => data.Sites.find(({ Reference }) => Reference === name)!;
    beforeAll(async () => {
      requested = rows.map((row) => siteOf(row, service().shops.origin));
      data = await scrape(requested);
    });

    it('D1 satisfy the invariants of all results', () => judgeWhole(data, requested));

    it.each(rows)('%s %s', (_clause, name, _row, expected) => judge(result(name), expected));
  });

  describe('requests to the shops', () => {
    const visits = (path: string) => service().shops.visits.filter((visit) => visit.path.startsWith(path));

    it('M2 Accept-Language begins with the Locale', () => {
      expect(visits('/echo/market').length).toBeGreaterThan(0);
      for (const { headers } of visits('/echo/market'))
        expect(headers['accept-language']).toMatch(/^fr-CH\b/i);
    });

    it('X3 the SKU is percent-encoded in path and query', () => {
      const encoded = encodeURIComponent("a/b c?&#ü%'").replaceAll("'", '%27');
      expect(visits('/echo/a').map(({ path }) => path.replaceAll("'", '%27'))).toContain(
        `/echo/${encoded}?q=${encoded}`,
      );
    });
  });

  describe('unreachable addresses', () => {
    it('F2 forbidden targets and failed connections have their own codes', async () => {
      const { closedTarget, shops } = service();
      const others = ['https://shop.invalid/{sku}', `http://${closedTarget}/`, `https://${shops.target}/`];
      const requested = [...forbidden, ...others].map((Url) => ({ Url, Reference: Url, RenderMode: 'Http' }));
      const data = await scrape(requested);
      judgeWhole(data, requested);
      expect(data.Sites.map(({ Error: error }) => error?.Code)).toEqual([
        ...forbidden.map(() => 'ForbiddenTarget'),
        ...['DnsFailure', 'ConnectionFailed', 'TlsError'],
      ]);
      expect(data.Sites[0]).toMatchObject({
        HttpStatus: null,
        Outcome: 'Failed',
        Error: { Retryable: false },
      });
    });

    // Last, because the host is not called again (test/scraper/host-memory.test.ts).
    it('F1 a shop with Retry-After is RateLimited', async () => {
      const { Sites } = await scrape([{ Url: service().shops.url('too-many'), RenderMode: 'Http' }]);
      expect(Sites[0]).toMatchObject({
        Outcome: 'Blocked',
        Error: { Code: 'RateLimitedBySite', Retryable: true },
      });
    });
  });
};
