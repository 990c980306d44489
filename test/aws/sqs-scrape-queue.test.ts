import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqs } from '../../lambdas/aws/clients.ts';
import { createSqsScrapeQueue, createSqsScrapeRetries } from '../../lambdas/aws/sqs-scrape-queue.ts';
import { UnavailableError } from '../../lambdas/domain/ports.ts';
import { callerName } from '../../lambdas/domain/request/scrape-message.ts';
import { messageSites, scrapeMessage } from '../fakes/events.ts';
import { startSqs, whileUnreachable } from './emulators.ts';

let emulator: Awaited<ReturnType<typeof startSqs>>;
let client: ReturnType<typeof sqs>;

beforeAll(async () => {
  emulator = await startSqs();
  client = sqs();
});
afterAll(async () => {
  client.destroy();
  await emulator.stop();
});

const receiveAll = async (): Promise<unknown[]> => {
  const bodies: unknown[] = [];
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: emulator.queueUrl, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return bodies;
    for (const { Body, ReceiptHandle } of Messages) {
      bodies.push(JSON.parse(Body!));
      await client.send(new DeleteMessageCommand({ QueueUrl: emulator.queueUrl, ReceiptHandle }));
    }
  }
};

describe('the scrape queue', () => {
  it('sends any number of messages in batches within the limits of SQS', async () => {
    const messages = Array.from({ length: 13 }, (_, Group) => scrapeMessage({ Group }));
    await createSqsScrapeQueue(client, emulator.queueUrl).send(messages);
    const received = (await receiveAll()) as typeof messages;
    expect(received.sort((a, b) => a.Group - b.Group)).toEqual(messages);
  });

  it('sets the caller as message group, also when requeueing', async () => {
    const sent: object[] = [];
    const recording = {
      send: async ({ input }: { input: object }) => {
        sent.push(input);
        return {};
      },
    } as unknown as typeof client;
    const Caller = callerName('acme');
    const message = scrapeMessage({ Caller });
    await createSqsScrapeQueue(recording, 'q').send([message]);
    await createSqsScrapeRetries(recording, 'q').requeue(message, 2);
    expect(sent).toMatchObject([{ Entries: [{ MessageGroupId: Caller }] }, { MessageGroupId: Caller }]);
    expect(Caller).not.toContain('acme');
    expect(callerName('acme')).toBe(Caller);
    expect(callerName('acme2')).not.toBe(Caller);
    // Queues without message groups accept it too.
    await createSqsScrapeQueue(client, emulator.queueUrl).send([message]);
    expect(await receiveAll()).toEqual([message]);
  });

  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html, and what JSON allows.
  it.each([
    'Sneaker 👟',
    '\u{10ffff}',
    '\ufffe',
    '\uffff',
    '\ufffd\ud7ff\ue000',
    '\u007f\u0085\u2028',
    'C:\\ud800',
  ])('sends %j despite characters that SQS rejects', async (Sku) => {
    await createSqsScrapeQueue(client, emulator.queueUrl).send([
      scrapeMessage({ Sites: messageSites({ Name: Sku, Sku }) }),
    ]);
    expect(await receiveAll()).toEqual([scrapeMessage({ Sites: messageSites({ Name: Sku, Sku }) })]);
  });

  it('changes the visibility timeout of a message', async () => {
    const queue = createSqsScrapeQueue(client, emulator.queueUrl);
    await queue.send([scrapeMessage()]);
    const receive = new ReceiveMessageCommand({ QueueUrl: emulator.queueUrl, VisibilityTimeout: 30 });
    const { Messages: [first] = [] } = await client.send(receive);
    expect((await client.send(receive)).Messages ?? []).toEqual([]);
    await createSqsScrapeRetries(client, emulator.queueUrl).delay(first!.ReceiptHandle!, 0);
    expect(await receiveAll()).toHaveLength(1);
  });

  it('sends a message again with its results, unless they make it too large', async () => {
    const retries = createSqsScrapeRetries(client, emulator.queueUrl);
    const again = scrapeMessage({ Attempt: 1, Results: 'QUJD' });
    await retries.requeue(again, 0);
    expect(await receiveAll()).toEqual([again]);
    await retries.requeue({ ...again, Results: 'A'.repeat(1024 * 1024) }, 0);
    expect(await receiveAll()).toEqual([scrapeMessage({ Attempt: 1 })]);
  });

  it('reports an unreachable SQS as unavailable', async () => {
    const queue = createSqsScrapeQueue(sqs(), emulator.queueUrl);
    await whileUnreachable('SQS', () =>
      expect(queue.send([scrapeMessage()])).rejects.toThrow(UnavailableError),
    );
  });
});
