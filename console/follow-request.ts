import {
  ApiError,
  NotFoundError,
  type RequestData,
  RequestFailedError,
  type RequestProgress,
  type ScrapPrices,
  UnauthorizedError,
} from '../client/index.ts';

/** Why a pending request cannot be read at the moment; retried automatically. */
export interface Trouble {
  /** Message for the user. */
  message: string;
  /** True if only other credentials help. */
  needsCredentials: boolean;
}

export type Ended = { state: 'Completed'; data: RequestData } | { state: 'Failed'; problem: string };

export interface FollowPorts {
  /** @throws TypeError if the credentials are malformed. */
  connect: () => Pick<ScrapPrices, 'results'>;
  /** Resolves after the time, or earlier if the network is back or the page becomes visible. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  onProgress: (progress: RequestProgress | undefined) => void;
  /** @param trouble - `undefined` once the service responds again. */
  onTrouble: (trouble: Trouble | undefined) => void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** The same credentials will be refused again. */
const credentialsPauseMs = 60_000;

/** Only the service's own 404 has a request identifier; a proxy's does not. */
const isGone = (error: unknown): boolean => error instanceof NotFoundError && error.requestId !== undefined;

/** The client's message about malformed credentials is for programmers. */
const wordsFor = (error: unknown): string => {
  if (error instanceof TypeError) return 'The UID or license key is missing or contains invalid characters.';
  return error instanceof Error ? error.message : String(error);
};

const pauseAfter = (error: unknown, failures: number): number => {
  const backoffMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.min(Math.max(backoffMs, askedMs), credentialsPauseMs);
};

/**
 * Follows a request to its end. Only the service itself can end it: completed, failed, or not found. After anything else the
 * request stays pending and is read again.
 */
export const followRequest = async (
  requestId: string,
  { connect, pause, onProgress, onTrouble }: FollowPorts,
  signal: AbortSignal,
): Promise<Ended> => {
  for (let failures = 0; ; failures += 1) {
    try {
      const data = await connect().results(requestId, {
        signal,
        partialResults: true,
        onProgress: ({ sites }) => {
          failures = 0;
          onTrouble(undefined);
          onProgress(sites);
        },
      });
      return { state: 'Completed', data };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RequestFailedError || isGone(error))
        return { state: 'Failed', problem: wordsFor(error) };
      const needsCredentials = error instanceof UnauthorizedError || error instanceof TypeError;
      onTrouble({ message: wordsFor(error), needsCredentials });
      await pause(needsCredentials ? credentialsPauseMs : pauseAfter(error, failures), signal);
    }
  }
};
