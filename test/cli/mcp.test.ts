import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, test } from 'vitest';
import { createMcpServer } from '../../cli/mcp/server.ts';
import { ScrapPrices } from '../../client/index.ts';
import { requestDataExample } from '../../scripts/openapi/examples.ts';
import {
  completed,
  pending,
  problem,
  queued,
  requestId,
  type Step,
  startScriptedService,
} from '../client/scripted-service.ts';

const licenseKey = 'sp_live_secret';

/** An agent's client, connected to a server that calls a scripted service. */
const agentOf = async (...steps: Step[]) => {
  const service = await startScriptedService(...steps);
  const client = new ScrapPrices({
    baseUrl: service.baseUrl,
    uid: 'acme',
    licenseKey,
    maxAttempts: 1,
    wait: async () => {},
  });
  const server = createMcpServer({ client, licenseKey, version: '1.0.0' });
  const agent = new Client({ name: 'test', version: '1.0.0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), agent.connect(ours)]);
  return {
    calls: service.calls,
    agent,
    call: async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError = false, structuredContent } = await agent.callTool({ name, arguments: args });
      const [{ text }] = content as [{ text: string }];
      return { isError, text, structuredContent };
    },
    [Symbol.asyncDispose]: async () => {
      await agent.close();
      await service[Symbol.asyncDispose]();
    },
  };
};

const sites = [{ Url: 'https://shop-a.example/p/{sku}' }];
const done = completed(requestDataExample);

test('lists its tools with their schemas', async () => {
  await using it = await agentOf(queued);
  const { tools } = await it.agent.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['scrape', 'read', 'explain', 'watch', 'unwatch', 'history']);
  expect(tools[0]!.inputSchema).toMatchObject({
    required: ['sku', 'sites'],
    properties: { sites: { type: 'array', items: { properties: { Url: { type: 'string' } } } } },
  });
  for (const { inputSchema, outputSchema } of tools) {
    expect(inputSchema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(outputSchema).toMatchObject({ type: 'object' });
  }
  const readers = tools.filter(({ annotations }) => annotations!.readOnlyHint).map(({ name }) => name);
  expect(readers).toEqual(['read', 'explain', 'history']);
});

test('scrapes, waits, and responds with the fields that compare prices', async () => {
  await using it = await agentOf(queued, pending, done, done);
  const { isError, text } = await it.call('scrape', { sku: '555088-105', sites });
  expect(isError).toBe(false);
  const answer = JSON.parse(text);
  expect(answer).toMatchObject({ RequestId: requestId, Status: 'Completed' });
  const [first] = requestDataExample.Sites;
  expect(answer.Sites[0]).toMatchObject({ Index: 0, Outcome: first!.Outcome, Price: first!.Price });
  expect(answer.Sites[0]).not.toHaveProperty('Evidence');
  expect(it.calls[0]).toMatchObject({ method: 'POST', path: '/prod/api/scrap_prices/queue' });
});

const watch = {
  Name: 'a',
  Schedule: 'cron(0 6 * * ? *)',
  TimeZone: 'Europe/Berlin',
  When: { ChangePercent: 5 },
  Data: { Sku: '1', SellingSites: sites, Webhook: { Url: 'https://me.example/hook', Body: 'Reference' } },
};
const watched: Step = { status: 200, body: { ...watch, Watches: [], Entries: [], Next: null } };

test('shows, lists and ends watches, and pages through a history', async () => {
  await using it = await agentOf(watched);
  for (const [tool, args] of [
    ['watch', { name: 'a' }],
    ['watch', {}],
    ['history', { name: 'a', cursor: 'next' }],
    ['unwatch', { name: 'a' }],
  ] as const)
    expect(await it.call(tool, args)).toMatchObject({ isError: false });
  expect(it.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /prod/api/watches/a',
    'GET /prod/api/watches',
    'GET /prod/api/watches/a/history?limit=10&cursor=next',
    'DELETE /prod/api/watches/a',
  ]);
});

const { Schedule, TimeZone, When, Data } = watch;
const { Webhook, ...unreported } = Data;

test.each<[string, Record<string, unknown>, object, RegExp | undefined]>([
  [
    'a schedule',
    { schedule: 'rate(6 hours)' },
    { Schedule: 'rate(6 hours)', When, Data },
    /Europe\/Berlin was dropped.*Secret/,
  ],
  [
    'another cron',
    { schedule: 'cron(0 7 * * ? *)' },
    { Schedule: 'cron(0 7 * * ? *)', TimeZone, When, Data },
    /Secret/,
  ],
  ['a SKU', { sku: '2' }, { Schedule, TimeZone, When, Data: { ...Data, Sku: '2' } }, /Secret/],
  ['no condition', { when: null }, { Schedule, TimeZone, Data }, /Secret/],
  ['no time zone', { timeZone: null }, { Schedule, When, Data }, /^Its webhook/],
  ['no webhook', { webhook: null }, { Schedule, TimeZone, When, Data: unreported }, /no webhook/],
  [
    'a webhook',
    { webhook: { Url: 'https://you.example/' } },
    { Schedule, TimeZone, When, Data: { ...Data, Webhook: { Url: 'https://you.example/' } } },
    undefined,
  ],
])('changes only %s of a watch', async (_, args, expected, notice) => {
  await using it = await agentOf(watched);
  const { structuredContent } = await it.call('watch', { name: 'a', ...args });
  const { Authorization: _key, ...body } = JSON.parse(it.calls[1]!.body);
  expect(it.calls[1]!.method).toBe('PUT');
  expect(body).toEqual(expected);
  expect(structuredContent).toMatchObject(notice ? { Notice: expect.stringMatching(notice) } : { Name: 'a' });
});

test('creates a watch only with all required arguments, and reports that it sends no notifications', async () => {
  const [unknown, put] = [problem(404, 'There is no such watch.'), { status: 201, body: { Name: 'a' } }];
  await using it = await agentOf(unknown, put, unknown);
  const whole = { name: 'a', sku: '1', sites, schedule: 'rate(6 hours)' };
  expect(await it.call('watch', whole)).toMatchObject({
    structuredContent: { Notice: expect.stringContaining('no webhook') },
  });
  expect(await it.call('watch', { ...whole, sites: undefined })).toMatchObject({ isError: true });
  expect(it.calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET']);
});

test('never replaces a watch that could not be read', async () => {
  await using it = await agentOf(problem(503, 'Later.'));
  const ended = await it.call('watch', { name: 'a', sku: '1', sites, schedule: 'rate(6 hours)' });
  expect(ended.isError).toBe(true);
  expect(it.calls.map(({ method }) => method)).toEqual(['GET']);
});

/** Tags, directions, zero width, variation selectors, a soft hyphen, fillers, controls, and a lone surrogate. */
const unseen = [
  0xe0041, 0x202e, 0x200b, 0x2060, 0xe0100, 0xfe01, 0xad, 0x3164, 0x1b, 0x9b, 0xfff9, 0x1d173, 0xd800,
];

test.each(unseen.map((code) => [code.toString(16), String.fromCodePoint(code)]))(
  'makes invisible text of pages visible: U+%s',
  async (_, character) => {
    const hostile = { ...requestDataExample.Sites[0]!, Title: `a${character}b`, Warnings: [character] };
    const shown = `a${[...character]
      .flatMap((each) => each.split(''))
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('')}b`;
    await using it = await agentOf(completed({ ...requestDataExample, Sites: [hostile] }));
    for (const [tool, args] of [
      ['read', { requestId }],
      ['explain', { requestId, index: 0 }],
    ] as const) {
      const { text, structuredContent } = await it.call(tool, args);
      for (const answer of [text, JSON.stringify(structuredContent)]) expect(answer).not.toContain(character);
      const answer = JSON.parse(text);
      expect(answer).toEqual(structuredContent);
      expect((answer.Sites?.[0] ?? answer).Title).toBe(shown);
    }
    await using refused = await agentOf(problem(400, `a${character}b`));
    expect((await refused.call('read', { requestId })).text).toContain(shown);
  },
);

test.each([
  ['another case', { url: 'https://shop-a.example/' }, /did you mean Url\?/],
  ['a slip', { SerchUrl: 'https://shop-a.example/?q={sku}' }, /did you mean SearchUrl\?/],
])('says which member was meant with %s', async (_, site, expected) => {
  await using it = await agentOf(queued);
  const ended = await it.call('scrape', { sku: '1', sites: [site] });
  expect(ended).toMatchObject({ isError: true, text: expect.stringMatching(expected) });
  expect(it.calls).toEqual([]);
});

test.each<[string, Step]>([
  ['an error', problem(401, `The key ${licenseKey} is not known.`)],
  ['a result', completed({ ...requestDataExample, Sku: licenseKey })],
])('never shows the license key in %s', async (_, step) => {
  await using it = await agentOf(step);
  const { text } = await it.call('read', { requestId });
  expect(text).toContain('[license key]');
  expect(text).not.toContain(licenseKey);
});

test.each([
  ['an unknown member of a site', { sku: '1', sites: [{ Url: 'ftp://x' }] }],
  ['no site', { sku: '1', sites: [] }],
  ['a control character', { sku: '\u0000', sites }],
  ['an unknown argument', { sku: '1', sites, url: 'https://shop-a.example/' }],
])('rejects %s without calling the service', async (_, args) => {
  await using it = await agentOf(queued);
  expect(await it.call('scrape', args)).toMatchObject({ isError: true });
  expect(it.calls).toEqual([]);
});
