// A page that hangs its reader, next to seven normal ones.
import { afterAll, expect, it } from 'vitest';
import { createReaderPool } from '../../lambdas/reader/worker-pool.ts';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { scrapeGroup } from '../../lambdas/scraper/scrape-group.ts';
import { bundledWorker, removeBundledWorkers } from '../fakes/bundled-worker.ts';
import { messageSites } from '../fakes/events.ts';
import { fakeTiers, productHtml } from '../fakes/tiers.ts';

const entry = bundledWorker('../reader/hostile-worker.ts');
afterAll(removeBundledWorkers);

const sites = 8;
const urlOf = (index: number): string => `https://shop-${index}.example/p/1`;

const scrape = async (htmlOfFirst: string, timeoutSeconds?: number) => {
  const reader = createReaderPool({
    entry,
    limits: { workers: 3, heapMb: 96, youngHeapMb: 16, readMs: 600_000, readyWorkers: 2, growAfterMs: 100 },
  });
  const unexpected: unknown[] = [];
  const pages = Object.fromEntries(
    Array.from({ length: sites }, (_, index) => [
      urlOf(index),
      { html: index === 0 ? htmlOfFirst : productHtml() },
    ]),
  );
  const tiers = fakeTiers({ http: pages, browser: pages });
  try {
    const results = await scrapeGroup(
      { http: tiers.openHttpTier(), renderer: tiers.openRenderer(), memory: createHostMemory(), reader },
      {
        sites: messageSites(
          ...Array.from({ length: sites }, (_, Index) => ({
            Url: urlOf(Index),
            ...(Index === 0 && timeoutSeconds && { TimeoutSeconds: timeoutSeconds }),
          })),
        ),
        budgetMs: 600_000,
        timings: { maxSiteSeconds: 600, defaultSiteMs: 600_000 },
        onEnded: () => {},
        clock: Date.now,
        report: (_message, error) => unexpected.push(error),
      },
    );
    return { results, unexpected, requested: tiers.requested };
  } finally {
    await reader.close();
  }
};

it.each<[string, string, string, number | undefined]>([
  ['hangs its reader', '<h1>A</h1><!-- hangs -->', 'Timeout', 1],
  ['fills the memory', '<h1>A</h1><!-- fills -->', 'TooLarge', undefined],
  ['has more elements than fit into it', '<a>'.repeat(4_000_000), 'TooLarge', undefined],
])(
  'a page that %s is an error of its own site only',
  async (_name, html, code, timeoutSeconds) => {
    const { results, unexpected, requested } = await scrape(html, timeoutSeconds);
    const [first, ...neighbours] = results;
    expect(first).toMatchObject({ Outcome: 'Failed', Error: { Code: code } });
    const calm = await scrape(productHtml());
    const reported = (all: typeof results) => all.map(({ DurationMs: _, FetchedAt: __, ...rest }) => rest);
    expect(reported(neighbours)).toEqual(reported(calm.results.slice(1)));
    expect(neighbours.every(({ Outcome }) => Outcome === 'Priced')).toBe(true);
    expect(unexpected).toEqual([]);
    // It is not loaded again in the browser, which would not help.
    expect(requested.browser).toEqual([]);
  },
  180_000,
);
