import type { Settings } from './settings.ts';

/** Lambda keeps this many for functions that reserve nothing, in accounts that have so many. */
export const leastUnreserved = 100;

/** The fewest that an event source of SQS takes as its maximum. */
export const leastMaximum = 2;

type ConcurrencySettings = Pick<Settings, 'maxScrapers' | 'maxDeliverers' | 'watches'>;

/** Instances of each function behind a queue that run at the same time, at most. */
export const queueConcurrency = ({ maxScrapers, maxDeliverers, watches }: ConcurrencySettings) => ({
  scraper: maxScrapers,
  /** Each is invoked by a scraper, which waits for it. */
  renderer: maxScrapers,
  delivery: maxDeliverers,
  /** One closes a hundred requests a second, more than a hundred scrapers complete. */
  closing: Math.max(leastMaximum, Math.ceil(maxScrapers / 100)),
  /** Each waits for stores, and never for a shop. */
  watcher: watches ? leastMaximum : 0,
});

/** All of them together: what the queues can take of the account. */
export const totalQueueConcurrency = (settings: ConcurrencySettings): number =>
  Object.values(queueConcurrency(settings)).reduce((sum, count) => sum + count, 0);

/** How many functions an account may run at the same time. */
export interface ConcurrencyFacts {
  /** Functions of all kinds. */
  concurrentExecutions?: number | undefined;
  /** Those of them that no function has reserved, this deployment's own reservations included. */
  unreservedConcurrentExecutions?: number | undefined;
  /** Concurrency that this deployment's functions have reserved at present. */
  ownReserved?: number | undefined;
}

/** Counts the functions with a reserved share: queue and status, and watches where they are enabled. */
export const sharingFunctions = ({ watches }: Pick<Settings, 'watches'>): number => (watches ? 3 : 2);

const automaticShare = 50;
/** Below that an account is new, or used by too many to take anything from. */
const leastLimitToReserve = 1_000;

const chooseShare = (settings: Settings, facts: ConcurrencyFacts): number => {
  const { concurrentExecutions = 0, unreservedConcurrentExecutions = 0, ownReserved = 0 } = facts;
  const left = unreservedConcurrentExecutions + ownReserved - automaticShare * sharingFunctions(settings);
  return concurrentExecutions >= leastLimitToReserve &&
    left >= leastUnreserved + totalQueueConcurrency(settings)
    ? automaticShare
    : 0;
};

/** Concurrency reserved for each API function, and the number of held calls (`Prefer: wait`). */
export interface ApiShares {
  reserved: number;
  held: number;
}

/**
 * Settles what the settings leave to the account.
 *
 * @param facts - empty: nothing is known of the account, so nothing is reserved in it.
 */
export const apiSharesOf = (settings: Settings, facts: ConcurrencyFacts): ApiShares => {
  const { apiReservedConcurrency, maxHeldCalls } = settings;
  const reserved = apiReservedConcurrency === 'auto' ? chooseShare(settings, facts) : apiReservedConcurrency;
  // The other half is left for calls that are answered at once.
  const mostHeld = reserved === 0 ? undefined : Math.floor(reserved / 2);
  if (maxHeldCalls === 'auto') return { reserved, held: mostHeld ?? 1 };
  return { reserved, held: Math.min(maxHeldCalls, mostHeld ?? maxHeldCalls) };
};

/** Replaces `auto` by the numbers of {@link apiSharesOf}. */
export const withShares = (settings: Settings, facts: ConcurrencyFacts) => {
  const { reserved, held } = apiSharesOf(settings, facts);
  return { ...settings, apiReservedConcurrency: reserved, maxHeldCalls: held };
};
