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

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * Times that depend on each other, from the two durations.
 *
 * A message whose function dies is delivered again after the visibility timeout, so several deliveries have to
 * fit into the window: with the default of five minutes, five deliveries 50 s apart end after 245 s.
 */
export const deriveTimings = ({ processingWindowSeconds, retentionSeconds }: Durations) => {
  const functionTimeoutSeconds = clamp(Math.floor(processingWindowSeconds * 0.15), 3, 45);
  // Lambda requires it to be no shorter than the function timeout; the margin covers the poller's own delay.
  const visibilityTimeoutSeconds =
    functionTimeoutSeconds + clamp(Math.floor(functionTimeoutSeconds / 9), 1, 5);
  return {
    processingWindowMs: processingWindowSeconds * 1_000,
    retentionMs: retentionSeconds * 1_000,
    functionTimeoutSeconds,
    visibilityTimeoutSeconds,
    maxReceiveCount: clamp(Math.floor(processingWindowSeconds / visibilityTimeoutSeconds), 2, 5),
    /** SQS allows 60 s at least. After the deadline a message is only dropped, so nothing is kept for long. */
    messageRetentionSeconds: Math.max(60, processingWindowSeconds * 2),
    /** Kept back at the end of an invocation to write results and close the browser. */
    writeReserveMs: clamp(functionTimeoutSeconds * 50, 500, 2_500),
    /** Suggested to clients that poll. */
    pollAfterSeconds: 2,
  } as const;
};

export type Timings = ReturnType<typeof deriveTimings>;
