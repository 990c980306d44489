import type { Settings } from './settings.ts';

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
