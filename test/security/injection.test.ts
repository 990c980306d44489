// Text from callers and pages cannot inject headers or log lines.
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callLogMiddleware } from '../../lambdas/api/call-log-middleware.ts';
import { problem } from '../../lambdas/api/responses.ts';
import { createTelemetry } from '../../lambdas/aws/telemetry.ts';
import { expandUrl, lacksSku } from '../../lambdas/domain/site/queued-site.ts';
import { sellingSiteSchema, skuSchema } from '../../lambdas/domain/site/selling-site.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { createQueueHandler } from '../../lambdas/queue/handler.ts';
import { createScraperLog } from '../../lambdas/scraper/scraper-log.ts';
import { createStatusHandler } from '../../lambdas/status/handler.ts';
import { acceptLanguage } from '../../lambdas/web/accept-language.ts';
import { navigationHeaders } from '../../lambdas/web/http/request-headers.ts';
import { messageSites, queueEvent, scrapeMessage, statusEvent, validBody } from '../fakes/events.ts';
import {
  createMemoryIdempotencyStore,
  createMemoryQuotaStore,
  createMemoryRequestStore,
  memoryLicenses,
  testLicense,
  unlimitedCalls,
} from '../fakes/memory-stores.ts';
import { siteResult } from '../fakes/site-results.ts';

const timings = deriveTimings(defaultDurations);
/** Printable Latin-1, as allowed in field values (RFC 9110, 5.5). */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

const piece = fc.oneof(
  fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    '\u0000',
    '\u001b[2J',
    '\u0085',
    '\u2028',
    '%0d%0a',
    '\\r\\n',
    '{sku}',
    '"',
    '%',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ maxLength: 8 }),
);
const hostile = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

const ports = () => ({
  requests: createMemoryRequestStore(),
  idempotency: createMemoryIdempotencyStore(),
  quotas: createMemoryQuotaStore(),
  queue: { send: async () => {} },
  closing: { send: async () => {} },
  deliveries: { send: async () => {} },
  licenses: memoryLicenses(testLicense({ requestsPerMinute: 5, sitesPerDay: 5 })),
  clock: () => 0,
  newRequestId: () => '0f8fad5b-d9cb-469f-a165-70867728950e',
  registry: new Map(),
  timings,
});

/** The function's response, including problems. */
const answerOf = async (
  handler: (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>,
  event: APIGatewayProxyEvent,
): Promise<APIGatewayProxyResult> => {
  try {
    return await handler(event);
  } catch (error) {
    return problem(event, error);
  }
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('response headers', () => {
  it('contain no control characters, whatever the body, headers and path of a call', async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.record({ text: hostile, place: fc.nat(8) }), async ({ text, place }) => {
        const body = validBody();
        const site = body.Data.SellingSites[0] as Record<string, unknown>;
        const headers: Record<string, string> = {};
        if (place === 0) body.Data.Sku = text;
        if (place === 1) site.Name = text;
        if (place === 2) site.Reference = text;
        if (place === 3) body.Authorization.UID = text;
        if (place === 4) body.Authorization.LicenseKey = text;
        if (place === 5) headers['Idempotency-Key'] = text;
        if (place === 6) headers.Origin = text;
        if (place === 7) site[text] = text;
        for (const [handler, event] of [
          [createQueueHandler(ports()), queueEvent(body, headers)],
          [
            createStatusHandler({ ...unlimitedCalls, ...ports(), sleep: async () => {} }),
            statusEvent(place === 8 ? text : 'x', { UID: text, LicenseKey: text }),
          ],
        ] as const) {
          const { statusCode, headers: answered, body: answer } = await answerOf(handler, event);
          statuses.add(statusCode);
          expect(statusCode).toBeLessThan(500);
          for (const [name, value] of Object.entries(answered ?? {})) {
            expect(name).toMatch(/^[A-Za-z-]+$/);
            expect(String(value)).toMatch(fieldValue);
          }
          JSON.parse(answer);
        }
      }),
      { numRuns: 300 },
    );
    expect([...statuses].sort()).toEqual([202, 400, 401]);
  });
});

describe('request headers of the scraper', () => {
  it('contain no control characters for any accepted site', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.oneof(hostile, fc.constantFrom('de-DE', 'zh-Hant-TW', 'en-US-u-ca-gregory', 'und')),
        fc.oneof(hostile, fc.constantFrom('DE', 'US')),
        (Locale, Country) => {
          const site = sellingSiteSchema.safeParse({ Url: 'https://shop.example/{sku}', Locale, Country });
          if (!site.success) return;
          accepted += 1;
          const headers = navigationHeaders({
            url: new URL('https://shop.example/'),
            userAgent: 'x',
            acceptLanguage: acceptLanguage(site.data.Locale, site.data.Country),
            cookie: '',
          });
          for (const value of headers) expect(value).toMatch(fieldValue);
        },
      ),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  it('encode every SKU as a single ASCII path segment', () => {
    fc.assert(
      fc.property(hostile, (sku) => {
        if (!skuSchema.safeParse(sku).success || !sku.isWellFormed() || /^\.\.?$/.test(sku)) return;
        const url = new URL(expandUrl('https://shop.example/p/{sku}/end', sku));
        expect(url.origin).toBe('https://shop.example');
        expect(url.href).toMatch(/^[\x21-\x7e]+$/);
        expect(url.pathname.split('/')).toHaveLength(4);
        expect(url.search + url.hash).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['https://shop.example/p/{sku}', '.'],
    ['https://shop.example/p/{sku}/end', '..'],
    ['https://shop.example/p/.{sku}/end', '.'],
    ['https://shop.example/p/%2e{sku}', '.'],
  ])('refuse %s for the SKU "%s", which would lead to another page', (template, sku) => {
    expect(lacksSku(expandUrl(template, sku))).toBe(true);
  });
});

describe('log lines', () => {
  const written = (): string[] => {
    const chunks: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((chunk) => {
        chunks.push(String(chunk));
        return true;
      });
    }
    return chunks;
  };

  it('are one JSON document each, whatever text pages and callers provide', () => {
    const chunks = written();
    const telemetry = createTelemetry('scraper', 'test');
    const log = createScraperLog(telemetry, timings.processingWindowMs);
    let calls = 0;
    fc.assert(
      fc.property(hostile, (text) => {
        const before = chunks.length;
        const message = scrapeMessage({ RequestId: text, Sites: messageSites({ Name: text, Sku: text }) });
        log.info(text, { text });
        log.warn(text, { [text]: text });
        log.error(text, { error: new Error(text) });
        log.error(text, { error: text });
        log.dropped(message, text);
        log.written(
          message,
          [siteResult({ Url: text, FinalUrl: `https://shop.example/${text}`, Title: text })],
          {
            isLast: false,
            writtenAtMs: 1,
          },
        );
        callLogMiddleware(telemetry.logger).after?.({
          event: { httpMethod: text, resource: text },
          response: { statusCode: 200 },
        } as never);
        calls += 1;
        for (const line of chunks.slice(before)) {
          expect(line).toMatch(/^[^\r\n]*\n$/);
          expect(() => JSON.parse(line)).not.toThrow();
        }
        expect(chunks.length).toBeGreaterThanOrEqual(before + 7);
      }),
      { numRuns: 200 },
    );
    expect(calls).toBe(200);
  });
});
