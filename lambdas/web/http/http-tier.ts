import { shopHostOf } from '../../domain/links/shop-host.ts';
import { acceptLanguage } from '../accept-language.ts';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import { type HttpTier, type PageRequest, siteAddress } from '../page-load.ts';
import { createPoliteness } from '../politeness.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { type CheckRobots, createRobotsGuard, type RobotsPolicy } from '../robots.ts';
import { defaultUserAgent } from '../user-agent.ts';
import { WebError } from '../web-error.ts';
import { sleep } from '../with-signal.ts';
import { type FetchContext, type FetchedDocument, fetchDocument } from './fetch-document.ts';
import { defaultHttpLimits, type HttpLimits } from './http-limits.ts';
import { createPinnedDispatcher } from './pinned-dispatcher.ts';

export interface HttpTierOptions {
  policy: EgressPolicy;
  /** Default: that of the bundled Chromium. */
  userAgent?: string | undefined;
  limits?: Partial<HttpLimits> | undefined;
  /** Concurrent fetches per host. Default 4. */
  maxFetchesPerHost?: number | undefined;
  /** Default `ignore`: a caller names exact pages. */
  robotsPolicy?: RobotsPolicy | undefined;
  /** Evaluates rules in isolation, since they can be expensive. Required with `obey`. */
  checkRobots?: CheckRobots | undefined;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  now?: () => number;
  /** Jitter of retries, 0 to 1. Default: `Math.random`. */
  random?: () => number;
}

/** Fewer than a browser's six connections. */
export const defaultFetchesPerHost = 4;

/** Temporary statuses, which are retried. */
const transientStatuses = new Set([429, 502, 503, 504]);

/** Failures without a response that are retried; not timeouts, which have used up the time. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof WebError &&
  error.retryable &&
  (error.code === 'ConnectionFailed' || error.code === 'DnsFailure');

/** @throws WebError if a page restricted to one shop leads to another. */
const checkShopHost = (shopHost: string | undefined, url: URL): void => {
  if (shopHost === undefined || shopHostOf(url) === shopHost) return;
  throw new WebError('ForbiddenTarget', `Expected a page on "${shopHost}"; it redirects to "${url.host}".`, {
    retryable: false,
  });
};

/**
 * Loads pages over plain HTTP. One per message: its sites share connections but not cookies. `close` destroys
 * open connections.
 */
export const createHttpTier = ({
  policy,
  userAgent = defaultUserAgent,
  limits: given = {},
  maxFetchesPerHost = defaultFetchesPerHost,
  robotsPolicy = 'ignore',
  checkRobots,
  now = Date.now,
  random = Math.random,
}: HttpTierOptions): HttpTier => {
  const limits = { ...defaultHttpLimits, ...given };
  const { dispatcher, openFresh, extendConnectTimeout, close } = createPinnedDispatcher(
    policy,
    limits,
    maxFetchesPerHost,
  );
  const politeness = createPoliteness({ maxFetchesPerHost, maxPauseMs: limits.retryAfterMs, now });
  const context: FetchContext = {
    dispatcher,
    extendConnectTimeout,
    policy,
    politeness,
    limits,
    userAgent,
    now,
  };

  if (robotsPolicy === 'obey' && !checkRobots)
    throw new Error('The robots policy "obey" requires "checkRobots", which evaluates the rules.');
  const permit =
    robotsPolicy === 'obey' && checkRobots
      ? createRobotsGuard(async (url, signal) => {
          const order = { url, signal, acceptLanguage: acceptLanguage('en'), isPlainText: true };
          const { httpStatus, html, isTruncated } = await fetchDocument(context, order);
          return { httpStatus, text: html, isTruncated };
        }, checkRobots)
      : undefined;

  /** Pause before the retry; `undefined` for none. */
  const pauseMs = (outcome: FetchedDocument | WebError): number | undefined => {
    const backoffMs = limits.backoffMs * (1 + random());
    if (outcome instanceof WebError) return isWorthRetrying(outcome) ? backoffMs : undefined;
    if (!transientStatuses.has(outcome.httpStatus)) return undefined;
    const seconds = retryAfterSeconds(outcome.headers['retry-after'], now());
    if (seconds === undefined) return backoffMs;
    return seconds * 1_000 > limits.retryAfterMs ? undefined : Math.max(seconds * 1_000, backoffMs);
  };

  /** Extends time limits for a patient caller, and shortens the total for one with less time. */
  const limitsFor = ({
    patienceMs = 0,
    timeoutMs = Number.POSITIVE_INFINITY,
  }: Pick<PageRequest, 'patienceMs' | 'timeoutMs'>): HttpLimits => ({
    ...limits,
    connectMs: Math.max(limits.connectMs, patienceMs),
    firstByteMs: Math.max(limits.firstByteMs, patienceMs),
    idleMs: Math.max(limits.idleMs, patienceMs),
    totalMs: Math.min(Math.max(limits.totalMs, patienceMs), timeoutMs),
  });

  const loadWithin = async (request: PageRequest, signal: AbortSignal, counter: { attempts: number }) => {
    const patient = {
      ...context,
      policy: policy.forSite(siteAddress(request)),
      limits: limitsFor(request),
    };
    const order = {
      url: request.url,
      acceptLanguage: acceptLanguage(request.site?.Locale, request.site?.Country),
      signal,
      beforeHop: async (url: URL) => {
        checkShopHost(request.onlyShopHost, url);
        await permit?.(url.href, signal);
      },
    };
    const tryOnce = async (by: FetchContext): Promise<FetchedDocument | WebError> => {
      counter.attempts += 1;
      try {
        return await fetchDocument(by, order);
      } catch (error) {
        if (error instanceof WebError && !signal.aborted) return error;
        throw error;
      }
    };
    const first = await tryOnce(patient);
    const pause = pauseMs(first);
    if (pause === undefined) return first;
    await sleep(pause, signal);
    // Some hosts close reused connections, so the retry uses a new one.
    const second = await tryOnce({ ...patient, openFresh });
    // A failed retry must not hide the first response.
    return second instanceof WebError && !(first instanceof WebError) ? first : second;
  };

  return {
    async load(request) {
      const controller = new AbortController();
      const onAbort = (): void =>
        controller.abort(
          request.signal.reason instanceof WebError
            ? request.signal.reason
            : new WebError('Timeout', 'The load was aborted.', {
                retryable: true,
                cause: request.signal.reason,
              }),
        );
      if (request.signal.aborted) onAbort();
      request.signal.addEventListener('abort', onAbort, { once: true });
      const { totalMs } = limitsFor(request);
      const timer = setTimeout(() => {
        const message = `The page did not load within ${totalMs} ms.`;
        controller.abort(new WebError('Timeout', message, { retryable: true }));
      }, totalMs);
      const counter = { attempts: 0 };
      try {
        controller.signal.throwIfAborted();
        const outcome = await loadWithin(request, controller.signal, counter);
        if (outcome instanceof WebError) throw outcome;
        return { ...outcome, renderMode: 'Http', attempts: counter.attempts };
      } catch (error) {
        if (error instanceof WebError) error.attempts = Math.max(1, counter.attempts);
        throw error;
      } finally {
        clearTimeout(timer);
        request.signal.removeEventListener('abort', onAbort);
      }
    },
    ...(permit && { permit }),
    politeness,
    close,
  };
};
