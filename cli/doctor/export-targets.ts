import { DescribeEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { environment } from '../../lambdas/environment.ts';
import type { ExportTarget, InsideFunction } from './finding.ts';

/** Statuses of a bucket or bus that does not exist, or belongs to someone else. */
const missingStatuses: ReadonlySet<number | undefined> = new Set([404, 400]);
const closedStatuses: ReadonlySet<number | undefined> = new Set([401, 403]);

/** @param ask - fails with AWS's answer where there is nothing that can be written to. */
const stateOf = async (ask: () => Promise<unknown>): Promise<ExportTarget['state']> => {
  try {
    await ask();
    return 'there';
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (missingStatuses.has(status)) return 'missing';
    if (closedStatuses.has(status)) return 'closed';
    throw error;
  }
};

type Variables = Pick<InsideFunction, 'variables'>;

const namesIn = (functions: readonly Variables[], variable: string): string[] => [
  ...new Set(functions.flatMap(({ variables }) => variables[variable] || [])),
];

/** Asks for each bucket and event bus that functions write ended requests to, with the caller's own rights. */
export const readExportTargets = async (functions: readonly Variables[]): Promise<ExportTarget[]> => {
  const s3 = new S3Client({ forcePathStyle: true, followRegionRedirects: true });
  const events = new EventBridgeClient({});
  try {
    return await Promise.all([
      ...namesIn(functions, environment.deliverBucket).map(
        async (name): Promise<ExportTarget> => ({
          kind: 'bucket',
          name,
          state: await stateOf(() => s3.send(new HeadBucketCommand({ Bucket: name }))),
        }),
      ),
      ...namesIn(functions, environment.deliverBus).map(
        async (name): Promise<ExportTarget> => ({
          kind: 'event bus',
          name,
          state: await stateOf(() => events.send(new DescribeEventBusCommand({ Name: name }))),
        }),
      ),
    ]);
  } finally {
    s3.destroy();
    events.destroy();
  }
};
