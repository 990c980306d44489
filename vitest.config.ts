import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { hangGuardMs } from './test/hang-guard.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    // One for two cores: suites that start Chromium or the local stack need the second core for it. Three at least, since
    // many of them wait most of the time.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    testTimeout: hangGuardMs,
    hookTimeout: hangGuardMs,
    // What is polled for comes for certain; a second of waiting is too short for a machine with other work.
    expect: { poll: { timeout: hangGuardMs } },
  },
});
