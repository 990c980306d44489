// Watches through the whole service, on a simulated clock: EventBridge, watcher, scrapers, comparison and
// signed call.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../lambdas/domain/watch/watch-history.ts';
import { productHtml } from '../fakes/tiers.ts';
import { nextRunOf } from '../watch-runs.ts';
import { useLocalStack } from './stack.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Notification {
  id: string;
  body: { type: string; data: { Watch: string; RequestId: string; Changes: Record<string, unknown>[] } };
}
const reported: Notification[] = [];
/** Expected and actual ones. */
const signatures: [expected: string, given: string][] = [];
let price = '10.00';
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  if (request.method === 'POST') {
    const text = Buffer.concat(chunks).toString();
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
    // The library checks the real time, so pass the simulated one.
    const time = new Date(Number(at) * 1_000);
    signatures.push([new Webhook(secret).sign(String(id), time, text), String(signature)]);
    const body = JSON.parse(text) as Notification['body'];
    reported.push({ id: String(request.headers['webhook-id']), body });
    response.writeHead(204).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(productHtml({ price }));
});
const port = (): number => (server.address() as AddressInfo).port;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const local = useLocalStack(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { shops: false, settings: { watches: true }, allowedTargets: [`127.0.0.1:${port()}`] };
});

const minuteMs = 60_000;

const call = async (method: string, path = '', body?: object) => {
  const { uid, licenseKey } = local.stack.license!;
  const answer = await fetch(`${local.stack.apiUrl}/api/watches${path}`, {
    method,
    headers: { UID: uid, LicenseKey: licenseKey, 'Content-Type': 'application/json' },
    ...(body && {
      body: JSON.stringify({ Authorization: { UID: uid, LicenseKey: licenseKey }, ...body }),
    }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
};

const runEnds = () => nextRunOf(local.stack, 'prices');

const history = async (): Promise<HistoryEntry[]> => (await call('GET', '/prices/history')).body.Entries;

describe('a watch', () => {
  it('is put, runs on schedule, and reports a change once, with a valid signature', {
    timeout: 400_000,
  }, async () => {
    const put = await call('PUT', '/prices', {
      Data: {
        Sku: 'x',
        SellingSites: [{ Name: 'Shop', Url: `http://127.0.0.1:${port()}/{sku}`, RenderMode: 'Http' }],
        Webhook: { Url: `http://127.0.0.1:${port()}/`, Secret: secret },
      },
      Schedule: 'rate(15 minutes)',
    });
    expect(put.status, JSON.stringify(put.body)).toBe(201);
    expect((await call('GET')).body).toMatchObject({ Watches: [{ Name: 'prices', LastRun: null }] });

    expect(await runEnds()).toMatchObject({ Ended: 'Completed' });
    price = '8.50';
    const run = await runEnds();
    expect(run).toMatchObject({ Ended: 'Completed' });
    await expect.poll(() => reported, { timeout: 20_000 }).toHaveLength(1);
    for (const [expected, given] of signatures) expect(given).toBe(expected);
    expect(reported[0]!.body).toMatchObject({
      type: 'scrap_prices.changed',
      data: {
        Watch: 'prices',
        Changes: [{ Kind: 'Price', Index: 0, Name: 'Shop', Sku: 'x' }],
      },
    });
    const [change] = reported[0]!.body.data.Changes;
    expect([change!.From, change!.To]).toMatchObject([{ Amount: '10.00' }, { Amount: '8.50' }]);
    // Nothing has changed since.
    await runEnds();
    expect(reported).toHaveLength(1);
    const entries = await history();
    expect(entries.filter(({ WebhookId }) => WebhookId !== null)).toMatchObject([
      { WebhookId: reported[0]!.id },
    ]);
    expect(new Set(entries.map(({ ScheduledAt }) => ScheduledAt)).size).toBe(3);
    const times = entries
      .map(({ ScheduledAt }) => Date.parse(ScheduledAt))
      .toSorted((one, other) => one - other);
    expect((times.at(-1)! - times[0]!) % (15 * minuteMs)).toBe(0);
    // It can be resent, like a request's webhook.
    const { uid, licenseKey } = local.stack.license!;
    const deliveries = `${local.stack.apiUrl}/api/scrap_prices/${reported[0]!.id.replace('msg_', '')}/deliveries`;
    const again = await fetch(deliveries, { method: 'POST', headers: { UID: uid, LicenseKey: licenseKey } });
    expect(again.status).toBe(202);
    await expect
      .poll(() => reported.map(({ id }) => id), { timeout: 20_000 })
      .toEqual([reported[0]!.id, reported[0]!.id]);
  });

  it('is deleted with its schedule and its history', async () => {
    expect((await call('DELETE', '/prices')).status).toBe(204);
    expect(local.stack.untilNextSchedule()).toBeUndefined();
    expect((await call('GET', '/prices')).status).toBe(404);
    expect((await call('GET', '/prices/history')).status).toBe(404);
  });
});
