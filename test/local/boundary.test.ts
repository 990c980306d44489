import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { contained } from '../../local/boundary.ts';
import { createFront } from '../../local/gateway/front.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  vi.restoreAllMocks();
});

const listen = async (server: ReturnType<typeof createServer>): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return (server.address() as AddressInfo).port;
};

const failures: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
  '/throws': () => {
    throw new Error('thrown');
  },
  '/rejects': () => Promise.reject(new Error('rejected')),
  '/header': (_request, response) => response.setHeader('X-Text', 'a\nb'),
  '/late': (_request, response) => {
    response.writeHead(200).write('half');
    throw new Error('late');
  },
};
const answer = (request: IncomingMessage, response: ServerResponse): unknown =>
  failures[request.url!]?.(request, response) ?? response.end('fine');

it('answers 500 for a listener that fails, and goes on', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const base = `http://127.0.0.1:${await listen(createServer(contained(answer)))}`;
  for (const path of ['/throws', '/rejects', '/header'])
    expect([path, (await fetch(base + path)).status]).toEqual([path, 500]);
  await expect(fetch(`${base}/late`).then((response) => response.text())).rejects.toThrow();
  expect(written).toHaveBeenCalledTimes(4);
  expect(await (await fetch(`${base}/other`)).text()).toBe('fine');
});

it('answers with a problem document at the front', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const base = `http://127.0.0.1:${await listen(createFront(answer))}`;
  const failed = await fetch(`${base}/throws`);
  expect([failed.status, failed.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
  expect(await (await fetch(`${base}/other`)).text()).toBe('fine');
});

it('ends a call whose body does not arrive in time', async () => {
  const server = createFront((request) => request.resume(), [], 40);
  const socket = connect(await listen(server), '127.0.0.1').setEncoding('latin1');
  socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{');
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
});
