import type { Page } from 'puppeteer-core';
import type { RequestData, SellingSite, SiteResult } from '../../client/index.ts';
import type { HistoryEntry } from '../../console/storage.ts';
import { siteResult } from '../fakes/site-results.ts';
import { requestId } from './fake-service.ts';

const money = (Amount: string, Currency: string | null = 'EUR') => ({
  Amount,
  Currency,
  Raw: `${Amount} ${Currency}`,
});

export const dataOf = (sites: readonly Partial<SiteResult>[], Sku = 'VELA-A3'): RequestData => {
  const Sites = sites.map((site, Index) =>
    siteResult({
      Index,
      Name: `Shop ${Index + 1}`,
      Url: `https://shop-${Index + 1}.example/p/VELA-A3`,
      ...site,
    }),
  );
  const count = (outcome: string) => Sites.filter(({ Outcome }) => Outcome === outcome).length;
  return {
    Sku,
    RequestedAt: '2026-11-21T10:00:00.000Z',
    CompletedAt: '2026-11-21T10:00:04.100Z',
    ExpiresAt: '2026-11-21T10:05:04.100Z',
    Summary: {
      Total: Sites.length,
      Priced: count('Priced'),
      OutOfStock: count('OutOfStock'),
      Ambiguous: count('Ambiguous'),
      NotFound: count('NotFound'),
      Blocked: count('Blocked'),
      Failed: count('Failed'),
    },
    Sites,
  };
};

export const soldOut = (Amount: string): Partial<SiteResult> => ({
  Outcome: 'OutOfStock',
  Availability: 'OutOfStock',
  Price: money(Amount),
});

export const priced = (Amount: string, changes: Partial<SiteResult> = {}): Partial<SiteResult> => ({
  Price: money(Amount),
  ...changes,
});

export const timedOut: Partial<SiteResult> = {
  Outcome: 'Failed',
  Price: null,
  Title: null,
  Availability: 'Unknown',
  Confidence: null,
  Evidence: [],
  FinalUrl: null,
  Error: { Code: 'Timeout', Message: 'The site did not answer within 20 s.', Retryable: true },
};

const ambiguous: Partial<SiteResult> = {
  Outcome: 'Ambiguous',
  Price: null,
  Confidence: null,
  Availability: 'Unknown',
  Evidence: [],
  Candidates: [
    { Price: money('1799.00'), Source: 'Visible', Path: 'div.offers > div.offer > p.price' },
    { Price: money('1949.00'), Source: 'Visible', Path: 'div.offers > div.offer.best > p.price' },
  ],
  Error: {
    Code: 'AmbiguousPrice',
    Message: '2 prices are equally likely, and nothing on the page decides between them.',
    Retryable: false,
  },
};

/** Generates sites; every seventh is cheapest and sold out, every eleventh does not answer. */
const many = (count: number): RequestData =>
  dataOf(
    Array.from({ length: count }, (_, index) => {
      if (index % 11 === 10) return timedOut;
      if (index % 7 === 6) return soldOut(`${900 + index}.00`);
      return priced(`${1_500 - ((index * 37) % 400)}.${String(index % 100).padStart(2, '0')}`, {
        Availability: index % 5 === 4 ? 'Unknown' : 'InStock',
      });
    }),
  );

const longNames = {
  german:
    'Donaudampfschifffahrtsgesellschaftskapitänsmützenfachgeschäft Rindfleischetikettierung GmbH & Co. KG',
  japanese: '珈琲道具専門店月光堂本店東京都千代田区神田神保町一丁目百番地珈琲器具輸入販売株式会社',
  arabic: 'متجر بيت القهوة العربية الأصيلة لبيع آلات الإسبريسو وملحقاتها في المملكة العربية السعودية',
};

export const resultOf = {
  many,
  fifty: () => many(50),
  names: () =>
    dataOf([
      priced('1299.00', { Name: longNames.german, Title: longNames.german }),
      priced('189800', {
        Name: longNames.japanese,
        Title: longNames.japanese,
        Price: money('189800', 'JPY'),
      }),
      priced('5499.00', { Name: longNames.arabic, Title: longNames.arabic, Price: money('5499.00', 'SAR') }),
      priced('1199.00', { Name: null, Url: `https://shop.example/${'a'.repeat(300)}` }),
      ambiguous,
    ]),
  few: () =>
    dataOf([
      priced('1259.00', { Name: 'Bonenbazaar', Title: 'Vela Aurelia 3 espressomachine' }),
      priced('1099.00', { Name: 'Dolce Macchina', ListPrice: money('1349.00'), Confidence: 'Low' }),
      { ...soldOut('999.00'), Name: 'Maple Roasters' },
      priced('1279.90', { Name: 'Comptoir du Café', Availability: 'Unknown' }),
      priced('1149.00', { Name: 'Kettle & Crown', Price: money('1149.00', 'GBP') }),
      priced('124999.00', { Name: 'Chikmagalur Direct', Price: money('124999.00', 'INR') }),
      { ...ambiguous, Name: 'Coin Toss Coffee' },
      { ...timedOut, Name: 'Slow Drip' },
    ]),
};

const sitesOf = (data: RequestData): SellingSite[] =>
  data.Sites.map(({ Name, Url }) => ({ ...(Name && { Name }), Url: Url! }));

/** A completed request in the console's history. */
export const entryOf = (data: RequestData, changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  requestId,
  sku: data.Sku,
  sites: sitesOf(data),
  queuedAtMs: Date.parse(data.RequestedAt),
  state: 'Completed',
  data,
  ...changes,
});

/** Puts requests into the browser before the console starts. */
export const withHistory = (entries: readonly HistoryEntry[]) => (page: Page) =>
  page.evaluateOnNewDocument((text) => {
    if (localStorage.getItem('scrap-prices.history') === null)
      localStorage.setItem('scrap-prices.history', text);
  }, JSON.stringify(entries));
