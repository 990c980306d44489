import type { Telemetry } from '../aws/telemetry.ts';
import type { ScraperLog } from './handler.ts';
import { scraperLogLines } from './log-lines.ts';

/** The scraper's log lines and metrics. Addresses appear without credentials and query. */
export const createScraperLog = (
  { logger, measure, measureBy }: Telemetry,
  processingWindowMs: number,
): ScraperLog => ({
  info: (message, fields = {}) => logger.info(message, fields),
  warn: (message, fields = {}) => logger.warn(message, fields),
  error: (message, { error, ...fields }) =>
    logger.error(message, { ...fields, error: error instanceof Error ? error : new Error(String(error)) }),
  waited: (milliseconds) => measure('queueWait', 'Milliseconds', milliseconds),
  dropped: ({ RequestId: requestId, Group: group }, reason) => {
    logger.warn(scraperLogLines.messageDropped, { requestId, group, reason });
    measure('messagesDropped', 'Count', 1);
  },
  written: ({ RequestId: requestId, Group: group, DeadlineMs }, results, { isLast, writtenAtMs }) => {
    for (const { Outcome, RenderMode, DurationMs, Error: error, FinalUrl, Url } of results) {
      const url = URL.parse(FinalUrl ?? Url ?? '');
      logger.info(scraperLogLines.siteScraped, {
        requestId,
        group,
        outcome: Outcome,
        ...(error ? { code: error.Code } : {}),
        tier: RenderMode,
        durationMs: DurationMs,
        ...(url ? { site: url.origin } : {}),
      });
      measureBy('sites', 'Outcome', Outcome, 'Count', 1);
      measureBy('sitesByTier', 'Tier', RenderMode ?? 'None', 'Count', 1);
      measure('siteTime', 'Milliseconds', DurationMs);
    }
    logger.info(scraperLogLines.groupWritten, { requestId, group, sites: results.length, isLast });
    if (!isLast) return;
    measure('requestsCompleted', 'Count', 1);
    measure('completionTime', 'Milliseconds', writtenAtMs - (DeadlineMs - processingWindowMs));
  },
});
