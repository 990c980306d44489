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

/** What the exit code of every command means; `--help` and docs/cli.md list them. */
export const exitCodes = {
  /** Everything asked for was found. */
  ok: 0,
  /** Something unexpected went wrong. */
  fault: 1,
  /** Arguments, files or settings cannot be right; nothing was sent, or the service refused it as invalid. */
  usage: 2,
  /** The request completed, and at least one site gave no price. */
  incomplete: 3,
  /** The request ended as Failed, or is not there any more. */
  requestFailed: 4,
  /** License key and UID do not open the service. */
  unauthorized: 5,
  /** The service could not be reached, is busy or is failing. */
  unavailable: 6,
  /** The doctor found something that is not as expected. */
  unwell: 7,
  /** A quota is used up, and free again later than was waited for. */
  quotaUsedUp: 8,
  /** A watch has told of a price below its target. */
  belowTarget: 9,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export const exitCodesHelp = `
Exit codes:
  0    everything asked for was found
  1    something unexpected went wrong
  2    arguments, files or settings cannot be right, or the service refused them
  3    completed, and at least one site gave no price
  4    the request ended as Failed, or is not there any more
  5    license key and UID do not open the service
  6    the service could not be reached, is busy or is failing
  7    the doctor found something that is not as expected
  8    a quota is used up; the time when it is free again is said
  9    a watch has told of a price below its target
  130  interrupted
`;

/** Arguments, files or settings cannot be right. The message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** AWS or the local stack could not be reached, or is busy or failing. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** A quota is used up; the message says when it is free again. */
export class QuotaUsedUpError extends Error {
  override readonly name = 'QuotaUsedUpError';
}

/** Ctrl-C; said already, and the exit code is set. */
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
