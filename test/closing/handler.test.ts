import { beforeEach, describe, expect, it } from 'vitest';
import { createClosingHandler } from '../../lambdas/closing/handler.ts';
import { UnavailableError } from '../../lambdas/domain/ports.ts';
import { type ClosingMessage, toClosingMessage } from '../../lambdas/domain/request/closing.ts';
import { groupByHost } from '../../lambdas/domain/request/site-group.ts';
import { packResults, unpackResults } from '../../lambdas/domain/result/result-pack.ts';
import { siteResultSchema } from '../../lambdas/domain/result/site-result.ts';
import { deriveTimings } from '../../lambdas/domain/timing.ts';
import { messageSites, sqsEvent, sqsRecord } from '../fakes/events.ts';
import { createMemoryJournalStore, createMemoryRequestStore } from '../fakes/memory-stores.ts';
import { siteResult } from '../fakes/site-results.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const sites = Array.from({ length: 10 }, (_, index) => ({
  Name: `S${index}`,
  Url: `https://user:secret@${index < 5 ? 'first' : 'second'}.example/${index}?q={sku}`,
  Sku: 'a b',
}));

let nowMs: number;
let requests: ReturnType<typeof createMemoryRequestStore>;
let journal: ReturnType<typeof createMemoryJournalStore>;
let comesAgain: number[];
let notified: string[];
let isQueueDown: boolean;
let givenUp: { group: number; isLast: boolean }[];

const begin = async (windowSeconds = 300) => {
  const timings = deriveTimings({ processingWindowSeconds: windowSeconds, retentionSeconds: 300 });
  const deadlineMs = timings.processingWindowMs;
  requests = createMemoryRequestStore();
  journal = createMemoryJournalStore();
  comesAgain = [];
  notified = [];
  isQueueDown = false;
  givenUp = [];
  nowMs = deadlineMs - timings.closingLeadMs;
  await requests.create(
    { requestId: id, uid: 'acme', sku: 'a b', queuedAtMs: 0, deadlineMs, groupSizes: [1, 1] },
    deadlineMs * 2,
  );
  const message = toClosingMessage({
    requestId: id,
    deadlineMs,
    groups: groupByHost(messageSites(...sites)),
    hasWebhook: false,
  });
  const close = (body: object = message) =>
    createClosingHandler({
      requests,
      journal,
      visibility: {
        delay: async (_receiptHandle, delaySeconds) => {
          if (isQueueDown) throw new UnavailableError('SQS is down');
          comesAgain.push(delaySeconds);
        },
      },
      deliveries: {
        send: async ({ RequestId }, delaySeconds) => {
          if (isQueueDown) throw new UnavailableError('SQS is down');
          notified.push(`${RequestId} after ${delaySeconds} s`);
        },
      },
      clock: () => nowMs,
      pause: async (ms) => {
        nowMs += ms;
      },
      timings,
      log: {
        givenUp: (_requestId, group, { isLast }) => givenUp.push({ group, isLast }),
        warn: () => {},
        error: () => {},
      },
    })(sqsEvent(sqsRecord({ body: JSON.stringify(body) })));
  return { close, message };
};
const writeGroup = (group: number, indexes: readonly number[]) =>
  requests.addResults(
    id,
    group,
    packResults(
      indexes.map((Index) => siteResult({ Index })),
      10,
    ),
    1_000,
  );
const resultsOf = (group: number) =>
  unpackResults(requests.items.get(id)!.groups.get(group)!).map((result) => siteResultSchema.parse(result));

let close: Awaited<ReturnType<typeof begin>>['close'];
let message: ClosingMessage;
beforeEach(async () => {
  ({ close, message } = await begin());
});

describe('a closing message', () => {
  it('returns before the deadline unless it is done, since the function may die', async () => {
    await writeGroup(0, [0, 1, 2, 3, 4]);
    await close();
    expect(comesAgain).toEqual([2]);
  });

  it('returns soon if a call is refused', async () => {
    requests.get = () => Promise.reject(new Error('AccessDeniedException'));
    expect(await close()).toEqual({ batchItemFailures: [{ itemIdentifier: expect.any(String) }] });
    expect(comesAgain).toEqual([2]);
  });

  it('closes its request even if the queue does not answer', async () => {
    await writeGroup(0, [0, 1, 2, 3, 4]);
    isQueueDown = true;
    expect(await close()).toEqual({ batchItemFailures: [] });
    expect(givenUp).toEqual([{ group: 1, isLast: true }]);
  });
});

describe('a request shortly before its deadline', () => {
  it('is completed without the missing group', async () => {
    await writeGroup(0, [0, 1, 2, 3, 4]);
    expect(await close()).toEqual({ batchItemFailures: [] });
    expect(givenUp).toEqual([{ group: 1, isLast: true }]);
    expect(resultsOf(1).map(({ Index }) => Index)).toEqual([5, 6, 7, 8, 9]);
    expect(resultsOf(1)[0]).toMatchObject({
      Name: 'S5',
      Outcome: 'Failed',
      Url: 'https://second.example/5?q=a%20b',
      Error: {
        Code: 'Internal',
        Message: 'This site was not started in time before the deadline.',
        Retryable: true,
      },
    });
  });

  it('is completed with the results in the journals of its groups', async () => {
    const packed = packResults([siteResult({ Index: 1 })], 10);
    await journal.add(id, 0, { begun: [0, 1, 2], alone: 2, ended: new Map([[1, packed]]) }, 0);
    await close();
    expect(resultsOf(0).map(({ Outcome, Error: error }) => error?.Message ?? Outcome)).toEqual([
      'This site was not finished in time before the deadline.',
      'Priced',
      'The function died while working on this site, with no time left before the deadline to try again.',
      'This site was not started in time before the deadline.',
      'This site was not started in time before the deadline.',
    ]);
    expect(givenUp.map(({ group }) => group)).toEqual([0, 1]);
  });

  it('is announced immediately if a webhook or export needs it, and only by the writer of the last group', async () => {
    await writeGroup(0, [0, 1, 2, 3, 4]);
    await close({ ...message, HasWebhook: true });
    await close({ ...message, HasWebhook: true });
    expect(notified).toEqual([`${id} after 0 s`]);
    ({ close, message } = await begin());
    await writeGroup(0, [0, 1, 2, 3, 4]);
    await close();
    expect(notified).toEqual([]);
  });

  it('is left to fail if nothing was processed', async () => {
    await journal.add(id, 0, { begun: [0, 1] }, 0);
    await close();
    expect(requests.items.get(id)?.groups.size).toBe(0);
    expect(givenUp).toEqual([]);
  });

  it('is left unchanged if it is complete, sealed or gone', async () => {
    await writeGroup(0, [0, 1, 2, 3, 4]);
    await writeGroup(1, [5, 6, 7, 8, 9]);
    const complete = requests.items.get(id);
    await close();
    expect(requests.items.get(id)).toBe(complete);
    requests.items.set(id, { ...complete!, groups: new Map(), sealedAtMs: 1 });
    await close();
    await requests.remove(id);
    await close();
    expect(givenUp).toEqual([]);
  });

  it('is not closed twice, and never overwrites concurrent results', async () => {
    await writeGroup(0, [0, 1, 2, 3, 4]);
    const { addResults } = requests;
    requests.addResults = async (...given) => {
      await addResults(id, 1, packResults([siteResult({ Index: 5 })], 10), 1_000);
      return addResults(...given);
    };
    await close();
    await close();
    expect(givenUp).toEqual([]);
    expect(resultsOf(1)[0]?.Outcome).toBe('Priced');
  });

  it('is closed if the store recovers before the deadline', async () => {
    await writeGroup(0, [0, 1, 2, 3, 4]);
    const { get } = requests;
    requests.get = (requestId) =>
      nowMs < 297_000 ? Promise.reject(new UnavailableError('DynamoDB is down')) : get(requestId);
    expect(await close()).toEqual({ batchItemFailures: [] });
    expect(givenUp).toHaveLength(1);
  });
});

describe('a closing message', () => {
  it('is kept if it is unreadable or the store does not answer', async () => {
    expect((await close({ Version: 9 })).batchItemFailures).toHaveLength(1);
    requests.get = () => Promise.reject(new UnavailableError('DynamoDB is down'));
    expect((await close()).batchItemFailures).toHaveLength(1);
  });
});
