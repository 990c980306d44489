import { vi } from 'vitest';
import { hangGuardMs } from './hang-guard.ts';

/**
 * Waits until a check passes, for what nothing tells of. However long that takes: only a hang ends it, and a little
 * before the guard of the test does, so that what the check missed is told.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: hangGuardMs * 0.9, interval: 20 });
