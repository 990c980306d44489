import { setTimeout as delay } from 'node:timers/promises';
import { ScrapPrices, type SiteResult } from '../../client/index.ts';
import { differencesFrom } from '../shops/differences.ts';
import type { Shop } from '../shops/shop.ts';
import { shops } from '../shops/shops.ts';
import type { LocalStack } from '../stack.ts';

export interface ShopReport {
  shop: Shop;
  /** Absent if the service itself failed. */
  result: SiteResult | undefined;
  differences: string[];
}

/** Shorter than the service suggests: local calls are cheap, while a held call would only show the whole request. */
const pollMs = 400;

const isSlow = ({ site, expected }: Shop): boolean =>
  site?.TimeoutSeconds !== undefined || expected.renderMode === 'Browser' || expected.outcome === 'Blocked';

/**
 * Scrapes all demonstration shops with one request to the HTTP API. Each report resolves as soon as the service has the
 * result.
 *
 * @returns in the order of the shops.
 */
export const scrapeShops = (stack: LocalStack, signal?: AbortSignal): Promise<ShopReport>[] => {
  const { license, shops: running } = stack;
  if (!license || !running) throw new Error('The local stack was started without shops.');
  const client = new ScrapPrices({
    baseUrl: stack.apiUrl,
    ...license,
    holdSeconds: 0,
    wait: (_ms, waitSignal) => delay(pollMs, undefined, { signal: waitSignal }),
  });
  const reports = shops.map(() => Promise.withResolvers<ShopReport>());
  const report = (results: readonly SiteResult[] = []): void => {
    for (const result of results) {
      const index = shops.findIndex(({ name }) => name === result.Name);
      const shop = shops[index]!;
      reports[index]!.resolve({ shop, result, differences: differencesFrom(shop.expected, result) });
    }
  };
  // Groups are scraped in order, two at a time: slow shops in the last one keep no quick one waiting.
  const inOrder = [...shops.keys()].sort((a, b) => Number(isSlow(shops[a]!)) - Number(isSlow(shops[b]!)));
  const sites = inOrder.map((index) => running.sellingSites[index]!);
  client
    .scrape(running.sku, sites, {
      signal,
      partialResults: true,
      onProgress: (progress) => report(progress.sites?.Results),
    })
    .then(({ Sites }) => report(Sites))
    .catch((error: Error) => {
      for (const [index, { resolve, reject }] of reports.entries()) {
        if (signal?.aborted) reject(error);
        else resolve({ shop: shops[index]!, result: undefined, differences: [error.message] });
      }
    });
  return reports.map(({ promise }) => promise);
};
