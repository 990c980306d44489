import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
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

/** Permissions of a folder and of the folders in it. */
const modesIn = (folder: string): Record<string, number> =>
  Object.fromEntries(
    ['', ...readdirSync(folder)]
      .filter((name) => statSync(join(folder, name)).isDirectory())
      .map((name) => [name, statSync(join(folder, name)).mode & 0o777]),
  );

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
  // Only what is in it is private.
  chmodSync(folder, 0o755);
  const lines: string[] = [];
  const again = await startLocalStack({
    assembly,
    dataDir: folder,
    log: ({ stream, text }) => stream === 'stdout' && lines.push(text),
  });
  expect(modesIn(folder)).toEqual({ '': 0o755, dynamodb: 0o700, sqs: 0o700 });
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

const start = (dataDir: string): Promise<LocalStack> => {
  const { assembly, remove } = tinyAssembly({}, keptResources);
  closers.push(remove);
  return startLocalStack({ assembly, dataDir });
};

describe('an existing folder', () => {
  it('keeps its mode, also behind a link', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'shared'));
    chmodSync(join(folder, 'shared'), 0o775);
    symlinkSync(join(folder, 'shared'), join(folder, 'link'));
    for (const name of ['shared', 'link']) await (await start(join(folder, name))).close();
    expect(modesIn(join(folder, 'shared'))).toEqual({ '': 0o775, dynamodb: 0o700, sqs: 0o700 });
  });

  it('is refused with files that are not a stack’s, and left as it is', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    await expect(start(folder)).rejects.toThrow(`${folder} holds other files, such as notes.txt`);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    for (const part of ['dynamodb', 'sqs']) {
      const other = newFolder();
      mkdirSync(join(other, part));
      writeFileSync(join(other, part, 'notes.txt'), 'mine');
      await expect(start(other)).rejects.toThrow(`such as ${join(part, 'notes.txt')}`);
      expect(readdirSync(join(other, part))).toEqual(['notes.txt']);
    }
    await expect(start(join(folder, 'notes.txt'))).rejects.toThrow(
      /notes\.txt cannot be used .*choose another/,
    );
  });
});

describe('a damaged part', () => {
  /** Returns a folder in which a stack has worked. */
  const worked = async (): Promise<string> => {
    const folder = newFolder();
    const stack = await start(folder);
    const { documents, queue } = clients(stack);
    for (let id = 0; id < 50; id += 1)
      await documents.send(
        new PutItemCommand({
          TableName: 'KeptItems',
          Item: { Id: { S: String(id) }, Text: { S: 'x'.repeat(20_000) } },
        }),
      );
    await queue.send(new SendMessageCommand({ QueueUrl: stack.queueUrls.Work!, MessageBody: 'kept' }));
    await stack.close();
    // LevelDB writes its files of items when it is opened again.
    await (await start(folder)).close();
    writeFileSync(join(folder, 'schedules.json'), '[]');
    return folder;
  };
  const garbage = Buffer.from('garbage '.repeat(2_000));
  const overwrite = (file: string): void => writeFileSync(file, garbage);
  const truncate = (file: string): void => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length / 2));
  };
  const write = (text: string) => (file: string) => writeFileSync(file, text);
  const schedule = {
    ...{ name: 'a', groupName: 'b', expression: 'rate(1 fortnight)', timeZone: 'UTC', startMs: 0 },
    ...{ ranUntilMs: 0, targetArn: 'c', input: '{}' },
  };

  it('of the log of tables is named, since LevelDB leaves it out in silence', async () => {
    const folder = newFolder();
    const stack = await start(folder);
    for (let id = 0; id < 50; id += 1)
      await clients(stack).documents.send(
        new PutItemCommand({
          TableName: 'KeptItems',
          Item: { Id: { S: String(id) }, Text: { S: 'x'.repeat(2_000) } },
        }),
      );
    await stack.close();
    const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.log'),
    );
    for (const log of logs) {
      const bytes = readFileSync(join(folder, log));
      if (bytes.length > 50_000) bytes[bytes.length >> 1]! ^= 255;
      writeFileSync(join(folder, log), bytes);
    }
    await expect(start(folder)).rejects.toThrow(join(folder, 'dynamodb'));
  });

  it.each<[file: RegExp, named: string, damage: (file: string) => void]>([
    [/^lock\.db$/, 'lock.db', overwrite],
    [/^schedules\.json$/, 'schedules.json', write('[{"name":"a')],
    [/^schedules\.json$/, 'schedules.json', write('[null]')],
    [/^schedules\.json$/, 'schedules.json', write('{}')],
    [/^schedules\.json$/, 'schedules.json', write('')],
    [/^schedules\.json$/, 'schedules.json', write(JSON.stringify([schedule]))],
    [/^fauxqs\.db$/, 'sqs', overwrite],
    [/^fauxqs\.db$/, 'sqs', truncate],
    [/^CURRENT$/, 'dynamodb', overwrite],
    [/^MANIFEST-/, 'dynamodb', overwrite],
    [/^MANIFEST-/, 'dynamodb', truncate],
    [/\.ldb$/, 'dynamodb', overwrite],
    [/\.ldb$/, 'dynamodb', truncate],
  ])('%s is named, with what to do', async (pattern, named, damage) => {
    const folder = await worked();
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      pattern.test(basename(file)),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) damage(join(folder, file));
    const refusal = start(folder);
    await expect(refusal).rejects.toThrow(join(folder, named));
    await expect(refusal).rejects.toThrow(/delete it/);
    rmSync(join(folder, named), { recursive: true });
    await (await start(folder)).close();
  });
});
