// The whole service exports results to its operator: the deployed template and bundles, with an S3 emulator.
import { gunzipSync } from 'node:zlib';
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { exportFindings } from '../../cli/doctor/aws-checks.ts';
import type { RequestData } from '../../client/types.ts';
import { environment } from '../../lambdas/environment.ts';
import { productHtml } from '../fakes/tiers.ts';
import { api, useLocalStack, useServer } from './stack.ts';

const Bucket = 'acme-prices';
const shop = useServer((_request, response) =>
  response.setHeader('Content-Type', 'text/html').end(productHtml()),
);
const local = useLocalStack(async () => ({
  shops: false,
  settings: { deliverBucket: Bucket },
  allowedTargets: [shop.target],
}));
const { queue, settled } = api(() => local.stack);

describe('the doctor', () => {
  const looksAt = async (name: string) => {
    const inherited = { ...process.env };
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: local.stack.endpoints.sqs,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: local.stack.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: local.stack.credentials.secretAccessKey,
    });
    try {
      const variables = { [environment.deliverBucket]: name, [environment.deliverBus]: '' };
      return await exportFindings([variables]);
    } finally {
      process.env = inherited;
    }
  };

  it('distinguishes an existing bucket from a missing one', async () => {
    await new S3Client({
      region: 'us-east-1',
      endpoint: local.stack.endpoints.sqs,
      forcePathStyle: true,
      credentials: local.stack.credentials,
    }).send(new CreateBucketCommand({ Bucket: 'acme-other' }));
    expect(await looksAt('acme-other')).toEqual([{ outcome: 'ok', text: 'The bucket acme-other exists.' }]);
    expect(await looksAt('nobodys-prices')).toMatchObject([
      {
        outcome: 'problem',
        text: expect.stringMatching(/There is no bucket nobodys-prices: .*retried for a day/),
        remedy: expect.stringContaining('deliverBucket'),
      },
    ]);
  });
});

describe('a request without a webhook', () => {
  it('is written to the operator’s bucket, with the same content as for its caller', async () => {
    const { credentials } = local.stack;
    const s3 = new S3Client({
      region: 'us-east-1',
      endpoint: local.stack.endpoints.sqs,
      forcePathStyle: true,
      credentials,
    });
    await s3.send(new CreateBucketCommand({ Bucket }));
    const id = await queue([{ Name: 'A', Url: `${shop.origin}/p/{sku}`, RenderMode: 'Http' }], 'x');
    const { view } = await settled(id);
    const data = view.Data as unknown as RequestData;
    const keys = async () =>
      (await s3.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key) ?? [];
    await expect.poll(keys).toHaveLength(1);
    const [Key] = await keys();
    const at = data.CompletedAt;
    expect(Key).toBe(
      `results/date=${at.slice(0, 10)}/uid=${local.stack.license!.uid}/${at.replaceAll(':', '-')}-${id}.ndjson.gz`,
    );
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    const lines = gunzipSync(await Body!.transformToByteArray())
      .toString()
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      data.Sites.map((site) => ({
        RequestId: id,
        UID: local.stack.license!.uid,
        RequestedAt: data.RequestedAt,
        CompletedAt: at,
        ...site,
      })),
    );
    s3.destroy();
  });
});
