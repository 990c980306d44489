import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchFor } from '../../cli/proxy.ts';

/** Hosts requested from the proxy. */
const requested: string[] = [];
const target = createServer((request, response) => void response.end(`direct ${request.url}`));
const proxy = createServer((request, response) => {
  requested.push(new URL(request.url!).hostname);
  response.end('by proxy');
});
proxy.on('connect', ({ url }, socket) => {
  requested.push(url!.replace(/:\d+$/, ''));
  const { port } = target.address() as AddressInfo;
  const upstream = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.pipe(upstream).pipe(socket);
  });
});

let variables: Record<string, string>;
let origin: string;
beforeAll(async () => {
  for (const server of [target, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening');
  const [{ port }, { port: proxyPort }] = [target, proxy].map(
    (server) => server.address() as AddressInfo,
  ) as [AddressInfo, AddressInfo];
  origin = `127.0.0.1:${port}`;
  variables = { HTTP_PROXY: `http://127.0.0.1:${proxyPort}` };
});
afterAll(() => {
  for (const server of [target, proxy]) {
    server.closeAllConnections();
    server.close();
  }
});

const call = async (address: string, changes: Record<string, string> = {}): Promise<string[]> => {
  requested.length = 0;
  const response = await fetchFor(address, { ...variables, ...changes })(address);
  await response.text();
  return [...requested];
};

describe('a proxy in the environment', () => {
  test('is used', async () => {
    expect(await call('http://api.test/x')).toEqual(['api.test']);
  });

  test.each(['localhost', '127.0.0.1'])('is never used for %s', async (name) => {
    expect(await call(`http://${origin.replace('127.0.0.1', name)}/x`)).toEqual([]);
  });

  test('is not used for hosts in NO_PROXY', async () => {
    await expect(call('http://api.invalid/x', { NO_PROXY: 'api.invalid' })).rejects.toThrow();
    expect(requested).toEqual([]);
  });

  test('is not used if it is empty', async () => {
    await expect(call('http://api.invalid/x', { HTTP_PROXY: '' })).rejects.toThrow();
    expect(requested).toEqual([]);
  });
});
