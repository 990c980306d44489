import type { Problem } from './types.ts';

/** Every error that the client throws of its own; an aborted call rejects with its signal's reason instead. */
export class ScrapPricesError extends Error {
  override readonly name: string = 'ScrapPricesError';
  /** How often the call was made before it was given up. */
  attempts = 1;
  /** The scrape request that was queued before this went wrong; `results` goes on waiting for it. */
  scrapeRequestId: string | undefined;
}

/** A limit of a license, as the service names it in its `RateLimit` headers. */
export interface QuotaFacts {
  /** `requests` or `sites`. */
  name: string;
  limit: number;
  windowSeconds: number;
}

/** Details of an answer beside its problem document. */
export interface AnswerFacts {
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  quota?: QuotaFacts | undefined;
}

/** The service answered with a problem; the subclasses tell which. */
export class ApiError extends ScrapPricesError {
  override readonly name: string = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Violations, one entry for each; empty except on 400. */
  readonly errors: NonNullable<Problem['Errors']>;
  /** `X-Request-Id` of the answer, which names the call in the service's logs. */
  readonly requestId: string | undefined;
  /** Time the service asked to wait before the call is repeated. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, facts: AnswerFacts & { status: number; errors?: Problem['Errors'] }) {
    super(message);
    this.status = facts.status;
    this.errors = facts.errors ?? [];
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** 400 or 413: the request does not fit the contract; `errors` names each place. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** 401: license key and UID do not open the service. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
}

/** 404: no request or watch of this caller has the identifier or name, or it has expired. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 422: the idempotency key was used with another body. */
export class IdempotencyConflictError extends ApiError {
  override readonly name = 'IdempotencyConflictError';
}

/**
 * 429: a quota of the license, or the deployment's rate limit, is used up, and is free again later than the client waits
 * for (`maxWaitSeconds`).
 */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
  /** Which quota it is; `undefined` for the deployment's own limit, or where the answer does not say. */
  readonly quota: QuotaFacts | undefined;
  /** When there is something of it again, by this machine's clock; `undefined` where the answer does not say. */
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

/** 5xx: the service failed or cannot take the call at the moment. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError';
}

/** No answer came: wrong address, no network, or silence for too long. */
export class ConnectionError extends ScrapPricesError {
  override readonly name = 'ConnectionError';
}

/** Another server answered, or a path that is none of the service's operations: most often the base URL is wrong. */
export class UnexpectedAnswerError extends ScrapPricesError {
  override readonly name = 'UnexpectedAnswerError';
}

/** The scrape request ended as Failed: nothing processed it before its deadline. */
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

/**
 * @param problem - body of the answer; `undefined` when it was no problem document, as a proxy between may send.
 * @returns the error of the class that belongs to the status.
 */
export const toApiError = (
  status: number,
  problem: Partial<Problem> | undefined,
  facts: AnswerFacts,
): ApiError => {
  const detail = problem?.detail ?? `The service answered ${status} without saying why.`;
  const errors = Array.isArray(problem?.Errors) ? problem.Errors : undefined;
  return new (classOf(status))(`${detail}${placesOf(errors)}`, {
    status,
    errors,
    ...facts,
  });
};
