// The local gateway as clients meet it: what curl, requests, aiohttp, Go, Java and browsers put on the wire.
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exposedHeaders } from '../../lambdas/api/cors-middleware.ts';
import { createFront } from '../../local/gateway/front.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import { apiTo, tinyAssembly } from './tiny-assembly.ts';

const source = `
export const handler = async (event) => {
  if (event.httpMethod === 'POST' && event.headers['x-how'] === 'headers')
    return { statusCode: 200, headers: JSON.parse(event.body), body: 'four' };
  return { statusCode: 200, body: event.path + ' ' + (event.body ?? '').length };
};`;

let stack: LocalStack;
let remove: () => void;
beforeAll(async () => {
  const tiny = tinyAssembly({ Answer: { source } }, apiTo('Answer'));
  remove = tiny.remove;
  stack = await startLocalStack({ assembly: tiny.assembly });
});
afterAll(async () => {
  await stack?.close();
  remove?.();
});

/**
 * Everything that comes back for the given text, until the server closes the connection, or `until` has come.
 *
 * @param proceed - what is sent when `after` has come: `100 Continue`, where nothing else is said.
 */
const converse = (
  text: string,
  {
    until,
    proceed,
    after = /100 Continue/,
    port = Number(new URL(stack.webUrl).port),
  }: { until?: RegExp; proceed?: string; after?: RegExp; port?: number } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const end = (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const wasTold = after.test(answer);
      answer += chunk;
      if (!wasTold && after.test(answer) && proceed !== undefined) socket.write(proceed);
      if (until?.test(answer)) end();
    });
    socket.on('end', end).on('error', reject);
    socket.write(text);
  });

const head = (start: string, ...lines: string[]): string => `${[start, ...lines].join('\r\n')}\r\n\r\n`;
const host = 'Host: 127.0.0.1';
const close = 'Connection: close';
const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('a request on the wire', () => {
  it.each([
    ['absolute', 'http://127.0.0.1/try/things/a', '/things/a 0'],
    ['absolute, of the other scheme', 'HTTPS://localhost:443/try/things/b?q=1', '/things/b 0'],
  ])('may have a target that is %s', async (_what, target, body) => {
    const answer = await converse(head(`GET ${target} HTTP/1.1`, host, close));
    expect(statusesIn(answer)).toEqual([200]);
    expect(answer.endsWith(body)).toBe(true);
  });

  it.each([
    ['GET http://evil.example/try/things/a HTTP/1.1', [421]],
    ['GET http://evil.example@127.0.0.1/try/things/a HTTP/1.1', [421]],
  ])('%s: %j', async (start, statuses) => {
    expect(statusesIn(await converse(head(start, host, close)))).toEqual(statuses);
  });

  it('is answered in order when pipelined', async () => {
    const answer = await converse(
      [
        head('GET /try/things/a HTTP/1.1', host),
        `${head('POST /try/things HTTP/1.1', host, 'Content-Length: 2')}{}`,
        head('GET /try/nothing HTTP/1.1', host),
        `${head('POST /try/things HTTP/1.1', host, 'Transfer-Encoding: chunked')}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`,
        head('GET /try/things/b HTTP/1.1', host, close),
      ].join(''),
    );
    expect(statusesIn(answer)).toEqual([200, 200, 404, 200, 200]);
    expect(answer.match(/\/things\S* \d/g)).toEqual(['/things/a 0', '/things 2', '/things 2', '/things/b 0']);
  });
});

// https://www.rfc-editor.org/rfc/rfc9112: what is no call at all, or none for this service.
describe('an invalid request', () => {
  const chunked = head('POST /try/things HTTP/1.1', host, 'Transfer-Encoding: chunked');
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'Bad Request'],
    ['no host', head('GET /try/things/a HTTP/1.1', close), 400, 'Bad Request'],
    ['two hosts', head('GET /try/things/a HTTP/1.1', host, host, close), 400, 'Bad Request'],
    ['a tunnel', head('CONNECT shop.example:443 HTTP/1.1', 'Host: shop.example:443'), 501, 'Not Implemented'],
    [
      'two hosts, of which one is another',
      head('GET /try/things/a HTTP/1.1', 'Host: evil.example', host),
      400,
      'Bad Request',
    ],
    [
      'two lengths',
      head('POST /try/things HTTP/1.1', host, 'Content-Length: 2', 'Content-Length: 3'),
      400,
      'Bad Request',
    ],
    ['extensions of a chunk', `${chunked}1;${'x'.repeat(20_000)}\r\n`, 413, 'Content Too Large'],
    [
      'an address too long',
      head(`GET /try/${'x'.repeat(20_000)} HTTP/1.1`, host),
      431,
      'Request Header Fields Too Large',
    ],
    [
      'another host',
      head('GET /try/things/a HTTP/1.1', 'Host: evil.example', close),
      421,
      'Misdirected Request',
    ],
  ])('gets problem+json: %s', async (_what, text, status, title) => {
    const [, start, ...rest] = /^(.*?)\r\n(.*?)\r\n\r\n(.*)$/s.exec(await converse(text)) ?? [];
    expect(start).toBe(`HTTP/1.1 ${status} ${title}`);
    const [fields = '', body = ''] = rest;
    const requestId = /^x-request-id: ([0-9a-f-]{36})$/im.exec(fields)?.[1];
    expect(fields).toMatch(/^content-type: application\/problem\+json$/im);
    expect(fields).toMatch(/^cache-control: no-store$/im);
    expect(fields).toMatch(/^connection: close$/im);
    expect(fields).toMatch(new RegExp(`^content-length: ${body.length}$`, 'im'));
    expect(JSON.parse(body)).toEqual({
      type: 'about:blank',
      title,
      status,
      detail: expect.stringMatching(/\.$/),
      instance: `urn:uuid:${requestId}`,
    });
  });
});

// A client takes the first answer that comes for that to its first call.
describe('a broken connection', () => {
  const get = (path = '/'): string => head(`GET ${path} HTTP/1.1`, host);
  const garbage = 'hello\r\n\r\n';

  /** @param use - given the port of a front of its own, and the sockets that it has. */
  const withFront = async <T>(
    serve: RequestListener,
    use: (port: number, front: Server, sockets: Socket[]) => Promise<T>,
    maxOwedMs?: number,
  ): Promise<T> => {
    const front = createFront(serve, maxOwedMs);
    const sockets: Socket[] = [];
    front.on('connection', (socket) => sockets.push(socket));
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    try {
      return await use((front.address() as AddressInfo).port, front, sockets);
    } finally {
      front.closeAllConnections();
      front.close();
    }
  };

  it.each<[string, string]>([
    ['what is no HTTP', get() + garbage],
    ['a tunnel', get() + head('CONNECT 127.0.0.1:1 HTTP/1.1', host)],
  ])('is closed if responses are not read before %s', async (_what, text) => {
    // More than the buffers of both ends hold.
    const long = Buffer.alloc(64 << 20);
    await withFront(
      (_request, response) => void nextTurn().then(() => response.headersSent || response.end(long)),
      async (port, _front, sockets) => {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        socket.pause().write(text);
        await vi.waitFor(() => expect(sockets).toHaveLength(1));
        await vi.waitFor(() => expect(sockets[0]!.destroyed).toBe(true));
        socket.destroy();
      },
      50,
    );
  });
});

describe('a body that is awaited', () => {
  const post = (...lines: string[]): string => head('POST /try/things HTTP/1.1', host, ...lines);

  it('is requested with 100 Continue', async () => {
    const answer = await converse(post('Content-Length: 2', 'Expect: 100-continue', close), {
      proceed: '{}',
    });
    expect(statusesIn(answer)).toEqual([100, 200]);
  });
});

describe('pages of several allowed origins', () => {
  const origins = ['https://a.example', 'https://b.example:8443', 'https://c.example'];
  let project: LocalStack;
  beforeAll(async () => {
    project = await startLocalStack({ assembly: synthesizeProject({ allowedOrigins: origins }) });
  });
  afterAll(() => project?.close());
  const call = (origin: string, path: string, init: RequestInit = {}) =>
    fetch(`${project.apiUrl}${path}`, { ...init, headers: { ...init.headers, Origin: origin } });

  it.each(origins)('may call: %s', async (origin) => {
    const answer = await call(origin, '/api/scrap_prices/queue', { method: 'OPTIONS' });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  // Without CORS headers a page sees only a network error, and cannot know when to retry.
  it.each<[string, number, string, RequestInit]>([
    ['an operation that is none', 404, '/api/nothing', {}],
    ['a body too large', 413, '/api/scrap_prices/queue', { method: 'POST', body: 'x'.repeat(11 << 20) }],
    ['no credentials', 401, '/api/scrap_prices/x', {}],
  ])('can read the error for %s', async (_what, status, path, init) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await call(origins[1]!, path, { ...init, headers });
    expect(answer.status).toBe(status);
    expect([origins[1], '*']).toContain(answer.headers.get('access-control-allow-origin'));
    expect(answer.headers.get('access-control-expose-headers')).toBe(exposedHeaders.join(', '));
  });
});
