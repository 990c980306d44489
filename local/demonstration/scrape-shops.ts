import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ScrapPrices } from '../../client/index.ts';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { differencesFrom } from '../shops/differences.ts';
import type { Shop } from '../shops/shop.ts';
import { shops } from '../shops/shops.ts';
import type { LocalStack } from '../stack.ts';

export interface ShopReport {
  shop: Shop;
  /** Absent if the service itself failed. */
  result: SiteResult | undefined;
  scrapeRequestId: string | undefined;
  differences: string[];
}

/** Shorter than the service suggests: local calls are cheap, while a held call occupies a process. */
const pollMs = 400;

/** Each further concurrent call would start another process, which takes a second. */
const maxCallsAtOnce = 2;

const isSlow = ({ site, expected }: Shop): boolean =>
  site?.TimeoutSeconds !== undefined || expected.renderMode === 'Browser' || expected.outcome === 'Blocked';

/** Scrapes every demonstration shop through the HTTP API, with a request for each. @returns in the order of the shops. */
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
  // The slow ones go first, so that the quick ones overlap with them.
  const started = new Map<number, Promise<ShopReport>>();
  for (const index of [...shops.keys()].sort((a, b) => Number(isSlow(shops[b]!)) - Number(isSlow(shops[a]!))))
    started.set(index, scrapeShop(shops[index]!, index));
  return shops.map((_shop, index) => started.get(index)!);
};
