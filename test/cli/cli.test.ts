import { once } from 'node:events';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { spanFrom } from '../../cli/options.ts';
import { resultTable } from '../../cli/output/results.ts';
import type { RequestData } from '../../client/index.ts';
import { resultCsv } from '../../client/result-rows.ts';
import { withoutFormulaGuards } from '../../lib/csv.ts';
import {
  type AnswerStep,
  completed,
  failed,
  pending,
  problem,
  queued,
  requestId,
  type Step,
  startScriptedService,
} from '../client/scripted-service.ts';
import { siteResult } from '../fakes/site-results.ts';
import { cleanEnvironment, rejectionOf, runCli, runInTerminal, temporaryFolder } from './run-cli.ts';

const dataOf = (...sites: RequestData['Sites']): RequestData => ({
  Sku: '555088-105',
  RequestedAt: '2026-11-21T10:00:00.000Z',
  CompletedAt: '2026-11-21T10:00:01.000Z',
  ExpiresAt: '2026-11-21T10:05:01.000Z',
  Summary: {
    Total: sites.length,
    Priced: sites.filter(({ Outcome }) => Outcome === 'Priced').length,
    OutOfStock: 0,
    Ambiguous: 0,
    NotFound: 0,
    Blocked: 0,
    Failed: sites.filter(({ Outcome }) => Outcome === 'Failed').length,
  },
  Sites: sites,
});

const timedOut = siteResult({
  Index: 1,
  Name: 'Shop B',
  Outcome: 'Failed',
  Price: null,
  Confidence: null,
  Evidence: [],
  Error: { Code: 'Timeout', Message: 'No answer.', Retryable: true },
});

/** A service that answers at once, since no test waits for time to pass. */
const withoutPauses = (step: Step): Step =>
  typeof step === 'function' ? step : { ...step, headers: { ...step.headers, 'Retry-After': '0' } };

const setUp = async (...steps: Step[]) => {
  const service = await startScriptedService(...steps.map(withoutPauses));
  const { folder, [Symbol.dispose]: remove } = temporaryFolder();
  const env = cleanEnvironment(folder, {
    SCRAP_PRICES_BASE_URL: service.baseUrl,
    SCRAP_PRICES_UID: 'acme',
    SCRAP_PRICES_LICENSE_KEY: 'sp_live_secret',
  });
  return {
    ...service,
    folder,
    env,
    [Symbol.asyncDispose]: async () => {
      remove();
      await service[Symbol.asyncDispose]();
    },
  };
};

const site = ['--site', 'Shop A=https://shop-a.example/p/{sku}'];

describe('scrape', () => {
  test('prints only JSON in a pipe, and progress on standard error', async () => {
    const data = dataOf(siteResult());
    await using it = await setUp(queued, pending, completed(data));
    const ended = await runCli(['scrape', '555088-105', ...site], it);
    expect(JSON.parse(ended.stdout)).toEqual(data);
    expect(ended.stderr).toMatch(/^Shop A: 1226\.00 EUR, after \d+\.\d s\n$/);
    expect(ended.code).toBe(0);
    expect(JSON.parse(it.calls[0]!.body).Data).toEqual({
      Sku: '555088-105',
      SellingSites: [{ Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' }],
    });
  });

  test('prints a table in a terminal, and a progress line for each site', async () => {
    await using it = await setUp(queued, completed(dataOf(siteResult(), timedOut)));
    const sites = [...site, '--site', 'Shop B=https://shop-b.example/{sku}'];
    const { code, screen } = await runInTerminal(['scrape', '555088-105', ...sites], it.env);
    expect(screen).toMatch(/✔ Shop A +1226\.00 EUR/);
    expect(screen).toMatch(/✖ Shop B +Timeout/);
    expect(screen).toMatch(/^Site +Outcome +Price/m);
    expect(screen).toMatch(/^Shop A +Priced/m);
    expect(screen).toContain('1226.00 EUR');
    expect(screen).toContain('Timeout (retryable)');
    expect(screen).toContain('555088-105: 2 sites, 1 Priced, 1 Failed');
    expect(code).toBe(3);
  });

  test('writes CSV for many SKUs, one request each', async () => {
    await using it = await setUp(
      queued,
      completed(dataOf(siteResult())),
      queued,
      completed(dataOf(timedOut)),
    );
    const file = join(it.folder, 'skus.csv');
    writeFileSync(file, 'Name;Sku\nOne;AIR-1\n'.replaceAll(';', ',').concat('Two,AIR-2\nAgain,AIR-1\n'));
    const ended = await runCli(['scrape', '--skus', file, '--parallel', '1', '--csv', ...site], it);
    const { data } = Papa.parse<Record<string, string>>(ended.stdout.trim(), { header: true });
    expect(data.map((row) => [row.Site, row.Price, row.Error])).toEqual([
      ['Shop A', '1226.00', ''],
      ['Shop B', '', 'Timeout'],
    ]);
    const queuedSkus = it.calls
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body).Data.Sku);
    expect(queuedSkus).toEqual(['AIR-1', 'AIR-2']);
    expect(ended.code).toBe(3);
  });

  test('packs a catalogue into one request, and lists mismatches', async () => {
    const oil = siteResult({ Name: 'Shop A', RequestedSku: 'OIL-1L' });
    const other = siteResult({
      Index: 1,
      Name: 'Shop B',
      RequestedSku: 'OIL-3L',
      Outcome: 'NotFound',
      Title: 'Oil 5 l',
      Price: null,
      Identity: { Verdict: 'Different', By: ['Quantity'] },
      Error: { Code: 'ProductMismatch', Message: 'Another.', Retryable: false },
    });
    const doubted = siteResult({
      Index: 2,
      Name: 'Shop B',
      RequestedSku: 'OIL-9L',
      Identity: { Verdict: 'Unknown', By: [] },
      Warnings: ['SkuDiffers: the page states another.'],
    });
    const data = { ...dataOf(oil, other, doubted), Sku: 'OIL-1L' };
    await using it = await setUp(queued, completed(data));
    const file = join(it.folder, 'catalogue.csv');
    const rows = ['OIL-1L,Shop A,4006381333931,', 'OIL-3L,Shop B,,3 l', 'OIL-9L,Shop B,,'];
    writeFileSync(
      file,
      [
        'Sku,Site,Url,ExpectGtin,ExpectQuantity',
        ...rows.map((row) => row.replace(/(Shop .)/, '$1,https://a.example/p')),
      ].join('\n'),
    );
    const ended = await runCli(['scrape', '--skus', file, '--csv', '--expect-brand', 'Acme'], it);
    const Url = 'https://a.example/p';
    expect(JSON.parse(it.calls[0]!.body).Data).toEqual({
      Sku: 'OIL-1L',
      SellingSites: [
        { Name: 'Shop A', Url, Expect: { Brand: 'Acme', Gtin: '4006381333931' } },
        { Sku: 'OIL-3L', Name: 'Shop B', Url, Expect: { Brand: 'Acme', Quantity: '3 l' } },
        { Sku: 'OIL-9L', Name: 'Shop B', Url, Expect: { Brand: 'Acme' } },
      ],
    });
    const { data: csv } = Papa.parse<Record<string, string>>(ended.stdout.trim(), { header: true });
    expect(csv.map((row) => [row.Sku, row.Identity, row.IdentityBy])).toEqual([
      ['OIL-1L', 'Same', 'Sku'],
      ['OIL-3L', 'Different', 'Quantity'],
      ['OIL-9L', 'Unknown', ''],
    ]);
    expect(ended.stderr).toContain(
      [
        '3 results: 1 matches the requested product, 1 is a different product, 1 could not be verified.',
        'Did not match:',
        '  OIL-3L at Shop B: different Quantity: "Oil 5 l"',
        '  OIL-9L at Shop B: the page states another SKU: 555088-105\n',
      ].join('\n'),
    );
    expect(ended.code).toBe(3);
    const table = resultTable([data], false, 140);
    expect(table).toMatch(/^OIL-3L +Shop B +NotFound .*Different \(Quantity\) +ProductMismatch/m);
    expect(table).toContain('3 products: 3 sites');
  });

  test.each<[string, Step[], number, RegExp]>([
    ['credentials are refused', [problem(401, 'Not these.')], 5, /^error: Not these\.$/m],
    [
      'the service finds the request invalid',
      [problem(400, 'Bad.', { Errors: [{ Pointer: '/Data/Sku', Detail: 'is wrong' }] })],
      2,
      /\/Data\/Sku is wrong/,
    ],
    [
      'an idempotency key is taken',
      [problem(422, 'Used with another body.')],
      2,
      /^error: Used with another body\.$/m,
    ],
    ['the request fails', [queued, failed], 4, /was not processed before its deadline/],
    ['another server answers', [{ status: 200, body: '<html>' }], 6, /Check the base URL/],
    ['another server has no such page', [{ status: 404, body: '<html>' }], 6, /Check the base URL/],
    ['the base URL has another path', [problem(404, 'The service has no such operation.')], 6, /base URL/],
  ])('exits with a code and a message when %s', async (_name, steps, code, message) => {
    await using it = await setUp(...steps);
    const ended = await runCli(['scrape', '1', ...site], it);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).not.toMatch(/\n {4}at /);
    expect(ended.stdout).toBe('');
  });

  test('reports a rejected request once, not for each site', async () => {
    const Errors = [{ Pointer: '/Data/Sku', Detail: 'must not be empty' }];
    const args = ['scrape', '', ...site, '--site', 'Shop B=https://shop-b.example/{sku}'];
    await using it = await setUp(problem(400, 'Bad.', { Errors }));
    expect((await runCli(args, it)).stderr).toBe('error: Bad.\n  /Data/Sku must not be empty\n');
    await using other = await setUp(problem(400, 'Bad.', { Errors }));
    const { screen } = await runInTerminal(args, other.env);
    expect(screen.match(/must not be empty/g)).toHaveLength(1);
    expect(screen.match(/Bad\./g)).toHaveLength(1);
  });

  test('exits with code 130 on Ctrl-C', async () => {
    await using it = await setUp(queued, () => {});
    const { code } = await runInTerminal(['scrape', '1', ...site], it.env, { to: 'Shop A', with: '\x03' });
    expect(code).toBe(130);
  });
});

describe('arguments', () => {
  const mistyped = /^--site ".*": expected an http\(s\) URL or a registered name\./;

  test.each<[string, string[], RegExp]>([
    ['no SKU', ['scrape', '--site', 'https://shop.example/{sku}'], /needs a SKU/],
    ['no site', ['scrape', '1'], /or selling sites with --site or --sites/],
    ['two formats', ['scrape', '1', ...site, '--json', '--csv'], /cannot be used with/],
    ['an unknown option', ['scrape', '1', ...site, '--key', 'x'], /unknown option '--key'/],
    ['an unknown command', ['scarpe'], /unknown command 'scarpe'/],
    ['a file that is not there', ['scrape', '1', '--sites', '/nowhere.json'], /cannot be read/],
    ['a scheme that is none', ['scrape', '1', '--site', 'htps://shop.example/{sku}'], mistyped],
    ['a named address without a host', ['queue', '1', '--site', 'Shop A=https://'], mistyped],
    [
      'an address without a scheme',
      ['scrape', '1', '--site', 'shop.example/{sku}'],
      /Did you mean https:\/\/shop\.example/,
    ],
    [
      'a named one',
      ['scrape', '1', '--site', 'A=www.shop.example/p'],
      /Did you mean https:\/\/www\.shop\.example/,
    ],
    ['an empty site', ['scrape', '1', '--site', ' '], mistyped],
    ['a wrong UID for a license', ['license', 'create', 'a:b'], /is not a valid UID/],
  ])('are rejected with code 2 and a message: %s', async (_name, args, message) => {
    // A call would end with another code.
    const nowhere = { SCRAP_PRICES_BASE_URL: 'http://127.0.0.1:1/prod', SCRAP_PRICES_UID: 'acme' };
    const variables = {
      ...nowhere,
      SCRAP_PRICES_LICENSE_KEY: 'k',
      LICENSES_TABLE: 'none',
      AWS_REGION: 'us-east-1',
    };
    expect(await rejectionOf(args, variables)).toEqual({ code: 2, message: expect.stringMatching(message) });
  });

  test('never include the license key', async () => {
    const { stdout } = await runCli(['scrape', '--help'], { env: cleanEnvironment('/') });
    expect(stdout).not.toMatch(/--(license-?)?key/i);
  });
});

describe('queue and status', () => {
  test('print the service’s responses', async () => {
    await using it = await setUp(queued, pending);
    const first = await runCli(['queue', '1', ...site, '--idempotency-key', 'order-7'], it);
    expect(JSON.parse(first.stdout)).toEqual({ RequestId: requestId, RequestStatus: 0 });
    expect(it.calls[0]!.headers['idempotency-key']).toBe('order-7');
    const second = await runCli(['status', requestId], it);
    expect(JSON.parse(second.stdout)).toEqual({ RequestId: requestId, RequestStatus: 0 });
    expect([first.code, second.code]).toEqual([0, 0]);
  });

  test('exit with code 4 for a failed or unknown request', async () => {
    await using one = await setUp(failed);
    expect(await runCli(['status', requestId], one)).toMatchObject({ code: 4 });
    await using other = await setUp(problem(404, 'No such request.'));
    expect(await runCli(['status', requestId], other)).toMatchObject({ code: 4, stdout: '' });
  });
});

describe('watches', () => {
  const summary = {
    ...{ Name: 'prices', Schedule: 'rate(6 hours)', TimeZone: null, Sku: 'x', SiteCount: 2 },
    ...{ CreatedAt: '2026-11-21T10:00:00.000Z', UpdatedAt: '2026-11-21T10:00:00.000Z' },
    NextRunAt: '2026-11-21T16:00:00.000Z',
    LastRun: {
      ...{ ScheduledAt: '2026-11-21T10:00:00.000Z', StartedAt: '2026-11-21T10:00:01.000Z' },
      ...{ RequestId: null, Ended: 'Refused', Reason: { Code: 'QuotaUsedUp', Message: 'used up' } },
    },
  };

  test('are put with their conditions', async () => {
    await using it = await setUp({ status: 201, body: summary });
    const when = ['--change-percent', '2.5', '--below', '1099,00 €', '--back-in-stock'];
    const schedule = ['--schedule', 'cron(0 9 * * ? *)', '--time-zone', 'Europe/Berlin'];
    const { code, stdout } = await runCli(
      ['watches', 'put', 'prices', 'x', ...site, ...schedule, ...when],
      it,
    );
    expect([code, JSON.parse(stdout)]).toEqual([0, summary]);
    expect(JSON.parse(it.calls[0]!.body)).toMatchObject({
      Schedule: 'cron(0 9 * * ? *)',
      TimeZone: 'Europe/Berlin',
      When: { ChangePercent: 2.5, Below: { Amount: '1099.00', Currency: 'EUR' }, BackInStock: true },
    });
    expect(
      await runCli(['watches', 'put', 'p', 'x', ...site, ...schedule, '--below', '$5'], it),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"$" may be several currencies'),
    });
  });

  test('are listed as tables, without control characters from pages', async () => {
    await using it = await setUp({ status: 200, body: { Watches: [summary] } });
    const { screen } = await runInTerminal(['watches', 'list'], it.env);
    expect(screen).toMatch(/prices +x +2 +rate\(6 hours\) .*QuotaUsedUp/);
    expect(screen).toContain('QuotaUsedUp: used up');
    const change = {
      Kind: 'Price',
      Of: [{}],
      Index: 0,
      Name: 'Shop \u001b[31m',
      Url: null,
      IsReported: true,
    };
    const prices = {
      From: { Amount: '10.00', Currency: 'EUR' },
      To: { Amount: '9.00', Currency: 'EUR' },
      LowestInDays: 0,
    };
    const entry = { At: '2026-11-21T10:00:00.000Z', Ended: 'Completed', Reason: null, Sites: [] };
    const page = { Entries: [{ ...entry, Changes: [{ ...change, ...prices }] }], Next: 'cursor' };
    await using other = await setUp({ status: 200, body: page });
    const history = await runInTerminal(['history', 'prices', '--limit', '1'], other.env);
    expect(history.screen).toMatch(/10\.00 to 9\.00 EUR, lowest so far +reported/);
    expect(history.screen).toContain('More: --cursor cursor');
  });
});

describe('deliveries', () => {
  const attempt = (At: string, changes: object = {}) => ({
    ...{ At, DurationMs: 12, HttpStatus: 503, Error: null, IsResend: false },
    ...changes,
  });
  const view = (...Attempts: object[]): AnswerStep => ({
    status: 200,
    body: { RequestId: requestId, Ended: null, NextAttemptAt: null, Attempts },
  });
  const first = attempt('2026-11-21T10:00:00.000Z');
  const again = attempt('2026-11-21T10:01:00.000Z', { HttpStatus: 204, IsResend: true });

  test('are printed as JSON, and as a table in a terminal', async () => {
    await using it = await setUp(view(first));
    const piped = await runCli(['deliveries', requestId], it);
    expect([piped.code, JSON.parse(piped.stdout)]).toEqual([0, view(first).body]);
    const timeout = { HttpStatus: null, Error: { Code: 'Timeout', Message: 'It went silent.' } };
    await using other = await setUp(view(first, attempt('2026-11-21T10:01:00.000Z', timeout), again));
    const { screen } = await runInTerminal(['deliveries', requestId], other.env);
    expect(screen).toMatch(/12 ms +503/);
    expect(screen).toMatch(/Timeout: It went silent\./);
    expect(screen).toMatch(/204 +resent/);
    expect(screen).toContain('Not delivered yet; an attempt is in progress.');
  });

  test('are repeated, and the outcome is shown', async () => {
    await using it = await setUp(view(first), { ...view(first), status: 202 }, view(first, again));
    const { code, stdout } = await runCli(['deliveries', requestId, '--resend'], it);
    expect([code, JSON.parse(stdout)]).toEqual([0, view(first, again).body]);
    expect(it.calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
    const silent = { HttpStatus: null, Error: { Code: 'Timeout', Message: 'It went silent.' } };
    for (const [how, code, message] of [
      [
        { HttpStatus: 500 },
        6,
        'error: The webhook was resent, but the receiver responded 500; expected 2xx.\n',
      ],
      [silent, 6, 'error: The webhook was resent, but the receiver did not respond: It went silent.\n'],
      [{ HttpStatus: 410 }, 0, ''],
    ] as const) {
      const resent = view(first, attempt('2026-11-21T10:01:00.000Z', { ...how, IsResend: true }));
      await using other = await setUp(view(first), { ...view(first), status: 202 }, resent);
      const ended = await runCli(['deliveries', requestId, '--resend'], other);
      expect([ended.code, ended.stderr, JSON.parse(ended.stdout)]).toEqual([code, message, resent.body]);
    }
    await using early = await setUp(view(), problem(409, 'Nothing was posted for this request yet.'));
    expect(await runCli(['deliveries', requestId, '--resend'], early)).toMatchObject({
      code: 2,
      stderr: 'error: Nothing was posted for this request yet.\n',
    });
  });

  test('are requested with --webhook; the secret is not an argument', async () => {
    await using it = await setUp(queued, queued, completed(dataOf(siteResult())));
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const env = { ...it.env, SCRAP_PRICES_WEBHOOK_SECRET: secret };
    const webhook = ['--webhook', 'https://hooks.example/'];
    await runCli(['queue', '1', ...site, ...webhook], it);
    await runCli(['scrape', '1', ...site, ...webhook], { env });
    expect(it.calls.slice(0, 2).map(({ body }) => JSON.parse(body).Data.Webhook)).toEqual([
      { Url: 'https://hooks.example/' },
      { Url: 'https://hooks.example/', Secret: secret },
    ]);
  });
});

describe('profiles', () => {
  test('are stored in a private file and used from there', async () => {
    await using it = await setUp(pending);
    const env = cleanEnvironment(it.folder);
    const args = ['profile', 'add', '--base-url', it.baseUrl, '--uid', 'acme'];
    const added = await runCli(args, { env, input: 'sp_live_secret\n' });
    expect(added).toMatchObject({ code: 0, stdout: '' });
    const file = join(it.folder, '.config/scrap-prices/config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const status = await runCli(['status', requestId], { env });
    expect(status.code).toBe(0);
    expect(it.calls[0]!.headers.licensekey).toBe('sp_live_secret');
    const listed = await runCli(['profile', 'list'], { env });
    expect(listed.stdout).toBe(`default\tacme\t${it.baseUrl}\n`);
    expect((await runCli(['profile', 'remove', 'default'], { env })).code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('sp_live_secret');
  });

  test('are never saved under a name that cannot be read again', async () => {
    await using it = await setUp(pending);
    const env = cleanEnvironment(it.folder);
    for (const name of ['constructor', '__proto__', 'toString']) {
      const args = ['profile', 'add', name, '--base-url', it.baseUrl, '--uid', 'acme'];
      const { code } = await runCli(args, { env, input: 'sp_live_secret' });
      const { stdout } = await runCli(['profile', 'list'], { env });
      expect([code, stdout.includes(name)], name).toEqual(name === '__proto__' ? [2, false] : [0, true]);
    }
  });

  test('are rejected if others can read the file', async () => {
    await using it = await setUp(pending);
    const env = cleanEnvironment(it.folder);
    const args = ['profile', 'add', '--base-url', it.baseUrl, '--uid', 'acme'];
    await runCli(args, { env, input: 'sp_live_secret' });
    chmodSync(join(it.folder, '.config/scrap-prices/config.json'), 0o644);
    const ended = await runCli(['status', requestId], { env });
    expect(ended.stderr).toMatch(/readable by others \(mode 644\); run: chmod 600/);
    expect(ended.code).toBe(2);
    expect(it.calls).toEqual([]);
  });

  test('prompt for the key without echo', async () => {
    await using it = await setUp(pending);
    const env = cleanEnvironment(it.folder);
    const args = ['profile', 'add', 'work', '--base-url', it.baseUrl, '--uid', 'acme'];
    const { code, screen } = await runInTerminal(args, env, { to: 'not shown', with: 'sp_live_typed\r' });
    expect(code).toBe(0);
    expect(screen).not.toContain('sp_live_typed');
    expect(readFileSync(join(it.folder, '.config/scrap-prices/config.json'), 'utf8')).toContain(
      'sp_live_typed',
    );
  });
});

test.each([['status'], ['deliveries'], ['watches', 'show'], ['history'], ['watches', 'delete', '--yes']])(
  '%s %s never sends a name that leads to another path',
  async (...command) => {
    await using it = await setUp(pending);
    for (const name of ['.', '..', ''])
      expect(await runCli([...command.filter(Boolean), name], it)).toMatchObject({ code: 2 });
    expect(it.calls).toEqual([]);
  },
);

describe('a span of time', () => {
  test.each([
    ['90s', 90_000],
    ['5 min', 300_000],
    ['2 Hours', 7_200_000],
    ['1 day, 2 hours', 93_600_000],
  ])('is read from %s', (text, ms) => {
    expect(spanFrom(text)).toBe(ms);
  });
  test.each(['', '5', 'min', '5 mins ago', '5 months', '16d', '0s', '-5s', '5 s s', '1.5h', '1e3s', '5 ms'])(
    'is not read from %j, and the answer says how it is written',
    (text) => {
      expect(() => spanFrom(text)).toThrow(/such as 90s, "5 min", 6h or 2d/);
    },
  );
});

describe('an unreachable address', () => {
  const listening = async (): Promise<Server> => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };

  test('exits with code 6 without retries', async () => {
    const server = await listening();
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    await using it = await setUp(queued);
    const env = { ...it.env, SCRAP_PRICES_BASE_URL: `http://127.0.0.1:${port}/prod` };
    expect(await runCli(['status', requestId], { env })).toMatchObject({
      code: 6,
      stdout: '',
      stderr: expect.stringMatching(/cannot be reached: nothing listens there/),
    });
  });
});

describe('text from pages', () => {
  // Characters that JSON does not escape, beside some that it does.
  const steering = 'a\u001b[2J\u007f\u0085\u009b31m\u061c\u200e\u2028\u202e\u2066z';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
  const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
  const delivered = {
    ...{ RequestId: requestId, Ended: null, NextAttemptAt: null },
    Attempts: [
      {
        ...{ At: '2026-11-21T10:00:00.000Z', DurationMs: 1, HttpStatus: null, IsResend: false },
        Error: { Code: 'Unreachable', Message: steering },
      },
    ],
  };
  const watched = { Watches: [], Note: steering };
  const page = siteResult({ Name: steering, Title: steering, Warnings: [steering] });

  test.each<[string[], Step]>([
    [['status', requestId], completed(dataOf(page))],
    [['status', requestId, '--csv'], completed(dataOf(page))],
    [['status', requestId, '--table'], completed(dataOf(page))],
    [['deliveries', requestId], { status: 200, body: delivered }],
    [['watches', 'list'], { status: 200, body: watched }],
    [['status', requestId], problem(400, steering, { Errors: [{ Pointer: '/x', Detail: steering }] })],
  ])('is printed without control characters: %j', async (args, step) => {
    await using it = await setUp(step);
    const { stdout, stderr } = await runCli(args, it);
    expect(stdout + stderr).toMatch(/a.*z/s);
    expect(stdout + stderr).not.toMatch(controls);
    if (stdout.startsWith('{')) expect(JSON.parse(stdout)).toEqual((step as AnswerStep).body);
  });

  test.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=cmd|" /C calc"!A0', '"=1', ' =1', 'a\n=1'],
    ...[
      '＝1+1',
      '＋1',
      '－1',
      '＠SUM(A1)',
      'x;=1+cmd|y;z',
      'x;"=1',
      'x\t＝1',
      'x\r\n -1',
      ';=1;+2',
      '\u00a0=1',
      '\ufe66A1',
      '\ufe63A1',
      '\u22121',
      '\u207a1',
      '\u200b=1',
      'x;\u202e\ufe66A1',
      '\u00ad\ufeff \u2062=1',
      '\u0000\u0008=1',
      '\u3164\ufe0f@SUM(A1)',
    ],
  ])('is no formula in any cell of CSV, whatever separates the cells: %j', (text) => {
    const site = siteResult({ Name: text, Title: text, Reference: text, Warnings: [text] });
    const csv = resultCsv([dataOf(site)]);
    const [row] = Papa.parse<Record<string, string>>(csv, { header: true }).data;
    // With another separator than the comma, quotes do not hold a cell together.
    for (const cell of [...Object.values(row!), ...csv.split(/[;\t\r\n]/)])
      expect(cell.normalize('NFKC').replace(/[\s"\p{C}\p{DI}]/gu, '')).not.toMatch(/^[=+\-@−]/);
    expect(withoutFormulaGuards(row!.Title!)).toBe(text);
  });

  test('is quoted in CSV, so that separators of other locales do not divide it', () => {
    const csv = resultCsv([dataOf(siteResult({ Title: 'a;b\tc' }))]);
    const rows = Papa.parse<string[]>(csv, { delimiter: ',' }).data;
    expect(csv).toContain(',"a;b\tc",');
    expect(rows[1]).toContain('a;b\tc');
  });
});
