// The store fails while a page is being fetched: the result is written once it is back, without another
// fetch.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scraperLogLines } from '../../lambdas/scraper/log-lines.ts';
import { startLocalStack } from '../../local/stack.ts';
import { productHtml } from '../fakes/tiers.ts';
import { api, type LocalStack } from './stack.ts';

let stack: LocalStack;
let shop: Server;
let visits: string[];
/** Runs between a page's request and response. */
let onVisit: () => void;
let lines: string[];
let onLine: (text: string) => void;

beforeAll(async () => {
  shop = createServer((request, response) => {
    visits.push(request.url ?? '');
    onVisit();
    response.setHeader('Content-Type', 'text/html').end(productHtml());
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  stack = await startLocalStack({
    // A window with time for slow machines, and a scraper that stops retrying after 5 s instead of 15 s.
    settings: { processingWindowSeconds: 110 },
    allowedTargets: [`127.0.0.1:${(shop.address() as AddressInfo).port}`],
    log: ({ text }) => {
      lines.push(text);
      onLine(text);
    },
  });
});
afterAll(async () => {
  await stack?.close();
  shop.close();
});
beforeEach(() => {
  visits = [];
  lines = [];
  onVisit = () => {};
  onLine = () => {};
});

const { queue, settled } = api(() => stack);

const scrape = async () => {
  const Url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/p/{sku}`;
  const requestId = await queue([{ Url, RenderMode: 'Http' }], '555088-105');
  return { requestId };
};

/** Does not read the status before the store is back, which is another guarantee. */
const outage = (mendWhen: (mend: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    onVisit = () => {
      onVisit = () => {};
      const mend = stack.breakService('dynamodb');
      mendWhen(() => {
        mend();
        resolve();
      });
    };
  });

describe('DynamoDB fails while a shop responds', () => {
  const isSentAgain = (text: string): boolean => text.includes(scraperLogLines.messagePostponed);
  const check = async (requestId: string): Promise<void> => {
    const { view } = await settled(requestId);
    expect(view).toMatchObject({
      RequestStatus: 2,
      Data: { Sites: [{ Outcome: 'Priced', Price: { Amount: '1226.00' } }] },
    });
    expect(visits).toEqual(['/p/555088-105']);
    expect(stack.queueDepth('DeadLetter')).toEqual({ waiting: 0, inFlight: 0 });
  };

  it('for 5 s: the request completes, and the page was fetched once', async () => {
    const over = outage((mend) => setTimeout(mend, 5_000));
    const { requestId } = await scrape();
    await over;
    await check(requestId);
  });

  it('until the message was requeued with the results: the next delivery writes them', async () => {
    const over = outage((mend) => {
      onLine = (text) => isSentAgain(text) && mend();
    });
    const { requestId } = await scrape();
    await over;
    await check(requestId);
    const sentAgain = lines.filter(isSentAgain);
    expect(sentAgain.length).toBeGreaterThan(0);
    for (const line of sentAgain) expect(line).toContain('"isCarried":true');
  });
});
