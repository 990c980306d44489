// Many sites of one host in one message: scraped a few at a time across both tiers, each with its own time.

import { expect, it } from 'vitest';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { scrapeGroup } from '../../lambdas/scraper/scrape-group.ts';
import type { PageLoad } from '../../lambdas/web/page-load.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { messageSites } from '../fakes/events.ts';
import { productHtml, shellHtml } from '../fakes/tiers.ts';

const sitesPerHost = 4;
const hosts = ['one.example', 'two.example'];

/** Scrapes `count` sites of each host. @returns the maximum number of concurrent fetches by host. */
const scrape = async (count: number, { budgetMs = 600_000, passesMs = 0, plainHtml = shellHtml } = {}) => {
  const atWork = new Map<string, number>();
  const maximum = new Map<string, number>();
  let nowMs = 0;
  const load =
    (renderMode: 'Http' | 'Browser', html: string) =>
    async ({ url }: { url: string }): Promise<PageLoad> => {
      const { host } = new URL(url);
      const now = (atWork.get(host) ?? 0) + 1;
      atWork.set(host, now);
      maximum.set(host, Math.max(maximum.get(host) ?? 0, now));
      // By then, all concurrent ones have begun.
      await new Promise(setImmediate);
      nowMs += passesMs;
      atWork.set(host, atWork.get(host)! - 1);
      return { finalUrl: url, httpStatus: 200, headers: {}, html, renderMode, wireBytes: 1, attempts: 1 };
    };
  const close = async (): Promise<void> => {};
  const started: number[] = [];
  const results = await scrapeGroup(
    {
      http: { load: load('Http', plainHtml), close },
      renderer: { load: load('Browser', productHtml()), close },
      memory: createHostMemory(),
      reader: directReader,
    },
    {
      sites: messageSites(
        ...Array.from({ length: count * hosts.length }, (_, index) => ({
          Url: `https://${hosts[index % hosts.length]}/p/${index}`,
        })),
      ),
      budgetMs,
      sitesPerHost,
      timings: { maxSiteSeconds: 60, defaultSiteMs: 45_000 },
      clock: () => nowMs,
      report: (message, error) => expect.fail(`${message}: ${error}`),
      onBegin: async (index) => void started.push(index),
      onEnded: () => {},
    },
  );
  return { results, maximum, started };
};

it('limits concurrent fetches of a host across plain HTTP and the browser', async () => {
  const { results, maximum, started } = await scrape(16);
  expect(results.map(({ Outcome }) => Outcome)).toEqual(results.map(() => 'Priced'));
  expect([...maximum.values()]).toEqual([sitesPerHost, sitesPerHost]);
  expect(started.toSorted((one, other) => one - other)).toEqual(results.map(({ Index }) => Index));
});

it('starts each site’s time at its turn, and says so if none is left', async () => {
  // Each load takes a second; the whole message has six.
  const { results } = await scrape(8, { budgetMs: 6_000, passesMs: 1_000, plainHtml: productHtml() });
  const late = results.filter(({ Outcome }) => Outcome !== 'Priced');
  expect(late.length).toBeGreaterThan(0);
  expect(late.length).toBeLessThan(sitesPerHost * hosts.length);
  for (const { Error: error } of late) {
    expect(error).toMatchObject({
      Code: 'Timeout',
      Message: expect.stringContaining('after the others on its host'),
    });
  }
});
