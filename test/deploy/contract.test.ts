// A real `cdk deploy`, and the contract over the emulated API Gateway with the deployed bundles and their Chromium.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CloudWatchClient, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, test } from 'vitest';
import { callLogLine } from '../../lambdas/api/call-log-middleware.ts';
import { deploymentDimension, metricNames, metricNamespace } from '../../lambdas/metrics.ts';
import { scraperLogLines } from '../../lambdas/scraper/log-lines.ts';
import { clientRenderedShop } from '../../local/shops/client-rendered-shop.ts';
import { jsonLdShop } from '../../local/shops/json-ld-shop.ts';
import {
  addressOf,
  type Credentials,
  cdk,
  createLicense,
  type Outputs,
  root,
  runCdk,
  scrapPrices,
  stack,
  succeed,
  whole,
} from './deployments.ts';
import { apiOf, useDeployments } from './use-deployments.ts';

const problem = async (answer: Response, status: number) => {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = (await answer.json()) as Record<string, unknown>;
  expect(body.status).toBe(status);
  return body;
};

const operate = (...args: string[]): Promise<string> => succeed(scrapPrices(...args, '--stack', stack));

describe('contract', () => {
  const parts = useDeployments();
  const { shop } = parts;
  let file = '';
  let outputs: Outputs;
  let firstOutput = '';
  let credentials: Credentials;
  let api: ReturnType<typeof apiOf>;
  beforeAll(async () => {
    file = parts.deployments.write('emulator', whole);
    ({ output: firstOutput, outputs } = await parts.deployments.deploy(file));
    credentials = await createLicense(stack, 'contract-test');
    api = apiOf(outputs, credentials, parts.sku);
  });

  test('cdk deploy creates the stack, and warns that alarms notify nobody', () => {
    expect(firstOutput).toMatch(/Alarms notify nobody/);
    expect(outputs.AlarmsTell).toBe('nobody');
  });

  test('what cdk ls leaves in cdk.out cannot be deployed', async () => {
    await succeed(cdk('ls', file));
    const { status, output } = await runCdk(
      ...['deploy', '--app', 'cdk.out', '--all', '--require-approval', 'never'],
    );
    expect(status, output).toBe(1);
    expect(output).toMatch(/ThisTemplateHasNoCodeRunCdkSynthFirst/);
  });

  test('a created license opens the API', async () => {
    expect((await api.getUnknown()).status).toBe(404);
  });

  test('a price over plain HTTP', async () => {
    const { Sites, Summary } = await api.completed(await api.queue([shop(jsonLdShop.name)]));
    expect(Summary.Priced).toBe(1);
    expect(Sites[0]).toMatchObject({ Price: { Amount: jsonLdShop.expected.amount }, RenderMode: 'Http' });
  });

  test('a client-rendered price by the Chromium in the bundle', async () => {
    const { Sites } = await api.completed(await api.queue([shop(clientRenderedShop.name)]));
    expect(Sites[0]).toMatchObject({
      Price: { Amount: clientRenderedShop.expected.amount },
      RenderMode: 'Browser',
    });
  });

  test('a private address is a ForbiddenTarget', async () => {
    const { Sites } = await api.completed(
      await api.queue([{ Url: 'http://169.254.169.254/latest/meta-data/' }]),
    );
    expect(Sites[0]?.Error?.Code).toBe('ForbiddenTarget');
  });

  test('errors: 400 with pointers, 401, 404, an unknown route', async () => {
    const invalid = await problem(await api.post({ Authorization: {}, Data: {} }), 400);
    expect(invalid.Errors).toHaveLength(4);
    const refused = await api.get(`scrap_prices/${randomUUID()}`, {});
    // The emulator passes it on by its own name, AWS by the other.
    const challenge = refused.headers.get('www-authenticate');
    expect(challenge ?? refused.headers.get('x-amzn-remapped-www-authenticate')).toMatch(/^Basic/);
    await problem(refused, 401);
    await problem(await api.getUnknown(), 404);
    await problem(await api.get('nothing'), 404);
  });

  test('the console and the documentation, from the API itself under a strict policy', async () => {
    // The output names the address on AWS.
    const consoleUrl = `${addressOf(outputs)}${new URL(outputs.ConsoleUrl!).pathname.replace(/^\/prod/, '')}`;
    for (const page of [consoleUrl, 'console.js', 'docs/index.html', 'docs/api.html', 'docs/site.js']) {
      const answer = await fetch(new URL(page, consoleUrl));
      expect(answer.status, page).toBe(200);
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self';/,
      );
      expect((await answer.text()).length, page).toBeGreaterThan(200);
    }
    await problem(await fetch(new URL('nothing', consoleUrl)), 404);
  });

  test('an Idempotency-Key answers with the first identifier', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await api.queue([shop(jsonLdShop.name)], key);
    expect(await api.queue([shop(jsonLdShop.name)], key)).toBe(first);
  });

  describe('operators', () => {
    const deadLetters = async (): Promise<number> => {
      const { Attributes } = await new SQSClient({ useQueueUrlAsEndpoint: false }).send(
        new GetQueueAttributesCommand({
          QueueUrl: outputs.DeadLetterQueueUrl,
          AttributeNames: ['ApproximateNumberOfMessages'],
        }),
      );
      return Number(Attributes?.ApproximateNumberOfMessages);
    };

    test('a message that cannot be handled reaches the dead-letter queue; dlq list and redrive leave it there, purge deletes it', async () => {
      await new SQSClient({ useQueueUrlAsEndpoint: false }).send(
        new SendMessageCommand({ QueueUrl: outputs.ScrapeQueueUrl, MessageBody: 'poison' }),
      );
      await expect.poll(deadLetters, { interval: 1_000 }).toBe(1);
      for (let look = 0; look < 2; look += 1) {
        const rows = JSON.parse(await operate('dlq', 'list', '--json')) as Record<string, unknown>[];
        expect(rows).toEqual([expect.objectContaining({ RequestId: null })]);
      }
      await operate('dlq', 'redrive');
      expect(await deadLetters()).toBe(1);
      await operate('dlq', 'purge', '--yes');
      expect(await deadLetters()).toBe(0);
      expect(await operate('tail', '--no-follow', '--since', '1h')).toMatch(
        new RegExp(`scraper ERROR ${scraperLogLines.messageFailed}`),
      );
    });

    test('tail shows what the functions logged, and no key', async () => {
      await api.completed(await api.queue([shop(clientRenderedShop.name)]));
      const lines = await operate('tail', '--no-follow', '--since', '1h');
      expect(lines).toMatch(new RegExp(`queue +INFO +${callLogLine} .*status=202`));
      expect(lines).toMatch(
        new RegExp(`scraper INFO +${scraperLogLines.siteScraped} .*outcome=Priced tier=Browser`),
      );
      expect(lines).not.toContain(credentials.LicenseKey);
    });

    test('a followed tail shows a new request, each line once', async () => {
      const follow = [join(root, 'cli/main.ts'), 'tail', '--since', '2m', '--stack', stack];
      const tail = spawn(process.execPath, follow);
      let output = '';
      tail.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      try {
        const requestId = await api.queue([shop(jsonLdShop.name)]);
        const written = new RegExp(`${scraperLogLines.groupWritten} requestId=${requestId}`, 'g');
        await expect.poll(() => output, { interval: 250 }).toMatch(written);
        // Two further reads, which find the same lines.
        await delay(5_000);
        expect(output.match(written)).toHaveLength(1);
      } finally {
        tail.kill();
      }
    });

    test('stats reads queues and metrics', async () => {
      // The emulator does not read the metrics that functions log, so some are written as CloudWatch would have them.
      const write = (service: string, MetricName: string, Value: number) =>
        new CloudWatchClient({}).send(
          new PutMetricDataCommand({
            Namespace: metricNamespace,
            MetricData: [
              {
                MetricName,
                Value,
                Dimensions: [
                  { Name: 'service', Value: service },
                  { Name: deploymentDimension, Value: 'emulator' },
                ],
              },
            ],
          }),
        );
      for (const count of [1, 2]) await write('queue', metricNames.requestsQueued, count);
      await write('scraper', metricNames.requestsCompleted, 2);
      expect(JSON.parse(await operate('stats', '--json'))).toMatchObject({
        Now: { DeadLetters: 0 },
        Requests: { Queued: 3, Completed: 2, Failed: 0 },
      });
    });
  });

  test('another deployment with a domain name, an alarm address and WARN loses nothing, and only -c drop removes them', async () => {
    const before = await api.queue([shop(jsonLdShop.name)]);
    const data = await api.completed(before);
    parts.deployments.write('emulator', {
      ...whole,
      logLevel: 'WARN',
      domainName: 'prices.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/x',
      alarmEmail: 'ops@example.com',
    });
    const { outputs: after } = await parts.deployments.deploy(file);
    expect(after.CustomBaseUrl).toBe('https://prices.example.com/');
    expect(after.CustomDomainTarget).toBeTruthy();
    expect(await api.completed(before)).toEqual(data);
    expect((await api.completed(await api.queue([shop(jsonLdShop.name)]))).Summary.Priced).toBe(1);

    parts.deployments.write('emulator', { ...whole, stage: 'dev' });
    const { status, output } = await parts.deployments.tryDeploy(file);
    expect(status).toBe(1);
    expect(output).toMatch(
      /the domain name prices\.example\.com[\s\S]*the stage "prod"[\s\S]*ops@example\.com/,
    );
    expect(output).toMatch(/-c drop=domain,stage,alarms/);

    parts.deployments.write('emulator', whole);
    const { outputs: dropped } = await parts.deployments.deploy(file, '-c', 'drop=domain,alarms');
    expect(dropped.CustomBaseUrl).toBeUndefined();
  });
});
