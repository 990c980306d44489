import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';

/** One attempt, at most ten seconds: deliveries are retried anyway. */
const options = {
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 8_000, throwOnRequestTimeout: true },
};

/**
 * Uses path-style URLs: bucket names with dots do not match S3's certificate, and emulators have no virtual
 * hosts. The bucket may be in another region.
 */
export const exportS3 = (): S3Client =>
  new S3Client({ ...options, forcePathStyle: true, followRegionRedirects: true });

export const exportEventBridge = (): EventBridgeClient => new EventBridgeClient(options);
