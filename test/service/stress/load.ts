import autocannon from 'autocannon';
import pLimit from 'p-limit';
import { scraperLogLines } from '../../../lambdas/scraper/log-lines.ts';
import { startLocalStack } from '../../../local/stack.ts';
import { createStressClient, judgePrices, type Queued } from './client.ts';
import { startPriceShop } from './price-shop.ts';

const settings = {
  ...{ throttleRatePerSecond: 10_000, throttleBurst: 5_000 },
  ...{ retentionSeconds: 3_600, statusCallsPerMinute: 60_000 },
};
/** Connections that queue continuously. */
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
    const accepted: Queued[] = [];
    const unserved: number[] = [];
    let next = 0;
    const url = new URL(stack.apiUrl);
    const cannon = await autocannon({
      url: url.origin,
      amount: cases,
      connections: Math.min(clients, cases),
      timeout: 60,
      requests: [
        {
          method: 'POST',
          path: `${url.pathname.replace(/\/$/, '')}/api/scrap_prices/queue`,
          setupRequest: (request, context) => {
            const number = next;
            next += 1;
            Object.assign(context, { number });
            return {
              ...request,
              headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `request-${number}` },
              body: client.bodyOf(number, sitesOf(number)),
            };
          },
          onResponse: (status, body, context) => {
            const { number: request } = context as { number: number };
            if (status === 202) {
              const { RequestId: requestId } = JSON.parse(body) as { RequestId: string };
              accepted.push({ request, sites: sitesOf(request), requestId });
            } else if (status === 503) unserved.push(request);
            else violations.push(`request ${request} was answered ${status}: ${body}`);
          },
        },
      ],
    });
    if (cannon.errors > 0) violations.push(`${cannon.errors} calls were cut off`);
    // The idempotency key prevents duplicates of requests that were accepted despite a 503.
    for (const request of unserved) accepted.push(await client.queue(request, sitesOf(request)));
    let completed = 0;
    const limit = pLimit(followed);
    await Promise.all(
      accepted.map((queued) =>
        limit(async () => {
          const view = await client.ended(queued.requestId);
          violations.push(...judgePrices(queued, view));
          if (view?.RequestStatus === 2) completed += 1;
        }),
      ),
    );
    const { waiting } = stack.queueDepth('DeadLetter');
    if (waiting > 0) violations.push(`${waiting} messages were dead-lettered`);
    return { violations, completed };
  } finally {
    await stack.close();
    await shop.close();
  }
};
