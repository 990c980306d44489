// One request that every version knows how to write: what the fixtures beside this file were made from.
import { toClosingMessage } from '../../lambdas/domain/closing.ts';
import type { QueuedSite } from '../../lambdas/domain/queue-request.ts';
import { packResults } from '../../lambdas/domain/result-pack.ts';
import { toScrapeMessages } from '../../lambdas/domain/site-group.ts';
import { siteResult } from '../fakes/site-results.ts';

export const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const queuedAtMs = Date.UTC(2026, 10, 21, 10);
export const deadlineMs = queuedAtMs + 300_000;
export const expiresAtMs = deadlineMs + 300_000;
export const sku = '555088-105';

const sites: QueuedSite[] = [
  { index: 0, site: { Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' }, warnings: [] },
  {
    index: 1,
    site: {
      Name: 'Shop B',
      Url: 'https://shop-b.example/{sku}',
      Sku: 'B-1',
      Country: 'DE',
      Locale: 'de-DE',
      Currency: 'EUR',
      Variant: { Size: '42', SizeRegion: 'EU', Color: 'red', Id: 'v1' },
      Condition: 'New',
      Seller: 'Shop B',
      Expect: { Gtin: '4006381333931', Mpn: 'W-4', Brand: 'Air', Title: 'Air One', Quantity: '1 l' },
      MaxOfferPages: 2,
      RenderMode: 'Http',
      Selectors: { Price: [{ Type: 'Css', Value: '.price', Attribute: 'content' }] },
      WaitFor: '.price',
      TimeoutSeconds: 20,
      Reference: 'row 2',
    },
    warnings: ['UnknownMember: "Colour" is not a member of a selling site; it was ignored.'],
  },
];

export const request = {
  requestId,
  uid: 'acme',
  sku,
  queuedAtMs,
  deadlineMs,
  groupCount: 1,
  siteCount: 2,
  groupSizes: [2],
};

export const scrapeMessages = () => toScrapeMessages({ requestId, uid: request.uid, deadlineMs, sku, sites });
export const closingMessage = () => toClosingMessage({ requestId, deadlineMs, sku, sites });
export const packedGroup = () => packResults([siteResult(), siteResult({ Index: 1, Name: 'Shop B' })], 2);
export const packedSite = () => packResults([siteResult()], 2);
