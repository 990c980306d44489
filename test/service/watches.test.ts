// Watches through the whole service, on a simulated clock: EventBridge, watcher, scrapers, comparison and
// signed call.
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { productHtml } from '../fakes/tiers.ts';
import { clientOf, nextRunOf } from '../watch-runs.ts';
import { useLocalStack, useServer } from './stack.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Notification {
  id: string;
  body: { type: string; data: { Watch: string; RequestId: string; Changes: Record<string, unknown>[] } };
}
const reported: Notification[] = [];
/** Expected and actual ones. */
const signatures: [expected: string, given: string][] = [];
let price = '10.00';
const server = useServer(async (request, response) => {
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

const local = useLocalStack(async () => ({
  shops: false,
  settings: { watches: true },
  allowedTargets: [server.target],
}));

const minuteMs = 60_000;

const runEnds = () => nextRunOf(local.stack, 'prices');

describe('a watch', () => {
  it('is put, runs on schedule, and reports a change once, with a valid signature', {
    timeout: 400_000,
  }, async () => {
    const client = clientOf(local.stack);
    await client.putWatch('prices', {
      sku: 'x',
      sites: [{ Name: 'Shop', Url: `${server.origin}/{sku}`, RenderMode: 'Http' }],
      webhook: { Url: `${server.origin}/`, Secret: secret },
      schedule: 'rate(15 minutes)',
    });
    expect(await client.watches()).toMatchObject({ Watches: [{ Name: 'prices', LastRun: null }] });

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
    const { Entries: entries } = await client.watchHistory('prices');
    expect(entries.filter(({ WebhookId }) => WebhookId !== null)).toMatchObject([
      { WebhookId: reported[0]!.id },
    ]);
    expect(new Set(entries.map(({ ScheduledAt }) => ScheduledAt)).size).toBe(3);
    const times = entries
      .map(({ ScheduledAt }) => Date.parse(ScheduledAt))
      .toSorted((one, other) => one - other);
    expect((times.at(-1)! - times[0]!) % (15 * minuteMs)).toBe(0);
    // It can be resent, like a request's webhook.
    await client.resend(reported[0]!.id.replace('msg_', ''));
    await expect
      .poll(() => reported.map(({ id }) => id), { timeout: 20_000 })
      .toEqual([reported[0]!.id, reported[0]!.id]);
  });

  it('is deleted with its schedule and its history', async () => {
    const client = clientOf(local.stack);
    await client.deleteWatch('prices');
    expect(local.stack.untilNextSchedule()).toBeUndefined();
    await expect(client.watch('prices')).rejects.toMatchObject({ status: 404 });
    await expect(client.watchHistory('prices')).rejects.toMatchObject({ status: 404 });
  });
});
