// Every row of the specification's tables, over HTTP against the deployed bundles. The service's clock is moved;
// nothing waits for time to pass.
import { afterEach, describe, expect, it } from 'vitest';
import { queuedViewSchema, requestViewSchema } from '../../lambdas/domain/request-view.ts';
import { defaultDurations } from '../../lambdas/domain/timing.ts';
import { jsonLdShop } from '../../local/shops/json-ld-shop.ts';
import { api, useLocalStack, withoutDeliveries } from './stack.ts';

const local = useLocalStack();
const { credentials, post, bodyFor, get, settled, queue, shop } = api(() => local.stack);
/** Where nothing is scraped, so that a request is pending for as long as a test wants it to be. */
const idle = useLocalStack(withoutDeliveries);
const waiting = api(() => idle.stack);

const windowMs = defaultDurations.processingWindowSeconds * 1_000;
const retentionMs = defaultDurations.retentionSeconds * 1_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const unknownId = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** A site that answers at once with a price. */
const quick = () => [shop(jsonLdShop.name)];

/** Queues a request that nothing processes, at a moment that is not the present. */
const queueIdle = async (queuedAtMs: number = Date.UTC(2026, 10, 21, 10)): Promise<string> => {
  idle.stack.holdClock(queuedAtMs);
  return await waiting.queue([{ Url: 'https://shop.example/{sku}' }], 'x');
};
/** What is answered at a moment, to the millisecond. */
const idleAt = async (nowMs: number, id: string): Promise<{ status: number; view: unknown }> => {
  idle.stack.holdClock(nowMs);
  const answer = await waiting.get(id);
  return { status: answer.status, view: await answer.json() };
};
/** One site, and nothing of it is done. */
const pendingView = (id: string) => ({ RequestId: id, RequestStatus: 0, Progress: { Sites: 1, Done: 0 } });
const pending = (id: string) => ({ status: 200, view: pendingView(id) });
const failed = (id: string) => ({ status: 200, view: { RequestId: id, RequestStatus: 1 } });
const removed = { status: 404, view: expect.objectContaining({ status: 404 }) };

/** A page that the shop does not have. */
const gone = (): string => new URL('/nowhere', shop(jsonLdShop.name).Url).href;

afterEach(() => {
  local.stack.holdClock();
  idle.stack.holdClock();
});

describe('Resources: the service request', () => {
  it('RequestId: string, always present in responses, generated when the request is queued', async () => {
    const [a, b] = [await queue(quick()), await queue(quick())];
    expect(a).toMatch(uuid);
    expect(a).not.toBe(b);
    expect(((await (await get(a)).json()) as { RequestId: string }).RequestId).toBe(a);
  });

  it('RequestStatus: integer, always present in responses', async () => {
    const answer = await post(bodyFor(quick()));
    expect(((await answer.json()) as { RequestStatus: number }).RequestStatus).toBe(0);
  });

  it('Data: object, only in the response for a completed request', async () => {
    const id = await queue(quick());
    const { view } = await settled(id);
    expect(view.RequestStatus).toBe(2);
    expect(view.Data).toMatchObject({ Summary: { Total: 1, Priced: 1 } });
    const unfinished = await (await waiting.get(await queueIdle())).json();
    expect(unfinished).not.toHaveProperty('Data');
  });
});

describe('Queue input objects', () => {
  it.each([
    ['Authorization', '/Authorization'],
    ['Authorization.LicenseKey', '/Authorization/LicenseKey'],
    ['Authorization.UID', '/Authorization/UID'],
    ['Data', '/Data'],
    ['Data.Sku', '/Data/Sku'],
    ['Data.SellingSites', '/Data/SellingSites'],
  ])('%s is required', async (path, pointer) => {
    const body: Record<string, unknown> = structuredClone(bodyFor(quick()));
    const steps = path.split('.');
    const last = steps.pop()!;
    delete steps.reduce<Record<string, unknown>>((at, step) => at[step] as Record<string, unknown>, body)[
      last
    ];
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { Errors: { Pointer: string }[] }).Errors.map((e) => e.Pointer)).toEqual(
      [pointer],
    );
  });

  it('field names are case-sensitive', async () => {
    const { Authorization, Data } = bodyFor(quick());
    expect((await post({ authorization: Authorization, data: Data })).status).toBe(400);
  });
});

describe('RequestStatus values', () => {
  it('0 Pending', async () => {
    const answer = await waiting.get(await queueIdle());
    expect(requestViewSchema.parse(await answer.json()).RequestStatus).toBe(0);
  });

  it('1 Failed', async () => {
    const queuedAtMs = Date.UTC(2026, 10, 21, 10);
    const id = await queueIdle(queuedAtMs);
    expect(await idleAt(queuedAtMs + windowMs, id)).toEqual(failed(id));
  });

  it('2 Completed', async () => {
    const { view } = await settled(await queue(quick()));
    expect(requestViewSchema.parse(view).RequestStatus).toBe(2);
  });
});

describe('States and transitions', () => {
  it('(none) → Pending: a valid payload with valid credentials generates and returns a new RequestId', async () => {
    const answer = await post(bodyFor(quick()));
    expect(answer.status).toBe(202);
    expect(Object.keys(queuedViewSchema.strict().parse(await answer.json()))).toEqual([
      'RequestId',
      'RequestStatus',
    ]);
  });

  it('Pending → Completed: the data is returned on later status checks, more than once', async () => {
    const id = await queue(quick());
    const { view } = await settled(id);
    expect(await (await get(id)).json()).toEqual(view);
  });

  it('Pending → Failed: 5 minutes pass without the request being processed', async () => {
    const queuedAtMs = Date.UTC(2026, 10, 21, 10);
    const id = await queueIdle(queuedAtMs);
    expect(await idleAt(queuedAtMs + windowMs - 1, id)).toEqual(pending(id));
    expect(await idleAt(queuedAtMs + windowMs, id)).toEqual(failed(id));
    // What was told once stays true, whatever a clock says later.
    expect(await idleAt(queuedAtMs + windowMs - 1, id)).toEqual(failed(id));
  });

  it('Completed → (removed): 5 minutes after completion', async () => {
    const id = await queue(quick());
    const { view } = await settled(id);
    const { ExpiresAt, CompletedAt } = view.Data as { ExpiresAt: string; CompletedAt: string };
    const expiresAtMs = Date.parse(ExpiresAt);
    expect(expiresAtMs - Date.parse(CompletedAt)).toBe(retentionMs);
    local.stack.holdClock(expiresAtMs - 1);
    expect((await get(id)).status).toBe(200);
    local.stack.holdClock(expiresAtMs);
    expect((await get(id)).status).toBe(404);
    local.stack.holdClock(expiresAtMs - 1);
    expect((await get(id)).status).toBe(404);
  });

  it('Failed → (removed): 5 minutes after failure', async () => {
    const queuedAtMs = Date.UTC(2026, 10, 21, 10);
    const id = await queueIdle(queuedAtMs);
    expect(await idleAt(queuedAtMs + windowMs + retentionMs - 1, id)).toEqual(failed(id));
    expect(await idleAt(queuedAtMs + windowMs + retentionMs, id)).toEqual(removed);
  });
});

describe('Endpoint 1: POST /api/scrap_prices/queue', () => {
  it('answers 202 with Location and Retry-After, and the Location is the status URL', async () => {
    const answer = await post(bodyFor(quick()));
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
    const location = new URL(answer.headers.get('Location') ?? '', local.stack.apiUrl);
    expect(location.href).toBe(
      `${local.stack.apiUrl}/api/scrap_prices/${((await answer.json()) as { RequestId: string }).RequestId}`,
    );
    expect((await fetch(location, { headers: credentials() })).status).toBe(200);
  });

  it('400 for an invalid payload', async () => {
    expect((await post('{')).status).toBe(400);
    expect((await post(bodyFor([]))).status).toBe(400);
  });

  it('401 when authentication fails', async () => {
    const body = { ...bodyFor(quick()), Authorization: { LicenseKey: 'wrong', UID: 'nobody' } };
    expect((await post(body)).status).toBe(401);
  });
});

describe('Endpoint 2: GET /api/scrap_prices/{requestId}', () => {
  it('a pending request: RequestId, RequestStatus 0 and Progress, with Retry-After and no-store', async () => {
    const id = await queueIdle();
    const answer = await waiting.get(id);
    expect(await answer.json()).toEqual(pendingView(id));
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  it('a completed request: RequestId, RequestStatus 2 and Data in the shape of the contract', async () => {
    const id = await queue([
      ...quick(),
      { ...shop(jsonLdShop.name), Name: 'gone', Url: gone(), Reference: 'r' },
    ]);
    const { view } = await settled(id);
    const parsed = requestViewSchema.parse(view) as Extract<
      ReturnType<typeof requestViewSchema.parse>,
      { RequestStatus: 2 }
    >;
    expect(parsed.Data.Sites.map(({ Index, Name, Outcome }) => [Index, Name, Outcome])).toEqual([
      [0, jsonLdShop.name, 'Priced'],
      [1, 'gone', 'NotFound'],
    ]);
    expect(parsed.Data.Sites[1]?.Reference).toBe('r');
  });

  it('401 when authentication fails', async () => {
    const id = await queue(quick());
    expect((await get(id, {})).status).toBe(401);
    expect((await get(id, { LicenseKey: 'wrong', UID: credentials().UID })).status).toBe(401);
  });

  it('404 when no request is found for the identifier', async () => {
    expect((await get(unknownId)).status).toBe(404);
    expect((await get('not-an-identifier')).status).toBe(404);
  });
});

describe('Authentication', () => {
  it('2: on the queue operation the credentials are in the body', async () => {
    const { Data } = bodyFor(quick());
    const answer = await post({ Authorization: { LicenseKey: 'x', UID: 'x' }, Data }, credentials());
    expect(answer.status).toBe(401);
  });

  it('3: a failure is 401 Unauthorized and says how to authenticate', async () => {
    const answer = await get(unknownId, {});
    expect(answer.status).toBe(401);
    // As the REST API of AWS passes it on.
    expect(answer.headers.get('x-amzn-Remapped-WWW-Authenticate')).toMatch(/^Basic realm=/);
    expect(answer.headers.has('WWW-Authenticate')).toBe(false);
  });

  it('4: on the status check the credentials are in two headers or in HTTP Basic', async () => {
    const id = await queue(quick());
    const { LicenseKey, UID } = credentials();
    const basic = `Basic ${Buffer.from(`${UID}:${LicenseKey}`).toString('base64')}`;
    expect((await get(id, { Authorization: basic })).status).toBe(200);
    expect((await get(id, { licensekey: LicenseKey, uid: UID })).status).toBe(200);
  });
});

describe('Errors', () => {
  const problem = async (answer: Response) => {
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
    expect(answer.headers.get('X-Request-Id')).toBeTruthy();
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      status: answer.status,
      detail: expect.any(String),
      instance: expect.any(String),
    });
    return body;
  };

  it('400 Bad Request: the request payload is invalid; every violation at once, with pointers', async () => {
    const answer = await post({ Authorization: {}, Data: { Sku: '', SellingSites: [{ Url: 'x' }] } });
    expect(answer.status).toBe(400);
    expect(await problem(answer)).toMatchObject({
      Errors: [
        { Pointer: '/Authorization/LicenseKey', Detail: expect.any(String) },
        { Pointer: '/Authorization/UID', Detail: expect.any(String) },
        { Pointer: '/Data/Sku', Detail: expect.any(String) },
        { Pointer: '/Data/SellingSites/0/Url', Detail: expect.any(String) },
      ],
    });
  });

  it('401 Unauthorized: authentication fails', async () => {
    const answer = await get(unknownId, {});
    expect(answer.status).toBe(401);
    await problem(answer);
  });

  it('404 Not Found: the request is not found', async () => {
    const answer = await get(unknownId);
    expect(answer.status).toBe(404);
    await problem(answer);
  });

  it('errors made by the gateway have the same shape: an unknown route', async () => {
    const answer = await fetch(`${local.stack.apiUrl}/api/nothing`);
    expect(answer.status).toBe(404);
    await problem(answer);
  });

  it('errors made by the gateway have the same shape: a body too large', async () => {
    const answer = await post(`{"Filler":"${'x'.repeat(11 * 1024 * 1024)}"}`);
    expect(answer.status).toBe(413);
    await problem(answer);
  });
});

describe('Limits', () => {
  it('time-out of an unprocessed request: 5 minutes after it was queued the status becomes Failed', async () => {
    expect(defaultDurations.processingWindowSeconds).toBe(300);
    const queuedAtMs = Date.UTC(2026, 10, 21, 10);
    const id = await queueIdle(queuedAtMs);
    expect(await idleAt(queuedAtMs + 299_999, id)).toEqual(pending(id));
    expect(await idleAt(queuedAtMs + 300_000, id)).toEqual(failed(id));
  });

  it('retention of a completed or failed request: 5 minutes, after which it is removed', async () => {
    expect(defaultDurations.retentionSeconds).toBe(300);
    const queuedAtMs = Date.UTC(2026, 10, 21, 10);
    const id = await queueIdle(queuedAtMs);
    expect(await idleAt(queuedAtMs + 599_999, id)).toEqual(failed(id));
    expect(await idleAt(queuedAtMs + 600_000, id)).toEqual(removed);
  });
});
