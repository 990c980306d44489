import {
  ApiError,
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
  /** Default: the platform's own. */
  fetch?: typeof globalThis.fetch;
  /** How often one call is made at most, while the service is unreachable, busy or failing. Default 6. */
  maxAttempts?: number;
  /**
   * How long one call waits at most, all its pauses together, for a service that is busy or failing. Default 120: the
   * quota of a minute is waited for, that of a day is not. A service that asks for more (`Retry-After`) ends the call at
   * once, with `RateLimitedError` or `ServiceError`, which say when to come again. 0 repeats nothing.
   */
  maxWaitSeconds?: number;
  /** After how long without an answer one attempt is given up. Default 35,000: the API itself ends after 29 s. */
  attemptTimeoutMs?: number;
  /**
   * How long the service is asked to hold its answer to the first look at a request (`Prefer: wait`), in whole seconds
   * from 1 to 20; 0 asks for nothing. Default 5: what ends by then is seen at once. Later looks come as often as the
   * service suggests, since a held call costs its owner as much as one that works.
   */
  holdSeconds?: number;
  /** Default: a timer. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to below 1. Default: `Math.random`. */
  random?: () => number;
}

/** A call that is made again after a while. */
export interface Pause {
  /** Why. */
  error: ApiError | ConnectionError;
  waitMs: number;
}

export interface CallOptions {
  /** Called before each pause in which the client waits to make a call again. */
  onWait?: ((pause: Pause) => void) | undefined;
  /** Ends the call; it rejects with the signal's reason. What was queued stays queued. */
  signal?: AbortSignal | undefined;
}

export interface QueueOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. The same key with the same body always answers with the same request
   * while that lives. Default: a new random key for each call, so that the client's own repetitions are safe.
   */
  idempotencyKey?: string | undefined;
  /** Is told of the request's end. */
  webhook?: Webhook | undefined;
}

/** Definition of a watch: its request, schedule and notices. */
export interface WatchDefinition {
  sku: string;
  sites: readonly SellingSite[];
  /** `rate(6 hours)`, or `cron(…)` with EventBridge's six fields. */
  schedule: string;
  /** Of a cron expression, by its IANA name. Default: UTC. */
  timeZone?: string | undefined;
  /** Default: every change is told. */
  when?: When | undefined;
  /** Default: nobody is told, and changes are in the history alone. */
  webhook?: Webhook | undefined;
}

/** Where a scrape stands. */
export interface Progress {
  /** Identifier of the scrape request. */
  scrapeRequestId: string;
  status: 'Pending' | 'Completed' | 'Failed';
  /** Since the call of `scrape`. */
  elapsedMs: number;
  /** Sites of the request, and those that are done, while it is pending; `undefined` where the service does not say. */
  sites: RequestProgress | undefined;
}

export interface ScrapeOptions extends QueueOptions {
  /** Called when the request is queued and after each look at it. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

interface Answer {
  body: unknown;
  retryAfterSeconds: number | undefined;
}

const retryableStatuses = new Set([429, 500, 502, 503, 504]);
const statusNames = ['Pending', 'Failed', 'Completed'] as const;
const defaultPollSeconds = 2;
/** Bounds of the pause between two looks at a request, whatever the service suggests: its results live for minutes. */
const minPollSeconds = 0.25;
const maxPollSeconds = 30;
/** A request ends within five minutes of being queued; one that is pending after this never will. */
const maxPendingSeconds = 15 * 60;
/** API Gateway sends 10 MB at most. */
const maxAnswerBytes = 16 * 1024 * 1024;
const defaultMaxWaitSeconds = 120;
const defaultHoldSeconds = 5;
/** More than the service takes is passed over by it. */
const maxHoldSeconds = 20;
/** Of an attempt's time, for everything but the holding. */
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

/** `URL.parse`, which Node.js 20 and older browsers lack. */
const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
};

/** Where every address of API Gateway has a stage; a domain of one's own need not. */
const awsApiHost = /\.execute-api\.[^.]+\.amazonaws\.com(\.cn)?$/;

/** @throws TypeError when it cannot be the address of a deployment. */
const readBaseUrl = (text: string): URL => {
  const base = parseUrl(text);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new TypeError(
      `baseUrl must be an absolute http or https URL such as "https://api.example.com/prod"; it is "${text}".`,
    );
  }
  if (base.username || base.password || base.search || base.hash) {
    throw new TypeError('baseUrl must hold no credentials, no query and no fragment.');
  }
  const operation = base.pathname.indexOf('/api/scrap_prices');
  if (operation >= 0) {
    const until = `${base.origin}${base.pathname.slice(0, operation)}`;
    throw new TypeError(`baseUrl ends before "/api/scrap_prices": give "${until}".`);
  }
  if (base.pathname === '/' && awsApiHost.test(base.hostname)) {
    throw new TypeError(`baseUrl has no stage: expected one behind it, as in "${base.origin}/prod".`);
  }
  return base;
};

const isView = (body: unknown): body is RequestView => {
  const view = body as Partial<RequestView> | undefined | null;
  return typeof view?.RequestId === 'string' && [0, 1, 2].includes(view.RequestStatus as number);
};

const isDeliveryView = (body: unknown): body is DeliveryView => {
  const view = body as Partial<DeliveryView> | undefined | null;
  return typeof view?.RequestId === 'string' && Array.isArray(view.Attempts);
};

/**
 * Client of one deployment of the service, for Node.js and for browsers.
 *
 * Calls are repeated while the service is unreachable (no answer, 429, 5xx), with growing pauses or those it asks
 * for, at most `maxAttempts` times. That is safe for queueing too, as it carries an idempotency key.
 */
export class ScrapPrices {
  readonly #queueUrl: string;
  readonly #requestsUrl: string;
  readonly #watchesUrl: string;
  /** Ends what is said of an answer that comes from somewhere else; empty where the base URL has a stage. */
  readonly #stageHint: string;
  readonly #credentials: { LicenseKey: string; UID: string };
  readonly #fetch: typeof globalThis.fetch;
  readonly #maxAttempts: number;
  readonly #attemptTimeoutMs: number;
  readonly #holdSeconds: number;
  readonly #maxWaitMs: number;
  readonly #wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly #random: () => number;

  /** @throws TypeError when an option cannot be right, before anything is sent. */
  constructor(options: ScrapPricesOptions) {
    const base = readBaseUrl(options.baseUrl);
    for (const name of ['uid', 'licenseKey'] as const) {
      // Both travel in header fields.
      if (!/^[\x21-\x7e]+$/.test(options[name])) {
        throw new TypeError(`${name} must be visible ASCII characters without spaces, at least one.`);
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
   * @param sku - what to look for; replaces `{sku}` in the sites' URLs.
   * @returns identifier and status 0 (Pending).
   * @throws ApiError when the service refuses (its subclass tells why), ConnectionError when it does not answer.
   */
  async queue(sku: string, sites: readonly SellingSite[], options: QueueOptions = {}): Promise<QueuedView> {
    return (await this.#queue(sku, sites, options)).view;
  }

  /**
   * Reads a request's status, and its results when it is completed.
   *
   * @throws NotFoundError when it has expired, never was, or is another caller's.
   */
  async status(scrapeRequestId: string, options: CallOptions = {}): Promise<RequestView> {
    return (await this.#status(scrapeRequestId, options)).view;
  }

  /**
   * Queues a request and waits for its results: the first look is held for a while, later ones come as often as the
   * service suggests.
   *
   * @returns `Data` of the completed request.
   * @throws RequestFailedError when the request ended as Failed.
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
   * Waits for the results of a request that is queued already.
   *
   * @returns `Data` of the completed request.
   * @throws RequestFailedError when the request ended as Failed.
   */
  async results(scrapeRequestId: string, options: ScrapeOptions = {}): Promise<RequestData> {
    const report = reporter(scrapeRequestId, performance.now(), options);
    return this.#await(scrapeRequestId, report, options);
  }

  /**
   * Reads what came of the tries to tell a request's webhook of its end. It can be read an hour longer than tries go on.
   *
   * @throws NotFoundError when there is none: no webhook, expired, or another caller's.
   */
  async deliveries(scrapeRequestId: string, options: CallOptions = {}): Promise<DeliveryView> {
    return this.#deliveries(scrapeRequestId, 'GET', options);
  }

  /**
   * Has what was posted to a request's webhook posted once more, at once. What came of it is an attempt with `IsResend`,
   * soon after. Where an answer is lost the call is repeated, and so may the post be: the receiver knows it by its
   * `webhook-id`.
   *
   * @throws NotFoundError as `deliveries` does, ApiError with status 409 where nothing was posted yet, RateLimitedError
   *   where a quota is used up or it was posted again too often.
   */
  async resend(scrapeRequestId: string, options: CallOptions = {}): Promise<DeliveryView> {
    return this.#deliveries(scrapeRequestId, 'POST', options);
  }

  /**
   * Puts a watch, new or in the place of the one of its name. Repeated, it is the same watch.
   *
   * @throws UnexpectedAnswerError where the deployment has no watches, InvalidRequestError that names every violation,
   *   ApiError with status 409 where the license has as many as it can have.
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
    return this.#watchCall<WatchView>(`/${encodeURIComponent(name)}`, init, 'Name', options);
  }

  /** All watches of the license, by name. @throws UnexpectedAnswerError where the deployment has no watches. */
  async watches(options: CallOptions = {}): Promise<WatchList> {
    return this.#watchCall<WatchList>('', { headers: this.#credentials }, 'Watches', options);
  }

  /** Reads a watch. @throws NotFoundError when there is none of this name. */
  async watch(name: string, options: CallOptions = {}): Promise<WatchView> {
    const init = { headers: this.#credentials };
    return this.#watchCall<WatchView>(`/${encodeURIComponent(name)}`, init, 'Name', options);
  }

  /**
   * Reads a page of what a watch has seen, the newest first.
   *
   * @param page - `cursor` is `Next` of the page before.
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
    const path = `/${encodeURIComponent(name)}/history${query}`;
    return this.#watchCall<WatchHistory>(path, { headers: this.#credentials }, 'Entries', options);
  }

  /**
   * All that a watch has seen, the newest first, read page by page as it is iterated.
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

  /** Ends a watch and deletes what it has seen. @throws NotFoundError when there is none of this name. */
  async deleteWatch(name: string, options: CallOptions = {}): Promise<void> {
    const init = { method: 'DELETE', headers: this.#credentials };
    await this.#call(`${this.#watchesUrl}/${encodeURIComponent(name)}`, init, options);
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
    const url = `${this.#requestsUrl}/${encodeURIComponent(scrapeRequestId)}/deliveries`;
    const init: RequestInit = { method, headers: this.#credentials, cache: 'no-store' };
    const { body } = await this.#call(url, init, options);
    if (isDeliveryView(body)) return body;
    throw this.#elsewhere('"RequestId" and "Attempts"');
  }

  async #await(
    scrapeRequestId: string,
    report: (view: RequestView) => void,
    options: CallOptions,
  ): Promise<RequestData> {
    let holdSeconds = this.#holdSeconds;
    for (let pausedSeconds = 0; pausedSeconds < maxPendingSeconds; holdSeconds = 0) {
      const { view, retryAfterSeconds } = await this.#status(scrapeRequestId, options, holdSeconds).catch(
        namingRequest(scrapeRequestId),
      );
      report(view);
      if (view.RequestStatus === 2) return view.Data;
      if (view.RequestStatus === 1) throw new RequestFailedError(scrapeRequestId);
      // Also where it was asked to hold the answer and did not: then this is an ordinary poll.
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
    return { view: this.#view(answer) as QueuedView };
  }

  /** @param holdSeconds - asked for once: a proxy between may not stand it, or a page's origin not be let send it. */
  async #status(scrapeRequestId: string, options: CallOptions, holdSeconds = 0) {
    const url = `${this.#requestsUrl}/${encodeURIComponent(scrapeRequestId)}`;
    const plain: RequestInit = { headers: this.#credentials, cache: 'no-store' };
    const held = { ...plain, headers: { ...this.#credentials, Prefer: `wait=${holdSeconds}` } };
    const answer = await this.#call(url, plain, options, holdSeconds > 0 ? held : plain);
    return { view: this.#view(answer), retryAfterSeconds: answer.retryAfterSeconds };
  }

  #view({ body }: Answer): RequestView {
    if (isView(body)) return body;
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

  /** @returns `undefined` when the call has waited enough, or the service asks for more than it may. */
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
        // Followed, it would carry the license key to wherever it points.
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
    // A page is not told what kind of redirect it is, nor where it leads.
    if (response.type === 'opaqueredirect' || redirects.has(response.status))
      throw this.#redirected(response);
    const body = parseJson(text);
    const retryAfterSeconds = parseRetryAfter(response.headers.get('Retry-After'), Date.now());
    if (!response.ok) {
      const problem = (body ?? undefined) as Partial<Problem> | undefined;
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
      `${new URL(url).origin} answered ${status}${words}, but has no such operation. Check the base URL${watches}.${this.#stageHint}`,
    );
  }

  #redirected(response: Response): UnexpectedAnswerError {
    const target = parseUrl(response.headers.get('Location') ?? '', this.#requestsUrl);
    const there = target === null ? '' : ` to ${target.origin}`;
    return new UnexpectedAnswerError(
      `${this.#requestsUrl} answers with a redirect${there}, which is not followed since it would carry the license key along. Check the base URL: is it https, and the service's own address?`,
    );
  }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Statuses that a gateway or proxy before the service gives in its own words. */
const gatewayStatuses: ReadonlySet<number> = new Set([413, 429]);

/** True if the service itself refused; otherwise the base URL leads to another server, or to another path of this one. */
const isOfService = (status: number, problem: Partial<Problem> | undefined): boolean =>
  status >= 500 ||
  gatewayStatuses.has(status) ||
  (typeof problem?.detail === 'string' && !/has no such operation/.test(problem.detail));

/** Codes of Node.js for certificates that are refused, and for what speaks no TLS: no repetition changes them. */
const tlsFault = /^(?:CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/;

const isTlsFault = ({ cause }: { cause?: unknown }): boolean => {
  const { code, cause: inner } = (cause ?? {}) as { code?: unknown; cause?: unknown };
  return tlsFault.test(String(code)) || (inner !== undefined && isTlsFault({ cause: inner }));
};

/** Tells whether the same call may succeed later. */
const isTransient = (error: unknown): error is ApiError | ConnectionError =>
  (error instanceof ConnectionError && !isTlsFault(error)) ||
  (error instanceof ApiError && retryableStatuses.has(error.status));

/** Lets an error say which request it left behind. */
const namingRequest =
  (scrapeRequestId: string) =>
  (error: unknown): never => {
    if (error instanceof ScrapPricesError) error.scrapeRequestId = scrapeRequestId;
    throw error;
  };

/** Tells whoever wants to know where a request stands. */
const reporter =
  (scrapeRequestId: string, startedAtMs: number, { onProgress }: ScrapeOptions) =>
  (view: RequestView | QueuedView): void =>
    onProgress?.({
      scrapeRequestId,
      status: statusNames[view.RequestStatus],
      elapsedMs: performance.now() - startedAtMs,
      sites: 'Progress' in view ? view.Progress : undefined,
    });

/** @throws UnexpectedAnswerError when the body is larger than any of the service's. */
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

/** The innermost message: `fetch` itself only ever says "fetch failed". */
const reasonOf = (error: unknown): string => {
  const { cause, message, code } = error as { cause?: unknown; message?: string; code?: string };
  if (cause) return reasonOf(cause);
  return message || code || String(error);
};
