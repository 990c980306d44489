import {
  ApiError,
  asProblem,
  ConnectionError,
  RequestFailedError,
  ScrapPricesError,
  toApiError,
  UnexpectedAnswerError,
} from './errors.ts';
import { refusedQuota } from './rate-limit.ts';
import type {
  DeliveryView,
  HistoryEntry,
  Problem,
  QueuedView,
  RequestData,
  RequestProgress,
  RequestView,
  SellingSite,
  WatchHistory,
  WatchList,
  WatchView,
  Webhook,
  When,
} from './types.ts';
import { maxTimerSeconds, parseRetryAfter, retryDelayMs, wait } from './waiting.ts';

export interface ScrapPricesOptions {
  /** Address of the service, stage included, e.g. `https://abc.execute-api.eu-central-1.amazonaws.com/prod`. */
  baseUrl: string;
  uid: string;
  licenseKey: string;
  /** Default: the platform's. */
  fetch?: typeof globalThis.fetch;
  /** Maximum attempts per call while the service is unreachable, busy or failing. Default 6. */
  maxAttempts?: number;
  /**
   * Maximum total wait of one call for a busy or failing service. Default 120, which covers the quota of a minute but not
   * that of a day. A longer `Retry-After` ends the call at once with `RateLimitedError` or `ServiceError`. 0 disables
   * retries.
   */
  maxWaitSeconds?: number;
  /** Timeout of one attempt. Default 35,000: the API itself times out after 29 s. */
  attemptTimeoutMs?: number;
  /**
   * How long the service may hold the first status call of a request (`Prefer: wait`), in whole seconds from 1 to 20; 0
   * disables it. Default 5, so that fast requests return at once. Later calls follow the service's `Retry-After`, because
   * a held call costs the operator as much as a working one.
   */
  holdSeconds?: number;
  /** Default: a timer. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to below 1. Default: `Math.random`. */
  random?: () => number;
}

/** A call that is about to be repeated. */
export interface Pause {
  /** Reason. */
  error: ApiError | ConnectionError;
  waitMs: number;
}

export interface CallOptions {
  /** Called before each wait for a retry. */
  onWait?: ((pause: Pause) => void) | undefined;
  /** Aborts the call, which rejects with the signal's reason. Queued requests stay queued. */
  signal?: AbortSignal | undefined;
}

export interface QueueOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. The same key and body return the same request while it exists. Default: a random
   * key per call, which makes the client's own retries safe.
   */
  idempotencyKey?: string | undefined;
  /** Receives the end of the request. */
  webhook?: Webhook | undefined;
}

/** Definition of a watch: its request, schedule and notices. */
export interface WatchDefinition {
  sku: string;
  sites: readonly SellingSite[];
  /** `rate(6 hours)`, or `cron(…)` with EventBridge's six fields. */
  schedule: string;
  /** IANA time zone of a cron expression. Default: UTC. */
  timeZone?: string | undefined;
  /** Default: every change is reported. */
  when?: When | undefined;
  /** Default: none; changes are only in the history. */
  webhook?: Webhook | undefined;
}

/** Progress of a scrape. */
export interface Progress {
  /** Identifier of the scrape request. */
  scrapeRequestId: string;
  status: 'Pending' | 'Completed' | 'Failed';
  /** Time since the call of `scrape`. */
  elapsedMs: number;
  /** Total and finished sites of a pending request; `undefined` if unknown. */
  sites: RequestProgress | undefined;
}

export interface ScrapeOptions extends QueueOptions {
  /** Called when the request is queued and after each status call. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Also gives `onProgress` the results of finished sites, in `sites.Results`. Default: false. */
  partialResults?: boolean | undefined;
}

interface Answer {
  body: unknown;
  retryAfterSeconds: number | undefined;
}

const retryableStatuses = new Set([429, 500, 502, 503, 504]);
const statusNames = ['Pending', 'Failed', 'Completed'] as const;
const defaultPollSeconds = 2;
/** Bounds of the polling interval; results are only kept for minutes. */
const minPollSeconds = 0.25;
const maxPollSeconds = 30;
/** Requests end within five minutes. */
const maxPendingSeconds = 15 * 60;
/** API Gateway's limit is 10 MB. */
const maxAnswerBytes = 16 * 1024 * 1024;
const defaultMaxWaitSeconds = 120;
const defaultHoldSeconds = 5;
/** The service ignores longer waits. */
const maxHoldSeconds = 20;
/** Part of the attempt timeout that is not for holding. */
const attemptReserveSeconds = 5;

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Polyfill of `URL.parse` for Node.js 20 and older browsers. */
const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
};

/** False for a name that would lead to another path, or has no UTF-8. */
const isPathPart = (name: string): boolean => !/^\.{0,2}$|\p{Cs}/u.test(name);

/** @throws TypeError for a name that is no part of a path. */
const pathPart = (name: string): string => {
  if (!isPathPart(name)) throw new TypeError(`${JSON.stringify(name)} cannot be a name in a URL.`);
  return encodeURIComponent(name);
};

/** Hosts of API Gateway, whose URLs always have a stage, unlike custom domains. */
const awsApiHost = /\.execute-api\.[^.]+\.amazonaws\.com(\.cn)?$/;

/** @throws TypeError if it cannot be the address of a deployment. */
const readBaseUrl = (text: string): URL => {
  const base = parseUrl(text);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new TypeError(
      `baseUrl must be an absolute http or https URL such as "https://api.example.com/prod"; it is "${text}".`,
    );
  }
  if (base.username || base.password || base.search || base.hash) {
    throw new TypeError('baseUrl must not have credentials, a query or a fragment.');
  }
  const operation = base.pathname.indexOf('/api/scrap_prices');
  if (operation >= 0) {
    const until = `${base.origin}${base.pathname.slice(0, operation)}`;
    throw new TypeError(`baseUrl ends before "/api/scrap_prices": give "${until}".`);
  }
  if (base.pathname === '/' && awsApiHost.test(base.hostname)) {
    throw new TypeError(`baseUrl has no stage: expected one at its end, as in "${base.origin}/prod".`);
  }
  return base;
};

/** True for an answer of the queue, also to a repeated call whose request has ended. */
const isQueuedView = (body: unknown): body is QueuedView => {
  const view = body as { RequestId?: unknown; RequestStatus?: unknown } | null;
  return (
    typeof view?.RequestId === 'string' &&
    isPathPart(view.RequestId) &&
    [0, 1, 2].includes(view.RequestStatus as number)
  );
};

const isView = (body: unknown): body is RequestView => {
  const sites = (body as { Data?: { Sites?: unknown } | null } | null)?.Data?.Sites;
  return isQueuedView(body) && (body.RequestStatus !== 2 || Array.isArray(sites));
};

const isDeliveryView = (body: unknown): body is DeliveryView => {
  const view = body as Partial<DeliveryView> | undefined | null;
  return typeof view?.RequestId === 'string' && Array.isArray(view.Attempts);
};

/**
 * Client of one deployment of the service, for Node.js and browsers.
 *
 * Retries calls without an answer and with 429 or 5xx, up to `maxAttempts` times, with exponential backoff or after
 * `Retry-After`. This is safe for queueing too, because of its idempotency key.
 */
export class ScrapPrices {
  readonly #queueUrl: string;
  readonly #requestsUrl: string;
  readonly #watchesUrl: string;
  /** Hint for errors about unexpected responses; empty if the base URL has a stage. */
  readonly #stageHint: string;
  readonly #credentials: { LicenseKey: string; UID: string };
  readonly #fetch: typeof globalThis.fetch;
  readonly #maxAttempts: number;
  readonly #attemptTimeoutMs: number;
  readonly #holdSeconds: number;
  readonly #maxWaitMs: number;
  readonly #wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly #random: () => number;

  /** @throws TypeError for invalid options. */
  constructor(options: ScrapPricesOptions) {
    const base = readBaseUrl(options.baseUrl);
    for (const name of ['uid', 'licenseKey'] as const) {
      // Both are sent in headers.
      if (!/^[\x21-\x7e]+$/.test(options[name])) {
        throw new TypeError(`${name} must be at least one visible ASCII character, without spaces.`);
      }
    }
    const { holdSeconds = defaultHoldSeconds, maxWaitSeconds = defaultMaxWaitSeconds } = options;
    if (!(maxWaitSeconds >= 0 && maxWaitSeconds <= maxTimerSeconds)) {
      throw new TypeError(
        `maxWaitSeconds must be a number from 0 to ${maxTimerSeconds}; it is ${maxWaitSeconds}.`,
      );
    }
    if (!Number.isInteger(holdSeconds) || holdSeconds < 0 || holdSeconds > maxHoldSeconds) {
      throw new TypeError(
        `holdSeconds must be a whole number from 0 to ${maxHoldSeconds}; it is ${holdSeconds}.`,
      );
    }
    this.#requestsUrl = `${base.href.replace(/\/+$/, '')}/api/scrap_prices`;
    this.#watchesUrl = `${base.href.replace(/\/+$/, '')}/api/watches`;
    this.#stageHint =
      base.pathname === '/'
        ? ` The base URL has no stage, and most services have one: try ${base.origin}/prod.`
        : '';
    this.#queueUrl = `${this.#requestsUrl}/queue`;
    this.#credentials = { LicenseKey: options.licenseKey, UID: options.uid };
    this.#fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
    this.#maxAttempts = options.maxAttempts ?? 6;
    this.#attemptTimeoutMs = options.attemptTimeoutMs ?? 35_000;
    this.#holdSeconds = Math.min(
      holdSeconds,
      Math.floor(this.#attemptTimeoutMs / 1_000) - attemptReserveSeconds,
    );
    this.#maxWaitMs = maxWaitSeconds * 1_000;
    this.#wait = options.wait ?? wait;
    this.#random = options.random ?? Math.random;
  }

  /**
   * Queues a request.
   *
   * @param sku - replaces `{sku}` in the sites' URLs.
   * @returns identifier and status 0 (Pending).
   * @throws ApiError (a subclass) if the service refuses, ConnectionError if it does not answer.
   */
  async queue(sku: string, sites: readonly SellingSite[], options: QueueOptions = {}): Promise<QueuedView> {
    return (await this.#queue(sku, sites, options)).view;
  }

  /**
   * Reads a request's status, and its results once it is completed.
   *
   * @throws NotFoundError if it does not exist, has expired or belongs to another caller.
   */
  async status(scrapeRequestId: string, options: CallOptions = {}): Promise<RequestView> {
    return (await this.#status(scrapeRequestId, options)).view;
  }

  /**
   * Queues a request and waits for its results.
   *
   * @returns `Data` of the completed request.
   * @throws RequestFailedError if the request failed.
   */
  async scrape(
    sku: string,
    sites: readonly SellingSite[],
    options: ScrapeOptions = {},
  ): Promise<RequestData> {
    const startedAtMs = performance.now();
    const { view } = await this.#queue(sku, sites, options);
    const report = reporter(view.RequestId, startedAtMs, options);
    report(view);
    return this.#await(view.RequestId, report, options);
  }

  /**
   * Waits for the results of a queued request.
   *
   * @returns `Data` of the completed request.
   * @throws RequestFailedError if the request failed.
   */
  async results(scrapeRequestId: string, options: ScrapeOptions = {}): Promise<RequestData> {
    const report = reporter(scrapeRequestId, performance.now(), options);
    return this.#await(scrapeRequestId, report, options);
  }

  /**
   * Reads the attempts to call a request's webhook. They are kept until an hour after the last planned attempt.
   *
   * @throws NotFoundError if the request has no webhook, has expired or belongs to another caller.
   */
  async deliveries(scrapeRequestId: string, options: CallOptions = {}): Promise<DeliveryView> {
    return this.#deliveries(scrapeRequestId, 'GET', options);
  }

  /**
   * Resends the post to a request's webhook at once; it appears in `deliveries` with `IsResend`. A retry after a lost
   * response may post twice, with the same `webhook-id`.
   *
   * @throws NotFoundError as `deliveries` does, ApiError with status 409 if nothing was posted yet, RateLimitedError if
   *   a quota is exhausted or it was resent too often.
   */
  async resend(scrapeRequestId: string, options: CallOptions = {}): Promise<DeliveryView> {
    return this.#deliveries(scrapeRequestId, 'POST', options);
  }

  /**
   * Creates or replaces a watch. Idempotent.
   *
   * @throws UnexpectedAnswerError if the deployment has no watches, InvalidRequestError with every violation, ApiError
   *   with status 409 if the license has the maximum number of watches.
   */
  async putWatch(name: string, watch: WatchDefinition, options: CallOptions = {}): Promise<WatchView> {
    const { sku, sites, schedule, timeZone, when, webhook } = watch;
    const body = {
      Authorization: this.#credentials,
      Data: { Sku: sku, SellingSites: sites, ...(webhook && { Webhook: webhook }) },
      Schedule: schedule,
      ...(timeZone !== undefined && { TimeZone: timeZone }),
      ...(when && { When: when }),
    };
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'PUT', headers, body: JSON.stringify(body) };
    return this.#watchCall<WatchView>(`/${pathPart(name)}`, init, 'Name', options);
  }

  /** Lists the watches of the license by name. @throws UnexpectedAnswerError if the deployment has no watches. */
  async watches(options: CallOptions = {}): Promise<WatchList> {
    return this.#watchCall<WatchList>('', { headers: this.#credentials }, 'Watches', options);
  }

  /** Reads a watch. @throws NotFoundError */
  async watch(name: string, options: CallOptions = {}): Promise<WatchView> {
    const init = { headers: this.#credentials };
    return this.#watchCall<WatchView>(`/${pathPart(name)}`, init, 'Name', options);
  }

  /**
   * Reads a page of a watch's history, newest first.
   *
   * @param page - `cursor` is `Next` of the previous page.
   */
  async watchHistory(
    name: string,
    page: { limit?: number | undefined; cursor?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<WatchHistory> {
    const given = Object.entries(page).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    );
    const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    const path = `/${pathPart(name)}/history${query}`;
    const history = await this.#watchCall<WatchHistory>(
      path,
      { headers: this.#credentials },
      'Entries',
      options,
    );
    if (Array.isArray(history.Entries)) return history;
    throw this.#elsewhere('"Entries"');
  }

  /**
   * Iterates over a watch's history, newest first, and reads pages on demand.
   *
   * @throws as `watchHistory` does, while iterating.
   */
  async *watchEntries(
    name: string,
    options: CallOptions = {},
  ): AsyncGenerator<HistoryEntry, void, undefined> {
    let cursor: string | undefined;
    do {
      const page: WatchHistory = await this.watchHistory(name, { limit: 100, cursor }, options);
      yield* page.Entries;
      cursor = page.Next ?? undefined;
    } while (cursor !== undefined);
  }

  /** Deletes a watch and its history. @throws NotFoundError */
  async deleteWatch(name: string, options: CallOptions = {}): Promise<void> {
    const init = { method: 'DELETE', headers: this.#credentials };
    await this.#call(`${this.#watchesUrl}/${pathPart(name)}`, init, options);
  }

  async #watchCall<View>(
    path: string,
    init: RequestInit,
    member: string,
    options: CallOptions,
  ): Promise<View> {
    const { body } = await this.#call(`${this.#watchesUrl}${path}`, { ...init, cache: 'no-store' }, options);
    if (typeof body === 'object' && body !== null && member in body) return body as View;
    throw this.#elsewhere(`"${member}"`);
  }

  async #deliveries(
    scrapeRequestId: string,
    method: 'GET' | 'POST',
    options: CallOptions,
  ): Promise<DeliveryView> {
    const url = `${this.#requestsUrl}/${pathPart(scrapeRequestId)}/deliveries`;
    const init: RequestInit = { method, headers: this.#credentials, cache: 'no-store' };
    const { body } = await this.#call(url, init, options);
    if (isDeliveryView(body)) return body;
    throw this.#elsewhere('"RequestId" and "Attempts"');
  }

  async #await(
    scrapeRequestId: string,
    report: (view: RequestView) => void,
    options: ScrapeOptions,
  ): Promise<RequestData> {
    let holdSeconds = this.#holdSeconds;
    for (let pausedSeconds = 0; pausedSeconds < maxPendingSeconds; holdSeconds = 0) {
      const { view, retryAfterSeconds } = await this.#status(scrapeRequestId, options, holdSeconds).catch(
        namingRequest(scrapeRequestId),
      );
      report(view);
      if (view.RequestStatus === 2) return view.Data;
      if (view.RequestStatus === 1) throw new RequestFailedError(scrapeRequestId);
      // If the service did not hold the call, it was an ordinary poll.
      const askedSeconds = retryAfterSeconds ?? defaultPollSeconds;
      const pauseSeconds = Math.min(Math.max(askedSeconds, minPollSeconds), maxPollSeconds);
      pausedSeconds += pauseSeconds;
      await this.#wait(retryDelayMs(0, pauseSeconds, this.#random()), options.signal);
    }
    const error = new UnexpectedAnswerError(
      `The request ${scrapeRequestId} is still pending after ${maxPendingSeconds / 60} minutes, though requests end within five. Check the base URL, or queue it again.`,
    );
    error.scrapeRequestId = scrapeRequestId;
    throw error;
  }

  async #queue(sku: string, sites: readonly SellingSite[], options: QueueOptions) {
    const answer = await this.#call(
      this.#queueUrl,
      {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': options.idempotencyKey ?? randomKey(),
        },
        body: JSON.stringify({
          Authorization: this.#credentials,
          Data: { Sku: sku, SellingSites: sites, ...(options.webhook && { Webhook: options.webhook }) },
        }),
      },
      options,
    );
    return { view: this.#view(answer, isQueuedView) };
  }

  /** Preferences are only tried once: a proxy may not support them, and CORS may forbid the header. */
  async #status(
    scrapeRequestId: string,
    options: CallOptions & Pick<ScrapeOptions, 'partialResults'>,
    holdSeconds = 0,
  ) {
    const url = `${this.#requestsUrl}/${pathPart(scrapeRequestId)}`;
    const plain: RequestInit = { headers: this.#credentials, cache: 'no-store' };
    const Prefer = [holdSeconds > 0 && `wait=${holdSeconds}`, options.partialResults && 'partial-results']
      .filter(Boolean)
      .join(', ');
    const preferring = { ...plain, headers: { ...this.#credentials, ...(Prefer && { Prefer }) } };
    const answer = await this.#call(url, plain, options, preferring);
    return { view: this.#view(answer, isView), retryAfterSeconds: answer.retryAfterSeconds };
  }

  #view<View>({ body }: Answer, isExpected: (body: unknown) => body is View): View {
    if (isExpected(body)) return body;
    throw this.#elsewhere('"RequestId" and "RequestStatus"');
  }

  #elsewhere(members: string): UnexpectedAnswerError {
    return new UnexpectedAnswerError(
      `The answer from ${this.#requestsUrl} is not this service's: it should be JSON with ${members}. Check the base URL.${this.#stageHint}`,
    );
  }

  async #call(
    url: string,
    init: RequestInit,
    { signal, onWait }: CallOptions,
    firstInit: RequestInit = init,
  ): Promise<Answer> {
    let waitedMs = 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(url, attempt === 0 ? firstInit : init, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ScrapPricesError) error.attempts = attempt + 1;
        if (!isTransient(error) || attempt + 1 >= this.#maxAttempts) throw error;
        const waitMs = this.#pauseMs(attempt, (error as Partial<ApiError>).retryAfterSeconds, waitedMs);
        if (waitMs === undefined) throw error;
        waitedMs += waitMs;
        onWait?.({ error, waitMs });
        await this.#wait(waitMs, signal);
      }
    }
  }

  /** @returns `undefined` if the call may not wait that long. */
  #pauseMs(attempt: number, retryAfterSeconds: number | undefined, waitedMs: number): number | undefined {
    const leftMs = this.#maxWaitMs - waitedMs;
    if (leftMs <= 0 || (retryAfterSeconds ?? 0) * 1_000 > leftMs) return undefined;
    return Math.min(leftMs, retryDelayMs(attempt, retryAfterSeconds, this.#random()));
  }

  async #attempt(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Answer> {
    const timeout = AbortSignal.timeout(this.#attemptTimeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await this.#fetch(url, {
        ...init,
        // A followed redirect would carry the license key elsewhere.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      text = await readText(response, new URL(url).origin);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof ScrapPricesError) throw cause;
      const why = timeout.aborted ? `no answer within ${this.#attemptTimeoutMs} ms` : reasonOf(cause);
      throw new ConnectionError(`The service at ${new URL(url).origin} could not be reached: ${why}.`, {
        cause,
      });
    }
    // Browsers hide status and target of the redirect.
    if (response.type === 'opaqueredirect' || redirects.has(response.status))
      throw this.#redirected(response);
    const body = parseJson(text);
    const retryAfterSeconds = parseRetryAfter(response.headers.get('Retry-After'), Date.now());
    if (!response.ok) {
      const problem = asProblem(body);
      if (!isOfService(response.status, problem)) throw this.#refusedElsewhere(url, response.status, problem);
      throw toApiError(response.status, problem, {
        requestId: response.headers.get('X-Request-Id') ?? undefined,
        retryAfterSeconds,
        quota: refusedQuota(response.headers, retryAfterSeconds),
      });
    }
    return { body, retryAfterSeconds };
  }

  #refusedElsewhere(
    url: string,
    status: number,
    problem: Partial<Problem> | undefined,
  ): UnexpectedAnswerError {
    const watches = url.startsWith(this.#watchesUrl) ? ', or whether the deployment has watches' : '';
    const words = typeof problem?.detail === 'string' ? ` ("${problem.detail}")` : '';
    return new UnexpectedAnswerError(
      `${new URL(url).origin} answered ${status}${words}: this service is not at that address. Check the base URL${watches}.${this.#stageHint}`,
    );
  }

  #redirected(response: Response): UnexpectedAnswerError {
    const target = parseUrl(response.headers.get('Location') ?? '', this.#requestsUrl);
    const there = target === null ? '' : ` to ${target.origin}`;
    return new UnexpectedAnswerError(
      `${this.#requestsUrl} answers with a redirect${there}, which is not followed because it would carry the license key along. Check the base URL: is it https, and the service's address?`,
    );
  }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Statuses that gateways and proxies send themselves. */
const gatewayStatuses: ReadonlySet<number> = new Set([413, 429]);

/** Returns true if the service itself refused; otherwise the base URL is wrong. */
const isOfService = (status: number, problem: Partial<Problem> | undefined): boolean =>
  status >= 500 ||
  gatewayStatuses.has(status) ||
  (typeof problem?.detail === 'string' && !/has no such operation/.test(problem.detail));

/** Node.js error codes for rejected certificates and non-TLS servers, which a retry does not change. */
const tlsFault = /^(?:CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/;

const isTlsFault = ({ cause }: { cause?: unknown }): boolean => {
  const { code, cause: inner } = (cause ?? {}) as { code?: unknown; cause?: unknown };
  return tlsFault.test(String(code)) || (inner !== undefined && isTlsFault({ cause: inner }));
};

/** Returns true if a retry may succeed. */
const isTransient = (error: unknown): error is ApiError | ConnectionError =>
  (error instanceof ConnectionError && !isTlsFault(error)) ||
  (error instanceof ApiError && retryableStatuses.has(error.status));

/** Adds the identifier of the queued request to an error. */
const namingRequest =
  (scrapeRequestId: string) =>
  (error: unknown): never => {
    if (error instanceof ScrapPricesError) error.scrapeRequestId = scrapeRequestId;
    throw error;
  };

/** Reports progress. */
const reporter =
  (scrapeRequestId: string, startedAtMs: number, { onProgress }: ScrapeOptions) =>
  (view: RequestView | QueuedView): void =>
    onProgress?.({
      scrapeRequestId,
      status: statusNames[view.RequestStatus],
      elapsedMs: performance.now() - startedAtMs,
      sites: 'Progress' in view ? view.Progress : undefined,
    });

/** @throws UnexpectedAnswerError if the body is larger than the service ever sends. */
const readText = async (response: Response, origin: string): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxAnswerBytes) {
      await reader.cancel().catch(() => {});
      throw new UnexpectedAnswerError(
        `${origin} answered with more than ${maxAnswerBytes / 1024 ** 2} MiB, which this service never sends. Check the base URL.`,
      );
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
};

/** Returns the innermost message; that of `fetch` is always "fetch failed". */
const reasonOf = (error: unknown): string => {
  const { cause, message, code } = error as { cause?: unknown; message?: string; code?: string };
  if (cause) return reasonOf(cause);
  return message || code || String(error);
};
