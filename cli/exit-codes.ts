import {
  ApiError,
  ConnectionError,
  NotFoundError,
  RateLimitedError,
  RequestFailedError,
  ServiceError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from '../client/index.ts';

/** Exit codes of every command; `--help` and docs/cli.md list them. */
export const exitCodes = {
  /** Everything requested was found. */
  ok: 0,
  /** An unexpected error. */
  fault: 1,
  /** Invalid arguments, files or settings: nothing was sent, or the service rejected it. */
  usage: 2,
  /** The request completed, but at least one site gave no price. */
  incomplete: 3,
  /** The request failed, does not exist, or has expired. */
  requestFailed: 4,
  /** License key or UID rejected. */
  unauthorized: 5,
  /** The service is unreachable, busy or failing, or another server answered. */
  unavailable: 6,
  /** `doctor` found a problem. */
  unwell: 7,
  /** A quota is used up, and available again later than the command waits. */
  quotaUsedUp: 8,
  /** A watch reported a price below its target. */
  belowTarget: 9,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export const exitCodesHelp = `
Exit codes:
  0    success: everything requested was found
  1    unexpected error
  2    invalid arguments, files or settings, or the service rejected them
  3    completed, but at least one site gave no price
  4    the request failed, does not exist, or has expired
  5    license key or UID rejected
  6    the service is unreachable, busy or failing, or the base URL is wrong
  7    doctor found a problem
  8    a quota is used up; the message says when it is available again
  9    a watch reported a price below its target
  130  interrupted
`;

/** Invalid arguments, files or settings. The message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** AWS or the local stack could not be reached, or is busy or failing. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** A quota is used up; the message says when it is available again. */
export class QuotaUsedUpError extends Error {
  override readonly name = 'QuotaUsedUpError';
}

/** Ctrl-C; already reported, and the exit code is set. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export const exitCodeOf = (error: unknown): number => {
  if (error instanceof Interrupted) return exitCodes.interrupted;
  if (error instanceof UsageError || error instanceof TypeError) return exitCodes.usage;
  if (error instanceof RateLimitedError || error instanceof QuotaUsedUpError) return exitCodes.quotaUsedUp;
  if (error instanceof UnauthorizedError) return exitCodes.unauthorized;
  if (error instanceof RequestFailedError || error instanceof NotFoundError) return exitCodes.requestFailed;
  if (
    error instanceof UnavailableError ||
    error instanceof ConnectionError ||
    error instanceof ServiceError ||
    error instanceof UnexpectedAnswerError
  ) {
    return exitCodes.unavailable;
  }
  // Any other status below 500: the service refused the call.
  return error instanceof ApiError ? exitCodes.usage : exitCodes.fault;
};
