import pLimit from 'p-limit';
import type { Clock } from '../domain/ports.ts';
import { maxPagesPerInvocation, type RenderEvent, type RenderSettings } from '../domain/render-protocol.ts';
import { RendererFault, type RendererFaultKind, rendererFaults } from '../domain/renderer-fault.ts';
import { recordPause } from '../renderer/browser-renderer.ts';
import { type PageOutcome, readRenderAnswer } from '../renderer/read-answer.ts';
import type { EgressPolicy } from '../web/egress/egress-policy.ts';
import type { HttpTier, Renderer, RenderRequest } from '../web/page-load.ts';
import { browserTimeout, WebError } from '../web/web-error.ts';
import { toRequestedPage } from './requested-page.ts';

/**
 * Invokes the renderer once.
 *
 * @returns its unvalidated response while it arrives.
 * @throws RendererFault, also after a part of the response.
 */
export type InvokeRenderer = (event: RenderEvent, signal: AbortSignal) => AsyncIterable<Uint8Array>;

export interface RemoteRendererOptions {
  invoke: InvokeRenderer;
  /** Maximum number of concurrent invocations, retries included; see `maxRenderersPerScraper`. */
  maxConcurrent: number;
  settings: RenderSettings;
  /** Checks the final addresses of rendered pages. */
  policy: EgressPolicy;
  politeness?: HttpTier['politeness'];
  clock: Clock;
  pause: (milliseconds: number) => Promise<void>;
  /** Called each time the renderer fails as a whole. */
  onFault: (fault: RendererFault, pages: number) => void;
}

/** A page without an outcome yet. */
interface PendingPage {
  request: RenderRequest;
  /** By `performance.now`. */
  endsAt: number;
  /** It was part of a failed invocation, or left out of a response. */
  isRepeated: boolean;
  /** Fetches by earlier invocations. */
  earlierAttempts: number;
  /** It was sent to a renderer. */
  isSent: boolean;
  isSettled: boolean;
  settle: (outcome: PageOutcome | Error) => void;
}

/**
 * Pages that need the browser within this time share an invocation, since each invocation launches a browser,
 * which mostly waits for shops.
 */
const batchMs = 1_000;

/** While an invocation is younger than this, later pages wait for its end; then they start another one. */
const staggerMs = 5_000;

/** Reserved from a page's time for transfer and unpacking. */
const overheadMs = 500;

/** Minimum remaining time to retry a page. */
const minRetryMs = 4_000;

/** Pause before retrying a throttled invocation. */
const throttlePauseMs = 1_500;

/** Faults after which another invocation may succeed. */
const repeatable: ReadonlySet<RendererFaultKind> = new Set<RendererFaultKind>([
  'Throttled',
  'Crashed',
  'OutOfMemory',
  'Unreachable',
  'Unreadable',
]);

const toWebError = (fault: RendererFault): WebError =>
  new WebError(fault.kind === 'TimedOut' ? 'Timeout' : 'RendererCrashed', rendererFaults[fault.kind], {
    retryable: true,
    cause: fault,
  });

const remainingMsOf = ({ endsAt }: PendingPage): number => endsAt - performance.now();

const notSent = (): WebError =>
  new WebError('Timeout', 'No browser was available within the page’s time.', { retryable: true });

const tooLarge = (): WebError =>
  new WebError('TooLarge', 'The rendered page is too large to return.', { retryable: false });

/**
 * Renders pages of one message in a separate function without permissions. Pages that need it at about the
 * same time share an invocation, and each gets its outcome as soon as it is done. If an invocation fails as a
 * whole, each page without an outcome is retried once in its own invocation, so that only the culprit fails.
 */
export const createRemoteRenderer = (options: RemoteRendererOptions): Renderer => {
  const { invoke, maxConcurrent, settings, policy, politeness, clock, pause, onFault } = options;
  const waiting: PendingPage[] = [];
  const limit = pLimit(maxConcurrent);
  /** In front of `limit`, so that further pages do not wait for all lone ones. */
  const limitLone = pLimit(maxConcurrent);
  const closing = new AbortController();
  /** Sites in progress, and how many of them wait for a page. */
  let activeSites = 0;
  let requestedPages = 0;
  /** Start of each running invocation of waiting pages, by `performance.now`. */
  const underWay = new Set<{ beganAt: number }>();
  /** The next invocation waits for one to end. */
  let isStarting = false;
  let timer: NodeJS.Timeout | undefined;
  let batchSince = 0;

  /** Invokes the renderer once. @throws RendererFault */
  const invokeOnce = async (
    pages: readonly PendingPage[],
    onOutcome: (page: PendingPage, outcome: PageOutcome) => void,
  ): Promise<void> => {
    const controller = new AbortController();
    const maxMs = Math.max(...pages.map(remainingMsOf));
    for (const page of pages) page.isSent = true;
    const late = setTimeout(
      () => controller.abort(new RendererFault('TimedOut', 'The renderer did not respond in time.')),
      Math.max(0, maxMs),
    );
    const signal = AbortSignal.any([controller.signal, closing.signal]);
    const event: RenderEvent = {
      ...settings,
      Version: 1,
      SentAtMs: clock(),
      Pages: pages.map((page, key) =>
        toRequestedPage(
          page.request,
          key,
          remainingMsOf(page) - overheadMs,
          settings.AllowedTargets.length > 0,
        ),
      ),
    };
    try {
      const outcomes = readRenderAnswer(invoke(event, signal), pages.keys(), policy, signal);
      for await (const [key, outcome] of outcomes) onOutcome(pages[key]!, outcome);
    } catch (error) {
      if (error instanceof RendererFault) throw error;
      if (signal.aborted) throw signal.reason;
      throw error;
    } finally {
      clearTimeout(late);
      // Nothing reads the rest of an invalid response.
      controller.abort();
    }
  };

  /** Pages without an outcome. */
  const unsettled = (pages: readonly PendingPage[]): PendingPage[] =>
    pages.filter(({ isSettled }) => !isSettled);

  const settleAll = (pages: readonly PendingPage[], outcome: Error): void => {
    for (const page of pages) page.settle(outcome);
  };

  const settleFault = async (pages: readonly PendingPage[], fault: RendererFault): Promise<void> => {
    const retryable = repeatable.has(fault.kind)
      ? unsettled(pages).filter((page) => !page.isRepeated && remainingMsOf(page) >= minRetryMs)
      : [];
    settleAll(
      unsettled(pages).filter((page) => !retryable.includes(page)),
      toWebError(fault),
    );
    if (fault.kind !== 'Throttled') {
      await renderAlone(retryable);
      return;
    }
    // The pages were not the cause.
    for (const page of retryable) page.isRepeated = true;
    await pause(throttlePauseMs);
    await renderPages(() => retryable);
  };

  /** Retries each page in its own invocation. */
  const renderAlone = async (pages: readonly PendingPage[]): Promise<void> => {
    for (const page of pages) {
      page.isRepeated = true;
      page.earlierAttempts = 1;
    }
    await Promise.all(pages.map((page) => limitLone(() => renderPages(() => [page]))));
  };

  /** @param take - called once the renderer may be invoked. */
  const renderPages = async (take: () => readonly PendingPage[]): Promise<void> => {
    const pages = new Set<PendingPage>();
    const leftOut: Promise<void>[] = [];
    const onOutcome = (page: PendingPage, outcome: PageOutcome): void => {
      pages.delete(page);
      if (outcome !== 'LeftOut') page.settle(outcome);
      // Alone, every page of an acceptable size fits.
      else if (page.isRepeated) page.settle(tooLarge());
      else leftOut.push(renderAlone([page]));
    };
    try {
      await limit(async () => {
        for (const page of unsettled(take())) pages.add(page);
        if (pages.size > 0) await invokeOnce([...pages], onOutcome);
      });
    } catch (error) {
      if (error instanceof RendererFault) {
        onFault(error, pages.size);
        await settleFault([...pages], error);
      } else settleAll([...pages], error as Error);
    }
    await Promise.all(leftOut);
  };

  const start = (): void => {
    isStarting = true;
    const invocation = { beganAt: 0 };
    const take = (): PendingPage[] => {
      isStarting = false;
      invocation.beganAt = batchSince = performance.now();
      underWay.add(invocation);
      const pages = waiting.splice(0, maxPagesPerInvocation);
      advance();
      return pages;
    };
    void renderPages(take).finally(() => {
      underWay.delete(invocation);
      advance();
    });
  };

  /** When the waiting pages may be sent, by `performance.now`. */
  const startableAt = (): number => {
    if (isStarting) return Number.POSITIVE_INFINITY;
    const isComplete = requestedPages >= activeSites || waiting.length >= maxPagesPerInvocation;
    const batchAt = isComplete ? 0 : batchSince + batchMs;
    const staggeredAt = Math.max(0, ...[...underWay].map(({ beganAt }) => beganAt + staggerMs));
    return Math.max(batchAt, staggeredAt);
  };

  /** Starts or schedules the next invocation. Called whenever its time may have changed. */
  function advance(): void {
    clearTimeout(timer);
    if (unsettled(waiting).length === 0) {
      waiting.length = 0;
      return;
    }
    const at = startableAt();
    if (!Number.isFinite(at)) return;
    // Always asynchronous, to include pages requested in the same tick.
    timer = setTimeout(
      () => {
        if (startableAt() <= performance.now()) start();
        advance();
      },
      Math.max(0, at - performance.now()),
    );
  }

  const enqueue = (request: RenderRequest): Promise<PageOutcome> =>
    new Promise((resolve, reject) => {
      const { signal, timeoutMs = Number.POSITIVE_INFINITY } = request;
      const onAbort = (): void => page.settle(signal.reason as Error);
      const onClose = (): void => page.settle(closing.signal.reason as Error);
      const onLate = (): void => page.settle(page.isSent ? browserTimeout() : notSent());
      const timer = setTimeout(onLate, Math.min(timeoutMs, 2 ** 31 - 1));
      const page: PendingPage = {
        request,
        endsAt: performance.now() + timeoutMs,
        isRepeated: false,
        earlierAttempts: 0,
        isSent: false,
        isSettled: false,
        settle: (outcome) => {
          if (page.isSettled) return;
          page.isSettled = true;
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          closing.signal.removeEventListener('abort', onClose);
          // Pages that failed or were left out have been fetched once already.
          if (typeof outcome === 'object' && 'attempts' in outcome) outcome.attempts += page.earlierAttempts;
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      };
      if (waiting.length === 0) batchSince = performance.now();
      waiting.push(page);
      for (const [ending, onEnd] of [
        [signal, onAbort],
        [closing.signal, onClose],
      ] as const) {
        if (ending.aborted) onEnd();
        else ending.addEventListener('abort', onEnd, { once: true });
      }
      advance();
    });

  return {
    announceSite: () => {
      activeSites += 1;
      let isAt = true;
      return () => {
        if (!isAt) return;
        isAt = false;
        activeSites -= 1;
        advance();
      };
    },
    load: async (request) => {
      const { signal } = request;
      signal.throwIfAborted();
      const startedAt = performance.now();
      requestedPages += 1;
      try {
        await politeness?.awaitPause(URL.parse(request.url)?.host ?? '', signal);
        const { timeoutMs } = request;
        const left =
          timeoutMs === undefined ? {} : { timeoutMs: timeoutMs - (performance.now() - startedAt) };
        const page = await enqueue({ ...request, ...left });
        if (page === 'LeftOut') throw tooLarge();
        if (page instanceof WebError) throw page;
        // For the requested host, not the reported one: a compromised renderer could otherwise block other
        // hosts.
        recordPause(politeness, { ...page, finalUrl: request.url }, clock());
        return page;
      } finally {
        requestedPages -= 1;
        advance();
      }
    },
    close: async () => {
      clearTimeout(timer);
      closing.abort(
        new WebError('RendererCrashed', 'The browser of this message is closed.', { retryable: true }),
      );
    },
  };
};
