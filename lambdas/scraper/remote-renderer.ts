import pLimit from 'p-limit';
import type { Clock } from '../domain/ports.ts';
import { recordPause } from '../renderer/browser-renderer.ts';
import {
  maxPagesPerInvocation,
  type RenderEvent,
  type RenderSettings,
  renderProtocolVersion,
} from '../renderer/protocol.ts';
import { type PageOutcome, readRenderAnswer } from '../renderer/read-answer.ts';
import { RendererFault, type RendererFaultKind, rendererFaults } from '../renderer/renderer-fault.ts';
import type { EgressPolicy } from '../web/egress/egress-policy.ts';
import type { HttpTier, Renderer, RenderRequest } from '../web/page-load.ts';
import { browserTimeout, WebError } from '../web/web-error.ts';
import { toRequestedPage } from './ordered-page.ts';

/**
 * Invokes the renderer once.
 *
 * @returns its answer as it came, unread.
 * @throws RendererFault
 */
export type InvokeRenderer = (event: RenderEvent, signal: AbortSignal) => Promise<Uint8Array>;

export interface RemoteRendererOptions {
  invoke: InvokeRenderer;
  settings: RenderSettings;
  /** Judges the addresses at which rendered pages ended. */
  policy: EgressPolicy;
  politeness?: HttpTier['politeness'];
  clock: Clock;
  pause: (milliseconds: number) => Promise<void>;
  /** Told of each time that the renderer failed as a whole. */
  onFault: (fault: RendererFault, pages: number) => void;
}

/** A page that is asked for, until it has its outcome. */
interface Asked {
  request: RenderRequest;
  /** By `performance.now`. */
  endsAt: number;
  /** The renderer has failed with it, or left it out of an answer. */
  isRepeated: boolean;
  /** A renderer was asked for it. */
  isBegun: boolean;
  isSettled: boolean;
  settle: (outcome: PageOutcome | Error) => void;
}

/**
 * Pages that come to need the browser one after the other are invoked together where they come within this time: a
 * browser is launched for each invocation, and waiting for shops is what it mostly does.
 */
const gatherMs = 1_000;

/** While an invocation is younger, those that come after it wait for its end; then they have one of their own. */
const youngMs = 5_000;

/** Invocations of one message that run at the same time. */
const maxInvocations = 2;

/** Of a page's time, for the way there and back and for unpacking. */
const travelMs = 500;

/** With less time than this a page is not asked for once more. */
const leastRepeatMs = 4_000;

/** Before a renderer that Lambda had no room for is asked for once more. */
const throttlePauseMs = 1_500;

/** Faults after which another invocation may end otherwise. */
const repeatable: ReadonlySet<RendererFaultKind> = new Set<RendererFaultKind>([
  'Throttled',
  'Crashed',
  'OutOfMemory',
  'Unreachable',
  'Unreadable',
]);

const toSiteError = (fault: RendererFault): WebError =>
  new WebError(fault.kind === 'TimedOut' ? 'Timeout' : 'RendererCrashed', rendererFaults[fault.kind], {
    retryable: true,
    cause: fault,
  });

const leftMsOf = ({ endsAt }: Asked): number => endsAt - performance.now();

const notBegun = (): WebError =>
  new WebError('Timeout', 'No browser was available within the page’s time.', { retryable: true });

const tooLarge = (): WebError =>
  new WebError('TooLarge', 'The rendered page is too large to return.', { retryable: false });

/**
 * Has pages of one message rendered by a function that may do nothing: those that need it at about the same time
 * together. Where that function fails as a whole, each of its pages is tried once more, alone, so that the one which is
 * the cause is the only one that ends with it.
 */
export const createRemoteRenderer = (options: RemoteRendererOptions): Renderer => {
  const { invoke, settings, policy, politeness, clock, pause, onFault } = options;
  const waiting: Asked[] = [];
  const limitLone = pLimit(maxInvocations);
  const closing = new AbortController();
  /** Sites that are at work; those of them whose page is asked for. */
  let attending = 0;
  let asking = 0;
  /** When each invocation under way began, by `performance.now`. */
  const underWay = new Set<{ beganAt: number }>();
  let timer: NodeJS.Timeout | undefined;
  let gatheredSince = 0;

  /** One invocation, with whatever the pages are. @throws RendererFault */
  const invokeOnce = async (pages: readonly Asked[]): Promise<Map<number, PageOutcome>> => {
    const controller = new AbortController();
    const longestMs = Math.max(...pages.map(leftMsOf));
    for (const page of pages) page.isBegun = true;
    const late = setTimeout(
      () => controller.abort(new RendererFault('TimedOut', 'The renderer did not respond in time.')),
      Math.max(0, longestMs),
    );
    const signal = AbortSignal.any([controller.signal, closing.signal]);
    const event: RenderEvent = {
      ...settings,
      Version: renderProtocolVersion,
      SentAtMs: clock(),
      Pages: pages.map((page, key) =>
        toRequestedPage(page.request, key, leftMsOf(page) - travelMs, settings.AllowedTargets.length > 0),
      ),
    };
    try {
      return await readRenderAnswer(await invoke(event, signal), [...pages.keys()], policy, signal);
    } catch (error) {
      if (error instanceof RendererFault) throw error;
      if (signal.aborted) throw signal.reason;
      throw error;
    } finally {
      clearTimeout(late);
    }
  };

  /** Those whose sites still wait for them. */
  const wanted = (pages: readonly Asked[]): Asked[] => pages.filter(({ isSettled }) => !isSettled);

  const settleAll = (pages: readonly Asked[], outcome: Error): void => {
    for (const page of pages) page.settle(outcome);
  };

  const settleFault = async (pages: readonly Asked[], fault: RendererFault): Promise<void> => {
    const hopeful = repeatable.has(fault.kind)
      ? wanted(pages).filter((page) => !page.isRepeated && leftMsOf(page) >= leastRepeatMs)
      : [];
    settleAll(
      wanted(pages).filter((page) => !hopeful.includes(page)),
      toSiteError(fault),
    );
    if (fault.kind !== 'Throttled') {
      await bringAlone(hopeful);
      return;
    }
    // The pages were not the cause.
    for (const page of hopeful) page.isRepeated = true;
    await pause(throttlePauseMs);
    await bring(hopeful);
  };

  /** Once more, each in an invocation of its own. */
  const bringAlone = async (pages: readonly Asked[]): Promise<void> => {
    for (const page of pages) page.isRepeated = true;
    await Promise.all(pages.map((page) => limitLone(() => bring([page]))));
  };

  const bring = async (asked: readonly Asked[]): Promise<void> => {
    const pages = wanted(asked);
    if (pages.length === 0) return;
    try {
      const outcomes = await invokeOnce(pages);
      const leftOut: Asked[] = [];
      for (const [key, outcome] of outcomes) {
        const page = pages[key]!;
        if (outcome !== 'LeftOut') page.settle(outcome);
        // Alone there is room for every page that may be handed on at all.
        else if (page.isRepeated) page.settle(tooLarge());
        else leftOut.push(page);
      }
      await bringAlone(leftOut);
    } catch (error) {
      if (!(error instanceof RendererFault)) {
        settleAll(pages, error as Error);
        return;
      }
      onFault(error, pages.length);
      await settleFault(pages, error);
    }
  };

  const start = (): void => {
    const pages = wanted(waiting.splice(0, maxPagesPerInvocation));
    gatheredSince = performance.now();
    if (pages.length === 0) return;
    const invocation = { beganAt: performance.now() };
    underWay.add(invocation);
    void bring(pages).finally(() => {
      underWay.delete(invocation);
      advance();
    });
  };

  /** When the pages that wait may be invoked, by `performance.now`. */
  const startableAt = (): number => {
    if (underWay.size >= maxInvocations) return Number.POSITIVE_INFINITY;
    const isComplete = asking >= attending || waiting.length >= maxPagesPerInvocation;
    const gatheredAt = isComplete ? 0 : gatheredSince + gatherMs;
    const calmAt = Math.max(0, ...[...underWay].map(({ beganAt }) => beganAt + youngMs));
    return Math.max(gatheredAt, calmAt);
  };

  /** Sees to it that what waits is invoked when its time has come; called whenever that may have changed. */
  function advance(): void {
    clearTimeout(timer);
    if (wanted(waiting).length === 0) {
      waiting.length = 0;
      return;
    }
    const at = startableAt();
    if (!Number.isFinite(at)) return;
    // Never at once: whoever asks in the same breath goes along.
    timer = setTimeout(
      () => {
        if (startableAt() <= performance.now()) start();
        advance();
      },
      Math.max(0, at - performance.now()),
    );
  }

  const ask = (request: RenderRequest): Promise<PageOutcome> =>
    new Promise((resolve, reject) => {
      const { signal, timeoutMs = Number.POSITIVE_INFINITY } = request;
      const onAbort = (): void => page.settle(signal.reason as Error);
      const onClose = (): void => page.settle(closing.signal.reason as Error);
      const onLate = (): void => page.settle(page.isBegun ? browserTimeout() : notBegun());
      const timer = setTimeout(onLate, Math.min(timeoutMs, 2 ** 31 - 1));
      const page: Asked = {
        request,
        endsAt: performance.now() + timeoutMs,
        isRepeated: false,
        isBegun: false,
        isSettled: false,
        settle: (outcome) => {
          if (page.isSettled) return;
          page.isSettled = true;
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          closing.signal.removeEventListener('abort', onClose);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      };
      if (waiting.length === 0) gatheredSince = performance.now();
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
    attend: () => {
      attending += 1;
      let isAt = true;
      return () => {
        if (!isAt) return;
        isAt = false;
        attending -= 1;
        advance();
      };
    },
    load: async (request) => {
      const { signal } = request;
      signal.throwIfAborted();
      const startedAt = performance.now();
      asking += 1;
      try {
        await politeness?.awaitPause(URL.parse(request.url)?.host ?? '', signal);
        const { timeoutMs } = request;
        const left =
          timeoutMs === undefined ? {} : { timeoutMs: timeoutMs - (performance.now() - startedAt) };
        const page = await ask({ ...request, ...left });
        if (page === 'LeftOut') throw tooLarge();
        if (page instanceof WebError) throw page;
        // For the host that was asked, whatever the answer calls itself: a renderer that lies could keep the other sites of
        // the message from theirs.
        recordPause(politeness, { ...page, finalUrl: request.url }, clock());
        return page;
      } finally {
        asking -= 1;
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
