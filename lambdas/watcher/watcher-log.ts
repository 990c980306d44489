import type { Telemetry } from '../aws/telemetry.ts';
import type { WatcherLog } from './handler.ts';

/** The watcher's log lines and metrics. */
export const createWatcherLog = ({ logger, measure }: Telemetry): WatcherLog => ({
  started: (run, requestId) => {
    logger.info('Watch run queued', { ...run, requestId });
    measure('watchScrapes', 'Count', 1);
  },
  ended: (run, facts) => {
    logger.info('Scrape of a watch ended', { ...run, ...facts });
    if (facts.ended !== 'Completed') measure('watchScrapesFailed', 'Count', 1);
    if (facts.notified > 0) measure('watchChangesReported', 'Count', facts.notified);
  },
  skipped: (run, why) => logger.warn('Run of a watch skipped', { ...run, why }),
  error: (message, { error, ...fields }) =>
    logger.error(message, { ...fields, error: error instanceof Error ? error : new Error(String(error)) }),
});
