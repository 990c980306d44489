import type * as z from 'zod';
import type { Problem, RequestData, SiteResult } from '../../client/types.ts';
import type { queueBodySchema } from '../../lambdas/domain/queue-request.ts';

export const exampleRequestId = '0f8fad5b-d9cb-469f-a165-70867728950e';

export const queueBodyExample: z.input<typeof queueBodySchema> = {
  Authorization: { LicenseKey: '<LICENSE_KEY>', UID: 'acme' },
  Data: {
    Sku: '555088-105',
    SellingSites: [
      { Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' },
      {
        Name: 'Shop B',
        SearchUrl: 'https://shop-b.example/search?q={sku}',
        Currency: 'EUR',
        Locale: 'de-DE',
      },
    ],
  },
};

const pricedSite: SiteResult = {
  Index: 0,
  Name: 'Shop A',
  Reference: null,
  Outcome: 'Priced',
  Sku: '555088-105',
  Gtin: null,
  Title: 'Air One High',
  Brand: null,
  Price: { Amount: '1226.00', Currency: 'EUR', Raw: '1.226,00 €' },
  ListPrice: { Amount: '1399.00', Currency: 'EUR', Raw: 'UVP 1.399,00 €' },
  PriceRange: null,
  Shipping: null,
  Availability: 'InStock',
  Condition: 'New',
  Seller: { Name: 'Shop A' },
  Variants: [
    {
      Id: null,
      Size: '42',
      SizeRegion: 'EU',
      Color: null,
      Price: { Amount: '1226.00', Currency: 'EUR', Raw: '1226.00' },
      Availability: 'InStock',
    },
  ],
  Confidence: 'High',
  Evidence: [
    { Field: 'Price', Source: 'JsonLd', Path: '$.offers[0].price', Raw: '1226.00', Agrees: ['Visible'] },
  ],
  Candidates: [],
  Warnings: [],
  Error: null,
  Url: 'https://shop-a.example/p/555088-105',
  FinalUrl: 'https://shop-a.example/p/555088-105',
  HttpStatus: 200,
  RenderMode: 'Http',
  FetchedAt: '2026-11-21T10:00:01.120Z',
  DurationMs: 840,
  Attempts: 1,
};

const failedSite: SiteResult = {
  ...pricedSite,
  Index: 1,
  Name: 'Shop B',
  Outcome: 'Failed',
  Sku: null,
  Title: null,
  Price: null,
  ListPrice: null,
  Availability: 'Unknown',
  Condition: null,
  Seller: null,
  Variants: [],
  Confidence: null,
  Evidence: [],
  Error: { Code: 'Timeout', Message: 'The site did not answer within 20 s.', Retryable: true },
  Url: 'https://shop-b.example/search?q=555088-105',
  FinalUrl: null,
  HttpStatus: null,
  RenderMode: null,
  FetchedAt: null,
  DurationMs: 20_000,
  Attempts: 2,
};

export const requestDataExample: RequestData = {
  Sku: '555088-105',
  RequestedAt: '2026-11-21T10:00:00.000Z',
  CompletedAt: '2026-11-21T10:00:20.410Z',
  ExpiresAt: '2026-11-21T10:05:20.410Z',
  Summary: { Total: 2, Priced: 1, OutOfStock: 0, Ambiguous: 0, NotFound: 0, Blocked: 0, Failed: 1 },
  Sites: [pricedSite, failedSite],
};

/** What the service answers for each error, word by word where the words are fixed. */
export const problemExamples = (instance: string): Record<number, Problem> => {
  const problem = (status: number, title: string, detail: string, Errors?: Problem['Errors']): Problem => ({
    type: 'about:blank',
    title,
    status,
    detail,
    instance,
    ...(Errors ? { Errors } : {}),
  });
  return {
    400: problem(400, 'Bad Request', 'The request payload is invalid; "Errors" names each place.', [
      { Pointer: '/Data/Sku', Detail: 'is required (string)' },
      { Pointer: '/Data/SellingSites/0/Url', Detail: 'must be an absolute http or https URL' },
    ]),
    401: problem(401, 'Unauthorized', 'The license key and UID do not open this service.'),
    404: problem(404, 'Not Found', 'No request of yours has this identifier, or it has expired.'),
    413: problem(413, 'Content Too Large', 'The body is larger than the API takes.'),
    422: problem(
      422,
      'Unprocessable Content',
      'This Idempotency-Key was used with another body, and that request still lives; use a new key.',
    ),
    429: problem(
      429,
      'Too Many Requests',
      'This license allows 60 requests per minute; repeat the call after the time in Retry-After.',
    ),
    500: problem(
      500,
      'Internal Server Error',
      'The service failed to handle the call; X-Request-Id names it in the logs.',
    ),
    503: problem(
      503,
      'Service Unavailable',
      'The service cannot take the call at the moment; repeat it later.',
    ),
    504: problem(504, 'Gateway Timeout', 'The service did not answer in time; repeat the call later.'),
  };
};
