import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  type ApiError,
  IdempotencyConflictError,
  InvalidRequestError,
  NotFoundError,
  type Progress,
  RateLimitedError,
  RequestFailedError,
  ScrapPrices,
  type ScrapPricesOptions,
  ServiceError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from '../../client/index.ts';
import { wait } from '../../client/waiting.ts';
import {
  completed,
  failed,
  pending,
  problem,
  queued,
  requestId,
  type Step,
  startScriptedService,
} from './scripted-service.ts';

const sites = [{ Url: 'https://shop-a.example/p/{sku}' }];
const data = { Sku: '555088-105', Summary: { Total: 0 }, Sites: [] };

/** A client of a scripted service that records its waits instead of waiting. */
const setUp = async (steps: Step[], options: Partial<ScrapPricesOptions> = {}) => {
  const service = await startScriptedService(...steps);
  const waits: number[] = [];
  const client = new ScrapPrices({
    baseUrl: service.baseUrl,
    uid: 'acme',
    licenseKey: 'sp_live_secret',
    wait: async (ms) => {
      waits.push(ms);
    },
    random: () => 0,
    ...options,
  });
  return { client, waits, calls: service.calls, [Symbol.asyncDispose]: service[Symbol.asyncDispose] };
};

describe('queue', () => {
  test('sends the body of the specification with an idempotency key', async () => {
    await using it = await setUp([queued]);
    const view = await it.client.queue('555088-105', sites);
    expect(view).toEqual({ RequestId: requestId, RequestStatus: 0 });
    const [call] = it.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/prod/api/scrap_prices/queue' });
    expect(JSON.parse(call!.body)).toEqual({
      Authorization: { LicenseKey: 'sp_live_secret', UID: 'acme' },
      Data: { Sku: '555088-105', SellingSites: sites },
    });
    expect(call!.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  });

  test('repeats a call with a lost answer under the same idempotency key', async () => {
    await using it = await setUp([(response) => response.destroy(), problem(503, 'Later.'), queued]);
    await it.client.queue('1', sites);
    const keys = it.calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test('accepts the current status of a request that was queued before', async () => {
    await using it = await setUp([{ status: 202, body: { RequestId: requestId, RequestStatus: 2 } }]);
    expect((await it.client.queue('1', sites)).RequestStatus).toBe(2);
  });
});

describe('status', () => {
  test('sends the credentials in two headers and nowhere in the URL', async () => {
    await using it = await setUp([pending]);
    await it.client.status(requestId);
    const [call] = it.calls;
    expect(call).toMatchObject({ method: 'GET', path: `/prod/api/scrap_prices/${requestId}` });
    expect(call!.headers).toMatchObject({ licensekey: 'sp_live_secret', uid: 'acme' });
  });
});

describe('deliveries', () => {
  const view = { RequestId: requestId, Ended: null, Attempts: [] };
  test.each([
    ['deliveries', 'GET', 200],
    ['resend', 'POST', 202],
  ] as const)('%s calls with %s, and with the credentials in two headers', async (method, verb, status) => {
    await using it = await setUp([{ status, body: view }]);
    expect(await it.client[method](requestId)).toEqual(view);
    expect(it.calls).toMatchObject([
      { method: verb, path: `/prod/api/scrap_prices/${requestId}/deliveries`, body: '' },
    ]);
    expect(it.calls[0]!.headers).toMatchObject({ licensekey: 'sp_live_secret', uid: 'acme' });
  });

  test('belong to the webhook of the request', async () => {
    await using it = await setUp([queued]);
    const webhook = { Url: 'https://hooks.example/' };
    await it.client.queue('1', sites, { webhook });
    expect(JSON.parse(it.calls[0]!.body)).toMatchObject({ Data: { Webhook: webhook } });
  });
});

describe('watches', () => {
  const view = { Name: 'a b', Schedule: 'rate(6 hours)' };

  test('are created with the credentials in the body', async () => {
    await using it = await setUp([{ status: 201, body: view }]);
    const watch = { sku: '1', sites, schedule: 'rate(6 hours)', when: { ChangePercent: 5 } };
    expect(await it.client.putWatch('a b', watch)).toEqual(view);
    expect(it.calls).toMatchObject([{ method: 'PUT', path: '/prod/api/watches/a%20b' }]);
    expect(JSON.parse(it.calls[0]!.body)).toEqual({
      Authorization: { LicenseKey: 'sp_live_secret', UID: 'acme' },
      Data: { Sku: '1', SellingSites: sites },
      Schedule: 'rate(6 hours)',
      When: { ChangePercent: 5 },
    });
  });

  test('are listed, read in pages and deleted with the credentials in two headers', async () => {
    await using it = await setUp([
      { status: 200, body: { Watches: [] } },
      { status: 200, body: view },
      { status: 200, body: { Entries: [], Next: null } },
      { status: 204, body: '' },
    ]);
    expect(await it.client.watches()).toEqual({ Watches: [] });
    expect(await it.client.watch('x')).toEqual(view);
    expect(await it.client.watchHistory('x', { limit: 5, cursor: 'c=' })).toEqual({
      Entries: [],
      Next: null,
    });
    await it.client.deleteWatch('x');
    expect(it.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /prod/api/watches',
      'GET /prod/api/watches/x',
      'GET /prod/api/watches/x/history?limit=5&cursor=c%3D',
      'DELETE /prod/api/watches/x',
    ]);
    for (const { headers } of it.calls)
      expect(headers).toMatchObject({ licensekey: 'sp_live_secret', uid: 'acme' });
  });
});

describe('scrape', () => {
  test('polls at once, then after Retry-After until completion, and reports progress', async () => {
    const half = {
      ...pending,
      body: { RequestId: requestId, RequestStatus: 0, Progress: { Sites: 20, Done: 7 } },
    };
    await using it = await setUp([queued, pending, half, completed(data)]);
    const progress: Progress[] = [];
    const got = await it.client.scrape('1', sites, { onProgress: (step) => progress.push(step) });
    expect(got).toEqual(data);
    expect(it.waits).toEqual([2_000, 2_000]);
    expect(progress.map((step) => step.sites)).toEqual([
      undefined,
      undefined,
      { Sites: 20, Done: 7 },
      undefined,
    ]);
    expect(progress.map(({ status }) => status)).toEqual(['Pending', 'Pending', 'Pending', 'Completed']);
    expect(progress.every((step) => step.scrapeRequestId === requestId)).toBe(true);
  });

  test('asks for the results of finished sites only if they are wanted, and passes them on', async () => {
    const Results = data.Sites.slice(0, 1);
    const partly = { RequestId: requestId, RequestStatus: 0, Progress: { Sites: 2, Done: 1, Results } };
    await using it = await setUp([{ ...pending, body: partly }, completed(data), completed(data)]);
    const seen: unknown[] = [];
    await it.client.results(requestId, {
      partialResults: true,
      onProgress: (step) => seen.push(step.sites?.Results),
    });
    await it.client.results(requestId);
    expect(seen).toEqual([Results, undefined]);
    expect(it.calls.map(({ headers }) => headers.prefer)).toEqual([
      'wait=5, partial-results',
      'partial-results',
      'wait=5',
    ]);
  });

  test('gives up a request that stays pending too long', async () => {
    await using it = await setUp([pending]);
    await expect(it.client.results(requestId)).rejects.toMatchObject({
      name: 'UnexpectedAnswerError',
      scrapeRequestId: requestId,
    });
    expect(it.waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(10 * 60_000);
  });

  test('throws RequestFailedError if nothing processed the request', async () => {
    await using it = await setUp([queued, pending, failed]);
    await expect(it.client.scrape('1', sites)).rejects.toThrow(RequestFailedError);
  });

  test('rejects with the signal’s reason while waiting, and stops calling', async () => {
    await using it = await setUp([queued, pending], { wait });
    const reason = new Error('the user left');
    const abort = new AbortController();
    const scrape = it.client.scrape('1', sites, {
      signal: abort.signal,
      onProgress: () => abort.abort(reason),
    });
    await expect(scrape).rejects.toBe(reason);
    expect(it.calls).toHaveLength(1);
  });
});

describe('a long Retry-After', () => {
  const quotaOf = (retryAfter: number, extra: Record<string, string> = {}): Step =>
    problem(429, 'This license allows 5 sites per day.', {
      headers: { 'Retry-After': String(retryAfter), ...extra },
    });
  const daily = quotaOf(86_294, {
    'RateLimit-Policy': '"requests";q=60;w=60, "sites";q=5;w=86400',
    RateLimit: '"requests";r=59;t=60, "sites";r=0;t=86294',
  });
  const rejected = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error as RateLimitedError,
    );

  test('is not waited for: the error has the quota and the time of its reset', async () => {
    await using it = await setUp([daily]);
    const before = Date.now();
    const error = await rejected(it.client.queue('1', sites));
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(it.waits).toEqual([]);
    expect(error).toMatchObject({
      retryAfterSeconds: 86_294,
      quota: { name: 'sites', limit: 5, windowSeconds: 86_400 },
      attempts: 1,
      scrapeRequestId: undefined,
    });
    const freeAgainAtMs = error!.freeAgainAt!.getTime() - 86_294_000;
    expect(freeAgainAtMs).toBeGreaterThanOrEqual(before);
    expect(freeAgainAtMs).toBeLessThanOrEqual(Date.now());
  });
});

describe('errors', () => {
  test.each([
    [400, InvalidRequestError],
    [413, InvalidRequestError],
    [401, UnauthorizedError],
    [404, NotFoundError],
    [422, IdempotencyConflictError],
    [429, RateLimitedError],
    [500, ServiceError],
    [503, ServiceError],
  ])('turns %i into %o with the service’s message', async (status, expected) => {
    await using it = await setUp([problem(status, 'What went wrong.')], { maxAttempts: 1 });
    const error = await it.client.queue('1', sites).catch((thrown: unknown) => thrown as ApiError);
    expect(error).toBeInstanceOf(expected);
    expect(error).toMatchObject({ status, message: 'What went wrong.', requestId: 'call-1', errors: [] });
  });

  test('list every violation of a 400 in message and data', async () => {
    const Errors = [
      { Pointer: '/Data/Sku', Detail: 'is required (string)' },
      { Pointer: '', Detail: 'must be valid JSON' },
    ];
    await using it = await setUp([problem(400, 'The payload is invalid.', { Errors })]);
    const error = await it.client.queue('1', sites).catch((thrown: unknown) => thrown as ApiError);
    expect(error).toMatchObject({ errors: Errors });
    expect((error as Error).message).toBe(
      'The payload is invalid.\n  /Data/Sku is required (string)\n  (whole body) must be valid JSON',
    );
    expect(it.calls).toHaveLength(1);
  });

  test('stops reading an endless response', async () => {
    let sent = 0;
    const endless = (response: ServerResponse) => {
      const chunk = Buffer.alloc(256 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        if (!response.destroyed) response.once('drain', more);
      };
      response.writeHead(200);
      more();
    };
    await using it = await setUp([endless]);
    await expect(it.client.status(requestId)).rejects.toThrow(UnexpectedAnswerError);
    expect(it.calls).toHaveLength(1);
    expect(sent).toBeLessThan(64 * 1024 ** 2);
  });

  test.each<[number, Step]>([
    [401, { status: 401, body: '<h1>Sign in</h1>' }],
    [403, { status: 403, body: { message: 'Forbidden' } }],
    [404, { status: 404, body: 'Not found' }],
    [404, problem(404, 'The service has no such operation.')],
    [405, { status: 405, body: '' }],
  ])('distinguishes another server or path from a refusal of the service: %i', async (_status, step) => {
    await using it = await setUp([step]);
    await expect(it.client.queue('1', sites)).rejects.toThrow(UnexpectedAnswerError);
    await expect(it.client.status(requestId)).rejects.toThrow(/Check the base URL/);
    await expect(it.client.watches()).rejects.toThrow(/whether the deployment has watches/);
    expect(it.calls).toHaveLength(3);
  });

  test('times out an attempt without an answer', async () => {
    // Counted at the client: an attempt may time out before it reaches the service.
    let attempts = 0;
    await using it = await setUp([() => {}], {
      attemptTimeoutMs: 20,
      maxAttempts: 2,
      fetch: (input, init) => {
        attempts += 1;
        return fetch(input, init);
      },
    });
    await expect(it.client.status(requestId)).rejects.toThrow('no answer within 20 ms');
    expect(attempts).toBe(2);
  });

  test('do not follow redirects, which would leak the license key', async () => {
    await using elsewhere = await startScriptedService(pending);
    await using it = await setUp([{ status: 307, headers: { Location: elsewhere.baseUrl } }]);
    const error = await it.client.status(requestId).catch((thrown: unknown) => thrown as Error);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect((error as Error).message).toContain(
      `a redirect to ${new URL(elsewhere.baseUrl).origin}, which is not`,
    );
    expect(it.calls).toHaveLength(1);
    expect(elsewhere.calls).toHaveLength(0);
  });

  test('never contain the license key', async () => {
    await using it = await setUp([problem(401, 'No enabled license has this UID and license key.')]);
    const error = await it.client.queue('1', sites).catch((thrown: unknown) => thrown as ApiError);
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(JSON.stringify([error, (error as Error).stack, it.client])).not.toContain('sp_live_secret');
  });
});

describe('a base URL without its stage', () => {
  const withoutStage = (baseUrl: string) => new URL(baseUrl).origin;
  const messageOf = async (step: Step, changes: (baseUrl: string) => string = withoutStage) => {
    const service = await startScriptedService(step);
    await using _ = service;
    const baseUrl = changes(service.baseUrl);
    const client = new ScrapPrices({ baseUrl, uid: 'acme', licenseKey: 'k', maxAttempts: 1 });
    return await client.status(requestId).then(String, (error: Error) => error.message);
  };
  const hint =
    /The base URL has no stage, and most services have one: try http:\/\/127\.0\.0\.1:\d+\/prod\.$/;

  test.each<[string, Step]>([
    ['an unknown path', problem(404, 'The service has no such operation; see the API documentation.')],
    ['AWS’s own response for one', { status: 403, body: { message: 'Missing Authentication Token' } }],
    ['a page of something else', { status: 200, body: '<html>' }],
  ])('is guessed from %s', async (_name, step) => {
    expect(await messageOf(step)).toMatch(hint);
    expect(await messageOf(step, (baseUrl) => baseUrl)).not.toContain('stage');
  });
});

describe('options', () => {
  test.each<[string, Partial<ScrapPricesOptions>]>([
    ['a relative base URL', { baseUrl: '/prod' }],
    ['a base URL with credentials', { baseUrl: 'https://a:b@a.example' }],
    [
      'the address of API Gateway without a stage',
      { baseUrl: 'https://abc.execute-api.eu-west-1.amazonaws.com' },
    ],
    ['the address of an operation', { baseUrl: 'https://a.example/prod/api/scrap_prices/queue' }],
    ['a license key with an ellipsis, as copied from an example', { licenseKey: 'sp_live_…' }],
    ['a longer hold than the service allows', { holdSeconds: 21 }],
    ['a longer wait than timers allow', { maxWaitSeconds: 3_000_000 }],
    ['a license key with a line break', { licenseKey: 'sp_live_a\n' }],
  ])('refuses %s at once', (_name, option) => {
    const right = { baseUrl: 'https://a.example/prod', uid: 'acme', licenseKey: 'k' };
    expect(() => new ScrapPrices({ ...right, ...option })).toThrow(TypeError);
  });
});
