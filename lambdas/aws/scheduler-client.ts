import { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { TraceClient } from './clients.ts';

/** Somebody waits for the answer; see `clients.ts`. */
export const scheduler = (trace: TraceClient): SchedulerClient =>
  trace(
    new SchedulerClient({
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
    }),
  );
