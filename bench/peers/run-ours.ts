// One run of this project's tiers in its own process, whole offer: `TIER PORT HOSTS PAGES PARALLEL`.
import { scraperBudgetFor } from '../../lambdas/memory-budget.ts';
import { readerLimitsFor } from '../../lambdas/reader/reader-limits.ts';
import { createReaderPool } from '../../lambdas/reader/worker-pool.ts';
import { createBrowserRenderer } from '../../lambdas/renderer/browser-renderer.ts';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { readPage } from '../../lambdas/scraper/read-page.ts';
import { createBrowserTier } from '../../lambdas/web/browser/browser-tier.ts';
import { createChromiumBinary } from '../../lambdas/web/browser/chromium-binary.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { createHttpTier } from '../../lambdas/web/http/http-tier.ts';
import { defaultUserAgent } from '../../lambdas/web/user-agent.ts';
import { chromiumAssetFolder } from '../../lib/chromium-asset.ts';
import { originOf } from './hosts.ts';
import { createRunClock } from './run-clock.ts';

const [tier = '', port = '', hosts = '1', pages = '0', parallel = '1'] = process.argv.slice(2);
const origin = (index: number): string => originOf(port, index, Number(hosts));
const policy = createEgressPolicy({
  allowedTargets: Array.from({ length: Number(hosts) }, (_, index) => new URL(origin(index)).host),
});
const http = createHttpTier({ policy, maxFetchesPerHost: Number(parallel) });
const browser = createBrowserTier({
  policy,
  binary: createChromiumBinary(await chromiumAssetFolder()),
  userAgent: defaultUserAgent,
  // Generous, like the peer's, for busy machines.
  limits: { pages: Number(parallel), readyMs: 60_000, loadMs: 60_000, commandMs: 30_000 },
});
const reader = createReaderPool({
  entry: new URL('../../lambdas/reader/worker.ts', import.meta.url),
  limits: { ...readerLimitsFor(scraperBudgetFor(1_024).readerMb), readMs: 60_000 },
});
const renderer = createBrowserRenderer({ browser, reader });
const clock = createRunClock(Number(pages));
const loadPage = async (index: number): Promise<void> => {
  const startedAt = performance.now();
  const { extraction } = await readPage(
    { http, renderer, memory: createHostMemory(), reader },
    {
      url: `${origin(index)}/${tier === 'Http' ? 'plain' : 'rendered'}/${index}`,
      site: { RenderMode: tier === 'Http' ? 'Http' : 'Browser', Locale: 'de-DE' },
      signal: new AbortController().signal,
      startedAtMs: Date.now(),
      remainingMs: () => 60_000,
    },
  );
  if (Number(extraction.Price?.Amount) !== 129.9)
    throw new Error(`Read ${extraction.Price?.Amount}; expected 129.90: ${JSON.stringify(extraction.Error)}`);
  clock.read(performance.now() - startedAt);
};
let next = 0;
const lane = async (): Promise<void> => {
  while (next < Number(pages)) {
    next += 1;
    await loadPage(next);
  }
};
clock.start();
await Promise.all(Array.from({ length: Number(parallel) }, lane));
const figures = clock.figures();
await Promise.all([reader.close(), browser.close(), http.close()]);
process.stdout.write(`\n${JSON.stringify(figures)}\n`);
