import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createEgressPolicy } from '../../../lambdas/web/egress/egress-policy.ts';
import {
  type PinningProxy,
  type PinningProxyOptions,
  startPinningProxy,
} from '../../../lambdas/web/egress/pinning-proxy.ts';
import { malformedResponses, startRawServer } from '../http/loopback-shop.ts';
import { waysToPrivateTargets } from './private-targets.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const serve = async (answer: Parameters<typeof createServer>[1]): Promise<Server & { port: number }> => {
  const server = createServer({}, answer as never);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
};

const start = async (
  allowedTargets: string[],
  options: PinningProxyOptions = {},
  resolve?: (name: string) => Promise<{ address: string; family: number }[]>,
): Promise<PinningProxy> => {
  const policy = createEgressPolicy({ allowedTargets, ...(resolve && { resolve }) });
  const proxy = await startPinningProxy(policy, options);
  closers.push(() => proxy.close());
  return proxy;
};

const authorization = (proxy: PinningProxy): Record<string, string> =>
  proxy.credential
    ? {
        'Proxy-Authorization': `Basic ${btoa(`${proxy.credential.username}:${proxy.credential.password}`)}`,
      }
    : {};

const get = (
  proxy: PinningProxy,
  path: string,
  headers: Record<string, string> = authorization(proxy),
  method = 'GET',
  body = '',
): Promise<{ status: number; body: string; message: IncomingMessage }> =>
  new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port: proxy.port, path, method, headers, agent: false });
    outgoing.once('error', reject);
    outgoing.once('response', (message) => {
      let text = '';
      message.on('data', (chunk) => {
        text += chunk;
      });
      message.once('error', reject);
      message.once('end', () => resolve({ status: message.statusCode ?? 0, body: text, message }));
    });
    outgoing.end(body);
  });

/** Sends raw bytes to the proxy and gives what comes back until the connection closes or `until` is seen. */
const talk = (port: number, text: string, until?: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (until !== undefined && answer.includes(until)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    socket.write(text);
  });

const connectLine = (proxy: PinningProxy, target: string): string =>
  `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${Object.entries(authorization(proxy))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

describe('pinning proxy', () => {
  it('forwards an absolute-form request to an allowed target', async () => {
    const shop = await serve((incoming, response) => {
      response.end(`${incoming.method} ${incoming.url} ${incoming.headers.host}`);
    });
    const proxy = await start([`127.0.0.1:${shop.port}`]);
    const { status, body } = await get(proxy, `http://127.0.0.1:${shop.port}/a?b=1`);
    expect([status, body]).toEqual([200, `GET /a?b=1 127.0.0.1:${shop.port}`]);
    expect(proxy.bytes.received).toBeGreaterThan(20);
  });

  it('does not forward proxy headers', async () => {
    let seen: string[] = [];
    const shop = await serve((incoming, response) => {
      seen = Object.keys(incoming.headers);
      response.end();
    });
    const proxy = await start([`127.0.0.1:${shop.port}`]);
    await get(proxy, `http://127.0.0.1:${shop.port}/`, {
      ...authorization(proxy),
      'Proxy-Connection': 'keep-alive',
      Connection: 'close, X-Internal',
      'X-Internal': 'secret',
      Accept: 'text/html',
    });
    expect(seen.toSorted()).toEqual(['accept', 'connection', 'host']);
  });

  it('forwards bodies, chunked ones too', async () => {
    const shop = await serve(async (incoming, response) => {
      let text = '';
      for await (const chunk of incoming) text += chunk;
      response.end(`${incoming.method}:${text}`);
    });
    const proxy = await start([`127.0.0.1:${shop.port}`]);
    const chunked = { ...authorization(proxy), 'Transfer-Encoding': 'chunked' };
    const url = `http://127.0.0.1:${shop.port}/`;
    expect((await get(proxy, url, chunked, 'POST', 'GET /evil')).body).toBe('POST:GET /evil');
    expect((await get(proxy, url, chunked, 'GET', 'GET /evil')).body).toBe('GET:GET /evil');
  });

  it('tunnels CONNECT to an allowed target', async () => {
    const shop = await serve((_incoming, response) => void response.end('through the tunnel'));
    const proxy = await start([`127.0.0.1:${shop.port}`]);
    const answer = await talk(
      proxy.port,
      `${connectLine(proxy, `127.0.0.1:${shop.port}`)}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toContain('200 Connection Established');
    expect(answer).toContain('through the tunnel');
  });

  it('carries a WebSocket upgrade in both directions', async () => {
    const shop = await serve(undefined);
    shop.on('upgrade', (incoming, socket, head) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Path: ${incoming.url}\r\n\r\n`,
      );
      socket.on('error', () => {});
      socket.on('end', () => socket.destroy());
      socket.write(`echo:${head}`);
      socket.on('data', (chunk) => socket.write(`echo:${chunk}`));
    });
    const proxy = await start([`127.0.0.1:${shop.port}`], { requireCredential: false });
    const answer = await talk(
      proxy.port,
      `GET http://127.0.0.1:${shop.port}/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nping`,
      'echo:ping',
    );
    expect(answer).toContain('X-Path: /ws');
    expect(answer).toContain('echo:ping');
  });

  it.each([
    ['no credential', {}],
    ['a wrong credential', { 'Proxy-Authorization': `Basic ${btoa('browser:wrong')}` }],
  ])('refuses %s', async (_title, headers) => {
    let hits = 0;
    const shop = await serve((_incoming, response) => {
      hits += 1;
      response.end();
    });
    const proxy = await start([`127.0.0.1:${shop.port}`]);
    expect((await get(proxy, `http://127.0.0.1:${shop.port}/`, headers)).status).toBe(407);
    const target = `127.0.0.1:${shop.port}`;
    expect(await talk(proxy.port, `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)).toContain(
      ' 407 ',
    );
    expect(hits).toBe(0);
  });

  it('requires a new credential at each launch', async () => {
    const [first, second] = [await start([]), await start([])];
    expect(first.credential?.password).not.toBe(second.credential?.password);
  });

  it('listens on loopback only', async () => {
    const proxy = await start([]);
    expect(proxy.url).toBe(`http://127.0.0.1:${proxy.port}`);
  });

  it.each([
    ['an origin-form request', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', ' 403 '],
    ['https in absolute form', 'GET https://shop.test/ HTTP/1.1\r\nHost: shop.test\r\n\r\n', ' 403 '],
    ['file in absolute form', 'GET file:///etc/hostname HTTP/1.1\r\nHost: x\r\n\r\n', ' 403 '],
    ['ftp in absolute form', 'GET ftp://shop.test/ HTTP/1.1\r\nHost: x\r\n\r\n', ' 403 '],
    ['a CONNECT without a port', 'CONNECT shop.test HTTP/1.1\r\nHost: x\r\n\r\n', ' 400 '],
    ['a CONNECT to the SSH port', 'CONNECT 1.1.1.1:22 HTTP/1.1\r\nHost: x\r\n\r\n', ' 403 '],
    ['a CONNECT to port 0', 'CONNECT 1.1.1.1:0 HTTP/1.1\r\nHost: x\r\n\r\n', ' 403 '],
    ['what is not HTTP', 'hello\r\n\r\n', ' 400 '],
  ])('refuses %s', async (_title, text, status) => {
    const proxy = await start([], { requireCredential: false });
    expect(await talk(proxy.port, text.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))).toContain(
      status,
    );
  });

  it('resolves a name once and dials the address that it checked', async () => {
    const shop = await serve((_incoming, response) => void response.end('pinned'));
    let lookups = 0;
    // Allowed names may resolve to any address; here, to another one after the first lookup.
    const proxy = await start([`shop.test:${shop.port}`], {}, async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }];
    });
    expect((await get(proxy, `http://shop.test:${shop.port}/`)).body).toBe('pinned');
    expect(lookups).toBe(1);
  });

  it('reports why a target was refused', async () => {
    const proxy = await start([], {}, async () => [{ address: '10.0.0.7', family: 4 }]);
    expect((await get(proxy, 'http://rebind.example.com/')).status).toBe(403);
    await talk(proxy.port, connectLine(proxy, 'rebind.example.com:443'));
    expect(proxy.refused.map(({ hostname, port, code }) => [hostname, port, code])).toEqual([
      ['rebind.example.com', 80, 'ForbiddenTarget'],
      ['rebind.example.com', 443, 'ForbiddenTarget'],
    ]);
  });

  it('responds 502 if nothing listens', async () => {
    const gone = await serve(undefined);
    const { port } = gone;
    await closers.pop()!();
    const proxy = await start([`127.0.0.1:${port}`]);
    expect((await get(proxy, `http://127.0.0.1:${port}/`)).status).toBe(502);
    await talk(proxy.port, connectLine(proxy, `127.0.0.1:${port}`));
    const refusal = {
      code: 'ConnectionFailed',
      message: expect.stringContaining('did not accept the connection'),
    };
    expect(proxy.refused).toMatchObject([refusal, refusal]);
  });

  it.each(malformedResponses)('reports a malformed response with %s', async (_fault, answer) => {
    const shop = await startRawServer((socket) => void socket.once('data', () => socket.end(answer)));
    closers.push(() => shop.close());
    const proxy = await start([shop.target]);
    // With an invalid body, the headers may already have been passed on.
    await get(proxy, `${shop.origin}/`).catch(() => {});
    expect(proxy.refused).toMatchObject([
      { code: 'ConnectionFailed', message: expect.stringContaining('malformed') },
    ]);
  });

  it('closes everything at the byte limit', async () => {
    const shop = await serve((_incoming, response) => {
      const pump = (): void => {
        while (response.write(Buffer.alloc(16_384))) {}
      };
      response.on('drain', pump);
      pump();
    });
    const proxy = await start([`127.0.0.1:${shop.port}`], { limits: { totalBytes: 500_000 } });
    await expect(get(proxy, `http://127.0.0.1:${shop.port}/`)).rejects.toThrow();
    expect(proxy.bytes.received).toBeLessThan(2_000_000);
    expect(proxy.refused.at(-1)).toMatchObject({ code: 'TooLarge' });
    await expect(get(proxy, `http://127.0.0.1:${shop.port}/`)).rejects.toThrow();
  });

  describe('bytes outside headers and body', () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

    it.each([
      ['early hints', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'.repeat(100)],
      ['leave to go on', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)],
      ['extensions of small chunks', chunked, `1;${'a'.repeat(500)}\r\nb\r\n`.repeat(10)],
    ])('count as well: %s without end', async (_what, opening, piece) => {
      let sent = 0;
      const shop = createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => {
          const pump = (): void => {
            // Far above the limit, which a proxy that does not count would forward.
            while (!socket.destroyed && sent < 60_000_000) {
              sent += piece.length;
              if (!socket.write(piece)) return;
            }
            socket.destroy();
          };
          socket.on('drain', pump);
          socket.write(opening);
          pump();
        });
      });
      await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
      closers.push(() => new Promise((resolve) => shop.close(resolve)));
      const { port } = shop.address() as AddressInfo;
      const exhausted: string[] = [];
      const proxy = await start([`127.0.0.1:${port}`], {
        limits: { totalBytes: 500_000 },
        onExhausted: ({ code }) => exhausted.push(code),
      });
      await get(proxy, `http://127.0.0.1:${port}/`).catch(() => {});
      expect(exhausted).toEqual(['TooLarge']);
      expect(proxy.bytes.received).toBeLessThan(2_000_000);
    });

    it('count once, also on a reused connection', async () => {
      const shop = await serve((_incoming, response) => {
        response.setHeader('Connection', 'keep-alive').end('x'.repeat(10_000));
      });
      const proxy = await start([`127.0.0.1:${shop.port}`]);
      for (let index = 0; index < 3; index += 1) await get(proxy, `http://127.0.0.1:${shop.port}/${index}`);
      expect(proxy.bytes.received).toBeGreaterThan(30_000);
      expect(proxy.bytes.received).toBeLessThan(32_000);
    });
  });

  it('closes a connection that lasts too long', async () => {
    const shop = await serve((_incoming, response) => {
      response.write('and then');
    });
    const target = `127.0.0.1:${shop.port}`;
    const cut = async (connectionMs: number): Promise<string> => {
      const proxy = await start([target], { limits: { connectionMs } });
      await expect(get(proxy, `http://${target}/`)).rejects.toThrow();
      return talk(proxy.port, `${connectLine(proxy, target)}GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
    };
    // Only the proxy closes this connection. How long a response takes depends on the machine.
    let answer = '';
    for (let lifeMs = 50; !answer.includes('and then'); lifeMs *= 2) answer = await cut(lifeMs);
  });

  it('accepts fractions of a millisecond', async () => {
    const shop = await serve((_incoming, response) => response.end('hello'));
    const target = `127.0.0.1:${shop.port}`;
    const proxy = await start([target], {
      limits: { connectMs: 58_996.739, idleMs: 58_996.739, connectionMs: 61_234.567 },
    });
    expect(await get(proxy, `http://${target}/`)).toMatchObject({ status: 200, body: 'hello' });
  });

  it('accepts no more connections than its limit', async () => {
    const shop = await serve(() => {});
    const proxy = await start([`127.0.0.1:${shop.port}`], { limits: { connections: 1 } });
    const connection = connect(proxy.port, '127.0.0.1');
    await new Promise((resolve) => connection.once('connect', resolve));
    expect(await talk(proxy.port, connectLine(proxy, `127.0.0.1:${shop.port}`))).toBe('');
    connection.destroy();
  });

  it('refuses headers beyond the limit', async () => {
    const shop = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(200_000)}\r\nContent-Length: 0\r\n\r\n`);
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => shop.close(resolve)));
    const { port } = shop.address() as AddressInfo;
    const proxy = await start([`127.0.0.1:${port}`]);
    expect((await get(proxy, `http://127.0.0.1:${port}/`)).status).toBe(502);
  });

  it('leaves no connections when closed', async () => {
    const shop = await serve((_incoming, response) => {
      response.write('open');
    });
    const proxy = await start([`127.0.0.1:${shop.port}`]);
    const pending = get(proxy, `http://127.0.0.1:${shop.port}/`);
    await new Promise((resolve) => shop.once('request', resolve));
    await proxy.close();
    await expect(pending).rejects.toThrow();
    const count = (): Promise<number> =>
      new Promise((resolve) => shop.getConnections((_error, connections) => resolve(connections)));
    await expect.poll(count).toBe(0);
  });
});

describe('canary behind the pinning proxy', () => {
  it('gets no connection however it is addressed', async () => {
    let hits = 0;
    const canary = createTcpServer((socket) => {
      hits += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => canary.close(resolve)));
    const { port } = canary.address() as AddressInfo;
    const ways = waysToPrivateTargets;
    expect(ways.length).toBeGreaterThanOrEqual(60);

    const proxy = await start(
      ['127.0.0.1:1'],
      { requireCredential: false, limits: { refusals: 1_000 } },
      async (name) => ways.find((way) => way.host === name)?.answers ?? [],
    );
    const answers = await Promise.all(
      ways.flatMap(({ title, host }) =>
        [port, 80, 443].flatMap((targetPort) => [
          talk(proxy.port, `CONNECT ${host}:${targetPort} HTTP/1.1\r\nHost: x\r\n\r\n`).then((answer) => ({
            title: `CONNECT ${title} ${targetPort}`,
            answer,
          })),
          talk(
            proxy.port,
            `GET http://${host}:${targetPort}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
          ).then((answer) => ({ title: `GET ${title} ${targetPort}`, answer })),
        ]),
      ),
    );
    expect(answers.filter(({ answer }) => !/^HTTP\/1\.1 (?:403|400) /.test(answer))).toEqual([]);
    expect(hits).toBe(0);
  });
});
