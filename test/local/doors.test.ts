// Other users of this machine and pages in its browsers have no access to the local stack.
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useLocalStack } from '../service/stack.ts';
import { listeners } from './listeners.ts';

const before = new Set(listeners().map(({ port }) => port));
const local = useLocalStack();
const opened = () => listeners().filter(({ port }) => !before.has(port));

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

const call = (
  port: number | string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const calling = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: text }),
      );
    });
    calling.on('error', (cause) => reject(new Error(`${method} at ${port}`, { cause })));
    calling.end(method === 'POST' ? '{}' : undefined);
  });

/** Signature headers as from an SDK; the stack only checks the key. */
const signed = (accessKeyId: string) => ({
  Authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
  'X-Amz-Date': '20260101T000000Z',
});
const listTables = {
  'Content-Type': 'application/x-amz-json-1.0',
  'X-Amz-Target': 'DynamoDB_20120810.ListTables',
};
const listQueues = { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': 'AmazonSQS.ListQueues' };

const portOf = (endpoint: string): string => new URL(endpoint).port;
const bearer = () => ({ Authorization: `Bearer ${local.stack.credentials.accessKeyId}` });

describe.runIf(process.platform === 'linux')('every port', () => {
  it('listens only on this machine', () => {
    expect(opened().length).toBeGreaterThan(4);
    for (const { address } of opened()) expect(address).toBe('0100007F');
  });

  it.each([
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
    ['Host', 'evil.example'],
    ['Host', '127.0.0.1.evil.example'],
  ])('refuses calls with a key and the %s %s', async (name, value) => {
    const { accessKeyId } = local.stack.credentials;
    for (const { port } of opened()) {
      for (const [method, headers] of [
        ['GET', {}],
        ['OPTIONS', { 'Access-Control-Request-Method': 'POST' }],
        ['POST', { ...signed(accessKeyId), ...listTables }],
        ['POST', { ...signed(accessKeyId), ...listQueues }],
      ] as const) {
        const answer = await call(port, method, '/', { ...headers, [name]: value });
        expect([403, 421], `${method} at ${port}: ${answer.body}`).toContain(answer.status);
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
  });
});

describe('the emulated services', () => {
  it.each([
    ['no key', {}],
    ['the key of another start', signed('local')],
  ])('refuse calls with %s', async (_name, headers) => {
    const { dynamodb, sqs } = local.stack.endpoints;
    for (const endpoint of [dynamodb, sqs]) {
      for (const [method, path] of [
        ['POST', '/'],
        ['GET', '/_fauxqs/queues'],
      ] as const) {
        const answer = await call(portOf(endpoint), method, path, { ...headers, ...listTables });
        expect(answer.status).toBe(403);
      }
    }
  });

  it('answer the owner', async () => {
    const { endpoints, credentials } = local.stack;
    const key = signed(credentials.accessKeyId);
    const tables = await call(portOf(endpoints.dynamodb), 'POST', '/', { ...key, ...listTables });
    const queues = await call(portOf(endpoints.sqs), 'POST', '/', { ...key, ...listQueues });
    expect([tables.status, queues.status]).toEqual([200, 200]);
  });
});

describe('the gateway', () => {
  const at = (path: string, headers: Record<string, string> = {}) =>
    call(portOf(local.stack.webUrl), 'GET', path, headers);

  it('accepts its own host names and the origins of its pages', async () => {
    const port = portOf(local.stack.webUrl);
    for (const Host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect((await at('/demo.json', { Host })).status).toBe(200);
      expect((await at('/demo.json', { Host, Origin: `http://${Host}` })).status).toBe(200);
      // Another program's pages on this machine.
      expect((await at('/demo.json', { Host, Origin: 'http://127.0.0.1:3000' })).status).toBe(403);
    }
  });

  it('gives the license key and operator documents only to the owner', async () => {
    const { licenseKey } = local.stack.license!;
    const paths = [
      '/demo.json',
      '/license.json',
      '/operations.json',
      '/operations/log',
      '/operations/metrics.json',
    ];
    for (const path of paths) {
      for (const headers of [undefined, { Authorization: 'Bearer local' }]) {
        const { status, body } = await at(path, headers);
        expect(status).toBe(path === '/demo.json' ? 200 : 401);
        expect(body).not.toContain(licenseKey);
      }
      expect((await at(path, bearer())).status).toBe(200);
    }
    expect(JSON.parse((await at('/license.json', bearer())).body)).toEqual({
      UID: 'local',
      LicenseKey: licenseKey,
    });
  });
});
