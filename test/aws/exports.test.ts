// Exports to the operator's own bucket (an S3 emulator) and event bus (a server that imitates EventBridge).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventBridgeResultBus } from '../../lambdas/aws/eventbridge-result-bus.ts';
import { exportEventBridge, exportS3 } from '../../lambdas/aws/export-clients.ts';
import { createS3ResultBucket } from '../../lambdas/aws/s3-result-bucket.ts';
import type { ResultEvent } from '../../lambdas/domain/delivery/result-export.ts';
import { emulatorVariables } from './emulators.ts';

describe('the bucket', () => {
  let emulator: Awaited<ReturnType<typeof startFauxqs>>;
  let s3: S3Client;
  beforeAll(async () => {
    emulator = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
    const endpoint = `http://127.0.0.1:${emulator.port}`;
    Object.assign(process.env, emulatorVariables, { AWS_ENDPOINT_URL_S3: endpoint });
    s3 = new S3Client({ forcePathStyle: true });
    await s3.send(new CreateBucketCommand({ Bucket: 'acme.prices' }));
  });
  afterAll(async () => {
    s3.destroy();
    await emulator.stop();
  });

  it('stores objects byte for byte, idempotently', async () => {
    const bucket = createS3ResultBucket(exportS3(), 'acme.prices');
    const object = {
      key: 'results/date=2026-11-21/uid=a@b/x.ndjson.gz',
      body: Buffer.from([31, 139, 0, 255]),
    };
    await bucket.put(object);
    await bucket.put(object);
    const { Body, ContentType, ContentEncoding } = await s3.send(
      new GetObjectCommand({ Bucket: 'acme.prices', Key: object.key }),
    );
    expect(Buffer.from(await Body!.transformToByteArray())).toEqual(object.body);
    expect([ContentType, ContentEncoding]).toEqual(['application/gzip', undefined]);
  });
});

describe('the event bus', () => {
  const event: ResultEvent = {
    type: 'scrap_prices.failed',
    timestamp: '2026-11-21T10:00:00.500Z',
    detail: {
      RequestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
      UID: 'acme',
      RequestStatus: 1,
      Sku: null,
      RequestedAt: null,
      CompletedAt: null,
      Summary: null,
      Bucket: null,
      Key: null,
    },
  };
  const calls: { target: unknown; body: Record<string, unknown> }[] = [];
  let answer: { status: number; body: object };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    calls.push({ target: request.headers['x-amz-target'], body: JSON.parse(text) });
    const headers = { 'Content-Type': 'application/x-amz-json-1.1' };
    response.writeHead(answer.status, headers).end(JSON.stringify(answer.body));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    Object.assign(process.env, emulatorVariables, {
      AWS_ENDPOINT_URL_EVENTBRIDGE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const bus = () => createEventBridgeResultBus(exportEventBridge(), 'prices');

  it('receives one event with the service’s source and the end time of the request', async () => {
    answer = { status: 200, body: { FailedEntryCount: 0, Entries: [{ EventId: '1' }] } };
    await bus().send(event);
    expect(calls.pop()).toEqual({
      target: 'AWSEvents.PutEvents',
      body: {
        Entries: [
          {
            EventBusName: 'prices',
            Source: 'scrap-prices',
            DetailType: 'scrap_prices.failed',
            Time: Date.parse(event.timestamp) / 1_000,
            Detail: JSON.stringify(event.detail),
          },
        ],
      },
    });
  });
});
