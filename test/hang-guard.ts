/**
 * Ends a test that hangs, and is far from any that only runs on a slow or busy machine: the slowest takes seconds.
 * The one limit of time in these tests; every wait ends when its condition holds.
 */
export const hangGuardMs = 10 * 60_000;
