// The local stack survives any input at its listeners.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { maxBodyBytes } from '../../lambdas/domain/request/queue-request.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { listeners } from './listeners.ts';
import { apiTo, keptResources, tinyAssembly } from './tiny-assembly.ts';

const before = new Set(process.platform === 'linux' ? listeners().map(({ port }) => port) : []);
let stack: LocalStack;
let remove: () => void;
beforeAll(async () => {
  const source = 'export const handler = async () => ({ statusCode: 200, body: "{}" });';
  const tiny = tinyAssembly({ Answer: { source } }, { ...apiTo('Answer'), ...keptResources });
  remove = tiny.remove;
  stack = await startLocalStack({ assembly: tiny.assembly, shops: true });
});
afterAll(async () => {
  await stack?.close();
  remove?.();
});

const open = (port: number, text: string | Buffer): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  return socket;
};

/** Returns what a server writes until it closes the connection. */
const converse = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = open(port, text).setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer)).on('end', () => socket.end());
  });

const long = 'a'.repeat(300);
const paths = [
  '/%00.html',
  '/docs/%00.html',
  '/demo.json/%00',
  `/${long}.html`,
  `/docs/${long}.html`,
  `/${`${long}/`.repeat(20)}index.html`,
  '/%E0%A4%A',
  '/docs/%E0%A4%A',
  '/%',
  '/try/%E0%A4%A',
  '/try/things/%ff%00',
  '/try/../../%2e%2e/etc/passwd.txt',
  '/..%2f..%2f..%2fetc%2fhosts.txt',
  '/\\\\[',
  '//[::1',
  '///%5b@:99999999/',
  '/__proto__',
  '/constructor',
  '/?%',
  '/operations/log?sinceMs=%00',
  '/operations.json?sinceMs=NaN',
  '/2015-03-31/functions/%E0%A4%A/invocations',
  '/schedules/%E0%A4%A',
  '/schedules/a?groupName=%E0%A4%A',
];
const targets = ['*', 'http://[', 'http://127.0.0.1:1/', 'x', '?', '#'];
const hosts = ['127.0.0.1', '', '[', '[::1', '127.0.0.1:99999999', 'a@b', '%00', '127.0.0.1\t', long];
const fields = [
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Content-Encoding: gzip',
  'Accept-Encoding: ;q=x,*;q=-1',
  'X-Amz-Target: DynamoDB_20120810.Scan',
  'X-Amz-Target: AmazonSQS.SendMessage\r\nX-Amzn-Trace-Id: x',
  `Authorization: ${'Credential='.repeat(200)}/`,
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE', 'TRACE', 'PROPFIND', 'CONNECT'];

/** With and without the owner's key. */
const calls = (): string[] => {
  const { accessKeyId } = stack.credentials;
  const signature = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0`;
  const keys = [
    `Authorization: Bearer ${accessKeyId}`,
    `Authorization: ${signature}\r\nX-Amz-Date: 20260101T000000Z`,
  ];
  const call = (method: string, target: string, host: string, ...more: string[]): string =>
    [
      `${method} ${target} HTTP/1.1`,
      `Host: ${host}`,
      ...more,
      'Content-Length: 1',
      'Connection: close',
      '',
      '{',
    ].join('\r\n');
  return [
    ...[...paths, ...targets].flatMap((path) => [
      call('GET', path, '127.0.0.1'),
      ...keys.map((key) => call('POST', path, '127.0.0.1', key)),
    ]),
    ...hosts.flatMap((host) => keys.map((key) => call('GET', '/', host, key))),
    ...fields.flatMap((field) => keys.map((key) => call('POST', '/', '127.0.0.1', key, field))),
    ...methods.map((method) => call(method, '/', '127.0.0.1', keys[1]!)),
    '\0\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
  ];
};

describe.runIf(process.platform === 'linux')('every listener', () => {
  it('survives hostile calls', async () => {
    // Malformed calls with the owner's key are reported there.
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    // Those never answer.
    const silent = stack.shops!.sellingSites.flatMap(({ TimeoutSeconds, Url = '' }) =>
      TimeoutSeconds === undefined ? [] : Number(new URL(Url).port),
    );
    const ports = listeners()
      .map(({ port }) => port)
      .filter((port) => !before.has(port) && !silent.includes(port));
    expect(ports.length).toBeGreaterThan(20);
    for (const port of ports) {
      for (const text of calls()) await converse(port, text);
      // A client that resets the connection immediately.
      open(port, calls()[0]!).resetAndDestroy();
      expect(
        await converse(port, 'GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'),
      ).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect((await fetch(`${stack.webUrl}/demo.json`)).status).toBe(200);
    expect((await fetch(`${stack.apiUrl}/things/a`)).status).toBe(200);
  });
});

describe('bodies of unauthenticated calls', () => {
  const port = (): number => Number(new URL(stack.webUrl).port);
  const post = (bytes: number): Promise<Response> =>
    fetch(`${stack.apiUrl}/things`, { method: 'POST', body: `"${'x'.repeat(bytes - 2)}"` });

  it('are at most as large as the service accepts', async () => {
    expect((await post(maxBodyBytes)).status).toBe(200);
    expect((await post(maxBodyBytes + 1)).status).toBe(413);
    expect((await post(8 << 20)).status).toBe(413);
  });

  it('are held up to a limit over all connections, which ends with them', async () => {
    const head = `POST /try/things HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${maxBodyBytes}\r\n\r\n`;
    const unfinished = Buffer.concat([Buffer.from(head), Buffer.alloc(maxBodyBytes - 1, 'x')]);
    const sockets = Array.from({ length: 160 }, () => open(port(), unfinished));
    await expect.poll(async () => (await post(maxBodyBytes)).status).toBe(429);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await post(maxBodyBytes)).status).toBe(200);
  });
});
