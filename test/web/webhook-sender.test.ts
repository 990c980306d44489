// Good and bad receivers on loopback: what is sent, and how responses are read.
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { findUnusableWebhook } from '../../lambdas/queue/check-webhook.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { serviceUserAgent } from '../../lambdas/web/user-agent.ts';
import { checkWebhookUrl } from '../../lambdas/web/webhook-address.ts';
import { createWebhookSender } from '../../lambdas/web/webhook-sender.ts';
import { type LoopbackServer, startShop } from './http/loopback-shop.ts';

const servers: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const startReceiver = async (answer: RequestListener): Promise<LoopbackServer> => {
  const server = await startShop(answer);
  servers.push(server);
  return server;
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const post = async (url: string, options: { allowed?: string[]; timeoutMs?: number; body?: string } = {}) => {
  const { allowed = [new URL(url).host], timeoutMs = 60_000, body = '{"type":"x"}' } = options;
  const policy = createEgressPolicy({ allowedTargets: allowed });
  const sender = createWebhookSender({
    policy,
    userAgent: serviceUserAgent(''),
    allowsHttp: false,
    timeoutMs,
  });
  const call = { url, headers: { 'webhook-id': 'msg_1' }, body: Buffer.from(body) };
  return (await sender.post(call)).status;
};

describe('the address of a webhook', () => {
  const rules = { policy: createEgressPolicy({ allowedTargets: ['127.0.0.1:80'] }), allowsHttp: true };

  it.each([
    'https://example.com/',
    'https://example.com:443/',
    'http://example.com:80/',
    'https://127.0.0.1:80/',
  ])('may be %s', (url) => expect(checkWebhookUrl(rules, url)).toBeInstanceOf(URL));

  it.each(['https://example.com:80/', 'http://example.com:443/', 'https://example.com:8443/'])(
    'has the port of its scheme, unlike %s',
    (url) => {
      expect(() => checkWebhookUrl(rules, url)).toThrow(expect.objectContaining({ code: 'ForbiddenTarget' }));
    },
  );
});

describe('a webhook', () => {
  it('is posted once, complete, as JSON with the service’s user agent', async () => {
    const seen: {
      method: string | undefined;
      url: string | undefined;
      headers: IncomingHttpHeaders;
      body: string;
    }[] = [];
    const { origin } = await startReceiver(async (request, response) => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: await bodyOf(request) });
      response.writeHead(204).end();
    });
    const body = JSON.stringify({ text: 'ü👟'.repeat(500_000) });
    expect(await post(`${origin}/hook?a=b`, { body })).toBe(204);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/hook?a=b',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'scrap-prices/1.0',
        'webhook-id': 'msg_1',
      },
    });
    expect(seen[0]!.body).toBe(body);
    for (const name of ['cookie', 'authorization', 'accept-language', 'referer']) {
      expect(seen[0]!.headers).not.toHaveProperty(name);
    }
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect: %i', async (status) => {
    const inward = await startReceiver((_request, response) => void response.end());
    const { origin } = await startReceiver((request, response) => {
      request.resume();
      response.writeHead(status, { Location: `${inward.origin}/latest/meta-data` }).end();
    });
    expect(await post(`${origin}/`, { allowed: [new URL(origin).host, new URL(inward.origin).host] })).toBe(
      status,
    );
    expect(inward.connections).toBe(0);
  });

  it('needs only the response headers, and aborts an endless body', async () => {
    const gone = Promise.withResolvers<void>();
    const { origin } = await startReceiver((request, response) => {
      request.resume();
      response.writeHead(200);
      response.once('close', () => gone.resolve());
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', pour);
      pour();
    });
    expect(await post(`${origin}/`)).toBe(200);
    await gone.promise;
  });

  it('uses the status of a response whose body never arrives', async () => {
    const { origin } = await startReceiver((request, response) => {
      request.resume();
      response.writeHead(202).write('slow');
    });
    expect(await post(`${origin}/`)).toBe(202);
  });

  const silent = (_request: IncomingMessage, _response: ServerResponse): void => {};
  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['says nothing', silent],
    ['sends interim answers alone', (_request, response) => void response.writeProcessing()],
    ['sends its head byte by byte', (request) => void request.socket.write('HTTP/1.1 2')],
  ])('ends without an answer where the receiver %s', async (_title, answer) => {
    const { origin } = await startReceiver(answer);
    await expect(post(`${origin}/`, { timeoutMs: 300 })).rejects.toMatchObject({
      name: 'WebError',
      code: 'Timeout',
    });
  });

  it.each<[string, (request: IncomingMessage) => void]>([
    ['hangs up', (request) => void request.socket.destroy()],
    ['speaks no HTTP', (request) => void request.socket.end('SSH-2.0-x\r\n')],
  ])('ends without an answer where the receiver %s', async (_title, answer) => {
    const { origin } = await startReceiver(answer);
    await expect(post(`${origin}/`)).rejects.toMatchObject({ name: 'WebError', code: 'ConnectionFailed' });
  });

  it('fails if nothing listens', async () => {
    const { origin, close } = await startReceiver(silent);
    await close();
    await expect(post(`${origin}/`)).rejects.toMatchObject({ name: 'WebError', code: 'ConnectionFailed' });
  });

  it('cannot reach forbidden targets', async () => {
    const receiver = await startReceiver((_request, response) => void response.end());
    for (const url of [
      receiver.origin,
      `https://127.0.0.1:${receiver.port}`,
      'https://169.254.169.254/',
      'https://[::1]/',
    ]) {
      await expect(post(url, { allowed: [] })).rejects.toMatchObject({ code: 'ForbiddenTarget' });
    }
    expect(receiver.connections).toBe(0);
  });

  it('is not posted over http unless the deployment allows it', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
    const policy = createEgressPolicy({ allowedTargets: [], resolve });
    const sender = createWebhookSender({ policy, userAgent: 'x', allowsHttp: false });
    const call = { url: 'http://hooks.example/', headers: {}, body: Buffer.from('{}') };
    await expect(sender.post(call)).rejects.toMatchObject({ code: 'ForbiddenTarget', message: /https/ });
  });

  it('connects to the checked address even if the name now resolves elsewhere', async () => {
    const receiver = await startReceiver((_request, response) => void response.end());
    let requested = 0;
    const resolve = async () => {
      requested += 1;
      return [{ address: requested === 1 ? '127.0.0.1' : '93.184.216.34', family: 4 }];
    };
    const policy = createEgressPolicy({ allowedTargets: [], resolve });
    const sender = createWebhookSender({ policy, userAgent: 'x', allowsHttp: true });
    const call = { url: 'http://hooks.example/', headers: {}, body: Buffer.from('{}') };
    await expect(sender.post(call)).rejects.toMatchObject({ code: 'ForbiddenTarget' });
    expect([requested, receiver.connections]).toEqual([1, 0]);
  });

  it.each([['/cart/add?id=1&qty=9'], ['/add%252Dto%252Dcart'], ['/api/cart/items?sku=1&qty=1']])(
    'is not sent to %s, which changes state',
    async (path) => {
      const receiver = await startReceiver((_request, response) => void response.end());
      await expect(post(`${receiver.origin}${path}`)).rejects.toMatchObject({ code: 'ForbiddenTarget' });
      const policy = createEgressPolicy({ allowedTargets: [] });
      const findings = await findUnusableWebhook(async () => ({ policy, allowsHttp: false }))({
        Data: { Webhook: { Url: `https://shop.example.com${path}` } },
      });
      expect(findings).toMatchObject([{ Pointer: '/Data/Webhook/Url' }]);
      expect(receiver.connections).toBe(0);
    },
  );

  it.each([
    ['3600', 3_600],
    ['soon', undefined],
  ])('reports Retry-After: %s', async (header, retryAfterSeconds) => {
    const { origin } = await startReceiver(
      (_request, response) => void response.writeHead(429, { 'Retry-After': header }).end(),
    );
    const policy = createEgressPolicy({ allowedTargets: [new URL(origin).host] });
    const sender = createWebhookSender({ policy, userAgent: 'x', allowsHttp: false });
    expect(await sender.post({ url: `${origin}/`, headers: {}, body: Buffer.from('{}') })).toEqual({
      status: 429,
      retryAfterSeconds,
    });
  });
});
