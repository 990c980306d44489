// Lambda stops a function that one chain of messages has invoked about sixteen times. Measures each
// function's longest chain in virtual time, under the conditions that make chains longest.
import { describe, expect, it } from 'vitest';
import { deriveTimings, maxProcessingWindowSeconds } from '../../lambdas/domain/timing.ts';
import { maxChain } from '../../local/functions/lineage.ts';
import { synthesize } from '../lib/synthesize.ts';
import { type DeliveryLife, VirtualDelivery } from './virtual-deliveries.ts';
import { VirtualDeployment } from './virtual-deployment.ts';
import type { VirtualQueue } from './virtual-queue.ts';
import { VirtualWatch } from './virtual-watches.ts';
import { startMs } from './virtual-world.ts';

const longWindow = { processingWindowSeconds: maxProcessingWindowSeconds, retentionSeconds: 1 };
const settings = [
  ['by default', undefined],
  ['with the longest window and the shortest retention', longWindow],
] as const;

const expectWhole = ({ longestChain, dropped }: VirtualQueue, limit = maxChain - 1): void => {
  expect(dropped).toEqual([]);
  expect(longestChain).toBeGreaterThan(0);
  expect(longestChain).toBeLessThanOrEqual(limit);
};

describe.each(settings)('%s', (_title, durations) => {
  it('a receiver that never accepts anything and asks for pauses', async () => {
    const life: DeliveryLife = {
      completesAfterMs: undefined,
      ...{ behindMs: 0, notices: 1, checkingMessages: 2, readsAfterMs: [] },
      ...{ answers: [500, 429, 502, 'hangs', 429, 504], lastAnswer: 429, deaths: [], doubled: [] },
      resendsAfterMs: Array.from({ length: 20 }, (_, index) => 3_700_000 + index),
      ...{ callMs: 1, jitter: 0 },
    };
    const delivery = new VirtualDelivery(life, undefined, durations);
    await delivery.live();
    expect(delivery.record?.ended).toBe('GivenUp');
    expectWhole(delivery.queue);
  });

  it('a watch whose scrapes are all uncertain, at slow shops', async () => {
    const { processingWindowMs } = deriveTimings(
      durations ?? { processingWindowSeconds: 300, retentionSeconds: 300 },
    );
    const watch = new VirtualWatch(
      {
        everyMs: 4 * 3_600_000,
        runs: 3,
        shops: [[{ fromMs: 0, amount: '10.00', confidence: 'Low', outcome: 'Priced' }]],
        scrapesMs: [processingWindowMs - 10_000],
        ...{ begins: [{ lateMs: 0, againAfterMs: 1 }], deaths: [], doubled: [], callMs: 1, puts: [] },
      },
      undefined,
      durations,
    );
    await watch.live();
    expect(watch.entries.some(({ IsSecond }) => IsSecond)).toBe(true);
    expectWhole(watch.queue);
  });

  it('a catalogue of one slow host: the scraper has a limit of its own, and the closing function needs none', async () => {
    const deployment = new VirtualDeployment(
      {
        fateOf: () => 'delivered',
        waitSecondsOf: () => 0,
        loadMsOf: () => 8_000,
        callMs: 1,
      },
      durations,
    );
    void deployment.queue(100, () => {}, 1);
    await deployment.time.runUntil(startMs + deployment.timings.processingWindowMs + 60_000);
    const [request] = deployment.requests.values();
    expect(request?.groups.size).toBe(request?.groupSizes.length);
    expect(deployment.scrapeQueue.longestChain).toBeGreaterThan(maxChain);
    expectWhole(deployment.scrapeQueue, deployment.timings.maxRequeues + 1);
    expectWhole(deployment.closingQueue);
  });
});

it('only the scraper is exempt from Lambda’s loop detection', () => {
  const functions = synthesize({ watches: true }).findResources('AWS::Lambda::Function');
  const allowing = Object.entries(functions).filter(
    ([, { Properties }]) => Properties.RecursiveLoop === 'Allow',
  );
  expect(allowing.map(([id]) => id)).toEqual([expect.stringMatching(/^ScraperFunction/)]);
});
