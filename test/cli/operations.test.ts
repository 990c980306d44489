// Operating a service: dead letters, statistics and logs, on the local stack.

import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ScrapPrices } from '../../client/index.ts';
import { callLogLine } from '../../lambdas/api/call-log-middleware.ts';
import { createDynamoDbRequestStore } from '../../lambdas/aws/dynamodb-request-store.ts';
import type { ScrapeMessage } from '../../lambdas/domain/request/scrape-message.ts';
import { addressed } from '../../lambdas/domain/site/queued-site.ts';
import type { SellingSite } from '../../lambdas/domain/site/selling-site.ts';
import { scraperLogLines } from '../../lambdas/scraper/log-lines.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { eventually } from '../eventually.ts';
import { cleanEnvironment, runCli, runInTerminal } from './run-cli.ts';

let stack: LocalStack;
let sqs: SQSClient;
const logLines: string[] = [];
let env = cleanEnvironment('/nonexistent');

beforeAll(async () => {
  stack = await startLocalStack({ shops: true, warm: true, log: ({ text }) => logLines.push(text) });
  env = cleanEnvironment('/nonexistent', stack.cliEnv);
  sqs = new SQSClient({
    endpoint: stack.endpoints.sqs,
    region: 'us-east-1',
    credentials: stack.credentials,
    useQueueUrlAsEndpoint: false,
  });
});
afterAll(async () => {
  sqs?.destroy();
  await stack?.close();
});

const local = () => ['--local', stack.webUrl];
const run = (...args: string[]) => runCli([...args, ...local()], { env });
const shop = () => stack.shops!.sellingSites.find(({ Name }) => Name === 'Kettle & Crown')!;
const client = () => new ScrapPrices({ baseUrl: stack.apiUrl, ...stack.license! });
const deadLetterQueueUrl = () =>
  Object.entries(stack.queueUrls).find(([name]) => name.includes('DeadLetter'))![1];
const deadLetters = () => stack.queueDepth('DeadLetter');

const messageFor = (DeadlineMs: number, RequestId = randomUUID() as string): ScrapeMessage => ({
  Version: 1,
  Caller: 'ab'.repeat(16),
  HasWebhook: false,
  Attempt: 0,
  RequestId,
  Group: 0,
  TotalSites: 1,
  DeadlineMs,
  Sites: [addressed({ Index: 0, Site: shop() as SellingSite, Warnings: [] }, stack.shops!.sku)],
});

const bury = async (body: ScrapeMessage | string) => {
  const MessageBody = typeof body === 'string' ? body : JSON.stringify(body);
  await sqs.send(new SendMessageCommand({ QueueUrl: deadLetterQueueUrl(), MessageBody }));
};

/** A pending request whose only message is a dead letter. */
const buriedRequest = async (): Promise<string> => {
  const dynamoDb = new DynamoDBClient({
    endpoint: stack.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: stack.credentials,
  });
  const documents = DynamoDBDocumentClient.from(dynamoDb, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const now = Date.now();
  const request = {
    requestId: randomUUID(),
    uid: stack.license!.uid,
    sku: stack.shops!.sku,
    queuedAtMs: now,
    // Far enough to print the same hours, however long the test takes.
    deadlineMs: now + 2.5 * 3_600_000,
    groupSizes: [1],
  };
  await createDynamoDbRequestStore(documents, stack.tables.requests).create(request, now + 3 * 3_600_000);
  dynamoDb.destroy();
  await bury(messageFor(request.deadlineMs, request.requestId));
  return request.requestId;
};

describe('dlq', () => {
  beforeEach(() => sqs.send(new PurgeQueueCommand({ QueueUrl: deadLetterQueueUrl() })));
  const late = () => messageFor(Date.now() - 3_600_000);

  test('list shows each message and if a redrive helps, without changing them', async () => {
    const requestId = await buriedRequest();
    await bury(late());
    await bury('poisonous!');
    const { stdout, code } = await run('dlq', 'list', '--json');
    expect(deadLetters()).toEqual({ waiting: 3, inFlight: 0 });
    const rows = JSON.parse(stdout) as Record<string, unknown>[];
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual(
      expect.objectContaining({ RequestId: requestId, Group: 0, InTime: true, Sites: ['Kettle & Crown'] }),
    );
    expect(rows).toContainEqual(expect.objectContaining({ InTime: false, Sku: stack.shops!.sku }));
    expect(rows).toContainEqual(expect.objectContaining({ RequestId: null, InTime: false, BodyBytes: 10 }));
    expect(code).toBe(0);
    const table = (await runCli(['dlq', 'list', ...local()], { env: { ...env, COLUMNS: '160' } })).stdout;
    expect(table).toContain(requestId);
    // Identifiers to copy stay whole on a narrow screen.
    expect((await run('dlq', 'list')).stdout).toContain(requestId);
    expect(table).toMatch(/yes, for 2 h \d+ min/);
    expect(table).toMatch(/no, 1 h too late/);
    expect(table).toContain('no: not from this service');
  });

  test('redrive completes a request within its deadline, and leaves others', async () => {
    const requestId = await buriedRequest();
    await bury(late());
    await bury('poison');
    const { stderr, code } = await run('dlq', 'redrive');
    expect(stderr).toMatch(/^1 message moved to the scrape queue\.$/m);
    expect(stderr).toMatch(/^1 message left in place: their requests are past the deadline/m);
    expect(stderr).toMatch(/^1 message left in place: not from this service/m);
    expect(code).toBe(0);
    const data = await client().results(requestId);
    expect(data.Sites[0]?.Price?.Amount).toBe('1149.00');
    expect(deadLetters()).toEqual({ waiting: 2, inFlight: 0 });
  });

  test('redrive --all moves late messages too', async () => {
    await bury(late());
    expect((await run('dlq', 'redrive', '--all')).stderr).toBe('1 message moved to the scrape queue.\n');
    expect(deadLetters()).toEqual({ waiting: 0, inFlight: 0 });
  });

  test('purge deletes only after a yes', async () => {
    await bury(late());
    expect(await run('dlq', 'purge')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Delete 1 message from local stack.*pass --yes/),
    });
    const ask = (answer: string) =>
      runInTerminal(['dlq', 'purge', ...local()], env, { to: '(yes/no)', with: `${answer}\r` });
    expect(await ask('y')).toMatchObject({ code: 2, screen: expect.stringContaining('Nothing was deleted') });
    expect(deadLetters().waiting).toBe(1);
    expect(await ask('yes')).toMatchObject({ code: 0, screen: expect.stringContaining('1 message deleted') });
    expect(deadLetters().waiting).toBe(0);
    expect((await run('dlq', 'list')).stderr).toBe('The dead-letter queue is empty.\n');
  });
});

describe('stats and tail', () => {
  let requestId: string;
  beforeAll(async () => {
    const { RequestId } = await client().queue(stack.shops!.sku, [
      shop(),
      { Name: 'Inside', Url: 'http://169.254.169.254/?token=planted' },
    ]);
    requestId = RequestId;
    await client().results(requestId);
    // A request is completed before its message is deleted, and before the lines of its invocation have all come.
    await eventually(() => expect(stack.queueDepth('QueueScrape')).toEqual({ waiting: 0, inFlight: 0 }));
    await eventually(() => {
      const written = logLines.filter((line) => line.includes(`"${scraperLogLines.groupWritten}"`));
      expect(written.join()).toContain(requestId);
      // Metrics are the last that an invocation writes.
      const measured = logLines.filter((line) => /"CloudWatchMetrics".*RequestsCompleted/.test(line));
      expect(measured).toHaveLength(written.length);
    });
  });

  test('stats counts queued and scraped sites by outcome and tier, with durations', async () => {
    const stats = JSON.parse((await run('stats', '--json')).stdout);
    expect(stats).toMatchObject({
      Now: { Waiting: 0, InWork: 0, DeadLetters: 0 },
      ActiveAlarms: null,
      Requests: { Failed: 0 },
      FunctionErrors: { queue: 0, status: 0, scraper: 0 },
    });
    expect(stats.Requests.Queued).toBeGreaterThan(0);
    expect(stats.Requests.Completed).toBeGreaterThanOrEqual(stats.Requests.Queued);
    expect(stats.Sites.ByOutcome.Priced).toBeGreaterThan(0);
    expect(stats.Sites.ByOutcome.Failed).toBe(1);
    expect(stats.Sites.ByTier.Http).toBeGreaterThan(0);
    expect(stats.CompletionMs.P95).toBeGreaterThanOrEqual(stats.CompletionMs.P50);
    expect(stats.SiteMs.P50).toBeGreaterThan(0);
    expect(stats.WireBytes).toBeGreaterThan(100);
    const text = (await run('stats')).stdout;
    expect(text).toMatch(/Queue +0 waiting, 0 in progress/);
    expect(text).toMatch(/Requests +\d+ queued, \d+ completed, 0 failed/);
  });

  test('tail shows the lines of one request as text and JSON, without queries', async () => {
    const [text, json] = await Promise.all([
      run('tail', '--no-follow', '--request', requestId),
      run('tail', '--no-follow', '--request', requestId, '--json', '--function', 'scraper'),
    ]);
    const lines = text.stdout.trim().split('\n');
    for (const line of lines) expect(line).toContain(`requestId=${requestId}`);
    expect(text.stdout).toMatch(
      new RegExp(String.raw`^\d\d:\d\d:\d\d\.\d{3} queue +INFO +${callLogLine} .*status=202$`, 'm'),
    );
    expect(text.stdout).toMatch(
      new RegExp(`scraper INFO +${scraperLogLines.siteScraped} .*outcome=Priced tier=Http`),
    );
    expect(text.stdout).toMatch(
      new RegExp(`scraper INFO +${scraperLogLines.siteScraped} .*outcome=Failed code=ForbiddenTarget`),
    );
    expect(text.stdout + json.stdout).not.toContain('planted');
    const objects = json.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { function: string; line: { requestId: string } });
    expect(objects.length).toBeGreaterThanOrEqual(3);
    expect(new Set(objects.map((one) => one.function))).toEqual(new Set(['scraper']));
    expect(new Set(objects.map(({ line }) => line.requestId))).toEqual(new Set([requestId]));
  });
});

describe('an unreachable service is reported in one sentence', () => {
  // No look for the credentials of a machine in AWS: that would be a call to a network.
  const nowhere = { AWS_EC2_METADATA_DISABLED: 'true' };
  const aws = { ...nowhere, AWS_REGION: 'eu-central-1' };
  const known = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  test.each<[string, string[], Record<string, string>, number, RegExp]>([
    ['no credentials', ['stats'], aws, 2, /^error: No AWS credentials were found\. Sign in.*--local/],
    ['no region', ['dlq', 'list'], { ...aws, ...known, AWS_REGION: '' }, 2, /^error: No usable AWS region/],
    [
      'no AWS',
      ['tail'],
      { ...aws, ...known, AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_MAX_ATTEMPTS: '1' },
      6,
      /^error: AWS cannot be reached \(ECONNREFUSED\)/,
    ],
    [
      'no local stack',
      ['stats', '--local', 'http://127.0.0.1:1'],
      {},
      6,
      /^error: Nothing answers .*scrap-prices start/,
    ],
    ['an address that is none', ['stats', '--local=here'], {}, 2, /^error: "here" is not the address/],
  ])('%s', async (_what, args, variables, code, says) => {
    const ended = await runCli(args, { env: { ...env, ...variables } });
    expect(ended.stderr).toMatch(says);
    expect(ended).toMatchObject({ code, stdout: '' });
  });
});
