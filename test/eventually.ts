import { vi } from 'vitest';
import { hangGuardMs } from './hang-guard.ts';

/**
 * Waits until a check passes, for states without an event. Fails shortly before the test's hang guard, so that the
 * check's own error is reported.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: hangGuardMs * 0.9, interval: 20 });
