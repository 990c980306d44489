import pLimit from 'p-limit';
import type { RenderMode } from '../../lambdas/domain/selling-site.ts';
import type { SiteResult } from '../../lambdas/domain/site-result.ts';
import { scraperBudgetFor } from '../../lambdas/memory-budget.ts';
import { readerLimitsFor } from '../../lambdas/reader/reader-limits.ts';
import { createReaderPool } from '../../lambdas/reader/worker-pool.ts';
import { createBrowserRenderer } from '../../lambdas/renderer/browser-renderer.ts';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import type { Tiers } from '../../lambdas/scraper/read-page.ts';
import { scrapeSite } from '../../lambdas/scraper/scrape-site.ts';
import { defaultBrowserLimits } from '../../lambdas/web/browser/browser-limits.ts';
import { createBrowserTier } from '../../lambdas/web/browser/browser-tier.ts';
import { createChromiumBinary } from '../../lambdas/web/browser/chromium-binary.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { createHttpTier } from '../../lambdas/web/http/http-tier.ts';
import { defaultUserAgent } from '../../lambdas/web/user-agent.ts';
import { chromiumAssetFolder } from '../../lib/chromium-asset.ts';
import { absentSkus, catalogue } from './catalogue.ts';
import type { DrillShop, RunningShop, ShopTruth } from './drill-shop.ts';

export interface SearchReport {
  shop: string;
  mode: RenderMode;
  asked: number;
  /** SKUs that the shop's own search finds. */
  found: number;
  right: number;
  /** Lines for wrong products, and for products found for unknown SKUs. */
  wrong: string[];
  /** Lines for products that the shop's search finds and the scraper does not. */
  missed: string[];
  /** Lines for right products with another price than the database's. */
  otherPrices: string[];
  meanFetches: number;
  maxFetches: number;
  browserLoads: number;
  /** Rows of carts, baskets, wish lists and orders afterwards. */
  carts: number;
}

/** Share of the SKUs that the shop's own search finds. */
export const goalShare = 0.95;
export const goalFetches = 4;

export const reachesGoal = ({ found, right, wrong, maxFetches, carts }: SearchReport): boolean =>
  found > 0 && right >= goalShare * found && wrong.length === 0 && maxFetches <= goalFetches && carts === 0;

/** Concurrent searches; each shop is a single process. */
const searchesAtOnce = 2;
const readerMemoryMb = 3_008;
const readerEntry = new URL('../../lambdas/reader/worker.ts', import.meta.url);
/** Of one search. */
const budgetMs = 120_000;

const pathOf = (address: string): string => decodeURI(new URL(address).pathname).replace(/\/$/, '');

/** Returns true if the shop's own search links or leads to the product, without the scraper. */
const isFoundByShop = async (shop: RunningShop, sku: string, path: string): Promise<boolean> => {
  const response = await fetch(`${shop.origin}${shop.search.replace('{sku}', encodeURIComponent(sku))}`);
  const html = await response.text();
  const wanted = path.replace(/\/$/, '');
  return (
    pathOf(response.url) === decodeURI(wanted) ||
    [wanted, decodeURI(wanted)].some((each) =>
      [`${each}"`, `${each}/"`, `${each}?`, `${each}/?`, `${each}'`].some((end) => html.includes(end)),
    )
  );
};

interface Search {
  result: SiteResult;
  /** Distinct URLs fetched, in either tier. */
  pages: number;
  browserLoads: number;
}

const createSearcher = (
  shop: RunningShop,
  mode: RenderMode,
  open: Pick<Tiers, 'http' | 'reader'> & { renderer: NonNullable<Tiers['renderer']> },
) => {
  return async (sku: string): Promise<Search> => {
    const pages = new Set<string>();
    let browserLoads = 0;
    const tiers: Tiers = {
      http: {
        load: (request) => {
          pages.add(request.url);
          return open.http.load(request);
        },
        close: async () => {},
      },
      renderer: {
        load: (request) => {
          pages.add(request.url);
          browserLoads += 1;
          return open.renderer.load(request);
        },
        close: async () => {},
      },
      memory: createHostMemory(),
      reader: open.reader,
    };
    const controller = new AbortController();
    const result = await scrapeSite(tiers, {
      queued: {
        index: 0,
        site: { SearchUrl: `${shop.origin}${shop.search}`, RenderMode: mode },
        warnings: [],
      },
      sku,
      signal: controller.signal,
      budgetMs,
      clock: Date.now,
      report: (message, error) => {
        throw new Error(message, { cause: error });
      },
    });
    return { result, pages: pages.size, browserLoads };
  };
};

const askAll = async <T>(items: readonly T[], ask: (item: T) => Promise<void>): Promise<void> => {
  const limit = pLimit(searchesAtOnce);
  await Promise.all(items.map((item) => limit(ask, item)));
};

const isSamePrice = (left: string, right: string): boolean => Number(left) === Number(right);

/** Returns the product that a result belongs to. */
const productOf = ({ FinalUrl, Outcome }: SiteResult, truth: readonly ShopTruth[]): ShopTruth | undefined =>
  FinalUrl === null || Outcome === 'NotFound'
    ? undefined
    : truth.find(({ path }) => pathOf(FinalUrl) === decodeURI(path).replace(/\/$/, ''));

const describe = (sku: string, { Outcome, Error: error, FinalUrl }: SiteResult): string =>
  `"${sku}": ${Outcome}${error ? ` ${error.Code} (${error.Message})` : ''}${FinalUrl ? ` at ${FinalUrl}` : ''}`;

/** Records the search for an existing product. @param found - the product of the result. */
const judgeSearch = (
  report: SearchReport,
  { sku, price }: ShopTruth,
  result: SiteResult,
  found: ShopTruth | undefined,
  isFoundByShopItself: boolean,
): void => {
  if (isFoundByShopItself) report.found += 1;
  if (found?.sku !== sku) {
    if (found || result.Price) report.wrong.push(describe(sku, result));
    else if (isFoundByShopItself) report.missed.push(describe(sku, result));
    return;
  }
  if (isFoundByShopItself) report.right += 1;
  const amount = result.Price?.Amount;
  if (result.Outcome !== 'OutOfStock' && !(amount && isSamePrice(amount, price)))
    report.otherPrices.push(`${describe(sku, result)}: ${amount ?? 'none'}, but ${price} in the database`);
};

/** Searches a shop for every SKU of its database and for unknown ones. */
const searchShop = async (shop: DrillShop, running: RunningShop, mode: RenderMode): Promise<SearchReport> => {
  const truth = await running.truth();
  if (truth.length !== catalogue.length)
    throw new Error(
      `${shop.name} has ${truth.length} products, expected the ${catalogue.length} of the catalogue.`,
    );
  const before = await running.carts();
  if (before !== 0) throw new Error(`${shop.name} has ${before} rows in its carts before the first search.`);
  const policy = createEgressPolicy({ allowedTargets: [new URL(running.origin).host] });
  const http = createHttpTier({ policy });
  const binary = createChromiumBinary(await chromiumAssetFolder());
  const limits = { pages: defaultBrowserLimits.pages };
  const browser = createBrowserTier({ policy, binary, userAgent: defaultUserAgent, limits });
  const reader = createReaderPool({
    entry: readerEntry,
    limits: readerLimitsFor(scraperBudgetFor(readerMemoryMb).readerMb),
  });
  try {
    const search = createSearcher(running, mode, {
      http,
      renderer: createBrowserRenderer({ browser, reader }),
      reader,
    });
    const report: SearchReport = {
      shop: `${shop.name} ${shop.version}`,
      mode,
      asked: truth.length + absentSkus.length,
      found: 0,
      right: 0,
      wrong: [],
      missed: [],
      otherPrices: [],
      meanFetches: 0,
      maxFetches: 0,
      browserLoads: 0,
      carts: 0,
    };
    let fetches = 0;
    const count = ({ pages, browserLoads }: Search): void => {
      fetches += pages;
      report.maxFetches = Math.max(report.maxFetches, pages);
      report.browserLoads += browserLoads;
    };
    await askAll(truth, async (asked) => {
      const isFound = await isFoundByShop(running, asked.sku, asked.path);
      const done = await search(asked.sku);
      count(done);
      judgeSearch(report, asked, done.result, productOf(done.result, truth), isFound);
    });
    await askAll(absentSkus, async (sku) => {
      const done = await search(sku);
      count(done);
      if (productOf(done.result, truth) || done.result.Price) report.wrong.push(describe(sku, done.result));
    });
    report.meanFetches = fetches / report.asked;
    report.carts = await running.carts();
    return report;
  } finally {
    await browser.close();
    await http.close();
    await reader.close();
  }
};

/** Searches a shop in each mode. */
export const drillSearch = async (
  shop: DrillShop,
  folder: string,
  modes: readonly RenderMode[],
): Promise<SearchReport[]> => {
  const running = await shop.start(folder, catalogue);
  try {
    const reports: SearchReport[] = [];
    for (const mode of modes) reports.push(await searchShop(shop, running, mode));
    return reports;
  } finally {
    await running.stop();
  }
};
