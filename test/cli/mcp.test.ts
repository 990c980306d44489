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
      const { content, isError = false } = await agent.callTool({ name, arguments: args });
      const [{ text }] = content as [{ text: string }];
      return { isError, text };
    },
    [Symbol.asyncDispose]: async () => {
      await agent.close();
      await service[Symbol.asyncDispose]();
    },
  };
};

const sites = [{ Url: 'https://shop-a.example/p/{sku}' }];
const done = completed(requestDataExample);

test('lists its tools with their input schemas', async () => {
  await using it = await agentOf(queued);
  const { tools } = await it.agent.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['scrape', 'read', 'explain', 'watch', 'history']);
  expect(tools[0]!.inputSchema).toMatchObject({
    required: ['sku', 'sites'],
    properties: { sites: { type: 'array', items: { properties: { Url: { type: 'string' } } } } },
  });
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

test('puts, shows and lists watches, and pages through a history', async () => {
  await using it = await agentOf({ status: 200, body: { Name: 'a', Watches: [], Entries: [], Next: null } });
  await it.call('watch', { name: 'a', sku: '1', sites, schedule: 'rate(6 hours)' });
  await it.call('watch', { name: 'a' });
  await it.call('watch');
  await it.call('history', { name: 'a', cursor: 'next' });
  expect(it.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /prod/api/watches/a',
    'GET /prod/api/watches/a',
    'GET /prod/api/watches',
    'GET /prod/api/watches/a/history?limit=10&cursor=next',
  ]);
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
])('rejects %s without calling the service', async (_, args) => {
  await using it = await agentOf(queued);
  expect(await it.call('scrape', args)).toMatchObject({ isError: true });
  expect(it.calls).toEqual([]);
});
