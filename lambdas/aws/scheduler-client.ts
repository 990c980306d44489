import { SchedulerClient } from '@aws-sdk/client-scheduler';

/** For API calls, see `clients.ts`. */
export const scheduler = (): SchedulerClient =>
  new SchedulerClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });
