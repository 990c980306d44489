import type { SellingSite } from '../client/index.ts';
import { addressed } from '../lambdas/domain/site/queued-site.ts';
import { scraperBudgetFor } from '../lambdas/memory-budget.ts';
import { readerLimitsFor } from '../lambdas/reader/reader-limits.ts';
import { createReaderPool } from '../lambdas/reader/worker-pool.ts';
import { createBrowserRenderer } from '../lambdas/renderer/browser-renderer.ts';
import { createHostMemory } from '../lambdas/scraper/host-memory.ts';
import { scrapeSite } from '../lambdas/scraper/scrape-site.ts';
import { createBrowserTier } from '../lambdas/web/browser/browser-tier.ts';
import { createChromiumBinary } from '../lambdas/web/browser/chromium-binary.ts';
import { createEgressPolicy } from '../lambdas/web/egress/egress-policy.ts';
import { createHttpTier } from '../lambdas/web/http/http-tier.ts';
import type { PageLoad } from '../lambdas/web/page-load.ts';
import { defaultUserAgent } from '../lambdas/web/user-agent.ts';
import { WebError } from '../lambdas/web/web-error.ts';
import { chromiumAssetFolder } from '../lib/chromium-asset.ts';
import type { Trial } from './page-picture.ts';
import { takePagePicture } from './page-picture.ts';

export interface SiteTrial {
  site: SellingSite;
  sku: string;
}

const defaultTimeoutSeconds = 45;
/** The function's default. */
const memoryMb = 1_024;

/** Only there does the bundled Chromium run; others use an installed Chrome. */
const usesBundledChromium = process.platform === 'linux' && process.arch === 'x64';

/**
 * Scrapes sites from this machine like the scraper function: same tiers, egress policy and engine. Fetches the browser first,
 * so that it does not use up the time of a site.
 *
 * @param allowedTargets - additional `host:port` outside the public web.
 */
export const trySites = async (allowedTargets: readonly string[]) => {
  const chromium = createChromiumBinary(usesBundledChromium ? await chromiumAssetFolder() : '');
  if (usesBundledChromium) await chromium();
  const policy = createEgressPolicy({ allowedTargets, advice: 'sites check --allow-target' });
  const http = createHttpTier({ policy });
  const reader = createReaderPool({
    entry: new URL(
      import.meta.url.endsWith('.ts') ? '../lambdas/reader/worker.ts' : './reader.mjs',
      import.meta.url,
    ),
    limits: readerLimitsFor(scraperBudgetFor(memoryMb).readerMb),
  });
  const browser = createBrowserTier({ policy, binary: chromium, userAgent: defaultUserAgent });
  const { politeness } = http;
  const renderer = createBrowserRenderer({ browser, reader, politeness });
  const tiers = { http, renderer, memory: createHostMemory(), reader };
  return {
    /** Takes a screenshot of a trial's page. */
    picture: ({ site, page }: { site: SellingSite; page: PageLoad }, prices: readonly string[]) =>
      takePagePicture({
        policy,
        binary: chromium,
        html: page.html,
        url: page.finalUrl,
        prices,
        locale: site.Locale,
        country: site.Country,
      }),
    try: async ({ site, sku }: SiteTrial): Promise<Trial> => {
      const pages: PageLoad[] = [];
      const keeping =
        <Request>(load: (request: Request) => Promise<PageLoad>) =>
        async (request: Request): Promise<PageLoad> => {
          const page = await load(request);
          pages.push(page);
          return page;
        };
      const kept = {
        ...tiers,
        http: { ...http, load: keeping(http.load) },
        renderer: { ...renderer, load: keeping(renderer.load) },
      };
      const seconds = site.TimeoutSeconds ?? defaultTimeoutSeconds;
      const timeout = new AbortController();
      const timer = setTimeout(
        () =>
          timeout.abort(
            new WebError('Timeout', `The site did not respond within ${seconds} s.`, { retryable: true }),
          ),
        seconds * 1_000,
      );
      try {
        const result = await scrapeSite(kept, {
          queued: addressed({ Index: 0, Site: site, Warnings: [] }, sku),
          signal: timeout.signal,
          budgetMs: seconds * 1_000,
          clock: Date.now,
          report: (message, error) => process.stderr.write(`${message}: ${String(error)}\n`),
        });
        const { FinalUrl, RenderMode } = result;
        const isRead = ({ finalUrl, renderMode }: PageLoad): boolean =>
          finalUrl === FinalUrl && renderMode === RenderMode;
        return { site, result, page: pages.findLast(isRead) ?? pages.at(-1) };
      } finally {
        clearTimeout(timer);
      }
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await Promise.allSettled([tiers.http.close(), renderer.close(), tiers.reader.close()]);
    },
  };
};
