// The store fails while a page is being fetched: the result is written once it is back, without another
// fetch.
import { beforeEach, describe, expect, it } from 'vitest';
import { scraperLogLines } from '../../lambdas/scraper/log-lines.ts';
import { productHtml } from '../fakes/tiers.ts';
import { api, useLocalStack, useServer } from './stack.ts';

let visits: string[];
/** Runs between a page's request and response. */
let onVisit: () => void;
let lines: string[];
let onLine: (text: string) => void;

const shop = useServer((request, response) => {
  visits.push(request.url ?? '');
  onVisit();
  response.setHeader('Content-Type', 'text/html').end(productHtml());
});
const local = useLocalStack(async () => ({
  shops: false,
  // A window with time for slow machines, and a scraper that stops retrying after 5 s instead of 15 s.
  settings: { processingWindowSeconds: 110 },
  allowedTargets: [shop.target],
  log: ({ text }) => {
    lines.push(text);
    onLine(text);
  },
}));
beforeEach(() => {
  visits = [];
  lines = [];
  onVisit = () => {};
  onLine = () => {};
});

const { queue, settled } = api(() => local.stack);

const scrape = (): Promise<string> =>
  queue([{ Url: `${shop.origin}/p/{sku}`, RenderMode: 'Http' }], '555088-105');

/** Does not read the status before the store is back, which is another guarantee. */
const outage = (mendWhen: (mend: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    onVisit = () => {
      onVisit = () => {};
      const mend = local.stack.breakService('dynamodb');
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
    expect(local.stack.queueDepth('DeadLetter')).toEqual({ waiting: 0, inFlight: 0 });
  };

  it('for 5 s: the request completes, and the page was fetched once', async () => {
    const over = outage((mend) => setTimeout(mend, 5_000));
    const requestId = await scrape();
    await over;
    await check(requestId);
  });

  it('until the message was requeued with the results: the next delivery writes them', async () => {
    const over = outage((mend) => {
      onLine = (text) => isSentAgain(text) && mend();
    });
    const requestId = await scrape();
    await over;
    await check(requestId);
    const sentAgain = lines.filter(isSentAgain);
    expect(sentAgain.length).toBeGreaterThan(0);
    for (const line of sentAgain) expect(line).toContain('"isCarried":true');
  });
});
