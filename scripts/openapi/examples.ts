import type * as z from 'zod';
import type { Problem, RequestData, SiteResult } from '../../client/types.ts';
import type { DeliveryView } from '../../lambdas/domain/delivery/delivery-view-schema.ts';
import { ProblemError, type ProblemStatus, toProblemDetails } from '../../lambdas/domain/problem.ts';
import type { queueBodySchema } from '../../lambdas/domain/request/queue-request.ts';
import { echoOf } from '../../lambdas/domain/site/site-members.ts';
import { gatewayProblems } from '../../lib/constructs/gateway-problems.ts';

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
  ...echoOf({}),
  RequestedSku: '555088-105',
  Outcome: 'Priced',
  Sku: '555088-105',
  Gtin: null,
  Mpn: null,
  Title: 'Air One High',
  Brand: null,
  Identity: { Verdict: 'Same', By: ['Sku'] },
  Price: { Amount: '1226.00', Currency: 'EUR', Raw: '1.226,00 €' },
  ListPrice: { Amount: '1399.00', Currency: 'EUR', Raw: 'UVP 1.399,00 €' },
  PriceRange: null,
  Shipping: null,
  UnitPrice: null,
  LowestRecentPrice: null,
  ValidUntil: null,
  Availability: 'InStock',
  Condition: 'New',
  Seller: { Name: 'Shop A' },
  Offers: [],
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

const heldTry = {
  At: '2026-11-21T10:00:20.530Z',
  DurationMs: 10_000,
  HttpStatus: null,
  Error: { Code: 'Timeout', Message: 'The receiver did not answer within 10 s.' },
  IsResend: false,
};

export const deliveryExamples: Record<'underWay' | 'resent', DeliveryView> = {
  underWay: {
    RequestId: exampleRequestId,
    WebhookId: `msg_${exampleRequestId}`,
    Ended: null,
    NextAttemptAt: '2026-11-21T10:00:35.780Z',
    Suspended: false,
    ExpiresAt: '2026-11-21T11:00:35.780Z',
    ResendsLeft: 20,
    Attempts: [heldTry],
  },
  resent: {
    RequestId: exampleRequestId,
    WebhookId: `msg_${exampleRequestId}`,
    Ended: null,
    NextAttemptAt: '2026-11-21T10:00:35.780Z',
    Suspended: false,
    ExpiresAt: '2026-11-21T11:00:35.780Z',
    ResendsLeft: 19,
    Attempts: [heldTry],
  },
};

/** Problems by example name. */
export type ProblemExamples = Record<string, { summary: string; value: Problem }>;

/** Builds the gateway's own responses from the template. */
export const fromGateway = (type: string, summary: string) => {
  const { status, title, detail, errors } = gatewayProblems.find((problem) => problem.type === type)!;
  const value: Problem = {
    type: 'about:blank',
    title,
    status,
    detail,
    instance: `urn:uuid:${exampleRequestId}`,
    ...(errors && { Errors: errors }),
  };
  return { summary, value };
};

/**
 * Builds the error responses of service and gateway by status.
 *
 * @param instance - path of the operation.
 */
export const problemExamples = (instance: string): Record<number, ProblemExamples> => {
  const problem = (
    status: ProblemStatus,
    summary: string,
    detail: string,
    violations?: NonNullable<Problem['Errors']>,
  ) => ({
    summary,
    value: toProblemDetails(new ProblemError(status, detail, violations && { violations }), instance),
  });
  return {
    400: {
      Violations: problem(
        400,
        'Every invalid member',
        'The request payload is invalid; "Errors" names each place.',
        [
          { Pointer: '/Data/Sku', Detail: 'is required (string)' },
          { Pointer: '/Data/SellingSites/0/Url', Detail: 'must be an absolute http or https URL' },
        ],
      ),
      NoObject: fromGateway('BAD_REQUEST_BODY', 'A body that is not a JSON object'),
    },
    401: {
      Unauthorized: problem(
        401,
        'Invalid or missing credentials',
        'No enabled license has this UID and license key.',
      ),
    },
    403: { Filtered: fromGateway('WAF_FILTERED', 'A call blocked by the deployment’s web ACL') },
    404: {
      NotFound: problem(
        404,
        'No such request',
        'This license has no request with this identifier, or it has expired.',
      ),
    },
    409: {
      NothingPosted: problem(
        409,
        'A resend before the first attempt',
        'Nothing has been sent for this request yet, so there is nothing to resend; the webhook is called when it ends.',
      ),
    },
    413: { TooLarge: fromGateway('REQUEST_TOO_LARGE', 'A body above the gateway’s limit') },
    422: {
      KeyReused: problem(
        422,
        'An idempotency key used with another body',
        'This Idempotency-Key belongs to an unexpired request with another body; use a new key.',
      ),
    },
    429: {
      Quota: problem(
        429,
        'A quota of the license is exhausted',
        'This license allows 60 requests per minute; repeat the call after Retry-After seconds.',
      ),
      Calls: problem(
        429,
        'A license that calls too often',
        'This license allows 1200 status calls per minute; repeat the call after Retry-After seconds.',
      ),
      Throttled: fromGateway('THROTTLED', 'The rate limit of the deployment is reached'),
    },
    500: {
      Failed: problem(
        500,
        'A defect',
        'The service failed to handle the call; the logs list it by X-Request-Id.',
      ),
      Crashed: fromGateway('DEFAULT_5XX', 'A function that crashed'),
    },
    503: {
      Unavailable: problem(
        503,
        'An AWS service that does not respond',
        'The service is temporarily unavailable; repeat the call later.',
      ),
      TimedOut: fromGateway('INTEGRATION_TIMEOUT', 'A function that does not respond in time'),
      Unreachable: fromGateway('INTEGRATION_FAILURE', 'A function that cannot be reached'),
    },
  };
};
