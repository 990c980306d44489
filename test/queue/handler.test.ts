import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryMessage } from '../../lambdas/domain/delivery/delivery.ts';
import { UnavailableError } from '../../lambdas/domain/ports.ts';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import type { ClosingMessage } from '../../lambdas/domain/request/closing.ts';
import { stateOf } from '../../lambdas/domain/request/request.ts';
import type { ScrapeMessage } from '../../lambdas/domain/request/scrape-message.ts';
import { defaultDurations, deriveTimings } from '../../lambdas/domain/timing.ts';
import { findUnusableWebhook } from '../../lambdas/queue/check-webhook.ts';
import { createQueueHandler } from '../../lambdas/queue/handler.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { queueEvent, type SentHeaders, validBody } from '../fakes/events.ts';
import {
  createMemoryIdempotencyStore,
  createMemoryQuotaStore,
  createMemoryRequestStore,
  memoryLicenses,
  testLicense,
} from '../fakes/memory-stores.ts';

let nowMs = 1_000;
let sent: ScrapeMessage[] = [];
let closings: { message: ClosingMessage; delaySeconds: number }[] = [];
let sendClosing: (message: ClosingMessage, delaySeconds: number) => Promise<void>;
let deliveries: { message: DeliveryMessage; delaySeconds: number }[] = [];
let sendDelivery: (message: DeliveryMessage, delaySeconds: number) => Promise<void>;
let send: (messages: readonly ScrapeMessage[]) => Promise<void>;
let requests: ReturnType<typeof createMemoryRequestStore>;
let idempotency: ReturnType<typeof createMemoryIdempotencyStore>;

const idOf = (count: number): string => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
let ids = 0;
let quotas = createMemoryQuotaStore();
let license = testLicense();
let exportsToOperator = false;
let repeats: string[] = [];

const call = (body?: unknown, headers?: SentHeaders) =>
  createQueueHandler({
    requests,
    idempotency,
    queue: { send: (messages) => send(messages) },
    closing: { send: (message, delaySeconds) => sendClosing(message, delaySeconds) },
    deliveries: { send: (message, delaySeconds) => sendDelivery(message, delaySeconds) },
    checkWebhook: findUnusableWebhook(async () => ({
      policy: createEgressPolicy({ allowedTargets: ['127.0.0.1:4010'] }),
      allowsHttp: false,
    })),
    quotas,
    licenses: memoryLicenses(license, testLicense({ uid: 'other' })),
    clock: () => nowMs,
    newRequestId: () => {
      ids += 1;
      return idOf(ids);
    },
    exportsToOperator,
    countRepeat: async (uid) => void repeats.push(uid),
    registry: new Map(),
    timings: deriveTimings(defaultDurations),
  })(queueEvent(body, headers));

const withSku = (sku: string) => {
  const { Authorization, Data } = validBody();
  return { Authorization, Data: { ...Data, Sku: sku } };
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const refusal = async (promise: Promise<unknown>): Promise<ProblemError> => {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ProblemError);
  return error as ProblemError;
};

const keep = async (messages: readonly ScrapeMessage[]): Promise<void> => void sent.push(...messages);
beforeEach(() => {
  nowMs = 1_000;
  ids = 0;
  quotas = createMemoryQuotaStore();
  license = testLicense();
  exportsToOperator = false;
  sent = [];
  closings = [];
  deliveries = [];
  sendDelivery = async (message, delaySeconds) => void deliveries.push({ message, delaySeconds });
  sendClosing = async (message, delaySeconds) => void closings.push({ message, delaySeconds });
  send = keep;
  requests = createMemoryRequestStore();
  idempotency = createMemoryIdempotencyStore();
  repeats = [];
});

describe('the queue handler', () => {
  it('stores the request, sends its messages and answers 202 with the status URL', async () => {
    const answer = await call();
    expect(answer.statusCode).toBe(202);
    expect(JSON.parse(answer.body)).toEqual({ RequestId: idOf(1), RequestStatus: 0 });
    expect(answer.headers).toMatchObject({
      Location: `/prod/api/scrap_prices/${idOf(1)}`,
      'Retry-After': '2',
      'X-Request-Id': 'gateway-request-1',
      'Cache-Control': 'no-store',
    });
    expect(requests.items.get(idOf(1))).toMatchObject({
      uid: 'acme',
      queuedAtMs: 1_000,
      deadlineMs: 301_000,
      groupSizes: [1],
    });
    expect(sent).toMatchObject([{ RequestId: idOf(1), Group: 0, DeadlineMs: 301_000 }]);
  });

  it('sends the message that closes the request, to come 7.5 s before its deadline', async () => {
    const body = validBody();
    body.Data.SellingSites = [
      { Name: 'A', Url: 'https://user:secret@a.example/{sku}', Reference: 'r', Unknown: 1 },
    ];
    await call(body);
    expect(closings).toMatchObject([
      {
        delaySeconds: 293,
        message: {
          RequestId: idOf(1),
          DeadlineMs: 301_000,
          Groups: [[{ Index: 0, Name: 'A', Reference: 'r', Url: 'https://a.example/555088-105' }]],
        },
      },
    ]);
    expect(closings[0]?.message.Groups[0]?.[0]?.Warnings[0]).toContain('UnknownMember');
  });

  it('rejects a request that could not be closed', async () => {
    sendClosing = () => Promise.reject(new UnavailableError('SQS is down'));
    await expect(call()).rejects.toThrow(UnavailableError);
    expect(requests.items.size).toBe(0);
  });

  it('rejects a request whose end could not be announced', async () => {
    sendDelivery = () => Promise.reject(new UnavailableError('SQS is down'));
    await expect(call(bodyWith({ Url: hook, Secret: secret }))).rejects.toThrow(UnavailableError);
    expect(requests.items.size).toBe(0);
  });

  it('sends 100 sites of 100 hosts in 13 messages, and of one host in as few as get through', async () => {
    const send = async (urlOf: (index: number) => string) => {
      sent.length = 0;
      const body = validBody();
      body.Data.SellingSites = Array.from({ length: 100 }, (_, index) => ({ Url: urlOf(index) }));
      await call(body);
      const [stored] = [...requests.items.values()].slice(-1);
      expect(stored).toMatchObject({ groupSizes: sent.map(({ Sites }) => Sites.length) });
      expect(stored!.groupSizes).toEqual(sent.map(({ Sites }) => Sites.length));
      return sent.length;
    };
    expect(await send((index) => `https://shop-${index}.example/{sku}`)).toBe(13);
    expect(await send((index) => `https://shop.example/${index}`)).toBe(4);
  });

  it('answers 400 before it looks at the credentials', async () => {
    const body = { ...validBody(), Authorization: { LicenseKey: 'wrong', UID: 'nobody' }, Data: {} };
    expect((await refusal(call(body))).status).toBe(400);
    expect(requests.items.size).toBe(0);
  });

  it.each([
    ['a wrong key', { LicenseKey: 'wrong', UID: 'acme' }],
    ['an unknown UID', { LicenseKey: 'wrong', UID: 'nobody' }],
    ['an empty UID', { LicenseKey: '', UID: '' }],
  ])('answers 401 for %s and stores nothing', async (_name, Authorization) => {
    const error = await refusal(call({ ...validBody(), Authorization }));
    expect(error.status).toBe(401);
    expect(error.headers['WWW-Authenticate']).toContain('Basic');
    expect(requests.items.size).toBe(0);
  });

  it('rolls the request back and rethrows if sending fails for good', async () => {
    send = () => Promise.reject(new UnavailableError('SQS is down'));
    await expect(call()).rejects.toThrow(UnavailableError);
    expect(requests.items.size).toBe(0);
    await expect(call(undefined, { 'Idempotency-Key': 'k' })).rejects.toThrow(UnavailableError);
    expect(stateOf(requests.items.get(idOf(2))!, nowMs, 300_000)).toEqual({ name: 'Failed', isSealed: true });
  });
});

describe('Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'order-1' };

  it('refuses the same key with another body, and meters it as a read, like a repeat', async () => {
    await call(undefined, key);
    await call();
    expect(repeats).toEqual([]);
    await call(undefined, key);
    expect((await refusal(call(withSku('another'), key))).status).toBe(422);
    expect(repeats).toEqual(['acme', 'acme']);
  });
  const idIn = async (answer: ReturnType<typeof call>): Promise<string> =>
    JSON.parse((await answer).body).RequestId;

  it('answers a repeated call with the first identifier and resends nothing', async () => {
    expect(await idIn(call(undefined, key))).toBe(idOf(1));
    expect(await idIn(call(undefined, key))).toBe(idOf(1));
    expect(sent).toHaveLength(1);
    expect(requests.items.size).toBe(1);
  });

  it('recognises a repeat whatever its spelling and the members of Authorization', async () => {
    const { Authorization, Data } = validBody();
    const [site] = Data.SellingSites;
    const turned = Object.fromEntries(Object.entries(site!).reverse());
    const spelled = {
      Data: { SellingSites: [turned], Sku: Data.Sku },
      Authorization: { ...Authorization, Note: 'x' },
    };
    const first = await idIn(call(undefined, key));
    expect(await idIn(call(spelled as never, key))).toBe(first);
    expect(requests.items.size).toBe(1);
  });

  // https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header: a string of RFC 9651 is in quotes.
  it.each([
    ['order-1', '"order-1"'],
    ['a"b', '"a\\"b"'],
  ])('is one key bare and in quotes: %s', async (bare, quoted) => {
    const first = await idIn(call(undefined, { 'Idempotency-Key': bare }));
    expect(await idIn(call(undefined, { 'Idempotency-Key': quoted }))).toBe(first);
  });

  it.each(['"', '""', '"a', 'a"', '"a"b"'])(
    'is used unchanged if it is not a quoted string: %s',
    async (odd) => {
      const first = await idIn(call(undefined, { 'Idempotency-Key': odd }));
      expect(await idIn(call(undefined, { 'Idempotency-Key': odd }))).toBe(first);
      expect(await idIn(call(undefined, { 'Idempotency-Key': 'a' }))).not.toBe(first);
    },
  );

  it('keeps the keys of different UIDs apart', async () => {
    const other = validBody();
    other.Authorization.UID = 'other';
    expect(await idIn(call(undefined, key))).not.toBe(await idIn(call(other, key)));
  });

  it('is free for a new request once the first one is removed', async () => {
    await call(undefined, key);
    nowMs += 600_000;
    expect(await idIn(call(withSku('another'), key))).toBe(idOf(2));
  });

  it('makes one request of many concurrent calls, with its messages sent', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => idIn(call(undefined, key))));
    expect(new Set(answers).size).toBe(1);
    expect(requests.items.size).toBe(1);
    expect(sent.length).toBeGreaterThan(0);
  });

  it('sends the messages if the first call died between storing and sending', async () => {
    send = () => new Promise(() => {});
    void call(undefined, key);
    await turn();
    send = keep;
    expect(await idIn(call(undefined, key))).toBe(idOf(1));
    expect(sent).toMatchObject([{ RequestId: idOf(1) }]);
  });

  it('lets a repeated call that could send win over a first one that could not', async () => {
    let failFirst = (): void => {};
    send = () =>
      new Promise((_resolve, reject) => {
        failFirst = () => reject(new UnavailableError('SQS is down'));
      });
    const first = call(undefined, key);
    await turn();
    send = keep;
    expect(await idIn(call(undefined, key))).toBe(idOf(1));
    failFirst();
    expect(await idIn(first)).toBe(idOf(1));
    expect(requests.items.has(idOf(1))).toBe(true);
    expect(await idIn(call(undefined, key))).toBe(idOf(1));
  });

  it('is free for a new request, of any body, after a refused call', async () => {
    send = () => Promise.reject(new UnavailableError('SQS is down'));
    await expect(call(undefined, key)).rejects.toThrow(UnavailableError);
    send = async () => {};
    expect(await idIn(call(withSku('another'), key))).toBe(idOf(2));
  });

  it('is free for a new request if the first call died and its deadline has passed', async () => {
    send = () => new Promise(() => {});
    void call(undefined, key);
    await turn();
    send = keep;
    nowMs += 300_000;
    expect(await idIn(call(undefined, key))).toBe(idOf(2));
    expect(sent).toMatchObject([{ RequestId: idOf(2) }]);
  });

  it('never lets a call that gives up a missing request and one that still stores it both win', async () => {
    let endStoring = (): void => {};
    const { create } = requests;
    // The first call has claimed the key and dies; the second, with a clock behind, is about to store the request.
    requests.create = () => new Promise(() => {});
    void call(undefined, key);
    await turn();
    nowMs += 149_000;
    requests.create = (request, expiresAtMs) =>
      new Promise((resolve) => {
        endStoring = () => resolve(create(request, expiresAtMs));
      });
    const second = refusal(call(undefined, key));
    await turn();
    nowMs += 2_000;
    requests.create = create;
    const third = await idIn(call(undefined, key));
    endStoring();
    expect((await second).status).toBe(503);
    expect(await idIn(call(undefined, key))).toBe(third);
  });

  it('never brings a removed request back, even under a clock that is 2 s behind', async () => {
    expect(await idIn(call(undefined, key))).toBe(idOf(1));
    requests.items.delete(idOf(1));
    nowMs += 298_000;
    expect(await idIn(call(undefined, key))).toBe(idOf(2));
  });

  it('answers a repeated call with the current status of the request', async () => {
    const statusIn = async (answer: ReturnType<typeof call>): Promise<number> =>
      JSON.parse((await answer).body).RequestStatus;
    expect(await statusIn(call(undefined, key))).toBe(0);
    expect(await statusIn(call(undefined, key))).toBe(0);
    await requests.addResults(idOf(1), 0, new Uint8Array(), nowMs);
    expect(await statusIn(call(undefined, key))).toBe(2);
  });

  it('seals the request before it answers a repeated call with Failed', async () => {
    await call(undefined, key);
    nowMs += 300_000;
    expect(JSON.parse((await call(undefined, key)).body)).toEqual({ RequestId: idOf(1), RequestStatus: 1 });
    expect(requests.items.get(idOf(1))?.sealedAtMs).toBe(nowMs);
  });

  it.each(['', 'with space', 'ü', 'x'.repeat(256)])('refuses the key "%s"', async (value) => {
    expect((await refusal(call(undefined, { 'idempotency-key': value }))).status).toBe(400);
  });
});

it.each<SentHeaders>([
  { 'Idempotency-Key': ['a', 'b'] },
  { 'Idempotency-Key': ['a', 'a'] },
  { 'Idempotency-Key': 'a', 'idempotency-key': 'b' },
])('a repeated header is refused, and nothing queued: %j', async (headers) => {
  const error = await refusal(call(undefined, headers));
  expect(error.status).toBe(400);
  expect(error.violations).toEqual([
    { Pointer: '', Detail: expect.stringContaining('Idempotency-Key must be sent once') },
  ]);
  expect([requests.items.size, idempotency.records.size]).toEqual([0, 0]);
});

describe('quotas', () => {
  it('answers 429 with Retry-After and RateLimit headers once the minute is used up', async () => {
    license = testLicense({ requestsPerMinute: 2 });
    const first = await call();
    expect(first.headers).toMatchObject({
      'RateLimit-Policy': '"requests";q=2;w=60',
      RateLimit: '"requests";r=1;t=60',
    });
    nowMs += 10_000;
    expect((await call()).headers).toMatchObject({ RateLimit: '"requests";r=0;t=50' });
    const error = await refusal(call());
    expect(error.status).toBe(429);
    expect(error.headers).toMatchObject({ 'Retry-After': '50', RateLimit: '"requests";r=0;t=50' });
    nowMs += 50_000;
    expect((await call()).statusCode).toBe(202);
  });

  it('counts sites per day, and refunds the request if they are refused', async () => {
    license = testLicense({ requestsPerMinute: 2, sitesPerDay: 3 });
    const body = validBody();
    body.Data.SellingSites = Array.from({ length: 2 }, () => ({ Url: 'https://shop.example/{sku}' }));
    await call(body);
    const error = await refusal(call(body));
    expect(error.message).toContain('3 sites per day');
    expect(error.headers['Retry-After']).toBe('86400');
    expect((await call()).statusCode).toBe(202);
  });

  it('refunds a call that could not be queued', async () => {
    license = testLicense({ requestsPerMinute: 1 });
    send = () => Promise.reject(new UnavailableError('SQS is down'));
    await expect(call()).rejects.toThrow(UnavailableError);
    send = async () => {};
    expect((await call()).statusCode).toBe(202);
  });

  it('neither charges nor refuses a repeated call', async () => {
    license = testLicense({ requestsPerMinute: 1 });
    const headers = { 'Idempotency-Key': 'k' };
    await call(undefined, headers);
    const repeated = await call(undefined, headers);
    expect(JSON.parse(repeated.body).RequestId).toBe(idOf(1));
    expect(repeated.headers).not.toHaveProperty('RateLimit');
    expect((await refusal(call(undefined, { 'Idempotency-Key': 'other' }))).status).toBe(429);
  });

  it('leaves the key of a refused call to the next one', async () => {
    license = testLicense({ requestsPerMinute: 1 });
    await call();
    const headers = { 'Idempotency-Key': 'k' };
    expect((await refusal(call(undefined, headers))).status).toBe(429);
    nowMs += 60_000;
    expect((await call(withSku('another'), headers)).statusCode).toBe(202);
  });

  it('refuses a repeat whose first call was refused over its quota meanwhile', async () => {
    license = testLicense({ requestsPerMinute: 0 });
    const headers = { 'Idempotency-Key': 'k' };
    const { take } = quotas;
    let second: Promise<ProblemError> | undefined;
    quotas.take = async (...given) => {
      quotas.take = async (...later) => {
        await first;
        return take(...later);
      };
      // The key is taken, but nothing is stored.
      second = refusal(call(undefined, headers));
      await turn();
      return take(...given);
    };
    const first = refusal(call(undefined, headers));
    expect((await first).status).toBe(429);
    expect((await second)?.status).toBe(429);
  });

  it('refuses a call over its quota although other refused calls took its key before it', async () => {
    license = testLicense({ requestsPerMinute: 0 });
    const headers = { 'Idempotency-Key': 'k' };
    const { claim } = idempotency;
    idempotency.claim = async (...given) => {
      const own = idempotency.claim;
      idempotency.claim = claim;
      expect((await refusal(call(undefined, headers))).status).toBe(429);
      idempotency.claim = own;
      return claim(...given);
    };
    expect((await refusal(call(undefined, headers))).status).toBe(429);
  });

  it('charges one of many calls with one key, in any interleaving', async () => {
    const statuses = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 0, max: 2 }), async (scheduler, limit) => {
        requests = createMemoryRequestStore();
        idempotency = createMemoryIdempotencyStore();
        quotas = createMemoryQuotaStore();
        license = testLicense({ requestsPerMinute: limit });
        for (const port of [requests, idempotency, quotas] as object[]) {
          for (const [name, method] of Object.entries(port)) {
            if (typeof method === 'function')
              Object.assign(port, { [name]: scheduler.scheduleFunction(method as () => Promise<unknown>) });
          }
        }
        const answers = Promise.allSettled(
          Array.from({ length: 3 }, () => call(undefined, { 'Idempotency-Key': 'k' })),
        );
        await scheduler.waitFor(answers);
        const ends = (await answers).map((end) =>
          end.status === 'fulfilled' ? '202' : String((end.reason as ProblemError).status),
        );
        for (const end of ends) statuses.add(end);
        const stored = [...requests.items.values()].filter(({ uid }) => uid === 'acme');
        const quota = { name: 'requests', limit: 10, windowMs: 60_000, amount: 1 } as const;
        const used = scheduler
          .waitFor(quotas.take('acme', quota, nowMs))
          .then(({ remaining }) => 9 - remaining);
        expect(await used).toBe(stored.length);
        // Several requests exist only if all but the last were abandoned before they were acknowledged.
        const ids = (await answers).flatMap((end) =>
          end.status === 'fulfilled' ? [JSON.parse(end.value.body).RequestId as string] : [],
        );
        expect(new Set(ids).size).toBeLessThanOrEqual(1);
        expect(stored.length).toBe(new Set(ids).size);
        if (limit === 0) expect(ends).not.toContain('202');
      }),
      { numRuns: 400 },
    );
    expect([...statuses].sort()).toEqual(['202', '429', '503']);
  });

  it('sends no limits to an unlimited license', async () => {
    expect((await call()).headers).not.toHaveProperty('RateLimit');
  });
});

const hook = 'https://hooks.example/prices?of=acme';
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const bodyWith = (Webhook: unknown) => {
  const body = validBody();
  return { ...body, Data: { ...body.Data, Webhook } };
};

it('announces a request without a webhook to an operator who exports all', async () => {
  exportsToOperator = true;
  await call();
  expect([sent[0], closings[0]?.message]).toMatchObject([{ HasWebhook: true }, { HasWebhook: true }]);
  expect(deliveries).toMatchObject([{ message: { RequestId: idOf(1), Tries: 0 } }]);
  expect(requests.items.get(idOf(1))?.webhook).toBeUndefined();
});

describe('a webhook', () => {
  it('is stored with its request, flagged in its messages, and gets a message that waits for the end', async () => {
    await call(bodyWith({ Url: hook, Secret: secret, Colour: 'red' }));
    expect(requests.items.get(idOf(1))?.webhook).toEqual({ url: hook, secret });
    expect(sent[0]).toMatchObject({ HasWebhook: true });
    expect(closings[0]?.message).toMatchObject({ HasWebhook: true });
    expect(deliveries).toEqual([
      {
        delaySeconds: 75,
        message: { Version: 1, Caller: sent[0]!.Caller, RequestId: idOf(1), Tries: 0, DueMs: 76_000 },
      },
    ]);
    // Neither its address nor its secret is in a message.
    expect(JSON.stringify([sent, closings, deliveries])).not.toMatch(/hooks\.example|whsec_/);
  });

  it('leaves no trace if absent', async () => {
    await call();
    expect(deliveries).toEqual([]);
    expect(JSON.stringify([sent, closings])).not.toMatch(/Webhook":(?!false)/);
  });

  it('is signed with the license’s secret if it has none, and refused if neither has one', async () => {
    const refused = await refusal(call(bodyWith({ Url: hook })));
    expect(refused).toMatchObject({ status: 400, violations: [{ Pointer: '/Data/Webhook/Secret' }] });
    expect(requests.items.size).toBe(0);
    const replaced = { secret, createdAtMs: 0, endsAtMs: nowMs };
    license = testLicense({ webhookSecrets: [replaced] });
    expect((await refusal(call(bodyWith({ Url: hook })))).status).toBe(400);
    license = testLicense({ webhookSecrets: [{ secret, createdAtMs: 0 }] });
    expect((await call(bodyWith({ Url: hook }))).statusCode).toBe(202);
    expect(requests.items.get(idOf(1))?.webhook).toEqual({ url: hook });
  });

  it('is checked for a secret only after authentication', async () => {
    const body = bodyWith({ Url: hook });
    body.Authorization.LicenseKey = 'wrong';
    expect((await refusal(call(body))).status).toBe(401);
  });

  it.each<[string, unknown, string]>([
    ['no address', { Secret: secret }, '/Data/Webhook/Url'],
    ['no object', hook, '/Data/Webhook'],
    ['null', null, '/Data/Webhook'],
    ['another scheme', { Url: 'ftp://hooks.example/', Secret: secret }, '/Data/Webhook/Url'],
    ['http', { Url: 'http://hooks.example/', Secret: secret }, '/Data/Webhook/Url'],
    [
      'credentials in its address',
      { Url: 'https://a:b@hooks.example/', Secret: secret },
      '/Data/Webhook/Url',
    ],
    ['a private address', { Url: 'https://10.0.0.1/', Secret: secret }, '/Data/Webhook/Url'],
    ['the metadata service', { Url: 'https://169.254.169.254/', Secret: secret }, '/Data/Webhook/Url'],
    ['loopback, spelt in one number', { Url: 'https://2130706433/', Secret: secret }, '/Data/Webhook/Url'],
    ['another port', { Url: 'https://hooks.example:8443/', Secret: secret }, '/Data/Webhook/Url'],
    ['a private name', { Url: 'https://hooks.internal/', Secret: secret }, '/Data/Webhook/Url'],
    [
      'too long an address',
      { Url: `https://hooks.example/${'a'.repeat(2_048)}`, Secret: secret },
      '/Data/Webhook/Url',
    ],
    ['a secret of another form', { Url: hook, Secret: 'swordfish' }, '/Data/Webhook/Secret'],
    [
      'a short secret',
      { Url: hook, Secret: `whsec_${Buffer.alloc(23).toString('base64')}` },
      '/Data/Webhook/Secret',
    ],
    [
      'a long secret',
      { Url: hook, Secret: `whsec_${Buffer.alloc(65).toString('base64')}` },
      '/Data/Webhook/Secret',
    ],
    [
      'a secret without its padding',
      { Url: hook, Secret: `whsec_${Buffer.alloc(25).toString('base64url')}` },
      '/Data/Webhook/Secret',
    ],
  ])('with %s is a violation', async (_title, webhook, pointer) => {
    const { status, violations } = await refusal(call(bodyWith(webhook)));
    expect(status).toBe(400);
    expect(violations?.map(({ Pointer }) => Pointer)).toEqual([pointer]);
    expect(JSON.stringify(violations)).not.toContain(secret);
  });

  it('may use the deployment’s allowed targets, also over http', async () => {
    const answer = await call(bodyWith({ Url: 'http://127.0.0.1:4010/hook', Secret: secret }));
    expect(answer.statusCode).toBe(202);
  });
});
