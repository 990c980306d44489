import fc from 'fast-check';
import type { Caller, Credentials } from './callers.ts';
import {
  bodyEncoding,
  oddNames,
  oddValues,
  type Path,
  placesIn,
  textMutation,
  withValueAt,
} from './mutations.ts';
import { type JsonSchema, schemaArbitrary } from './schema-arbitrary.ts';

/** One call as it was generated; credentials and identifiers are filled in when it is sent. */
export interface FuzzCall {
  /** What kind of call it is, for the report. */
  kind: string;
  method: string;
  /** Below the stage. `{accepted}` stands for an identifier that the service gave out. */
  path: string;
  headers: Readonly<Record<string, string | string[]>>;
  /** Puts that caller's credentials in the headers. */
  headerCredentials: 'none' | 'headers' | 'basic';
  caller: Caller;
  /** Chooses among the identifiers that were given out. */
  pick: number;
  /** The body as a value, where it is still one; it is then what the schema is asked about. */
  bodyValue?: (credentials: Credentials) => unknown;
  body?: (credentials: Credentials) => Buffer;
}

export const queuePath = '/api/scrap_prices/queue';
export const watchesPath = '/api/watches';

const weighted = <T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Nothing generated may leave this machine: every address is one that the scraper refuses, or the shop's. */
const addresses = (shopTarget: string): { Url: fc.Arbitrary<unknown>; SearchUrl: fc.Arbitrary<unknown> } => {
  const hosts = [
    shopTarget,
    '127.0.0.1:1',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '0x7f000001',
    '[fd00::1]',
  ];
  const paths = [
    '/p/{sku}/1',
    '/p/7/1',
    '/search?q={sku}&x=%20',
    '/{sku}#{sku}',
    '/..%2f{sku}',
    '/?{sku}={sku}',
  ];
  const right = fc
    .tuple(fc.constantFrom('http', 'https', 'HTTP'), fc.constantFrom(...hosts), fc.constantFrom(...paths))
    .map(([scheme, host, path]) => `${scheme}://${host}${path}`);
  const wrong = fc.constantFrom(
    '',
    'http://',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    '//127.0.0.1/{sku}',
    '/p/{sku}',
    'http://[::1',
    'http://127.0.0.1:99999/',
    'http://user:pass@127.0.0.1:1/{sku}',
    'http://127.0.0.1\u0000/',
    `http://127.0.0.1/${'x'.repeat(2_100)}`,
    'data:text/html,<p>1 €</p>',
  );
  const withSku = right.filter((url) => url.includes('{sku}'));
  return {
    Url: weighted([12, right], [1, wrong]),
    SearchUrl: weighted([12, withSku], [1, right], [1, wrong]),
  };
};

const locales = weighted(
  [8, fc.constantFrom('de-DE', 'en', 'zh-Hant-TW', 'pt-BR', 'en-US-u-nu-thai')],
  [1, fc.constantFrom('x', 'de_DE', '')],
);
const currencies = weighted([8, fc.constantFrom('EUR', 'USD', 'JPY', 'XXX')], [1, fc.constant('ZZZ')]);

const countries = weighted([8, fc.constantFrom('DE', 'US', 'JP')], [1, fc.constant('ZZ')]);
/** Compiles as each kind of selector but JSONPath, see {@link withJsonPaths}. */
const selectorValue = 'price';
const selectorValues = weighted(
  [20, fc.constant(selectorValue)],
  [1, fc.constantFrom('div[', '(', '//', '$[')],
);

const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Selectors {
  [field: string]: { Type: string; Value: string }[];
}

/** Writes the usual value of a selector as the path that it is in JSON. */
const withJsonPaths = (site: Record<string, unknown>): void => {
  for (const list of Object.values((site.Selectors ?? {}) as Selectors))
    for (const selector of list)
      if (selector.Type === 'JsonPath' && selector.Value === selectorValue)
        selector.Value = `$.${selectorValue}`;
};

type Body = Record<string, unknown> & {
  Schedule?: unknown;
  TimeZone?: unknown;
  Data: { SellingSites: Record<string, unknown>[]; Webhook?: unknown };
};

const schedules = weighted(
  [
    12,
    fc.constantFrom(
      'rate(15 minutes)',
      'rate(1 day)',
      'RATE( 6  hours )',
      'cron(17 6 ? * MON-FRI *)',
      'cron(0 0 L * ? *)',
    ),
  ],
  [
    2,
    fc.constantFrom(
      'rate(14 minutes)',
      'rate(0 days)',
      'rate(999999 days)',
      'cron(* * * * ? *)',
      'cron(0 0 31 2 ? *)',
    ),
  ],
  [1, fc.constantFrom('', 'cron()', 'at(2026-11-21T10:00:00)', `cron(${'0,'.repeat(140)}0 0 * * ? *)`)],
);
const timeZones = weighted(
  [8, fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'utc')],
  [1, fc.constantFrom('Mars/Olympus', '+01:00')],
);

/** A body that mostly is accepted: the schema's, made to follow the rules that a schema cannot say. */
const fittingBody = (
  name: 'QueueBody' | 'WatchBody',
  definitions: Record<string, JsonSchema>,
  shopTarget: string,
): fc.Arbitrary<Body> => {
  const { Url, SearchUrl } = addresses(shopTarget);
  const members = {
    Url,
    SearchUrl,
    Locale: locales,
    Currency: currencies,
    Country: countries,
    WaitFor: selectorValues,
    Value: selectorValues,
    Schedule: schedules,
    TimeZone: timeZones,
    // With their check digits.
    Gtin: fc.constantFrom('4006381333931', '96385074', '036000291452'),
  };
  const body = schemaArbitrary({ $ref: `#/${name}` }, { definitions, members }) as fc.Arbitrary<Body>;
  return fc.tuple(body, Url, fc.integer({ min: 0, max: 9 })).map(([value, url, dice]) => {
    for (const site of value.Data.SellingSites) withJsonPaths(site);
    if (dice === 0) return value;
    // Any other is refused: the license has no secret.
    if (dice > 3) delete value.Data.Webhook;
    else value.Data.Webhook = { Url: `http://${shopTarget}/hook`, Secret: webhookSecret };
    // A rate has none.
    if (!/cron/.test(String(value.Schedule))) delete value.TimeZone;
    for (const site of value.Data.SellingSites) {
      if (site.Url === undefined && site.SearchUrl === undefined) site.Url = url;
      if (site.Url !== undefined) delete site.SearchUrl;
      // Chromium is tried elsewhere; here the answers of the API are what counts.
      site.RenderMode = 'Http';
    }
    return value;
  });
};

const withCredentials = (body: Body, credentials: Credentials): Body => ({
  ...body,
  Authorization: { ...(body.Authorization as object), ...credentials },
});

/** One member changed, taken away, added or repeated; addresses only by values that lead nowhere. */
const valueMutation: fc.Arbitrary<(body: unknown) => unknown> = fc
  .tuple(
    fc.nat(),
    weighted<unknown>(
      [6, fc.constantFrom(...oddValues)],
      [2, fc.jsonValue({ maxDepth: 3 })],
      [1, fc.constant(undefined)],
    ),
    fc.constantFrom('replace', 'replace', 'add', 'rename', 'lengthen'),
    fc.constantFrom(...oddNames),
  )
  .map(([nat, value, how, name]) => (body: unknown) => {
    const places = placesIn(body);
    const at: Path = places[nat % places.length]!;
    const old = at.reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], body);
    if (how === 'add' && typeof old === 'object' && old !== null && !Array.isArray(old)) {
      return withValueAt(body, [...at, name], value ?? null);
    }
    if (how === 'rename' && typeof at.at(-1) === 'string') {
      return withValueAt(withValueAt(body, at, undefined), [...at.slice(0, -1), name], old ?? null);
    }
    if (how === 'lengthen' && Array.isArray(old) && old.length > 0) {
      return withValueAt(body, at, Array(nat % 120).fill(old[0]));
    }
    if (how === 'lengthen' && typeof old === 'string' && !/Url$/.test(String(at.at(-1)))) {
      return withValueAt(body, at, old.padEnd(nat % 2_500, 'x'));
    }
    return withValueAt(body, at, value);
  });

const visibleAscii = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 260,
});
/** All that HTTP/1.1 allows in a header's value. */
const headerValue = weighted(
  [4, visibleAscii],
  [
    2,
    fc.string({
      unit: weighted(
        [1, fc.integer({ min: 0x20, max: 0x7e })],
        [1, fc.integer({ min: 0x80, max: 0xff })],
      ).map((code) => String.fromCharCode(code)),
      maxLength: 60,
    }),
  ],
  [1, fc.constantFrom('', 'x'.repeat(4_000), 'null', '*', '../..', '0', '-1', '1e9', 'true', "';--")],
);
const headerName = fc.constantFrom(
  'Idempotency-Key',
  'Idempotency-Key',
  'Content-Type',
  'Content-Encoding',
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Origin',
  'Cookie',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-Amzn-Trace-Id',
  'X-Request-Id',
  'X-HTTP-Method-Override',
  'Authorization',
  'LicenseKey',
  'UID',
  'Range',
  'If-None-Match',
  'If-Modified-Since',
  'Referer',
  '__proto__',
  'constructor',
  'Access-Control-Request-Method',
);
/** So few that calls repeat one another, with the same body or another one. */
const idempotencyKeys = fc.integer({ min: 1, max: 20 }).map((key) => ({ 'Idempotency-Key': `key-${key}` }));
const contentTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'APPLICATION/JSON',
  'application/json;;;',
  '*/*',
  ',',
);
const oddHeaders: fc.Arbitrary<Record<string, string | string[]>> = fc
  .array(
    fc.tuple(
      headerName,
      weighted<string | string[]>([8, headerValue], [1, fc.array(headerValue, { maxLength: 3 })]),
    ),
    {
      maxLength: 4,
    },
  )
  .map((pairs) =>
    Object.assign(Object.create(null) as Record<string, string | string[]>, Object.fromEntries(pairs)),
  );

const headers = weighted<Record<string, string | string[]>>(
  [5, fc.constant({ 'Content-Type': 'application/json' })],
  [1, contentTypes.map((type) => ({ 'Content-Type': type }))],
  [2, oddHeaders],
  [2, idempotencyKeys],
);

const pathSegment = weighted(
  [2, fc.uuid()],
  [
    2,
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => {
      try {
        return encodeURIComponent(text);
      } catch {
        return '%EF%BF%BD';
      }
    }),
  ],
  [
    2,
    fc.constantFrom(
      'queue',
      'Queue',
      '%00',
      '%',
      '%zz',
      '%2e%2e',
      '%2f',
      '0',
      'null',
      'undefined',
      '__proto__',
      'constructor',
      '{requestId}',
      '*',
      '00000000-0000-0000-0000-000000000000',
      'x'.repeat(2_000),
      '%ff%fe',
      'a%0d%0aX-Injected:%201',
    ),
  ],
);
const query = weighted(
  [5, fc.constant('')],
  [1, fc.constantFrom('?', '?a=b', '?a=b&a=c', '?%', '?__proto__=1', `?${'q'.repeat(2_000)}`)],
);
const caller = weighted<Caller>(
  [6, fc.constant('open')],
  [2, fc.constant('spent')],
  [1, fc.constant('disabled')],
  [1, fc.constant('wrong')],
);

/** Names of watches: of those that are right, more than a license can have. */
const watchNames = weighted([6, fc.integer({ min: 1, max: 60 }).map((name) => `w${name}`)], [1, pathSegment]);
const pages = weighted(
  [3, fc.constant('')],
  [
    2,
    fc.constantFrom(
      '?limit=1',
      '?limit=101',
      '?limit=-0',
      '?limit=1&limit=2',
      '?cursor=',
      '?cursor=%00',
      '?cursor=x',
    ),
  ],
  [1, query],
);

/**
 * Calls made from the API's own document, and what is left of such calls when something about them is wrong.
 *
 * @param definitions - schemas of the document's components.
 */
export const arbitraryCall = (
  definitions: Record<string, JsonSchema>,
  shopTarget: string,
): fc.Arbitrary<FuzzCall> => {
  const body = fittingBody('QueueBody', definitions, shopTarget);
  const pick = fc.nat();
  const noCredentials = fc.constant('none' as const);
  const utf8 = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '', 'utf8');
  const posted = {
    method: fc.constant('POST'),
    path: fc.constant(queuePath),
    pick,
    headerCredentials: noCredentials,
  };
  const withBodyValue = (
    call: Omit<FuzzCall, 'body'> & { bodyValue: NonNullable<FuzzCall['bodyValue']> },
  ): FuzzCall => ({
    ...call,
    body: (credentials) => utf8(call.bodyValue(credentials)),
  });

  /** The body by its schema, with values changed, and as text that is changed. */
  const bodies = <Target extends { method: fc.Arbitrary<string>; path: fc.Arbitrary<string> }>(
    what: string,
    value: fc.Arbitrary<Body>,
    target: Target,
    /** Text that was changed could spell any address, so it comes from those who get nothing accepted. */
    refused: readonly Caller[],
  ): Record<'fitting' | 'changed' | 'broken', fc.Arbitrary<FuzzCall>> => {
    const sent = { ...posted, ...target, value, headers };
    const fitting = fc.record({ ...sent, caller }).map(({ value: fits, ...call }) =>
      withBodyValue({
        ...call,
        kind: `${what}, by the schema`,
        bodyValue: (who) => withCredentials(fits, who),
      }),
    );
    const changed = fc
      .record({ ...sent, caller, changes: fc.array(valueMutation, { minLength: 1, maxLength: 3 }) })
      .map(({ value: fits, changes, ...call }) =>
        withBodyValue({
          ...call,
          kind: `${what}, values changed`,
          bodyValue: (who) =>
            changes.reduce((json, change) => change(json), withCredentials(fits, who) as unknown),
        }),
      );
    const broken = fc
      .record({
        ...sent,
        caller: fc.constantFrom(...refused),
        changes: fc.array(textMutation, { minLength: 1, maxLength: 2 }),
        encode: weighted([4, fc.constant((json: string) => Buffer.from(json, 'utf8'))], [1, bodyEncoding]),
      })
      .map(
        ({ value: fits, changes, encode, ...call }): FuzzCall => ({
          ...call,
          kind: `${what}, text changed`,
          body: (who) =>
            encode(
              changes.reduce((json, change) => change(json), JSON.stringify(withCredentials(fits, who))),
            ),
        }),
      );
    return { fitting, changed, broken };
  };
  const queued = bodies('queue', body, { method: posted.method, path: posted.path }, [
    'spent',
    'disabled',
    'wrong',
  ]);
  const put = bodies(
    'watch',
    fittingBody('WatchBody', definitions, shopTarget),
    {
      method: fc.constant('PUT'),
      path: fc.tuple(watchNames, query).map(([name, suffix]) => `${watchesPath}/${name}${suffix}`),
    },
    ['disabled', 'wrong'],
  );
  const anything = fc
    .record({
      ...posted,
      headers,
      caller: fc.constant<Caller>('wrong'),
      bytes: weighted(
        [3, fc.json().map((json) => Buffer.from(json))],
        [1, fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))],
      ),
    })
    .map(({ bytes, ...call }): FuzzCall => ({ ...call, kind: 'queue, any bytes', body: () => bytes }));
  const byHeaders = {
    headers: weighted<Record<string, string | string[]>>([3, fc.constant({})], [2, oddHeaders]),
    headerCredentials: fc.constantFrom(
      'none' as const,
      'headers' as const,
      'headers' as const,
      'basic' as const,
    ),
    caller,
    pick,
  };
  const byIdentifier = (kind: string, method: fc.Arbitrary<string>, below: string): fc.Arbitrary<FuzzCall> =>
    fc.record({
      kind: fc.constant(kind),
      method,
      path: fc
        .tuple(weighted([3, fc.constant('{accepted}')], [2, pathSegment]), query)
        .map(([id, suffix]) => `/api/scrap_prices/${id}${below}${suffix}`),
      ...byHeaders,
    });
  const watches = fc.record({
    kind: fc.constant('watches'),
    method: fc.constantFrom('GET', 'GET', 'GET', 'DELETE'),
    path: weighted(
      [1, query.map((suffix) => `${watchesPath}${suffix}`)],
      [3, fc.tuple(watchNames, query).map(([name, suffix]) => `${watchesPath}/${name}${suffix}`)],
      [2, fc.tuple(watchNames, pages).map(([name, suffix]) => `${watchesPath}/${name}/history${suffix}`)],
    ),
    ...byHeaders,
  });
  const status = byIdentifier('status', fc.constant('GET'), '');
  const deliveries = byIdentifier('deliveries', fc.constantFrom('GET', 'GET', 'POST'), '/deliveries');
  const elsewhere = fc
    .record({
      method: fc.constantFrom(
        'GET',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'HEAD',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'PURGE',
      ),
      path: fc
        .tuple(
          fc.constantFrom(
            '',
            '/',
            '/api',
            '/api/scrap_prices',
            '/api/scrap_prices/',
            queuePath,
            `${queuePath}/`,
            '/API/scrap_prices/queue',
            '/api//scrap_prices/queue',
            watchesPath,
            '/api/scrap_prices/a/b',
            '/docs',
            '/.env',
            '/console',
          ),
          weighted([2, fc.constant('')], [1, pathSegment.map((segment) => `/${segment}`)]),
          query,
        )
        .map((parts) => parts.join('')),
      headers: weighted<Record<string, string | string[]>>([3, fc.constant({})], [2, oddHeaders]),
      headerCredentials: fc.constantFrom('none' as const, 'headers' as const),
      caller,
      pick,
    })
    .map((call): FuzzCall => ({ ...call, kind: 'other paths and methods' }));

  return weighted<FuzzCall>(
    [5, queued.fitting],
    [8, queued.changed],
    [7, queued.broken],
    [2, anything],
    [5, put.fitting],
    [3, put.changed],
    [2, put.broken],
    [3, watches],
    [5, status],
    [3, deliveries],
    [3, elsewhere],
  );
};
