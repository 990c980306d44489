// The whole service notifies receivers of ended requests: the deployed template and bundles, over HTTP.
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryView, RequestView } from '../../client/types.ts';
import { webhookDeliveredLine } from '../../lambdas/delivery/delivery-log.ts';
import { startLocalStack } from '../../local/stack.ts';
import { productHtml } from '../fakes/tiers.ts';
import { api, type LocalStack, useServer } from './stack.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
interface Notification {
  type: string;
  timestamp: string;
  data: RequestView;
}

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const received: Received[] = [];
let statusFor: (received: Received) => number;
let onReceived: () => void = () => {};

/** Shop and receiver in one. */
const server = useServer(async (request, response) => {
  if (request.method === 'GET') {
    response.setHeader('Content-Type', 'text/html').end(productHtml());
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { url: path = '', headers } = request;
  const call = { path, headers, body: Buffer.concat(chunks).toString() };
  received.push(call);
  response.writeHead(statusFor(call)).end();
  onReceived();
});
beforeEach(() => {
  received.length = 0;
  statusFor = () => 204;
});

/** Resolves after a number of calls. */
const receivedCount = (count: number): Promise<void> =>
  new Promise((resolve) => {
    onReceived = () => received.length >= count && resolve();
    onReceived();
  });

const verified = ({ body, headers }: Received): Notification =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as Notification;

const lines: string[] = [];
let stack: LocalStack | undefined;
const start = async (options: Parameters<typeof startLocalStack>[0]): Promise<void> => {
  stack = await startLocalStack({
    ...options,
    allowedTargets: [server.target],
    log: ({ text }) => lines.push(text),
  });
};
const { post, bodyFor, get, credentials } = api(() => stack!);
/** @returns the request's identifier. */
const queueWith = async (Webhook: object): Promise<string> => {
  const body = bodyFor([{ Url: `${server.origin}/p/{sku}`, RenderMode: 'Http' }], '555088-105');
  const answer = await post({ ...body, Data: { ...body.Data, Webhook } });
  return ((await answer.json()) as { RequestId: string }).RequestId;
};

describe('a request that completes', () => {
  beforeAll(() => start({}));
  afterAll(() => stack?.close());

  it('is reported immediately: the response of GET, signed, with the service’s user agent', async () => {
    const id = await queueWith({ Url: `${server.origin}/hook?planted-query=1`, Secret: secret });
    await receivedCount(1);
    const reported = verified(received[0]!);
    const view = (await (await get(id)).json()) as RequestView;
    expect(reported).toMatchObject({ type: 'scrap_prices.completed', data: view });
    expect(view).toMatchObject({ RequestStatus: 2, Data: { CompletedAt: reported.timestamp } });
    expect(JSON.stringify(view)).not.toContain('hook');
    expect(received[0]).toMatchObject({
      path: '/hook?planted-query=1',
      headers: {
        'webhook-id': `msg_${id}`,
        'user-agent': 'scrap-prices/1.0',
        'content-type': 'application/json',
      },
    });
  });

  it('is reported again after a failure, with the same identifier and body, and not after a success', async () => {
    statusFor = () => (received.length === 1 ? 500 : 200);
    await queueWith({ Url: `${server.origin}/hook`, Secret: secret });
    await receivedCount(2);
    const [one, other] = received as [Received, Received];
    expect(other.headers['webhook-id']).toBe(one.headers['webhook-id']);
    expect(other.body).toBe(one.body);
    expect(verified(other)).toEqual(verified(one));
  });

  it('lists its deliveries, and is resent on request', async () => {
    const id = await queueWith({ Url: `${server.origin}/hook`, Secret: secret });
    await receivedCount(1);
    const address = `${stack!.apiUrl}/api/scrap_prices/${id}/deliveries`;
    const deliveries = async (method = 'GET', headers = credentials()) => {
      const answer = await fetch(address, { method, headers });
      return { status: answer.status, view: (await answer.json()) as DeliveryView };
    };
    await expect.poll(async () => (await deliveries()).view.Ended).toBe('Delivered');
    expect(await deliveries()).toMatchObject({
      status: 200,
      view: {
        RequestId: id,
        WebhookId: `msg_${id}`,
        NextAttemptAt: null,
        Attempts: [{ HttpStatus: 204, Error: null, IsResend: false }],
      },
    });
    expect(await deliveries('POST')).toMatchObject({ status: 202, view: { ResendsLeft: 19 } });
    await receivedCount(2);
    const [one, other] = received as [Received, Received];
    expect(other.headers['webhook-id']).toBe(one.headers['webhook-id']);
    expect(verified(other)).toEqual(verified(one));
    await expect
      .poll(async () => (await deliveries()).view.Attempts.map(({ IsResend }) => IsResend))
      .toEqual([false, true]);
    for (const method of ['GET', 'POST']) {
      expect((await deliveries(method, { UID: 'local', LicenseKey: 'sp_live_x' })).status).toBe(401);
    }
    expect((await fetch(address, { method: 'HEAD', headers: credentials() })).status).toBe(404);
    expect((await fetch(address, { method: 'DELETE', headers: credentials() })).status).toBe(404);
  });

  it('leaves no secret, address or body in a log', () => {
    const log = lines.join('\n');
    expect(log).toContain(webhookDeliveredLine);
    for (const planted of ['whsec_', 'planted-query', '/hook']) expect(log).not.toContain(planted);
  });
});

describe('a request that is not processed', () => {
  beforeAll(async () => {
    const { synthesizeProject } = await import('../../local/synthesize-project.ts');
    const { template, ...rest } = synthesizeProject({ processingWindowSeconds: 10 });
    const Resources = Object.fromEntries(
      Object.entries(template.Resources).filter(
        ([name, { Type }]) => Type !== 'AWS::Lambda::EventSourceMapping' || /Delivery/.test(name),
      ),
    );
    await start({ assembly: { ...rest, template: { ...template, Resources } } });
  });
  afterAll(() => stack?.close());

  it('is reported as failed at its deadline, without being read', async () => {
    const id = await queueWith({ Url: `${server.origin}/hook`, Secret: secret });
    await receivedCount(1);
    expect(verified(received[0]!)).toEqual({
      type: 'scrap_prices.failed',
      timestamp: expect.any(String),
      data: { RequestId: id, RequestStatus: 1 },
    });
    expect(await (await get(id)).json()).toEqual({ RequestId: id, RequestStatus: 1 });
  });
});
