import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failedMessageIds } from '../../local/functions/event-source.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { apiTo, queueInto, tinyAssembly } from './tiny-assembly.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Running {
  stack: LocalStack;
  /** What functions wrote, in order. */
  lines: string[];
  send: (...bodies: string[]) => Promise<void>;
}

/** @param source - body of a handler of `event` and `context`. */
const startConsumer = async (
  source: string,
  settings: Parameters<typeof queueInto>[1] & { timeoutSeconds?: number } = {},
): Promise<Running> => {
  const { assembly, remove } = tinyAssembly(
    {
      Consumer: {
        source: `const calls = new Map(); export const handler = async (event, context) => { ${source} };`,
        timeoutSeconds: settings.timeoutSeconds ?? 1,
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
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
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
  };
};

const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 8_000, interval: 20 });
const empty = { waiting: 0, inFlight: 0 };

describe('an SQS event source', () => {
  it('hands a message over as Lambda does, and deletes it when the function succeeds', async () => {
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

  it('delivers a message again after its visibility timeout when the function was killed', async () => {
    const { stack, lines, send } = await startConsumer(
      'const count = event.Records[0].attributes.ApproximateReceiveCount; console.log(count); if (count === "1") for (;;);',
      { visibilityTimeoutSeconds: 2 },
    );
    await send('hello');
    await eventually(() => expect(lines).toEqual(['1', '2']));
    await eventually(() => expect(stack.queueDepth('Work')).toEqual(empty));
    expect(stack.functionActivity('consumer')).toMatchObject({ timeouts: 1, coldStarts: 2 });
  });

  it('moves a message that keeps failing to the dead-letter queue after its last delivery', async () => {
    const { stack, lines, send } = await startConsumer(
      'console.log(event.Records[0].attributes.ApproximateReceiveCount); throw new Error("never");',
      { maxReceiveCount: 2 },
    );
    await send('poison');
    await eventually(() => expect(stack.queueDepth('DeadLetters')).toEqual({ waiting: 1, inFlight: 0 }));
    expect(lines).toEqual(['1', '2']);
    expect(stack.queueDepth('Work')).toEqual(empty);
  });

  it('deletes the messages of a batch that succeeded and keeps those reported as failed', async () => {
    const { stack, lines, send } = await startConsumer(
      `console.log(event.Records.map(({ body, attributes }) => body + attributes.ApproximateReceiveCount).sort().join());
       return { batchItemFailures: event.Records.filter(({ body, attributes }) => body === 'b' && attributes.ApproximateReceiveCount === '1').map(({ messageId }) => ({ itemIdentifier: messageId })) };`,
      { batchSize: 10, reportsBatchItemFailures: true, maxConcurrency: 1 },
    );
    await send('a', 'b', 'c');
    await eventually(() => expect(lines.join().split(',').toSorted()).toEqual(['a1', 'b1', 'b2', 'c1']));
    await eventually(() => expect(stack.queueDepth('Work')).toEqual(empty));
  });

  it('ignores reported failures when the event source is not set to read them', async () => {
    const { stack, lines, send } = await startConsumer(
      'console.log("called"); return { batchItemFailures: event.Records.map(({ messageId }) => ({ itemIdentifier: messageId })) };',
    );
    await send('a');
    await eventually(() => expect(stack.queueDepth('Work')).toEqual(empty));
    expect(lines).toEqual(['called']);
  });

  it('collects a batch within its window', async () => {
    const { lines, send } = await startConsumer('console.log(event.Records.length);', {
      batchSize: 3,
      batchWindowSeconds: 20,
      maxConcurrency: 1,
    });
    await send('a');
    await send('b');
    await send('c');
    await eventually(() => expect(lines).toEqual(['3']));
  });

  it('never works on more batches at the same time than the template allows', async () => {
    const { stack, lines, send } = await startConsumer(
      'await new Promise((r) => setTimeout(r, 30)); console.log(event.Records[0].body);',
      { maxConcurrency: 2 },
    );
    await send(...Array.from({ length: 10 }, (_, index) => String(index)));
    await eventually(() => expect(lines).toHaveLength(10));
    expect(stack.functionActivity('consumer')).toMatchObject({ invocations: 10, mostRunning: 2 });
  });

  it('goes on after an outage of the queue', async () => {
    const { stack, lines, send } = await startConsumer('console.log(event.Records[0].body);');
    const mend = stack.breakService('sqs');
    await expect(send('lost')).rejects.toThrow();
    mend();
    await send('found');
    await eventually(() => expect(lines).toEqual(['found']));
  });
});

describe('the answer of a function with batch failures', () => {
  const batch = ['m1', 'm2'];
  it.each([
    ['nothing', null, []],
    ['an object without the list', {}, []],
    ['an empty list', { batchItemFailures: [] }, []],
    ['one message', { batchItemFailures: [{ itemIdentifier: 'm2' }] }, ['m2']],
    ['an unknown message', { batchItemFailures: [{ itemIdentifier: 'm3' }] }, 'all'],
    ['an empty identifier', { batchItemFailures: [{ itemIdentifier: '' }] }, 'all'],
    ['a null identifier', { batchItemFailures: [{ itemIdentifier: null }] }, 'all'],
    ['a list of something else', { batchItemFailures: ['m1'] }, 'all'],
    ['no list', { batchItemFailures: 'm1' }, 'all'],
  ])('%s', (_what, payload, expected) => {
    expect(failedMessageIds(payload, batch)).toEqual(expected === 'all' ? 'all' : new Set(expected));
  });
});
