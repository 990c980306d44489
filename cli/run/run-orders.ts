import pLimit from 'p-limit';
import {
  NotFoundError,
  type Pause,
  type Progress,
  RateLimitedError,
  type RequestData,
  RequestFailedError,
  type ScrapPrices,
} from '../../client/index.ts';
import type { RunJournal } from './journal.ts';
import type { Order } from './order.ts';

/** An order that was not queued, since another one was told that a quota is used up. */
export class NotQueued extends Error {
  override readonly name = 'NotQueued';
}

/** Callbacks for one order's line of progress. */
export interface OrderWatch {
  onProgress: (progress: Progress) => void;
  onWait: (pause: Pause) => void;
}

export interface RunOptions {
  client: ScrapPrices;
  orders: readonly Order[];
  /** `undefined` where nothing can be kept. */
  journal: RunJournal | undefined;
  /** Requests at the same time. */
  parallel: number;
  signal: AbortSignal;
  /** One for each order. */
  watches: readonly OrderWatch[];
}

/** One order, from wherever it stands to its results. */
const finishOrder = async (
  { client, orders, journal, signal, watches }: RunOptions,
  index: number,
): Promise<RequestData> => {
  const { sku, sites, webhook } = orders[index]!;
  const { onProgress, onWait } = watches[index]!;
  const state = journal?.stateOf(index);
  if (state?.data) return state.data;
  let attempt = state?.attempt ?? 1;
  const keepCompleted = (data: RequestData): RequestData => {
    journal?.completed(index, attempt, data);
    return data;
  };
  try {
    if (state?.requestId !== undefined) {
      try {
        return keepCompleted(await client.results(state.requestId, { signal, onProgress, onWait }));
      } catch (error) {
        // Its results have expired with it, so it is scraped anew.
        if (!(error instanceof NotFoundError)) throw error;
        journal?.ended(index, attempt, 'Gone');
        attempt += 1;
      }
    }
    let queuedId: string | undefined;
    const data = await client.scrape(sku, sites, {
      signal,
      onWait,
      webhook,
      idempotencyKey: journal?.idempotencyKeyOf(index, attempt),
      onProgress: (progress) => {
        if (queuedId === undefined) {
          queuedId = progress.scrapeRequestId;
          journal?.queued(index, attempt, queuedId);
        }
        onProgress(progress);
      },
    });
    return keepCompleted(data);
  } catch (error) {
    if (error instanceof RequestFailedError) journal?.ended(index, attempt, 'Failed');
    throw error;
  }
};

/**
 * Brings every order to its results, some at a time. After the first that is told that a quota is used up no further one
 * is queued; those in work end.
 *
 * @returns a promise for each order, in their order.
 */
export const runOrders = (options: RunOptions): Promise<RequestData>[] => {
  const limit = pLimit(options.parallel);
  let isQuotaUsedUp = false;
  return options.orders.map((_order, index) =>
    limit(async () => {
      const isDone = options.journal?.stateOf(index).data !== undefined;
      if (isQuotaUsedUp && !isDone) throw new NotQueued('not queued, since a quota is used up');
      try {
        return await finishOrder(options, index);
      } catch (error) {
        if (error instanceof RateLimitedError) isQuotaUsedUp = true;
        throw error;
      }
    }),
  );
};
