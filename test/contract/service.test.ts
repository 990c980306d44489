// The service over HTTP, checked against docs/specification.md (clauses in the names) and docs/openapi.json (every
// response).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, departure } from './document.ts';
import { describeResults } from './results.ts';
import {
  bodyOf,
  type Call,
  type Credentials,
  credentialHeaders,
  deliveriesPath,
  type Headers,
  idOf,
  type Json,
  jsonOf,
  nobody,
  nowhere,
  plainData,
  queuePath,
  type Service,
  statusPath,
  useService,
} from './service.ts';

const service = useService();
const wholeSeconds = /^[1-9]\d*$/;
const randomUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const licenses: Record<'other' | 'disabled' | 'expired' | 'limited', Credentials> = {} as never;
let live = '';
let ended: Answer;
beforeAll(async () => {
  const { createLicense, queued, scrape } = service();
  licenses.other = await createLicense('other');
  licenses.disabled = await createLicense('disabled', { enabled: false });
  licenses.expired = await createLicense('expired', { expiresAtMs: Date.now() - 1 });
  licenses.limited = await createLicense('limited', { requestsPerMinute: 1 });
  live = await queued();
  ended = await scrape(plainData());
});

/** Queues a request whose shop does not answer. */
const hanging = (timeoutSeconds = 30): Promise<string> => {
  const Url = `${service().shops.origin}/hang/1`;
  return service().queued(plainData({ Url, RenderMode: 'Http', TimeoutSeconds: timeoutSeconds }));
};

describe('both operations', () => {
  it('Q1 queue answers 202 with exactly RequestId and RequestStatus, Location and Retry-After', async () => {
    const { queue, license, send } = service();
    const answer = await queue(bodyOf(license, plainData()));
    expect(answer.status).toBe(202);
    const view = jsonOf(answer);
    expect(view).toEqual({ RequestId: expect.stringMatching(randomUuid), RequestStatus: 0 });
    expect(answer.headers['retry-after']).toMatch(wholeSeconds);
    const base = new URL(service().stack.apiUrl);
    const location = new URL(String(answer.headers.location), base);
    expect(location.href).toBe(`${base.href.replace(/\/$/, '')}${statusPath(String(view.RequestId))}`);
    const path = location.pathname.slice(base.pathname.replace(/\/$/, '').length);
    expect((await send({ path, headers: credentialHeaders(license) })).status).toBe(200);
  });

  it('Q1 gives each call a distinct identifier, readable at once', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => service().queued()));
    expect(new Set(ids).size).toBe(10);
    for (const id of ids) expect(jsonOf(await service().status(id)).RequestId).toBe(id);
  });

  it('S1 a pending request has no Data, but Retry-After', async () => {
    const answer = await service().status(await hanging(5));
    expect(jsonOf(answer)).toEqual({
      RequestId: expect.any(String),
      RequestStatus: 0,
      Progress: { Sites: 1, Done: 0 },
    });
    expect(answer.headers['retry-after']).toMatch(wholeSeconds);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('S1 a completed request has exactly RequestId, RequestStatus and Data, the same bytes each time', async () => {
    expect(ended.status).toBe(200);
    expect(Object.keys(jsonOf(ended)).sort()).toEqual(['Data', 'RequestId', 'RequestStatus']);
    expect(jsonOf(ended).RequestStatus).toBe(2);
    expect(ended.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(ended.headers).not.toHaveProperty('retry-after');
    const id = String(jsonOf(ended).RequestId);
    expect((await service().status(`${id}?a=1&RequestId=x`)).text).toBe(ended.text);
  });
});

describe('credentials', () => {
  /** Removes dates and identifiers, which differ in every response. */
  const comparable = ({ status, headers, text }: Answer, requestedId = ''): unknown => {
    const id = String(headers['x-request-id']);
    const varying = /^(date|x-request-id|x-amzn-requestid|x-amz-apigw-id|x-amzn-trace-id)$/;
    const words = text.replaceAll(id, 'ID');
    return {
      status,
      text: requestedId === '' ? words : words.replaceAll(requestedId, 'REQUESTED'),
      headers: Object.entries(headers).map(([name, value]) => [name, varying.test(name) ? '' : value]),
    };
  };
  const ofLicense = (change: (license: Credentials) => Credentials) => () => change(service().license);
  const wrong: [string, () => Credentials][] = [
    ['an unknown UID with a valid key', ofLicense((license) => ({ ...license, uid: 'nobody' }))],
    ['a wrong key', ofLicense((license) => ({ ...license, licenseKey: nobody.licenseKey }))],
    [
      'a key in upper case',
      ofLicense(({ uid, licenseKey }) => ({ uid, licenseKey: licenseKey.toUpperCase() })),
    ],
    ['a UID in another case', ofLicense((license) => ({ ...license, uid: license.uid.toUpperCase() }))],
    ["another license's key", ofLicense(({ uid }) => ({ ...licenses.other, uid }))],
    ['an expired license', () => licenses.expired],
    ['a disabled license', () => licenses.disabled],
  ];

  it.each(wrong)('A1 %s is a 401, indistinguishable from an unknown UID', async (_name, pick) => {
    const { queue, status } = service();
    const sends = [
      (credentials: Credentials) => queue(bodyOf(credentials, plainData())),
      (credentials: Credentials) => status(live, credentials),
    ];
    for (const send of sends) {
      const answer = await send(pick());
      expect(answer.status).toBe(401);
      expect(comparable(answer)).toEqual(comparable(await send(nobody)));
      expect(answer.headers['x-amzn-remapped-www-authenticate']).toMatch(/^Basic realm="[^"]*"/);
      expect(jsonOf(answer)).not.toHaveProperty('Errors');
    }
  });

  const basic = (text: string): Headers => [
    ['Authorization', `Basic ${Buffer.from(text).toString('base64')}`],
  ];
  const carried: [string, number, (license: Credentials) => Headers][] = [
    ['two headers', 200, credentialHeaders],
    [
      'two headers in lower case',
      200,
      ({ uid, licenseKey }) => [
        ['licensekey', licenseKey],
        ['uid', uid],
      ],
    ],
    ['HTTP Basic', 200, ({ uid, licenseKey }) => basic(`${uid}:${licenseKey}`)],
    ['both ways alike', 200, (l) => [...credentialHeaders(l), ...basic(`${l.uid}:${l.licenseKey}`)]],
    [
      'both ways, the headers wrong',
      401,
      (l) => [...credentialHeaders(nobody), ...basic(`${l.uid}:${l.licenseKey}`)],
    ],
    ['both ways, Basic wrong', 401, (l) => [...credentialHeaders(l), ...basic('nobody:x')]],
    ['nothing', 401, () => []],
    ['the key alone', 401, ({ licenseKey }) => [['LicenseKey', licenseKey]]],
    [
      'the two exchanged',
      401,
      ({ uid, licenseKey }) => [
        ['LicenseKey', uid],
        ['UID', licenseKey],
      ],
    ],
    ['the key twice', 401, (l) => [...credentialHeaders(l), ['LicenseKey', 'other']]],
    ['Basic that is no Base64', 401, () => [['Authorization', 'Basic !!!']]],
    ['Basic without a colon', 401, ({ uid }) => basic(uid)],
    ['Basic with an empty password', 401, ({ uid }) => basic(`${uid}:`)],
    ['Basic in clear text', 401, ({ uid, licenseKey }) => [['Authorization', `Basic ${uid}:${licenseKey}`]]],
    ['Basic with a colon too many', 401, ({ uid, licenseKey }) => basic(`${uid}::${licenseKey}`)],
    ['another scheme', 401, ({ licenseKey }) => [['Authorization', `Bearer ${licenseKey}`]]],
    ['a cookie', 401, ({ uid, licenseKey }) => [['Cookie', `LicenseKey=${licenseKey}; UID=${uid}`]]],
  ];
  it.each(carried)('A2 a status call with %s: %i', async (_name, status, headers) => {
    const { send, license } = service();
    expect((await send({ path: statusPath(live), headers: headers(license) })).status).toBe(status);
  });

  const inQuery = ({ uid, licenseKey }: Credentials): string => `?LicenseKey=${licenseKey}&UID=${uid}`;
  it('A2 credentials in the URL are ignored', async () => {
    const { send, license } = service();
    const path = `${statusPath(live)}${inQuery(license)}`;
    expect((await send({ path })).status).toBe(401);
    expect((await send({ path, headers: [['UID', license.uid]] })).status).toBe(401);
  });

  const orders: [string, number, (s: Service) => Promise<Answer>][] = [
    ['a wrong payload and wrong credentials', 400, (s) => s.queue(bodyOf(nobody, { Sku: '' }))],
    ['a wrong payload and an expired license', 400, (s) => s.queue(bodyOf(licenses.expired, { Sku: '' }))],
    ['no JSON', 400, (s) => s.queue('{')],
    ['headers instead of the body', 400, (s) => s.queue({ Data: plainData() }, credentialHeaders(s.license))],
    [
      'wrong ones in the body, valid headers',
      401,
      (s) => s.queue(bodyOf(nobody, plainData()), credentialHeaders(s.license)),
    ],
    [
      'valid ones in the body, wrong headers',
      202,
      (s) => s.queue(bodyOf(s.license, plainData()), credentialHeaders(nobody)),
    ],
    [
      'the query instead of the body',
      400,
      (s) =>
        s.send({
          method: 'POST',
          path: `${queuePath}${inQuery(s.license)}`,
          body: JSON.stringify({ Data: plainData() }),
        }),
    ],
  ];
  it.each(orders)('A3 queue with %s: %i', async (_name, status, send) => {
    expect((await send(service())).status).toBe(status);
  });

  it.each([randomUUID(), 'no-form'])('A3 status of %s without credentials: 401, not 404', async (id) => {
    expect((await service().send({ path: statusPath(id) })).status).toBe(401);
  });

  const forms: [string, (id: string) => string][] = [
    ['zeros', () => '00000000-0000-0000-0000-000000000000'],
    ['a UUID of version 1', () => 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
    ['a live one in upper case', (id) => id.toUpperCase()],
    ['a live one without hyphens', (id) => id.replaceAll('-', '')],
    ['a live one and a space', (id) => `${id}%20`],
    ['a live one cut off', (id) => id.slice(0, -1)],
    ['a live one and an escaped slash', (id) => `${id}%2F`],
    ['"queue"', () => 'queue'],
    ['"__proto__"', () => '__proto__'],
    ['a quote', () => "'%20OR%201=1"],
    ['a malformed sequence of UTF-8', () => '%FF'],
    ['2,000 characters', () => 'a'.repeat(2_000)],
  ];
  it.each(forms)('A4 status of %s: the 404 of an unknown identifier', async (_name, form) => {
    const answer = await service().status(form(live));
    expect(answer.status).toBe(404);
    const { instance: _, ...words } = jsonOf(answer);
    expect(jsonOf(await service().status(randomUUID()))).toMatchObject(words);
  });

  it('A4 a live request of another UID is the same 404, byte for byte', async () => {
    const unknown = randomUUID();
    expect((await service().status(live)).status).toBe(200);
    expect(comparable(await service().status(live, licenses.other), live)).toEqual(
      comparable(await service().status(unknown, licenses.other), unknown),
    );
  });
});

describe('repeats with an Idempotency-Key', () => {
  const keyed = (key: string, data: Json = plainData(), credentials = service().license): Promise<Answer> =>
    service().queue(bodyOf(credentials, data), [['Idempotency-Key', key]]);

  it('I1 one key and body is one request, also concurrently, with its current status', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => keyed(key)));
    const ids = new Set(answers.map(idOf));
    expect(ids.size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    const [id = ''] = ids;
    await service().waitForEnd(id);
    expect(jsonOf(await keyed(key))).toEqual({ RequestId: id, RequestStatus: 2 });
  });

  it.each<[string, Json]>([
    ['another Sku', plainData({}, { Sku: 'other' })],
    ['one more site', plainData({}, { SellingSites: [{ Url: nowhere }, { Url: nowhere }] })],
    ['another Url', plainData({ Url: `${nowhere}2` })],
    ['one more member', plainData({ Reference: 'r' })],
  ])('I2 the key with %s is a 422, and the first request continues', async (_name, data) => {
    const key = randomUUID();
    const first = idOf(await keyed(key));
    expect((await keyed(key, data)).status).toBe(422);
    expect(idOf(await keyed(key))).toBe(first);
  });

  it('I1 another key, another case and another UID create separate requests', async () => {
    const key = `k${randomUUID()}`;
    const data = plainData({ Reference: 'r' });
    const answers = [await keyed(key), await keyed(randomUUID()), await keyed(key.toUpperCase())];
    answers.push(
      await keyed(key, plainData(), licenses.other),
      await keyed(randomUUID(), data, licenses.other),
    );
    expect(new Set(answers.map(idOf)).size).toBe(5);
  });

  it('I3 a rejected call does not use up the key', async () => {
    const key = randomUUID();
    expect((await keyed(key, { Sku: '' })).status).toBe(400);
    expect((await keyed(key, plainData(), nobody)).status).toBe(401);
    idOf(await keyed(key));
    expect((await keyed(key, { Sku: '' })).status).toBe(400);
  });

  it('I3 a repeat is not charged, a second request is a 429 with Retry-After', async () => {
    // Otherwise a minute may pass between the first and last call.
    service().stack.holdClock(Date.now());
    try {
      const first = await keyed('limited', plainData(), licenses.limited);
      expect(idOf(await keyed('limited', plainData(), licenses.limited))).toBe(idOf(first));
      const more = await service().queue(bodyOf(licenses.limited, plainData()));
      expect(more.status).toBe(429);
      expect(more.headers).toMatchObject({
        'retry-after': '60',
        ratelimit: '"requests";r=0;t=60',
        'ratelimit-policy': '"requests";q=1;w=60',
      });
    } finally {
      service().stack.holdClock();
    }
  });

  const visible = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join('');
  it.each<[string, string, number]>([
    ['1 character', '!', 202],
    ['255 characters', 'k'.repeat(255), 202],
    ['every visible character of ASCII', visible, 202],
    ['256 characters', 'k'.repeat(256), 400],
    ['no character', '', 400],
    ['a space inside', 'a b', 400],
    ['a tab inside', 'a\tb', 400],
    ['a byte above ASCII', 'a\u00e9b', 400],
  ])('I4 a key of %s', async (_name, key, status) => {
    expect((await keyed(key)).status).toBe(status);
  });
});

describe('Prefer: wait', () => {
  const prefer = (id: string, value: string) => service().status(id, service().license, [['Prefer', value]]);

  it.each(['wait=1', 'wait=20', 'WAIT=5', 'respond-async, wait=5'])('W1 %s is applied', async (value) => {
    const answer = await prefer(String(jsonOf(ended).RequestId), value);
    expect(answer.headers['preference-applied']).toMatch(/^wait\b/i);
  });

  it.each(['wait=0', 'wait=21', 'wait=-1', 'wait=1.5', 'wait=x', 'wait', 'return=minimal', ';;;'])(
    'W1 %s is not',
    async (value) => {
      const answer = await prefer(String(jsonOf(ended).RequestId), value);
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('preference-applied');
    },
  );

  it('W2 holds a pending request for that time, and an unknown one not at all', async () => {
    const id = await hanging();
    const answer = await prefer(id, 'wait=2');
    expect(jsonOf(answer).RequestStatus).toBe(0);
    expect(answer.readAtMs - answer.sentAtMs).toBeGreaterThanOrEqual(2_000);
    expect(answer.headers['retry-after']).toMatch(wholeSeconds);
    expect((await prefer(randomUUID(), 'wait=20')).status).toBe(404);
  });

  it('W2 holds four of ten concurrent calls of a license, and answers the others immediately', async () => {
    const id = await hanging();
    const waitSeconds = 3;
    const hold = async (): Promise<boolean> => {
      const answer = await prefer(id, `wait=${waitSeconds}`);
      expect(jsonOf(answer)).toMatchObject({ RequestStatus: 0 });
      return answer.headers['preference-applied'] !== undefined;
    };
    const sinceMs = performance.now();
    const heldCalls = (await Promise.all(Array.from({ length: 10 }, hold))).filter(Boolean);
    // On a slow machine, functions may start after the first places are free again.
    const elapsedSeconds = (performance.now() - sinceMs) / 1_000;
    expect(heldCalls.length).toBeGreaterThanOrEqual(1);
    expect(heldCalls.length * waitSeconds).toBeLessThanOrEqual(4 * elapsedSeconds);
    expect(await hold()).toBe(true);
  });

  it('W3 partial-results shows the finished sites of a pending request', async () => {
    const { shops, queued } = service();
    const slow = { Url: `${shops.origin}/hang/1`, RenderMode: 'Http', TimeoutSeconds: 30 };
    // The sites of a host are one group, and groups end by themselves.
    const quick = Array.from({ length: 8 }, () => ({ Url: nowhere }));
    const id = await queued(plainData({}, { SellingSites: [slow, ...quick] }));
    const partial = async () => {
      const answer = await prefer(id, 'partial-results, wait=20');
      expect(answer.headers['preference-applied']).toBe('wait=20, partial-results');
      return jsonOf(answer) as { Progress?: { Results?: unknown[] } };
    };
    let view = await partial();
    while (view.Progress?.Results?.length === 0) view = await partial();
    expect(view).toMatchObject({
      RequestStatus: 0,
      Progress: { Sites: 9, Done: 8, Results: quick.map((site, at) => ({ Index: at + 1, ...site })) },
    });
    const plain = await service().status(id);
    expect(jsonOf(plain).Progress).toEqual({ Sites: 9, Done: 8 });
  });
});

describe('errors', () => {
  const id = randomUUID();
  const routes: [string, string][] = [
    ...['/', '/api', '/api/scrap_prices', '/unknown', '/.env', `${statusPath(id)}/more`].map((path) => [
      'GET',
      path,
    ]),
    ...['/api/scrap_prices/../../secret', `${deliveriesPath(id)}/more`].map((path) => ['GET', path]),
    ...['/api/scrap_prices', '/api/scrap_prices/Queue', '/API/scrap_prices/queue'].map((path) => [
      'POST',
      path,
    ]),
    ...['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].map((method) => [method, queuePath]),
    ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, statusPath(id)]),
    ...['PUT', 'PATCH', 'DELETE'].map((method) => [method, deliveriesPath(id)]),
  ] as [string, string][];
  it.each(routes)('E3 %s %s has the common error format', async (method, path) => {
    const { send, license } = service();
    const answer = await send({ method, path, headers: credentialHeaders(license) });
    expect([403, 404, 405]).toContain(answer.status);
    expect(jsonOf(answer)).toMatchObject({ status: answer.status });
  });

  const others: [string, (s: Service) => Call][] = [
    ['OPTIONS of queue', () => ({ method: 'OPTIONS', path: queuePath })],
    ['OPTIONS of deliveries', () => ({ method: 'OPTIONS', path: deliveriesPath(id) })],
    ['HEAD of status', () => ({ method: 'HEAD', path: statusPath(id) })],
    ['deliveries without credentials', () => ({ path: deliveriesPath(id) })],
    ['a resend without credentials', () => ({ method: 'POST', path: deliveriesPath(id) })],
    [
      'deliveries of nothing',
      ({ license }) => ({ path: deliveriesPath(id), headers: credentialHeaders(license) }),
    ],
    [
      "a caller's own X-Request-Id",
      ({ license }) => ({
        path: statusPath(id),
        headers: [...credentialHeaders(license), ['X-Request-Id', 'x%0d%0aSet-Cookie: a=1']],
      }),
    ],
  ];
  it.each(others)('E4 %s has an X-Request-Id of the service', async (_name, call) => {
    const answer = await service().send(call(service()));
    expect(answer.headers['x-request-id']).toMatch(/^[\x21-\x7e]+$/);
    expect(answer.headers['x-request-id']).not.toContain('Set-Cookie');
  });

  it('R3 a body of 256 KiB is accepted, one more byte or a MiB is not', async () => {
    const sized = (bytes: number) => JSON.stringify(bodyOf(nobody, plainData())).padEnd(bytes, ' ');
    expect((await service().queue(sized(256 * 1_024))).status).toBe(401);
    for (const bytes of [256 * 1_024 + 1, 1_024 * 1_024])
      expect([400, 413]).toContain((await service().queue(sized(bytes))).status);
  });

  // Some are rejected by the gateway, others by the function.
  it.each<[string, string, string]>([
    ['nothing', '', ''],
    ['malformed JSON', '{"Authorization":', ''],
    ['an array', '[]', ''],
    ['a text', '"x"', ''],
    ['nothing that is known', '{"data":{}}', '/Data'],
    ['a name twice', '{"Data":{},"Data":{}}', '/Data'],
    ['half a surrogate pair', '{"Data":{"Sku":"\\ud800"}}', '/Data/Sku'],
    ['10,000 levels', `{"Data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, `/Data${'/0'.repeat(31)}`],
  ])('E2 a body of %s is a 400 with the place', async (_name, body, pointer) => {
    const answer = await service().queue(body);
    expect(answer.status).toBe(400);
    const errors = jsonOf(answer).Errors as { Pointer: string }[];
    expect(errors.map(({ Pointer }) => Pointer)).toContain(pointer);
  });

  it('R8 bytes that are not UTF-8 are a 400, in gateway and function', async () => {
    const [before, after] = JSON.stringify(bodyOf(nobody, plainData())).split('555088') as [string, string];
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(after)]);
    expect((await service().queue(body)).status).toBe(400);
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'text/plain', ';;;'])(
    'R8 the Content-Type %s does not matter',
    async (type) => {
      const body = JSON.stringify(bodyOf(nobody, plainData()));
      const call = { method: 'POST', path: queuePath, headers: [['Content-Type', type]] as Headers, body };
      expect((await service().send(call)).status).toBe(401);
    },
  );
});

describeResults(service);

describe('the log', () => {
  it('has no license key, credentials or query string', async () => {
    const { shops, stack, log, queue, send, scrape, license } = service();
    const planted: Credentials = { uid: 'nobody', licenseKey: 'sp_live_planted-key' };
    const url = (page: string): string => `${shops.url(page)}?token=planted-query`;
    const answer = await scrape(
      plainData(
        {},
        {
          SellingSites: [
            { Url: url('plain') },
            { Url: 'https://planted-user:planted-password@shop.invalid/' },
            { Url: 'http://169.254.169.254/latest/?planted-query=1' },
            { Url: url('not-found'), RenderMode: 'Browser' },
          ],
        },
      ),
    );
    await queue(bodyOf(planted, plainData()));
    await send({ path: statusPath(live), headers: credentialHeaders(planted) });
    await send({ path: statusPath('planted-not-an-id'), headers: credentialHeaders(license) });
    await queue('{"Authorization":{"LicenseKey":"sp_live_planted-key"');
    const text = log.join('\n');
    expect(text).toContain(String(jsonOf(answer).RequestId));
    for (const { licenseKey } of [stack.license!, ...Object.values(licenses)])
      expect(text).not.toContain(licenseKey);
    expect(text).not.toMatch(/planted-(query|user|password|key)/);
  });
});

describe('the end of a completed request', () => {
  it('T2 is 5 min after its completion, to the millisecond, and T3 final', async () => {
    const { status, stack } = service();
    const { RequestId, Data } = jsonOf<{ RequestId: string; Data: Record<string, string> }>(ended);
    const expiresAtMs = Date.parse(Data.ExpiresAt!);
    expect(expiresAtMs - Date.parse(Data.CompletedAt!)).toBe(300_000);
    try {
      for (const [atMs, expected] of [
        [expiresAtMs - 1, 200],
        [expiresAtMs, 404],
        [expiresAtMs - 1, 404],
      ] as const) {
        stack.holdClock(atMs);
        expect((await status(RequestId)).status).toBe(expected);
      }
    } finally {
      stack.holdClock();
    }
  });
});

describe('every response in these tests', () => {
  const all = () => service().exchanges;

  it('E1 matches docs/openapi.json', () => {
    expect(all().length).toBeGreaterThan(200);
    expect(all().flatMap((answer) => departure(answer) ?? [])).toEqual([]);
  });

  it('E4 has a unique X-Request-Id', () => {
    const ids = all().map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('E5 has Retry-After on 429 and 503, and a challenge on 401', () => {
    const lacking = all().filter(
      ({ status, headers }) =>
        ([429, 503].includes(status) && !headers['retry-after']) ||
        (status === 401 && !headers['x-amzn-remapped-www-authenticate']),
    );
    expect(lacking).toEqual([]);
  });

  it('A5 repeats no license key', () => {
    const keys = [service().license, ...Object.values(licenses)].map(({ licenseKey }) => licenseKey);
    expect(all().filter(({ text }) => keys.some((key) => text.includes(key)))).toEqual([]);
  });
});

afterAll(() => service().stack.holdClock());
