import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { RequestView } from '../../lambdas/domain/request-view.ts';
import { createKeepAliveClient, type HttpAnswer } from './keep-alive-client.ts';
import { createMeasuredCalls } from './measured-calls.ts';
import { amountOf, skuOf, startPriceShop } from './price-shop.ts';
import { type StackInChild, startStackInChild } from './stack-in-child.ts';
import { functionFailures, type StackFacts } from './stack-protocol.ts';

export interface LoadOrder {
  requests: number;
  seed: number;
  clients: number;
  pressure: boolean;
  log: (line: string) => void;
}

/** What became of one request. */
export interface LoadedRequest {
  sites: number;
  /** When the client knew that it was accepted, in milliseconds since the start. */
  acceptedAtMs: number;
  /** `Lost`: accepted, and never seen completed or failed. `Refused`: never accepted. */
  end: 'Completed' | 'Failed' | 'Lost' | 'Refused';
  /** When the client learned of its end, in milliseconds since the start. */
  endedAtMs: number;
  /** From queueing to completion, by the service's own clock. */
  completionMs: number | undefined;
  sitesByOutcome: Partial<Record<string, number>>;
}

export interface LoadSample {
  atMs: number;
  stackMb: number;
  functionsMb: number;
  waitingMessages: number;
}

export interface LoadOutcome {
  order: LoadOrder;
  windowSeconds: number;
  requests: LoadedRequest[];
  /** Answers of the API by operation and status. */
  answers: Map<string, number>;
  answerMs: { queue: number[]; status: number[] };
  /** Sent once more, because the connection was closed while idle. */
  repeatedCalls: number;
  samples: LoadSample[];
  facts: StackFacts;
  pagesFetched: number;
  pagesFetchedTwice: number;
  elapsedMs: number;
  violations: string[];
}

/** Under pressure the window is short and what is removed is removed late, so that every end can be seen. */
const windowSeconds = { calm: 300, pressure: 20 };
const retentionSeconds = 300;
const pollMs = { calm: 500, pressure: 2_000 };
const sampleMs = 1_000;
/** Longer than any request may stay pending after its deadline, with both clocks being one. */
const patienceMs = 5_000;

const megabytes = (bytes: number): number => bytes / 1e6;
const total = (numbers: Record<string, number>): number =>
  Object.values(numbers).reduce((sum, number) => sum + number, 0);

/** Compares a completed request with what its pages say. @returns sentences about what is wrong. */
const judgeCompleted = (
  request: number,
  sites: number,
  view: Extract<RequestView, { RequestStatus: 2 }>,
  mayTimeOut: boolean,
): string[] => {
  const wrong: string[] = [];
  const { Data } = view;
  if (Data.Sku !== skuOf(request)) wrong.push(`request ${request} answers for SKU ${Data.Sku}`);
  if (Data.Sites.length !== sites) {
    wrong.push(`request ${request} has ${Data.Sites.length} results for its ${sites} sites`);
  }
  for (const [index, site] of Data.Sites.entries()) {
    const isRight =
      site.Index === index && site.Outcome === 'Priced' && site.Price?.Amount === amountOf(request, index);
    const isTimeout = mayTimeOut && site.Outcome === 'Failed' && site.Error?.Code === 'Timeout';
    if (!isRight && !isTimeout) {
      const given = [site.Outcome, site.Price?.Amount ?? '', site.Error?.Code ?? ''].join(' ');
      wrong.push(`request ${request}, site ${index}: ${given} instead of ${amountOf(request, index)}`);
    }
  }
  return wrong;
};

const viewOf = ({ status, text }: HttpAnswer): RequestView | undefined =>
  status === 200 ? (JSON.parse(text) as RequestView) : undefined;

/** Of a request that is neither completed nor failed. */
const isLost = ({ status }: HttpAnswer, lateMs: number): boolean => status === 404 || lateMs >= patienceMs;

/** Puts requests through a local stack of its own and follows each to its end. */
export const driveLoad = async (order: LoadOrder): Promise<LoadOutcome> => {
  const { requests: count, seed, clients, pressure, log } = order;
  const mode = pressure ? 'pressure' : 'calm';
  const windowMs = windowSeconds[mode] * 1_000;
  const siteCounts = fc.sample(fc.noBias(fc.integer({ min: 1, max: 20 })), { numRuns: count, seed });
  const shop = await startPriceShop();
  const http = createKeepAliveClient(clients);
  let stack: StackInChild | undefined;
  const ending = new AbortController();
  try {
    stack = await startStackInChild({
      allowedTargets: [shop.target],
      settings: {
        processingWindowSeconds: windowSeconds[mode],
        retentionSeconds,
        throttleRatePerSecond: 10_000,
        throttleBurst: 5_000,
      },
    });
    const { facts } = stack;
    const violations: string[] = [];
    const startedAt = performance.now();
    const sinceStart = (): number => performance.now() - startedAt;

    const calls = createMeasuredCalls(http, stack, violations);

    const endOfCompleted = (
      request: number,
      view: Extract<RequestView, { RequestStatus: 2 }>,
    ): Pick<LoadedRequest, 'end' | 'completionMs' | 'sitesByOutcome'> => {
      violations.push(...judgeCompleted(request, siteCounts[request]!, view, pressure));
      const { CompletedAt, RequestedAt, Summary } = view.Data;
      const completionMs = Date.parse(CompletedAt) - Date.parse(RequestedAt);
      if (completionMs >= windowMs)
        violations.push(`request ${request} was completed ${completionMs} ms after it was queued`);
      const { Total: _total, ...sitesByOutcome } = Summary;
      return { end: 'Completed', completionMs, sitesByOutcome };
    };

    const judgeFailed = (request: number, { endedAtMs }: LoadedRequest, sentAtMs: number): void => {
      if (endedAtMs < sentAtMs + windowMs)
        violations.push(`request ${request} was answered as Failed before its deadline`);
      // The scraper had all the time it could need, so its messages were lost.
      if (!pressure) violations.push(`request ${request} has failed without need`);
    };

    /** Polls until the request is no longer pending. */
    const follow = async (
      request: number,
      requestId: string,
      loaded: LoadedRequest,
      sentAtMs: number,
    ): Promise<LoadedRequest> => {
      // The latest moment at which it may have been queued is the one at which the client knew of it.
      const deadlineMs = loaded.acceptedAtMs + windowMs;
      for (;;) {
        await delay(pollMs[mode]);
        const askedAtMs = sinceStart();
        const answer = await calls.status(requestId);
        const ended = { ...loaded, endedAtMs: sinceStart() };
        const view = viewOf(answer);
        if (view?.RequestStatus === 2) return { ...ended, ...endOfCompleted(request, view) };
        if (view?.RequestStatus === 1) {
          judgeFailed(request, ended, sentAtMs);
          return { ...ended, end: 'Failed' };
        }
        const isLate = askedAtMs >= deadlineMs;
        if (view && isLate) violations.push(`request ${request} was answered as Pending after its deadline`);
        if (!isLost(answer, askedAtMs - deadlineMs)) continue;
        violations.push(`request ${request} (${requestId}) is lost: ${answer.status} ${answer.text}`);
        return { ...ended, end: 'Lost' };
      }
    };

    const handIn = async (request: number): Promise<() => Promise<LoadedRequest>> => {
      const sentAtMs = sinceStart();
      const answer = await calls.queue(
        skuOf(request),
        Array.from({ length: siteCounts[request]! }, (_, site) => shop.siteOf(request, site)),
      );
      const acceptedAtMs = sinceStart();
      const loaded: LoadedRequest = {
        sites: siteCounts[request]!,
        acceptedAtMs,
        end: 'Refused',
        endedAtMs: acceptedAtMs,
        completionMs: undefined,
        sitesByOutcome: {},
      };
      if (answer.status !== 202) {
        violations.push(`request ${request} was refused: ${answer.status} ${answer.text}`);
        return async () => loaded;
      }
      const { RequestId } = JSON.parse(answer.text) as { RequestId: string };
      return () => follow(request, RequestId, loaded, sentAtMs);
    };

    const samples: LoadSample[] = [];
    const sampling = (async () => {
      while (!ending.signal.aborted) {
        const { stackBytes, functionBytes, scrapeQueue } = await facts();
        samples.push({
          atMs: sinceStart(),
          stackMb: megabytes(stackBytes),
          functionsMb: megabytes(total(functionBytes)),
          waitingMessages: scrapeQueue.waiting,
        });
        await delay(sampleMs, undefined, { signal: ending.signal }).catch(() => {});
      }
    })();

    const requests: LoadedRequest[] = [];
    const following: Promise<unknown>[] = [];
    let next = 0;
    let done = 0;
    const client = async (): Promise<void> => {
      while (next < count) {
        const request = next;
        next += 1;
        const end = await handIn(request);
        const ended = end().then((loaded) => {
          requests[request] = loaded;
          done += 1;
          if (done % Math.max(1, Math.floor(count / 10)) === 0) {
            log(`  ${done} of ${count} requests ended, ${(sinceStart() / 1_000).toFixed(0)} s`);
          }
        });
        // Under pressure nobody waits for an answer before asking for more.
        if (pressure) following.push(ended);
        else await ended;
      }
    };
    await Promise.all(Array.from({ length: Math.min(clients, count) }, client));
    await Promise.all(following);
    const elapsedMs = sinceStart();
    ending.abort();
    await sampling;

    const finalFacts = await facts();
    for (const group of finalFacts.groupsWrittenTwice) violations.push(`group ${group} was written twice`);
    // A machine that is overloaded on purpose may end functions at their timeout; their messages come again.
    if (!pressure) {
      if (finalFacts.deadLetters > 0)
        violations.push(`${finalFacts.deadLetters} messages became dead letters`);
      violations.push(...functionFailures(finalFacts));
    }
    return {
      order,
      windowSeconds: windowSeconds[mode],
      requests,
      answers: calls.answers,
      answerMs: calls.answerMs,
      repeatedCalls: http.repeated,
      samples,
      facts: finalFacts,
      pagesFetched: shop.fetches.size,
      pagesFetchedTwice: [...shop.fetches.values()].filter((times) => times > 1).length,
      elapsedMs,
      violations,
    };
  } finally {
    ending.abort();
    http.close();
    await stack?.close();
    await shop.close();
  }
};
