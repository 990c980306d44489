import type { APIGatewayProxyEvent, SQSEvent, SQSRecord } from 'aws-lambda';
import type { ScrapeMessage } from '../../lambdas/domain/request/scrape-message.ts';
import { addressed, type QueuedSite } from '../../lambdas/domain/site/queued-site.ts';
import { testLicenseKey } from './memory-stores.ts';

/** Header fields; an array sends the field repeatedly. */
export type SentHeaders = Record<string, string | string[]>;

/** An API Gateway proxy event with the parts that handlers read. */
export const apiEvent = ({
  headers = {},
  ...changes
}: Omit<Partial<APIGatewayProxyEvent>, 'headers' | 'multiValueHeaders'> & { headers?: SentHeaders } = {}) => {
  const fields = Object.entries(headers).map(([name, value]) => [name, [value].flat()] as const);
  return {
    httpMethod: 'POST',
    resource: '/api/scrap_prices/queue',
    path: '/api/scrap_prices/queue',
    headers: Object.fromEntries(fields.map(([name, values]) => [name, values.at(-1)])),
    multiValueHeaders: Object.fromEntries(fields),
    body: null,
    isBase64Encoded: false,
    pathParameters: null,
    queryStringParameters: null,
    requestContext: { requestId: 'gateway-request-1', path: '/prod/api/scrap_prices/queue' },
    ...changes,
  } as APIGatewayProxyEvent;
};

export const validBody = () => ({
  Authorization: { LicenseKey: testLicenseKey, UID: 'acme' },
  Data: {
    Sku: '555088-105',
    SellingSites: [{ Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' }] as object[],
  },
});

export const queueEvent = (body: unknown = validBody(), headers: SentHeaders = {}) =>
  apiEvent({ body: typeof body === 'string' ? body : JSON.stringify(body), headers });

export const statusEvent = (requestId: string, headers: SentHeaders | undefined = undefined) =>
  apiEvent({
    httpMethod: 'GET',
    resource: '/api/scrap_prices/{requestId}',
    path: `/api/scrap_prices/${requestId}`,
    headers: headers ?? { LicenseKey: testLicenseKey, UID: 'acme' },
    pathParameters: { requestId },
    requestContext: {
      requestId: 'gateway-request-2',
      path: `/prod/api/scrap_prices/${requestId}`,
    } as APIGatewayProxyEvent['requestContext'],
  });

export const sqsRecord = (changes: {
  body: string;
  messageId?: string;
  receiveCount?: number;
  sentAtMs?: number;
}): SQSRecord =>
  ({
    messageId: changes.messageId ?? 'message-1',
    receiptHandle: `receipt-${changes.messageId ?? 'message-1'}`,
    body: changes.body,
    attributes: {
      ApproximateReceiveCount: String(changes.receiveCount ?? 1),
      SentTimestamp: String(changes.sentAtMs ?? 0),
    },
  }) as SQSRecord;

export const sqsEvent = (...records: SQSRecord[]): SQSEvent => ({ Records: records });

export const queuedSite = (changes: Partial<QueuedSite> = {}): QueuedSite => ({
  Index: 0,
  Site: { Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' },
  Warnings: [],
  ...changes,
});

/** Sites as in a message: with the SKU 555088-105 unless they have their own. */
export const messageSites = (...sites: QueuedSite['Site'][]): ScrapeMessage['Sites'] =>
  sites.map((Site, Index) => addressed({ Index, Site, Warnings: [] }, '555088-105'));

export const scrapeMessage = (changes: Partial<ScrapeMessage> = {}): ScrapeMessage => ({
  Version: 1,
  Caller: 'ab'.repeat(16),
  RequestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  Group: 0,
  Attempt: 0,
  TotalSites: 1,
  DeadlineMs: 300_000,
  HasWebhook: false,
  Sites: messageSites({ Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' }),
  ...changes,
});
