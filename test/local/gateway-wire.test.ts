// The local gateway's HTTP, byte by byte.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exposedHeaders } from '../../lambdas/api/cors-middleware.ts';
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
 * Sends a text and returns what the server writes until it closes the connection.
 *
 * @param body - sent after `100 Continue`.
 */
const converse = (text: string, body?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(stack.webUrl).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      answer += chunk;
      if (body !== undefined && answer.endsWith('100 Continue\r\n\r\n')) socket.write(body);
    });
    socket.on('error', reject).on('end', () => {
      socket.destroy();
      resolve(answer);
    });
    socket.write(text);
  });

const head = (start: string, ...lines: string[]): string => `${[start, ...lines].join('\r\n')}\r\n\r\n`;
const host = 'Host: 127.0.0.1';
const close = 'Connection: close';
const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('a request on the wire', () => {
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

// https://www.rfc-editor.org/rfc/rfc9112
describe('an invalid request', () => {
  const chunked = head('POST /try/things HTTP/1.1', host, 'Transfer-Encoding: chunked');
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'Bad Request'],
    ['a URL as target', head('GET http://127.0.0.1/try/things/a HTTP/1.1', host), 400, 'Bad Request'],
    ['no host', head('GET /try/things/a HTTP/1.1', close), 400, 'Bad Request'],
    ['two hosts', head('GET /try/things/a HTTP/1.1', host, host, close), 400, 'Bad Request'],
    ['a tunnel', head('CONNECT shop.example:443 HTTP/1.1', 'Host: shop.example:443'), 501, 'Not Implemented'],
    [
      'two different hosts',
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
    ['chunk extensions', `${chunked}1;${'x'.repeat(20_000)}\r\n`, 413, 'Content Too Large'],
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

describe('a body behind Expect: 100-continue', () => {
  const post = (...lines: string[]): string => head('POST /try/things HTTP/1.1', host, ...lines);

  it('is invited with 100 Continue', async () => {
    const answer = await converse(post('Content-Length: 2', 'Expect: 100-continue', close), '{}');
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

  // Without CORS headers a page sees only a network error, and cannot know when to retry.
  it.each<[string, number, string, RequestInit]>([
    ['an unknown operation', 404, '/api/nothing', {}],
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
