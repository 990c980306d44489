/** Milliseconds since the Unix epoch, from one clock reading per operation. */
export type EpochMs = number;

/** The two durations that a deployment sets, in seconds; everything else in this file follows from them. */
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
 * The most that one call of the scraper's own clients takes, connecting included. It holds results that are worth
 * more than an answer in time, so it tries again by itself as long as it has time; the SDK makes one attempt.
 */
export const scraperCallMs = 2_500;

/** The longest between two looks whether a group's turn has come; a turn of a host's sites mostly takes some seconds. */
export const maxTurnSeconds = 5;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The longest that a function runs, by the default window: a site can have a minute of it. */
const maxFunctionTimeoutSeconds = 70;

/**
 * Time of a site that asks for none: what the two tiers take at most on their own, 12 s until plain HTTP is given up
 * and 30 s in the browser. A group is as slow as its slowest site, so it is not the most that can be had.
 */
const defaultSiteSeconds = 45;

/**
 * Times that depend on each other, from the two durations.
 *
 * A message whose function dies is delivered again after the visibility timeout, so several deliveries have to
 * fit into the window: with the default of five minutes, four deliveries 75 s apart end after 295 s. Every delivery
 * that the service does not pace by itself is that far from the next one, so that the limit of deliveries, which
 * leads to the dead-letter queue, is never reached before the deadline.
 */
export const deriveTimings = ({ processingWindowSeconds, retentionSeconds }: Durations) => {
  const functionTimeoutSeconds = clamp(
    Math.floor((processingWindowSeconds * 7) / 30),
    3,
    maxFunctionTimeoutSeconds,
  );
  // Lambda requires it to be no shorter than the function timeout; the margin covers the poller's own delay.
  const visibilityTimeoutSeconds =
    functionTimeoutSeconds + clamp(Math.floor(functionTimeoutSeconds / 14), 1, 5);
  const writeReserveMs = clamp(functionTimeoutSeconds * 100, 500, 7_000);
  const deliveryLookMs = clamp(retentionSeconds * 250, 5_000, processingWindowSeconds * 1_000);
  const closingLeadMs = clamp(processingWindowSeconds * 25, 1_000, 7_500);
  return {
    processingWindowMs: processingWindowSeconds * 1_000,
    retentionMs: retentionSeconds * 1_000,
    functionTimeoutSeconds,
    visibilityTimeoutSeconds,
    maxReceiveCount: Math.max(2, Math.ceil(processingWindowSeconds / visibilityTimeoutSeconds)),
    /** SQS allows 60 s at least. After the deadline a message is only dropped, so nothing is kept for long. */
    messageRetentionSeconds: Math.max(60, processingWindowSeconds * 2),
    /**
     * Kept back at the end of an invocation to write results and close the browser: longer than an attempt to write
     * and one to send the message again together, where neither is answered.
     */
    writeReserveMs,
    /** The most that a site can ask for: what one delivery can give. */
    maxSiteSeconds: Math.min(60, Math.floor((functionTimeoutSeconds * 1_000 - writeReserveMs) / 1_000)),
    /** Time of a site that asks for none. */
    defaultSiteMs: defaultSiteSeconds * 1_000,
    /** Longest single call of the scraper to store or queue. */
    storeCallMs: Math.min(scraperCallMs, Math.floor(writeReserveMs * 0.4)),
    /** Until a message that could not be written is sent again, with its results, in place of waiting. */
    inHandMs: clamp(functionTimeoutSeconds * 200, 500, 15_000),
    /** Before the deadline: what is not written then is given up, with time enough to write it. */
    closingLeadMs,
    /** After so long a closing message comes again whose delivery is not done: several times before the deadline. */
    closingAgainSeconds: Math.max(1, Math.floor(closingLeadMs / 3_000)),
    /** Sites have to have ended so long before the deadline, for the scraper to write before the request is closed. */
    sitesLeadMs: closingLeadMs + Math.floor(closingLeadMs / 3),
    /**
     * Between two looks whether a request that somebody is to be told of has ended: a completed one is found long before
     * it expires, though whoever completed it died without telling.
     */
    deliveryLookMs,
    /** Such looks in one window, and some more for clocks that differ. */
    maxLooks: Math.ceil((processingWindowSeconds * 1_000) / deliveryLookMs) + 10,
    /**
     * How often the scraper sends one message to its own queue at most. A group that waits for the one before it on its host
     * does so every {@link maxTurnSeconds}; more than the window has room for is a loop.
     */
    maxSendsAgain: Math.ceil(processingWindowSeconds / maxTurnSeconds) + 20,
    /** Suggested to clients that poll. */
    pollAfterSeconds: 2,
  } as const;
};

export type Timings = ReturnType<typeof deriveTimings>;
