/** Milliseconds since the Unix epoch; each operation reads the clock once. */
export type EpochMs = number;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** ISO 8601 in UTC. */
export const isoTime = (timeMs: EpochMs): string => new Date(timeMs).toISOString();

/** The two durations that a deployment sets, in seconds; everything else in this file is derived from them. */
export interface Durations {
  /** From queueing to the deadline. */
  processingWindowSeconds: number;
  /** From completion or failure to removal. */
  retentionSeconds: number;
}

export const defaultDurations: Durations = { processingWindowSeconds: 300, retentionSeconds: 300 };

/** A shorter window leaves no room for one delivery and one redelivery. */
export const minProcessingWindowSeconds = 10;
export const maxProcessingWindowSeconds = 3_600;

/**
 * Longest single call of the scraper to AWS, connecting included. The SDK makes one attempt; the scraper itself retries
 * while it has time, since it holds results.
 */
export const scraperCallMs = 2_500;

/**
 * Longest time that a received message stays hidden in its queue, where SQS holds some 120,000 at most: a receiver of
 * 6,000 webhooks a minute takes a tenth of them.
 */
export const maxHiddenMs = 2 * minuteMs;

/** Longest time between two checks if a group's turn has come; a turn usually takes a few seconds. */
export const maxTurnSeconds = 5;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Function timeout with the default window: leaves a minute for a site. */
const maxFunctionTimeoutSeconds = 70;

/**
 * Time limit of a site without `TimeoutSeconds`: what the two tiers take at most, 12 s over plain HTTP and 30 s in the
 * browser. Below the maximum, since a group is as slow as its slowest site.
 */
const defaultSiteSeconds = 45;

/**
 * Derives all interdependent times from the two durations.
 *
 * A message whose function dies is delivered again after the visibility timeout, so several deliveries must fit into the
 * window: with the default of five minutes, four deliveries 75 s apart end after 295 s. All deliveries that the service
 * does not pace are at least that far apart, so that none reaches the receive limit, and with it the dead-letter queue,
 * before the deadline.
 */
export const deriveTimings = ({ processingWindowSeconds, retentionSeconds }: Durations) => {
  const functionTimeoutSeconds = clamp(
    Math.floor((processingWindowSeconds * 7) / 30),
    3,
    maxFunctionTimeoutSeconds,
  );
  // Lambda requires at least the function timeout; the margin covers the poller's delay.
  const visibilityTimeoutSeconds =
    functionTimeoutSeconds + clamp(Math.floor(functionTimeoutSeconds / 14), 1, 5);
  const writeReserveMs = clamp(functionTimeoutSeconds * 100, 500, 7_000);
  const deliveryCheckMs = clamp(
    retentionSeconds * 250,
    5_000,
    Math.min(maxHiddenMs, processingWindowSeconds * 1_000),
  );
  const closingLeadMs = clamp(processingWindowSeconds * 25, 1_000, 7_500);
  return {
    processingWindowMs: processingWindowSeconds * 1_000,
    retentionMs: retentionSeconds * 1_000,
    functionTimeoutSeconds,
    visibilityTimeoutSeconds,
    maxReceiveCount: Math.max(2, Math.ceil(processingWindowSeconds / visibilityTimeoutSeconds)),
    /** SQS requires at least 60 s. Messages past their deadline are dropped anyway. */
    messageRetentionSeconds: Math.max(60, processingWindowSeconds * 2),
    /**
     * Reserved at the end of an invocation to write results and close the browser: longer than an unanswered write plus an
     * unanswered attempt to send the message again.
     */
    writeReserveMs,
    /** Longest `TimeoutSeconds`: what one delivery has. */
    maxSiteSeconds: Math.min(60, Math.floor((functionTimeoutSeconds * 1_000 - writeReserveMs) / 1_000)),
    /** Time limit of a site without `TimeoutSeconds`. */
    defaultSiteMs: defaultSiteSeconds * 1_000,
    /** Longest single call of the scraper to the store or a queue. */
    storeCallMs: Math.min(scraperCallMs, Math.floor(writeReserveMs * 0.4)),
    /** How long the scraper retries a write before it sends the message again with its results. */
    writeRetryMs: clamp(functionTimeoutSeconds * 200, 500, 15_000),
    /** Time before the deadline at which missing results are given up, with time to write them. */
    closingLeadMs,
    /** Retry interval of a closing message: several attempts fit before the deadline. */
    closingRetrySeconds: Math.max(1, Math.floor(closingLeadMs / 3_000)),
    /** Time before the deadline by which sites must end, so that the scraper writes before the request is closed. */
    sitesLeadMs: closingLeadMs + Math.floor(closingLeadMs / 3),
    /**
     * Time between two checks if a request with a webhook has ended: finds a completed one long before it expires, even if
     * the function that completed it died before it could report it.
     */
    deliveryCheckMs,
    /** Such checks in one window, plus some for clock differences. */
    maxChecks: Math.ceil((processingWindowSeconds * 1_000) / deliveryCheckMs) + 10,
    /**
     * How often the scraper may send one message to its own queue. A group waiting for its host does so every
     * {@link maxTurnSeconds}; more than fit into the window is a loop.
     */
    maxRequeues: Math.ceil(processingWindowSeconds / maxTurnSeconds) + 20,
    /** Polling interval suggested to clients. */
    pollAfterSeconds: 2,
  } as const;
};

export type Timings = ReturnType<typeof deriveTimings>;
