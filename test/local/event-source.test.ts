import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { eventually } from '../eventually.ts';
import { apiTo, queueInto, type TinyFunction, tinyAssembly } from './tiny-assembly.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Running {
  stack: LocalStack;
  /** Lines that functions wrote, in order. */
  lines: string[];
  send: (...bodies: string[]) => Promise<void>;
  /** Ends the visibility timeout of a message. */
  showAgain: (delivery: Delivery | undefined) => Promise<void>;
}

/** @param source - body of a handler of `event` and `context`. */
const startConsumer = async (
  source: string,
  settings: Parameters<typeof queueInto>[1] = {},
  consumer: Omit<TinyFunction, 'source'> = {},
): Promise<Running> => {
  const { assembly, remove } = tinyAssembly(
    {
      Consumer: {
        ...consumer,
        source: `const calls = new Map(); export const handler = async (event, context) => { ${source} };`,
      },
    },
    { ...queueInto('Consumer', settings), ...apiTo('Consumer') },
  );
  const lines: string[] = [];
  const stack = await startLocalStack({
    assembly,
    maxConcurrency: 8,
    log: ({ stream, text }) => stream === 'stdout' && lines.push(text),
  });
  const client = new SQSClient({
    endpoint: stack.endpoints.sqs,
    region: 'us-east-1',
    credentials: stack.credentials,
    useQueueUrlAsEndpoint: false,
  });
  closers.push(
    remove,
    () => stack.close(),
    () => client.destroy(),
  );
  const QueueUrl = stack.queueUrls.Work!;
  return {
    stack,
    lines,
    send: async (...bodies) => {
      const [only] = bodies;
      await (bodies.length === 1
        ? client.send(new SendMessageCommand({ QueueUrl, MessageBody: only }))
        : client.send(
            new SendMessageBatchCommand({
              QueueUrl,
              Entries: bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody })),
            }),
          ));
    },
    showAgain: async (delivery) => {
      const ReceiptHandle = delivery?.receiptHandle;
      await client.send(
        new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
      );
    },
  };
};

/** A record printed by the handler with `console.log(JSON.stringify(event.Records))`. */
interface Delivery {
  body: string;
  receiptHandle: string;
  attributes: { ApproximateReceiveCount: string };
}
const deliveriesIn = (lines: string[]): Delivery[] => lines.flatMap((line) => JSON.parse(line) as Delivery[]);
const countedBodies = (deliveries: Delivery[]): string[] =>
  deliveries.map(({ body, attributes }) => body + attributes.ApproximateReceiveCount);

const empty = { waiting: 0, inFlight: 0 };

describe('an SQS event source', () => {
  it('delivers a message like Lambda, and deletes it when the function succeeds', async () => {
    const { stack, lines, send } = await startConsumer('console.log(JSON.stringify(event.Records));');
    await send('{"a":"ä"}');
    await eventually(() => expect(lines).toHaveLength(1));
    const [record] = JSON.parse(lines[0]!) as Record<string, unknown>[];
    expect(record).toMatchObject({
      body: '{"a":"ä"}',
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:Work',
      awsRegion: 'us-east-1',
      attributes: { ApproximateReceiveCount: '1', SentTimestamp: expect.stringMatching(/^\d{13}$/) },
      messageId: expect.any(String),
      receiptHandle: expect.any(String),
    });
    await eventually(() => expect(stack.queueDepth('Work')).toEqual(empty));
  });

  it('redelivers the message of a killed function', async () => {
    const { stack, lines, send, showAgain } = await startConsumer(
      `console.log(JSON.stringify(event.Records));
       if (event.Records[0].attributes.ApproximateReceiveCount === '1') process.kill(process.pid, 'SIGKILL');`,
    );
    await send('a');
    await eventually(() => expect(stack.functionActivity('consumer')).toMatchObject({ errors: 1 }));
    await eventually(() => expect(countedBodies(deliveriesIn(lines))).toEqual(['a1']));
    expect(stack.queueDepth('Work')).toEqual({ waiting: 0, inFlight: 1 });
    await showAgain(deliveriesIn(lines)[0]);
    await eventually(() => expect(stack.queueDepth('Work')).toEqual(empty));
    await eventually(() => expect(countedBodies(deliveriesIn(lines))).toEqual(['a1', 'a2']));
    expect(stack.functionActivity('consumer')).toMatchObject({ coldStarts: 2 });
  });

  it('moves a message that keeps failing to the dead-letter queue after its last delivery', async () => {
    const { stack, lines, send, showAgain } = await startConsumer(
      'console.log(JSON.stringify(event.Records)); throw new Error("never");',
      { maxReceiveCount: 2 },
    );
    await send('poison');
    for (const errors of [1, 2]) {
      await eventually(() => expect(stack.functionActivity('consumer')).toMatchObject({ errors }));
      await eventually(() => expect(deliveriesIn(lines)).toHaveLength(errors));
      await showAgain(deliveriesIn(lines).at(-1));
    }
    await eventually(() => expect(stack.queueDepth('DeadLetters')).toEqual({ waiting: 1, inFlight: 0 }));
    expect(countedBodies(deliveriesIn(lines))).toEqual(['poison1', 'poison2']);
    expect(stack.queueDepth('Work')).toEqual(empty);
  });

  it('deletes the messages of a batch that succeeded and keeps those reported as failed', async () => {
    const { stack, lines, send, showAgain } = await startConsumer(
      `console.log(JSON.stringify(event.Records));
       return { batchItemFailures: event.Records.filter(({ body, attributes }) => body === 'b' && attributes.ApproximateReceiveCount === '1').map(({ messageId }) => ({ itemIdentifier: messageId })) };`,
      { batchSize: 10, reportsBatchItemFailures: true, maxConcurrency: 1 },
    );
    await send('a', 'b', 'c');
    await eventually(() => expect(countedBodies(deliveriesIn(lines)).toSorted()).toEqual(['a1', 'b1', 'c1']));
    await eventually(() => expect(stack.queueDepth('Work')).toEqual({ waiting: 0, inFlight: 1 }));
    await showAgain(deliveriesIn(lines).find(({ body }) => body === 'b'));
    await eventually(() => expect(stack.queueDepth('Work')).toEqual(empty));
    await eventually(() =>
      expect(countedBodies(deliveriesIn(lines)).toSorted()).toEqual(['a1', 'b1', 'b2', 'c1']),
    );
  });

  it('continues after an outage of the queue', async () => {
    const { stack, lines, send } = await startConsumer('console.log(event.Records[0].body);');
    const restore = stack.breakService('sqs');
    await expect(send('lost')).rejects.toThrow();
    restore();
    await send('found');
    await eventually(() => expect(lines).toEqual(['found']));
  });
});

describe('a function that sends messages to its own queue', () => {
  /** Propagates the trace like the AWS SDK. */
  const sendsOn = `
    const [{ body }] = event.Records;
    console.log(body);
    if (Number(body) >= 20) return;
    const answer = await fetch(process.env.AWS_ENDPOINT_URL_SQS, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': 'AmazonSQS.SendMessage',
        'X-Amzn-Trace-Id': process.env._X_AMZN_TRACE_ID,
        Authorization: 'AWS4-HMAC-SHA256 Credential=' + process.env.AWS_ACCESS_KEY_ID + '/20260101/us-east-1/sqs/aws4_request',
      },
      body: JSON.stringify({ QueueUrl: process.env.QUEUE_URL, MessageBody: String(Number(body) + 1) }),
    });
    if (!answer.ok) throw new Error(await answer.text());`;
  const start = (allowsRecursion: boolean) =>
    startConsumer(sendsOn, {}, { allowsRecursion, variables: { QUEUE_URL: { Ref: 'Work' } } });

  it('is stopped after sixteen invocations, as Lambda stops it', async () => {
    const { stack, lines, send } = await start(false);
    await send('1');
    await eventually(() => expect(lines).toHaveLength(16));
    await eventually(() => expect(stack.queueDepth('Work')).toEqual(empty));
    expect(lines).toHaveLength(16);
    // A new chain starts at zero.
    await send('20');
    await eventually(() => expect(lines).toHaveLength(17));
  });

  it('continues if its template allows recursion', async () => {
    const { lines, send } = await start(true);
    await send('1');
    await eventually(() => expect(lines).toHaveLength(20));
  });
});
