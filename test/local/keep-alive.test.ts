import { expect, it } from 'vitest';
import { startDynamoDb } from '../../local/emulators/dynamodb.ts';
import { startLambda } from '../../local/emulators/lambda.ts';
import { startScheduler } from '../../local/emulators/scheduler.ts';
import { startSqs } from '../../local/emulators/sqs.ts';

const admits = () => true;
const credentials = { accessKeyId: 'A', secretAccessKey: 'B' };

it.each([
  ['DynamoDB', () => startDynamoDb(admits, credentials)],
  ['SQS', () => startSqs(admits, credentials)],
  ['Lambda', () => startLambda({ find: () => undefined, mayInvoke: () => true, admits })],
  [
    'EventBridge Scheduler',
    () => startScheduler({ mayDo: () => true, admits, send: () => {}, now: Date.now, log: () => {} }),
  ],
])('%s keeps idle connections for more than a minute', async (_service, start) => {
  const emulator = await start();
  try {
    const answer = await fetch(emulator.endpoint);
    await answer.arrayBuffer();
    const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
  } finally {
    await emulator.close();
  }
});
