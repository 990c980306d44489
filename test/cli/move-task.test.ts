// SQS's own move task, which no emulator has: what SQS answers is taken from its API reference.
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListMessageMoveTasks.html
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { redriveAll } from '../../cli/operations/dead-letters.ts';

const deadLetterArn = 'arn:aws:sqs:eu-west-1:1:dead';

/** An SQS that answers each ListMessageMoveTasks with the next of these results. */
const startSqs = async (results: object[]) => {
  const calls: { action: string; input: Record<string, unknown> }[] = [];
  const left = [...results];
  const server = createServer(async (request, response) => {
    const action = String(request.headers['x-amz-target']).replace('AmazonSQS.', '');
    calls.push({ action, input: JSON.parse(await text(request)) as Record<string, unknown> });
    const answers: Record<string, () => object> = {
      GetQueueAttributes: () => ({ Attributes: { QueueArn: deadLetterArn } }),
      StartMessageMoveTask: () => ({ TaskHandle: 'handle' }),
      ListMessageMoveTasks: () => ({ Results: [left.shift()].filter(Boolean) }),
    };
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(answers[action]!()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sqs = new SQSClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    useQueueUrlAsEndpoint: false,
  });
  return {
    calls,
    queues: { sqs, deadLetterQueueUrl: 'https://sqs/1/dead', scrapeQueueUrl: 'https://sqs/1/scrape' },
    [Symbol.asyncDispose]: async () => {
      sqs.destroy();
      server.close();
    },
  };
};

describe('a move of all dead letters', () => {
  test('starts a move task and waits for it', async () => {
    await using it = await startSqs([
      { Status: 'RUNNING', ApproximateNumberOfMessagesMoved: 3 },
      { Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 7 },
    ]);
    const told: number[] = [];
    const waits: number[] = [];
    const moved = await redriveAll(
      it.queues,
      (count) => told.push(count),
      async (ms) => waits.push(ms),
    );
    expect(moved).toEqual({ moved: 7, late: 0, unreadable: 0 });
    expect(told).toEqual([3, 7]);
    expect(waits).toEqual([1_000]);
    expect(it.calls.map(({ action }) => action)).toEqual([
      'GetQueueAttributes',
      'StartMessageMoveTask',
      'ListMessageMoveTasks',
      'ListMessageMoveTasks',
    ]);
    // Without a destination SQS moves each message to where it came from.
    expect(it.calls[1]?.input).toEqual({ SourceArn: deadLetterArn });
  });
});
