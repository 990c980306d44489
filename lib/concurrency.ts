import { maxRenderersPerScraper } from '../lambdas/domain/request/renderer-limit.ts';
import type { Settings } from './settings.ts';

/** Concurrency that Lambda keeps unreserved. */
export const leastUnreserved = 100;

/** Lowest maximum concurrency of an SQS event source. */
export const leastMaximum = 2;

type ConcurrencySettings = Pick<
  Settings,
  'maxScrapers' | 'renderersPerScraper' | 'maxDeliverers' | 'watches'
>;

/** Maximum concurrency of each queue's function. */
export const queueConcurrency = ({
  maxScrapers,
  renderersPerScraper,
  maxDeliverers,
  watches,
}: ConcurrencySettings) => ({
  scraper: maxScrapers,
  /** Each is invoked by a waiting scraper. */
  renderer: maxScrapers * (renderersPerScraper === 'auto' ? maxRenderersPerScraper : renderersPerScraper),
  delivery: maxDeliverers,
  /** One instance closes a hundred requests a second, more than a hundred scrapers complete. */
  closing: Math.max(leastMaximum, Math.ceil(maxScrapers / 100)),
  /** Only wait for stores, never for shops. */
  watcher: watches ? leastMaximum : 0,
});

/** Total concurrency that queues can use. */
export const totalQueueConcurrency = (settings: ConcurrencySettings): number =>
  Object.values(queueConcurrency(settings)).reduce((sum, count) => sum + count, 0);

/** Concurrency of an account. */
export interface ConcurrencyFacts {
  /** Total quota. */
  concurrentExecutions?: number | undefined;
  /** Unreserved part, including this deployment's own reservations. */
  unreservedConcurrentExecutions?: number | undefined;
  /** Concurrency currently reserved by this deployment. */
  ownReserved?: number | undefined;
  /** Share that each API function of this deployment has already reserved. */
  ownShare?: number | undefined;
}

/** Counts the functions with a reserved share: queue and status, and watches where they are enabled. */
export const sharingFunctions = ({ watches }: Pick<Settings, 'watches'>): number => (watches ? 3 : 2);

const automaticShare = 50;
/** Minimum share; an account with less is new or too busy to reserve anything. */
const leastLimitToReserve = 1_000;

/** Never less than is deployed: what others reserve meanwhile must not take the API's protection away. */
const chooseShare = (settings: Settings, facts: ConcurrencyFacts): number => {
  const {
    concurrentExecutions = 0,
    unreservedConcurrentExecutions = 0,
    ownReserved = 0,
    ownShare = 0,
  } = facts;
  const left = unreservedConcurrentExecutions + ownReserved - automaticShare * sharingFunctions(settings);
  const hasRoom =
    concurrentExecutions >= leastLimitToReserve && left >= leastUnreserved + totalQueueConcurrency(settings);
  return Math.max(ownShare, hasRoom ? automaticShare : 0);
};

/** Concurrency reserved for each API function, and the number of held calls (`Prefer: wait`). */
export interface ApiShares {
  reserved: number;
  held: number;
}

/**
 * Resolves settings that depend on the account.
 *
 * @param facts - if empty, the account is unknown and nothing is reserved.
 */
export const apiSharesOf = (settings: Settings, facts: ConcurrencyFacts): ApiShares => {
  const { apiReservedConcurrency, maxHeldCalls } = settings;
  const reserved = apiReservedConcurrency === 'auto' ? chooseShare(settings, facts) : apiReservedConcurrency;
  // The other half is for calls that are not held.
  const mostHeld = reserved === 0 ? undefined : Math.floor(reserved / 2);
  if (maxHeldCalls === 'auto') return { reserved, held: mostHeld ?? 1 };
  return { reserved, held: Math.min(maxHeldCalls, mostHeld ?? maxHeldCalls) };
};

/** Concurrency reserved for the renderer: all that scrapers can use, where the API's functions have a share, too. */
export const reservedRenderers = (
  settings: ConcurrencySettings & Pick<Settings, 'apiReservedConcurrency'>,
): number => (Number(settings.apiReservedConcurrency) > 0 ? queueConcurrency(settings).renderer : 0);

const renderersFor = (
  { renderersPerScraper }: Settings,
  { concurrentExecutions = leastUnreserved }: ConcurrencyFacts,
): number => {
  if (renderersPerScraper !== 'auto') return renderersPerScraper;
  return concurrentExecutions < leastUnreserved ? 1 : maxRenderersPerScraper;
};

/** Replaces `auto` by numbers; see {@link apiSharesOf}. */
export const withShares = (given: Settings, facts: ConcurrencyFacts) => {
  const settings = { ...given, renderersPerScraper: renderersFor(given, facts) };
  const { reserved, held } = apiSharesOf(settings, facts);
  return { ...settings, apiReservedConcurrency: reserved, maxHeldCalls: held };
};
