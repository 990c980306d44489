import {
  ApiError,
  ConnectionError,
  RequestFailedError,
  toApiError,
  UnexpectedAnswerError,
} from './errors.ts';
import type { Problem, QueuedView, RequestData, RequestView, SellingSite } from './types.ts';
import { parseRetryAfter, retryDelayMs, wait } from './waiting.ts';

export interface ScrapPricesOptions {
  /** Address of the service, stage included, e.g. `https://abc.execute-api.eu-central-1.amazonaws.com/prod`. */
  baseUrl: string;
  uid: string;
  licenseKey: string;
  /** Default: the platform's own. */
  fetch?: typeof globalThis.fetch;
  /** How often one call is made at most, while the service is unreachable, busy or failing. Default 6. */
  maxAttempts?: number;
  /** After how long without an answer one attempt is given up. Default 35,000: the API itself ends after 29 s. */
  attemptTimeoutMs?: number;
  /** Default: a timer. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to below 1. Default: `Math.random`. */
  random?: () => number;
}

export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. What was queued stays queued. */
  signal?: AbortSignal | undefined;
}

export interface QueueOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. The same key with the same body always answers with the same request
   * while that lives. Default: a new random key for each call, so that the client's own repetitions are safe.
   */
  idempotencyKey?: string | undefined;
}

/** Where a scrape stands. */
export interface Progress {
  /** Identifier of the scrape request. */
  scrapeRequestId: string;
  status: 'Pending' | 'Completed' | 'Failed';
  /** Since the call of `scrape`. */
  elapsedMs: number;
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

const isView = (body: unknown): body is RequestView => {
  const view = body as Partial<RequestView> | undefined | null;
  return typeof view?.RequestId === 'string' && [0, 1, 2].includes(view.RequestStatus as number);
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
  readonly #credentials: { LicenseKey: string; UID: string };
  readonly #fetch: typeof globalThis.fetch;
  readonly #maxAttempts: number;
  readonly #attemptTimeoutMs: number;
  readonly #wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly #random: () => number;

  /** @throws TypeError when an option cannot be right, before anything is sent. */
  constructor(options: ScrapPricesOptions) {
    const base = URL.parse(options.baseUrl);
    if (!base || !/^https?:$/.test(base.protocol)) {
      throw new TypeError(
        `baseUrl must be an absolute http or https URL such as "https://api.example.com/prod"; it is "${options.baseUrl}".`,
      );
    }
    if (base.username || base.password || base.search || base.hash) {
      throw new TypeError('baseUrl must hold no credentials, no query and no fragment.');
    }
    for (const name of ['uid', 'licenseKey'] as const) {
      // Both travel in header fields.
      if (!/^[\x21-\x7e]+$/.test(options[name])) {
        throw new TypeError(`${name} must be visible ASCII characters without spaces, at least one.`);
      }
    }
    this.#requestsUrl = `${base.href.replace(/\/+$/, '')}/api/scrap_prices`;
    this.#queueUrl = `${this.#requestsUrl}/queue`;
    this.#credentials = { LicenseKey: options.licenseKey, UID: options.uid };
    this.#fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
    this.#maxAttempts = options.maxAttempts ?? 6;
    this.#attemptTimeoutMs = options.attemptTimeoutMs ?? 35_000;
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
   * Queues a request and waits for its results, asking as often as the service suggests.
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
    const queued = await this.#queue(sku, sites, options);
    const scrapeRequestId = queued.view.RequestId;
    const report = (view: RequestView | QueuedView): void =>
      options.onProgress?.({
        scrapeRequestId,
        status: statusNames[view.RequestStatus],
        elapsedMs: performance.now() - startedAtMs,
      });
    report(queued.view);
    return this.#await(scrapeRequestId, queued.retryAfterSeconds, report, options);
  }

  /**
   * Waits for the results of a request that is queued already.
   *
   * @returns `Data` of the completed request.
   * @throws RequestFailedError when the request ended as Failed.
   */
  async results(scrapeRequestId: string, options: ScrapeOptions = {}): Promise<RequestData> {
    const startedAtMs = performance.now();
    return this.#await(
      scrapeRequestId,
      0,
      (view) =>
        options.onProgress?.({
          scrapeRequestId,
          status: statusNames[view.RequestStatus],
          elapsedMs: performance.now() - startedAtMs,
        }),
      options,
    );
  }

  // Ends by itself: the service fails a request at its deadline and later answers 404.
  async #await(
    scrapeRequestId: string,
    firstPauseSeconds: number | undefined,
    report: (view: RequestView) => void,
    options: CallOptions,
  ): Promise<RequestData> {
    let pauseSeconds = firstPauseSeconds;
    for (;;) {
      await this.#wait(retryDelayMs(0, pauseSeconds ?? defaultPollSeconds, this.#random()), options.signal);
      const { view, retryAfterSeconds } = await this.#status(scrapeRequestId, options);
      report(view);
      if (view.RequestStatus === 2) return view.Data;
      if (view.RequestStatus === 1) throw new RequestFailedError(scrapeRequestId);
      pauseSeconds = retryAfterSeconds;
    }
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
        body: JSON.stringify({ Authorization: this.#credentials, Data: { Sku: sku, SellingSites: sites } }),
      },
      options.signal,
    );
    return { view: this.#view(answer) as QueuedView, retryAfterSeconds: answer.retryAfterSeconds };
  }

  async #status(scrapeRequestId: string, { signal }: CallOptions) {
    const url = `${this.#requestsUrl}/${encodeURIComponent(scrapeRequestId)}`;
    const answer = await this.#call(url, { headers: this.#credentials, cache: 'no-store' }, signal);
    return { view: this.#view(answer), retryAfterSeconds: answer.retryAfterSeconds };
  }

  #view({ body }: Answer): RequestView {
    if (isView(body)) return body;
    throw new UnexpectedAnswerError(
      `The answer from ${this.#requestsUrl} is not this service's: it should be JSON with "RequestId" and "RequestStatus". Check the base URL.`,
    );
  }

  async #call(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(url, init, signal);
      } catch (error) {
        signal?.throwIfAborted();
        const isWorthRepeating =
          error instanceof ConnectionError ||
          (error instanceof ApiError && retryableStatuses.has(error.status));
        if (!isWorthRepeating || attempt + 1 >= this.#maxAttempts) throw error;
        const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
        await this.#wait(retryDelayMs(attempt, retryAfterSeconds, this.#random()), signal);
      }
    }
  }

  async #attempt(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Answer> {
    const timeout = AbortSignal.timeout(this.#attemptTimeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await this.#fetch(url, {
        ...init,
        // A redirect would carry the license key to wherever it points.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      text = await response.text();
    } catch (cause) {
      signal?.throwIfAborted();
      const why = timeout.aborted ? `no answer within ${this.#attemptTimeoutMs} ms` : reasonOf(cause);
      throw new ConnectionError(`The service at ${new URL(url).origin} could not be reached: ${why}.`, {
        cause,
      });
    }
    const body = parseJson(text);
    const retryAfterSeconds = parseRetryAfter(response.headers.get('Retry-After'), Date.now());
    if (!response.ok) {
      throw toApiError(response.status, (body ?? undefined) as Partial<Problem> | undefined, {
        requestId: response.headers.get('X-Request-Id') ?? undefined,
        retryAfterSeconds,
      });
    }
    return { body, retryAfterSeconds };
  }
}

/** The innermost message: `fetch` itself only ever says "fetch failed". */
const reasonOf = (error: unknown): string => {
  const { cause, message, code } = error as { cause?: unknown; message?: string; code?: string };
  if (cause) return reasonOf(cause);
  return message || code || String(error);
};
