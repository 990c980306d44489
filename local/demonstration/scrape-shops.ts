import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ScrapPrices } from '../../client/index.ts';
import type { SiteResult } from '../../lambdas/domain/site-result.ts';
import { differencesFrom } from '../shops/differences.ts';
import type { Shop } from '../shops/shop.ts';
import { shops } from '../shops/shops.ts';
import type { LocalStack } from '../stack.ts';

/** Result of a shop's scrape, with its deviations. */
export interface ShopReport {
  shop: Shop;
  /** Absent when the service itself failed. */
  result: SiteResult | undefined;
  scrapeRequestId: string | undefined;
  /** Empty when all is as expected. */
  differences: string[];
}

/** The service suggests seconds; on this machine it is no burden to ask more often, and a held call takes a process. */
const pollMs = 400;

/** Of the API at the same time: a process is started for each that finds none free, and they need a second each. */
const maxCallsAtOnce = 2;

const isSlow = ({ site, expected }: Shop): boolean =>
  site?.TimeoutSeconds !== undefined || expected.renderMode === 'Browser' || expected.outcome === 'Blocked';

/**
 * Scrapes every demonstration shop through the service's HTTP API, one request for each so that progress shows.
 *
 * @returns reports in the order of the shops, as they come.
 */
export const scrapeShops = (stack: LocalStack, signal?: AbortSignal): Promise<ShopReport>[] => {
  const { license, shops: running } = stack;
  if (!license || !running) throw new Error('The local stack was started without shops.');
  const limit = pLimit(maxCallsAtOnce);
  const client = new ScrapPrices({
    fetch: (input, init) => limit(() => fetch(input, init)),
    baseUrl: stack.apiUrl,
    ...license,
    holdSeconds: 0,
    wait: async (_ms, waitSignal) => {
      await delay(pollMs, undefined, waitSignal === undefined ? {} : { signal: waitSignal });
    },
  });
  const scrapeShop = async (shop: Shop, index: number): Promise<ShopReport> => {
    let scrapeRequestId: string | undefined;
    try {
      const { Sites } = await client.scrape(running.sku, [running.sellingSites[index]!], {
        signal,
        onProgress: (progress) => {
          scrapeRequestId = progress.scrapeRequestId;
        },
      });
      const result = Sites[0] as SiteResult;
      return { shop, result, scrapeRequestId, differences: differencesFrom(shop.expected, result) };
    } catch (error) {
      signal?.throwIfAborted();
      return { shop, result: undefined, scrapeRequestId, differences: [(error as Error).message] };
    }
  };
  // Those that take seconds go first, so that the quick ones fill the time beside them.
  const started = new Map<number, Promise<ShopReport>>();
  for (const index of [...shops.keys()].sort((a, b) => Number(isSlow(shops[b]!)) - Number(isSlow(shops[a]!))))
    started.set(index, scrapeShop(shops[index]!, index));
  return shops.map((_shop, index) => started.get(index)!);
};
