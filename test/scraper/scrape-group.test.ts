import { describe, expect, it } from 'vitest';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { scrapeGroup } from '../../lambdas/scraper/scrape-group.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { messageSites } from '../fakes/events.ts';
import { fakeTiers, productHtml } from '../fakes/tiers.ts';

describe('the time of a site in a new function', () => {
  it('starts when the reader is ready if the caller sets TimeoutSeconds', async () => {
    const html = productHtml();
    const urls = ['https://a.example/p', 'https://b.example/p'];
    const tier = fakeTiers({ http: Object.fromEntries(urls.map((url) => [url, { html }])) }).openHttpTier();
    const events: string[] = [];
    let tellReady = (): void => {};
    const ready = new Promise<void>((resolve) => {
      tellReady = () => {
        events.push('ready');
        resolve();
      };
    });
    let now = 0;
    const results = scrapeGroup(
      {
        http: {
          load: async (request) => {
            events.push(request.url);
            // The site without a limit fetches while the reader starts.
            if (request.url === urls[1]) {
              now = 5_000;
              tellReady();
            }
            return tier.load(request);
          },
          close: async () => {},
        },
        renderer: undefined,
        memory: createHostMemory(),
        reader: { ...directReader, ready: () => ready },
      },
      {
        sites: messageSites(
          { Url: urls[0], TimeoutSeconds: 1, RenderMode: 'Http' },
          { Url: urls[1], RenderMode: 'Http' },
        ),
        budgetMs: 600_000,
        timings: { maxSiteSeconds: 600, defaultSiteMs: 600_000 },
        clock: () => now,
        report: () => {},
        onEnded: () => {},
      },
    );
    expect((await results).map(({ DurationMs }) => DurationMs)).toEqual([0, 5_000]);
    expect(events).toEqual([urls[1], 'ready', urls[0]]);
  });
});
