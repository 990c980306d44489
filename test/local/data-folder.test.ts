import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, expect, it } from 'vitest';
import { readLines } from '../../lambdas/domain/text-lines.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { eventually } from '../eventually.ts';
import { keptResources, queueInto, tinyAssembly } from './tiny-assembly.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const clients = ({ endpoints, credentials }: Pick<LocalStack, 'endpoints' | 'credentials'>) => {
  const common = { region: 'us-east-1', credentials };
  const documents = new DynamoDBClient({ ...common, endpoint: endpoints.dynamodb });
  const queue = new SQSClient({ ...common, endpoint: endpoints.sqs, useQueueUrlAsEndpoint: false });
  closers.push(
    () => documents.destroy(),
    () => queue.destroy(),
  );
  return { documents, queue };
};

it('keeps acknowledged requests when the stack is killed', async () => {
  const folder = newFolder();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stack-in-process.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value: line } = await readLines(child.stdout, { maxLineBytes: 10_000 }).next();
  const started = JSON.parse(line?.text ?? '') as Pick<LocalStack, 'endpoints' | 'credentials' | 'queueUrls'>;
  const { queueUrls } = started;
  const { documents, queue } = clients(started);
  await documents.send(
    new PutItemCommand({ TableName: 'KeptItems', Item: { Id: { S: 'a' }, Text: { S: 'kept' } } }),
  );
  await queue.send(new SendMessageCommand({ QueueUrl: queueUrls.Work, MessageBody: 'kept too' }));
  child.kill('SIGKILL');
  await once(child, 'exit');

  const { assembly, remove } = tinyAssembly(
    { Consumer: { source: 'export const handler = async (event) => console.log(event.Records[0].body);' } },
    { ...keptResources, ...queueInto('Consumer') },
  );
  closers.push(remove);
  // It holds webhook secrets.
  chmodSync(folder, 0o755);
  const lines: string[] = [];
  const again = await startLocalStack({
    assembly,
    dataDir: folder,
    log: ({ stream, text }) => stream === 'stdout' && lines.push(text),
  });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  closers.push(() => again.close());
  const { Item } = await clients(again).documents.send(
    new GetItemCommand({ TableName: 'KeptItems', Key: { Id: { S: 'a' } } }),
  );
  expect(Item).toEqual({ Id: { S: 'a' }, Text: { S: 'kept' } });
  await eventually(() => expect(lines).toEqual(['kept too']));
});

it('refuses a data folder in use by another stack until that ends', async () => {
  const folder = newFolder();
  const { assembly, remove } = tinyAssembly({}, keptResources);
  closers.push(remove);
  const first = await startLocalStack({ assembly, dataDir: folder });
  await expect(startLocalStack({ assembly, dataDir: folder })).rejects.toThrow(
    `The data folder ${folder} is in use by another local stack`,
  );
  await first.close();
  const second = await startLocalStack({ assembly, dataDir: folder });
  await second.close();
});
