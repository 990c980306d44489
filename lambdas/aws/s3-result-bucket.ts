import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ResultBucket } from '../domain/ports.ts';
import { callOperatorAws } from './call-aws.ts';

/** Writes results to the operator's own bucket. */
export const createS3ResultBucket = (client: S3Client, Bucket: string): ResultBucket => ({
  name: Bucket,
  put: ({ key, body }) =>
    callOperatorAws(`Writing to the bucket ${Bucket}`, async () => {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: key,
          Body: body,
          // Not "Content-Encoding": clients would decompress an object whose name ends with ".gz".
          ContentType: 'application/gzip',
        }),
      );
    }),
});
