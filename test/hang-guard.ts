/**
 * Ends a test that hangs, and is far from any that only runs on a slow or busy machine: the slowest takes seconds.
 * The one limit of time in these tests; whoever waits for something waits until it is there.
 */
export const hangGuardMs = 10 * 60_000;
