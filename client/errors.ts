import type { Problem } from './types.ts';

/** Base class of the client's errors. An aborted call rejects with its signal's reason instead. */
export class ScrapPricesError extends Error {
  override readonly name: string = 'ScrapPricesError';
  /** Number of attempts. */
  attempts = 1;
  /** The scrape request that was already queued; `results` can still wait for it. */
  scrapeRequestId: string | undefined;
}

/** A quota of the license, from the `RateLimit` headers. */
export interface QuotaFacts {
  /** `requests` or `sites`. */
  name: string;
  limit: number;
  windowSeconds: number;
}

/** Details of a response besides its problem document. */
export interface AnswerFacts {
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  quota?: QuotaFacts | undefined;
}

/** The service answered with a problem; see the subclasses. */
export class ApiError extends ScrapPricesError {
  override readonly name: string = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Violations; empty except on 400. */
  readonly errors: NonNullable<Problem['Errors']>;
  /** `X-Request-Id` of the response, which identifies the call in the service's logs. */
  readonly requestId: string | undefined;
  /** Time to wait before repeating the call. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, facts: AnswerFacts & { status: number; errors?: Problem['Errors'] }) {
    super(message);
    this.status = facts.status;
    this.errors = facts.errors ?? [];
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** 400 or 413: the request is invalid; `errors` lists the violations. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** 401: invalid license key or UID. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
}

/** 404: this caller has no such request or watch, or it has expired. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 422: the idempotency key was used with another body. */
export class IdempotencyConflictError extends ApiError {
  override readonly name = 'IdempotencyConflictError';
}

/**
 * 429: a quota of the license, or the rate limit of the deployment, is exhausted for longer than the client waits
 * (`maxWaitSeconds`).
 */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
  /** The quota; `undefined` for the deployment's rate limit or if unknown. */
  readonly quota: QuotaFacts | undefined;
  /** Time of the reset by this machine's clock; `undefined` if unknown. */
  readonly freeAgainAt: Date | undefined;

  constructor(...[message, facts]: ConstructorParameters<typeof ApiError>) {
    super(message, facts);
    this.quota = facts.quota;
    this.freeAgainAt =
      facts.retryAfterSeconds === undefined
        ? undefined
        : new Date(Date.now() + facts.retryAfterSeconds * 1_000);
  }
}

/** 5xx: the service failed or is temporarily unavailable. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError';
}

/** No response: wrong address, no network, or a timeout. */
export class ConnectionError extends ScrapPricesError {
  override readonly name = 'ConnectionError';
}

/** Another server answered, or the path is not an operation; usually the base URL is wrong. */
export class UnexpectedAnswerError extends ScrapPricesError {
  override readonly name = 'UnexpectedAnswerError';
}

/** The scrape request failed, because it was not processed before its deadline. */
export class RequestFailedError extends ScrapPricesError {
  override readonly name = 'RequestFailedError';
  /** Identifier of the scrape request. */
  declare scrapeRequestId: string;

  constructor(scrapeRequestId: string) {
    super(`The request ${scrapeRequestId} was not processed before its deadline; queue it again.`);
    this.scrapeRequestId = scrapeRequestId;
  }
}

const classOf = (status: number): typeof ApiError => {
  switch (status) {
    case 400:
    case 413:
      return InvalidRequestError;
    case 401:
      return UnauthorizedError;
    case 404:
      return NotFoundError;
    case 422:
      return IdempotencyConflictError;
    case 429:
      return RateLimitedError;
    default:
      return status >= 500 ? ServiceError : ApiError;
  }
};

const placesOf = (errors: Problem['Errors']): string =>
  (errors ?? []).map(({ Pointer, Detail }) => `\n  ${Pointer || '(whole body)'} ${Detail}`).join('');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The members of a problem document that have its types; a proxy or another server may send anything. */
export const asProblem = (body: unknown): Partial<Problem> | undefined => {
  if (!isObject(body)) return undefined;
  const { detail, Errors } = body;
  return {
    ...(typeof detail === 'string' && { detail }),
    ...(Array.isArray(Errors) && {
      Errors: Errors.filter(isObject).map(({ Pointer, Detail }) => ({
        Pointer: typeof Pointer === 'string' ? Pointer : '',
        Detail: typeof Detail === 'string' ? Detail : '',
      })),
    }),
  };
};

/**
 * Creates the error for a status.
 *
 * @param problem - body of the response; `undefined` if it is not a problem document, e.g. from a proxy.
 */
export const toApiError = (
  status: number,
  problem: Partial<Problem> | undefined,
  facts: AnswerFacts,
): ApiError => {
  const detail = problem?.detail ?? `The service answered ${status} without details.`;
  const errors = problem?.Errors;
  return new (classOf(status))(`${detail}${placesOf(errors)}`, {
    status,
    errors,
    ...facts,
  });
};
