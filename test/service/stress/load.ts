import pLimit from 'p-limit';
import { scraperLogLines } from '../../../lambdas/scraper/log-lines.ts';
import { startLocalStack } from '../../../local/stack.ts';
import { createStressClient, judgePrices } from './client.ts';
import { startPriceShop } from './price-shop.ts';

const settings = {
  ...{ throttleRatePerSecond: 10_000, throttleBurst: 5_000 },
  ...{ retentionSeconds: 3_600, statusCallsPerMinute: 60_000 },
};
/** Requests queued concurrently. */
const clients = 16;
/** Requests followed concurrently. */
const followed = 32;

/**
 * Queues many requests at once and follows each to its prices: none may be lost, duplicated or mixed up.
 *
 * @param cases - number of requests.
 */
export const runLoad = async (
  cases: number,
  seed: number,
): Promise<{ violations: string[]; completed: number }> => {
  const shop = await startPriceShop();
  const violations: string[] = [];
  const written = new Set<string>();
  const stack = await startLocalStack({
    settings,
    allowedTargets: [shop.target],
    warm: true,
    log: ({ text }) => {
      if (!text.includes(`"${scraperLogLines.groupWritten}"`)) return;
      const { requestId, group } = JSON.parse(text) as { requestId: string; group: number };
      if (written.has(`${requestId}#${group}`))
        violations.push(`group ${requestId}#${group} was written twice`);
      written.add(`${requestId}#${group}`);
    },
  });
  try {
    const client = createStressClient(stack, shop);
    const sitesOf = (request: number): number => 1 + ((request * 7 + seed) % 20);
    const [connections, followers] = [pLimit(clients), pLimit(followed)];
    const requests = Array.from({ length: cases }, (_, request) => request);
    // The idempotency key prevents duplicates of requests that were accepted despite a 503.
    const accepted = await connections.map(requests, (request) => client.queue(request, sitesOf(request)));
    let completed = 0;
    await followers.map(accepted, async (queued) => {
      const view = await client.ended(queued.requestId);
      violations.push(...judgePrices(queued, view));
      if (view?.RequestStatus === 2) completed += 1;
    });
    const { waiting } = stack.queueDepth('DeadLetter');
    if (waiting > 0) violations.push(`${waiting} messages were dead-lettered`);
    return { violations, completed };
  } finally {
    await stack.close();
    await shop.close();
  }
};
