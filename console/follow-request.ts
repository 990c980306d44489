import {
  ApiError,
  NotFoundError,
  type RequestData,
  RequestFailedError,
  type RequestProgress,
  type ScrapPrices,
  UnauthorizedError,
} from '../client/index.ts';

/** Why a pending request is not being read at the moment; it goes on by itself. */
export interface Trouble {
  /** In words for a person. */
  message: string;
  /** Only other credentials help. */
  needsCredentials: boolean;
}

export type Ended = { state: 'Completed'; data: RequestData } | { state: 'Failed'; problem: string };

export interface FollowPorts {
  /** @throws TypeError while the credentials cannot be right. */
  connect: () => Pick<ScrapPrices, 'results'>;
  /** Resolves after the time, or as soon as asking again makes sense: the network is back, somebody looks. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  onProgress: (progress: RequestProgress | undefined) => void;
  /** @param trouble - `undefined` once the service answers again. */
  onTrouble: (trouble: Trouble | undefined) => void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** With the same credentials the answer stays the same. */
const credentialsPauseMs = 60_000;

/** A 404 of the service itself names the call; one of a proxy or of another server does not. */
const isGone = (error: unknown): boolean => error instanceof NotFoundError && error.requestId !== undefined;

/** The client's own words for credentials that cannot be any are a programmer's. */
const wordsFor = (error: unknown): string => {
  if (error instanceof TypeError)
    return 'The UID or license key is missing or contains characters that none has.';
  return error instanceof Error ? error.message : String(error);
};

const pauseAfter = (error: unknown, failures: number): number => {
  const backoffMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.min(Math.max(backoffMs, askedMs), credentialsPauseMs);
};

/**
 * Follows a request to its end. Only the service's own word ends it: that it completed, that it failed, or that it has
 * no such request (any more). Whatever else happens on the way, the request stays pending and is asked for again.
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
