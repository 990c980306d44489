import { CommanderError } from 'commander';
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
import { fileProblem } from '../lib/file-problem.ts';

/** Exit codes of all commands, listed in the help of the program and in docs/commands.md. */
export const meanings = {
  ok: [0, 'success: everything requested was found'],
  fault: [1, 'unexpected error'],
  usage: [2, 'invalid arguments, files or settings, or the service rejected them'],
  incomplete: [3, 'completed, but a site gave no price or a line was no link'],
  requestFailed: [4, 'the request failed, does not exist, or has expired'],
  unauthorized: [5, 'license key or UID rejected'],
  unavailable: [6, 'the service is unreachable, busy or failing, or the base URL is wrong'],
  unwell: [7, 'doctor found a problem'],
  quotaUsedUp: [8, 'a quota is used up; the message says when it is available again'],
  belowTarget: [9, 'a watch reported a price below its target'],
  interrupted: [130, 'interrupted'],
} as const;

export const exitCodes = Object.fromEntries(
  Object.entries(meanings).map(([name, [code]]) => [name, code]),
) as { [Name in keyof typeof meanings]: (typeof meanings)[Name][0] };

export const exitCodesHelp = `
Exit codes:
${Object.values(meanings)
  .map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning}`)
  .join('\n')}
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

/** The first match counts: any other `ApiError` is a status below 500, a refusal. */
const codesByClass = [
  [Interrupted, exitCodes.interrupted],
  [UsageError, exitCodes.usage],
  [TypeError, exitCodes.usage],
  [RateLimitedError, exitCodes.quotaUsedUp],
  [QuotaUsedUpError, exitCodes.quotaUsedUp],
  [UnauthorizedError, exitCodes.unauthorized],
  [RequestFailedError, exitCodes.requestFailed],
  [NotFoundError, exitCodes.requestFailed],
  [UnavailableError, exitCodes.unavailable],
  [ConnectionError, exitCodes.unavailable],
  [ServiceError, exitCodes.unavailable],
  [UnexpectedAnswerError, exitCodes.unavailable],
  [ApiError, exitCodes.usage],
] as const;

export const exitCodeOf = (error: unknown): number => {
  // Commander's own code 1 means a wrong argument.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  const code = codesByClass.find(([kind]) => error instanceof kind)?.[1];
  return code ?? (fileProblem(error) === undefined ? exitCodes.fault : exitCodes.usage);
};
