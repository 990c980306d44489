import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScrapPrices } from '../../client/index.ts';
import { hostileAnswers, startHostileService } from './hostile-service.ts';

let service: Awaited<ReturnType<typeof startHostileService>>;
beforeAll(async () => {
  service = await startHostileService();
});
afterAll(() => service[Symbol.asyncDispose]());

const clientOf = (name: string, attemptTimeoutMs: number): ScrapPrices =>
  new ScrapPrices({
    baseUrl: `${service.origin}/${name}`,
    uid: 'acme',
    licenseKey: 'sp_live_secret',
    maxAttempts: 1,
    attemptTimeoutMs,
  });

test.each(hostileAnswers)('$name ends in an error of the client', async ({ name, error }) => {
  // Only answers that never come to an end wait for the limit.
  const client = clientOf(name, error === 'Connection' ? 500 : 60_000);
  const calls = [client.status('1'), client.scrape('1', [{ Url: 'https://a.example' }])];
  for (const call of await Promise.allSettled(calls))
    expect(call).toMatchObject({ reason: { name: expect.stringMatching(`^${error}.*Error$`) } });
});

test('names that lead to another path are never sent', async () => {
  const client = clientOf('empty', 60_000);
  const before = service.seen.length;
  for (const name of ['', '.', '..', '\ud800']) {
    const site = { Url: 'https://a.example' };
    const calls = [
      client.status(name),
      client.results(name),
      client.deliveries(name),
      client.resend(name),
      client.watch(name),
      client.watchHistory(name),
      client.watchEntries(name).next(),
      client.deleteWatch(name),
      client.putWatch(name, { sku: '1', sites: [site], schedule: 'rate(1 day)' }),
    ];
    const ended = await Promise.allSettled(calls);
    for (const call of ended) expect(call).toMatchObject({ reason: { name: 'TypeError' } });
  }
  expect(service.seen.slice(before)).toEqual([]);
});
