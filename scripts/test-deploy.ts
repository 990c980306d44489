// `npm run test:deploy`: a real `cdk bootstrap` and `cdk deploy` of the app into an AWS emulator on port 4566, then
// the contract over the emulated API Gateway, with the deployed bundles and their Chromium.
//
// An emulator that already answers there (LocalStack or ministack) is used and left running; otherwise ministack
// is installed into .cache/ with Python and started. Exit codes: 0 all proven; 1 something failed; 3 no Python.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CloudWatchClient, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbLicenseStore } from '../lambdas/aws/dynamodb-license-store.ts';
import {
  formatLicenseKey,
  hashLicenseKey,
  keyPrefixLength,
  keyRandomBytes,
} from '../lambdas/domain/license.ts';
import { requestViewSchema } from '../lambdas/domain/request-view.ts';
import { metricNames, metricNamespace } from '../lambdas/metrics.ts';
import { createApp } from '../lib/app.ts';
import { clientRenderedShop } from '../local/shops/client-rendered-shop.ts';
import { jsonLdShop } from '../local/shops/json-ld-shop.ts';
import { startShops } from '../local/shops/shops.ts';

const root = join(import.meta.dirname, '..');
const requirements = join(root, 'test/deploy/requirements.txt');
const endpoint = process.env.AWS_ENDPOINT_URL ?? 'http://127.0.0.1:4566';
const stack = 'ScrapPrices';
const { values: options } = parseArgs({ options: { verbose: { type: 'boolean', default: false } } });

const awsVariables = {
  AWS_ENDPOINT_URL: endpoint,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  CDK_DISABLE_CLI_TELEMETRY: '1',
};
Object.assign(process.env, awsVariables);

const proven: { what: string; where: 'emulator' | 'template' }[] = [];
let failures = 0;
const prove = async (where: 'emulator' | 'template', what: string, check: () => unknown): Promise<void> => {
  const startedAt = performance.now();
  try {
    await check();
    proven.push({ what, where });
    process.stdout.write(`✓ ${what} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)\n`);
  } catch (error) {
    failures += 1;
    process.stdout.write(`✗ ${what}\n  ${(error as Error).message.replaceAll('\n', '\n  ')}\n`);
  }
};

const isUp = async (): Promise<boolean> => {
  try {
    return (await fetch(endpoint, { signal: AbortSignal.timeout(1_000) })).status < 500;
  } catch {
    return false;
  }
};

const run = (command: string, args: string[], action: string): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (options.verbose) process.stdout.write(`${stdout}${stderr}`);
  if (error) throw error;
  if (status !== 0)
    throw new Error(`${action} failed with exit code ${status}:\n${`${stdout}${stderr}`.slice(-3_000)}`);
  return stdout;
};

/** Starts ministack in a virtual environment of its own, which is made the first time. */
const startEmulator = async (): Promise<ChildProcess> => {
  const python = ['python3', 'python'].find(
    (name) => spawnSync(name, ['-c', 'import venv, ensurepip']).status === 0,
  );
  if (!python) {
    process.stderr.write(
      'The deploy test needs Python 3 with its venv module for the AWS emulator, or an emulator that answers on port 4566; install Python 3 and run it again.\n',
    );
    process.exit(3);
  }
  const environment = join(root, '.cache/ministack');
  const installed = join(environment, 'requirements.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
    process.stdout.write('Installing the emulator, once\n');
    rmSync(environment, { recursive: true, force: true });
    mkdirSync(environment, { recursive: true });
    run(python, ['-m', 'venv', environment], 'Making a Python environment');
    run(
      join(environment, 'bin/pip'),
      ['install', '--quiet', '--no-deps', '-r', requirements],
      'Installing ministack',
    );
    run('cp', [requirements, installed], 'Noting what is installed');
  }
  const child = spawn(join(environment, 'bin/ministack'), {
    env: { ...process.env, BIND_HOST: '127.0.0.1' },
    stdio: options.verbose ? 'inherit' : 'ignore',
    detached: true,
  });
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 250) {
    if (await isUp()) return child;
    await delay(250);
  }
  throw new Error('The emulator did not start within a minute; run again with --verbose to see why.');
};

const wasRunning = await isUp();
const emulator = wasRunning ? undefined : await startEmulator();
process.stdout.write(
  wasRunning ? `Using the emulator at ${endpoint}\n` : `Started the emulator at ${endpoint}\n`,
);

const shops = await startShops();
const work = mkdtempSync(join(tmpdir(), 'scrap-prices-deploy-'));
const cdk = join(root, 'node_modules/.bin/cdk');
const deploy = (...settings: string[]) =>
  run(
    cdk,
    [
      ...['deploy', stack, '--output', join(work, 'cdk.out'), '--require-approval', 'never'],
      ...['--outputs-file', join(work, 'outputs.json')],
      // What the emulator refuses to deploy is asserted on the template.
      ...[
        `allowedTargets=${shops.targets.join(',')}`,
        'metricMathAlarms=false',
        'console=true',
        ...settings,
      ].flatMap((setting) => ['-c', setting]),
    ],
    'cdk deploy',
  );

try {
  await prove('emulator', 'cdk bootstrap', () => {
    run(
      cdk,
      ['bootstrap', 'aws://000000000000/us-east-1', '--output', join(work, 'cdk.out')],
      'cdk bootstrap',
    );
  });
  await prove('emulator', 'cdk deploy of the app', () => {
    deploy();
  });
  if (failures === 0) await proveContract();
} finally {
  if (wasRunning) run(cdk, ['destroy', stack, '--force', '--output', join(work, 'cdk.out')], 'cdk destroy');
  else await fetch(`${endpoint}/_ministack/reset`, { method: 'POST' }).catch(() => {});
  if (emulator?.pid) process.kill(-emulator.pid, 'SIGTERM');
  await shops.close();
  rmSync(work, { recursive: true, force: true });
}

for (const where of ['emulator', 'template'] as const) {
  const found = proven.filter((one) => one.where === where).map(({ what }) => `  - ${what}`);
  const heading =
    where === 'emulator'
      ? 'Proven on the emulator:'
      : 'Asserted on the template, because the emulator does not apply it:';
  process.stdout.write(`\n${heading}\n${found.join('\n')}\n`);
}
process.stdout.write(`\n${proven.length} passed, ${failures} failed\n`);
process.exit(failures === 0 ? 0 : 1);

async function proveContract(): Promise<void> {
  const deployed = () =>
    (JSON.parse(readFileSync(join(work, 'outputs.json'), 'utf8')) as Record<string, Record<string, string>>)[
      stack
    ]!;
  const outputs = deployed();
  const apiId = new URL(outputs.BaseUrl!).hostname.split('.')[0];
  const baseUrl = `${endpoint}/restapis/${apiId}/prod/_user_request_`;
  const uid = 'deploy-test';
  const licenseKey = formatLicenseKey(randomBytes(keyRandomBytes));
  const credentials = { UID: uid, LicenseKey: licenseKey };
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}/api/scrap_prices/queue`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const get = (path: string, headers: Record<string, string> = credentials) =>
    fetch(`${baseUrl}/api/${path}`, { headers });
  const queue = async (sites: unknown[], headers: Record<string, string> = {}): Promise<string> => {
    const answer = await post(
      { Authorization: credentials, Data: { Sku: shops.sku, SellingSites: sites } },
      headers,
    );
    assert.equal(answer.status, 202, await answer.clone().text());
    return ((await answer.json()) as { RequestId: string }).RequestId;
  };
  const completed = async (requestId: string) => {
    for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 500) {
      const view = requestViewSchema.parse(await (await get(`scrap_prices/${requestId}`)).json());
      if (view.RequestStatus === 2) return view.Data;
      assert.equal(view.RequestStatus, 0);
      await delay(500);
    }
    throw new Error('The request was not completed within two minutes.');
  };
  const shop = (name: string) => shops.sellingSites.find(({ Name }) => Name === name)!;
  const problem = async (answer: Response, status: number) => {
    assert.equal(answer.status, status);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
    const body = (await answer.json()) as Record<string, unknown>;
    assert.equal(body.status, status);
    return body;
  };

  await prove('emulator', 'a license made for the deployed table opens the API', async () => {
    const documents = DynamoDBDocumentClient.from(new DynamoDBClient(), {
      marshallOptions: { removeUndefinedValues: true },
    });
    const licenses = createDynamoDbLicenseStore(documents, outputs.LicensesTable!);
    assert.ok(
      await licenses.create({
        uid,
        keyHash: hashLicenseKey(licenseKey),
        keyPrefix: licenseKey.slice(0, keyPrefixLength),
        enabled: true,
        createdAtMs: Date.now(),
      }),
    );
    assert.equal((await get(`scrap_prices/${randomUUID()}`)).status, 404);
  });

  await prove(
    'emulator',
    'queue: 202 with Location and Retry-After; then a price over plain HTTP',
    async () => {
      const { Sites, Summary } = await completed(await queue([shop(jsonLdShop.name)]));
      assert.equal(Summary.Priced, 1);
      assert.equal(Sites[0]?.Price?.Amount, jsonLdShop.expected.amount);
      assert.equal(Sites[0]?.RenderMode, 'Http');
    },
  );

  await prove('emulator', 'a client-rendered price by the Chromium in the bundle', async () => {
    const { Sites } = await completed(await queue([shop(clientRenderedShop.name)]));
    assert.equal(Sites[0]?.RenderMode, 'Browser', JSON.stringify(Sites[0]?.Error ?? Sites[0]?.Warnings));
    assert.equal(Sites[0]?.Price?.Amount, clientRenderedShop.expected.amount);
  });

  await prove('emulator', 'a private address is a ForbiddenTarget', async () => {
    const { Sites } = await completed(await queue([{ Url: 'http://169.254.169.254/latest/meta-data/' }]));
    assert.equal(Sites[0]?.Error?.Code, 'ForbiddenTarget');
  });

  await prove('emulator', 'errors: 400 with pointers, 401, 404, an unknown route', async () => {
    const invalid = await problem(await post({ Authorization: {}, Data: {} }), 400);
    assert.equal((invalid.Errors as unknown[]).length, 4);
    const refused = await get(`scrap_prices/${randomUUID()}`, {});
    // The emulator passes it on by its own name, AWS by the other.
    const challenge = refused.headers.get('www-authenticate');
    assert.match(challenge ?? refused.headers.get('x-amzn-remapped-www-authenticate') ?? '', /^Basic/);
    await problem(refused, 401);
    await problem(await get(`scrap_prices/${randomUUID()}`), 404);
    await problem(await get('nothing'), 404);
  });

  await prove(
    'emulator',
    'the console and the API pages, from the API itself under a strict policy',
    async () => {
      // The output names the address on AWS.
      const consoleUrl = `${baseUrl}${new URL(outputs.ConsoleUrl!).pathname.replace(/^\/prod/, '')}`;
      for (const file of [consoleUrl, ...['console.js', 'docs/index.html', 'docs/swagger-ui-bundle.js']]) {
        const answer = await fetch(new URL(file, consoleUrl));
        assert.equal(answer.status, 200, file);
        assert.match(
          answer.headers.get('content-security-policy') ?? '',
          /^default-src 'none'; script-src 'self';/,
        );
        assert.ok((await answer.text()).length > 200, file);
      }
      await problem(await fetch(new URL('nothing', consoleUrl)), 404);
    },
  );

  await prove('emulator', 'an Idempotency-Key answers with the first identifier', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    assert.equal(await queue([shop(jsonLdShop.name)], key), await queue([shop(jsonLdShop.name)], key));
  });

  const depth = async (QueueUrl: string): Promise<number> => {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    );
    return Number(Attributes?.ApproximateNumberOfMessages);
  };
  await prove('emulator', 'a message that cannot be handled reaches the dead-letter queue', async () => {
    await sqs.send(new SendMessageCommand({ QueueUrl: outputs.ScrapeQueueUrl, MessageBody: 'poison' }));
    for (let waitedMs = 0; waitedMs < 90_000; waitedMs += 1_000) {
      if ((await depth(outputs.DeadLetterQueueUrl!)) === 1) return;
      await delay(1_000);
    }
    throw new Error('The message did not arrive within 90 s.');
  });

  const operate = (...args: string[]) =>
    run(process.execPath, [join(root, 'cli/main.ts'), ...args, '--stack', stack], `scrap-prices ${args[0]}`);
  await prove(
    'emulator',
    'operators: dlq list shows the message and leaves it, redrive leaves it too',
    async () => {
      for (let look = 0; look < 2; look += 1) {
        const rows = JSON.parse(operate('dlq', 'list', '--json')) as Record<string, unknown>[];
        assert.equal(rows.length, 1);
        assert.equal(rows[0]?.RequestId, null);
      }
      operate('dlq', 'redrive');
      assert.equal(await depth(outputs.DeadLetterQueueUrl!), 1);
    },
  );
  await prove('emulator', 'operators: dlq purge deletes it', async () => {
    operate('dlq', 'purge', '--yes');
    assert.equal(await depth(outputs.DeadLetterQueueUrl!), 0);
  });
  await prove('emulator', 'operators: tail shows what the functions logged, and no query', () => {
    const lines = operate('tail', '--no-follow', '--since', '1h');
    assert.match(lines, /queue +INFO +Call answered .*status=202/);
    assert.match(lines, /scraper INFO +Site scraped .*outcome=Priced tier=Browser/);
    assert.match(lines, /scraper ERROR Message failed/);
    assert.ok(!lines.includes(licenseKey));
  });
  await prove('emulator', 'operators: a followed tail shows a new request, each line once', async () => {
    const follow = [join(root, 'cli/main.ts'), 'tail', '--since', '2m', '--stack', stack];
    const tail = spawn(process.execPath, follow);
    let output = '';
    tail.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    try {
      const requestId = await queue([shop(jsonLdShop.name)]);
      const written = new RegExp(`Group written requestId=${requestId}`, 'g');
      for (let waitedMs = 0; waitedMs < 30_000 && !written.test(output); waitedMs += 250) await delay(250);
      // Two looks more, which find the same lines.
      await delay(5_000);
      assert.equal(output.match(written)?.length, 1, output.slice(-2_000) || 'no output');
    } finally {
      tail.kill();
    }
  });
  await prove('emulator', 'operators: stats reads queues and metrics', async () => {
    // The emulator does not read the metrics that functions log, so some are written as CloudWatch would have them.
    const cloudWatch = new CloudWatchClient({});
    const write = (service: string, MetricName: string, Value: number) =>
      cloudWatch.send(
        new PutMetricDataCommand({
          Namespace: metricNamespace,
          MetricData: [{ MetricName, Value, Dimensions: [{ Name: 'service', Value: service }] }],
        }),
      );
    for (const count of [1, 2]) await write('queue', metricNames.requestsQueued, count);
    await write('scraper', metricNames.requestsCompleted, 2);
    const stats = JSON.parse(operate('stats', '--json')) as {
      Now: Record<string, unknown>;
      Requests: Record<string, unknown>;
    };
    assert.equal(stats.Now.DeadLetters, 0);
    assert.deepEqual(stats.Requests, { Queued: 3, Completed: 2, Failed: 0 });
  });

  await prove(
    'emulator',
    'cdk deploy again with a domain name, an alarm address and WARN loses nothing',
    async () => {
      const before = await queue([shop(jsonLdShop.name)]);
      const data = await completed(before);
      deploy(
        'logLevel=WARN',
        'domainName=prices.example.com',
        'certificateArn=arn:aws:acm:us-east-1:000000000000:certificate/x',
        'alarmEmail=ops@example.com',
      );
      assert.equal(deployed().CustomBaseUrl, 'https://prices.example.com/');
      assert.ok(deployed().CustomDomainTarget);
      assert.deepEqual(await completed(before), data);
      assert.equal((await completed(await queue([shop(jsonLdShop.name)]))).Summary.Priced, 1);
    },
  );

  const { Resources } = JSON.parse(readFileSync(join(work, 'cdk.out', `${stack}.template.json`), 'utf8')) as {
    Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
  };
  const ofType = (type: string) => Object.values(Resources).filter((resource) => resource.Type === type);
  await prove('template', 'alarms on computed metrics, which are left out of this deployment', () => {
    const outdir = join(work, 'whole');
    const app = createApp({}, { outdir, context: { 'aws:cdk:disable-asset-staging': true } });
    const { Resources: all } = app.synth().getStackByName(stack).template as { Resources: typeof Resources };
    const computed = Object.values(all).filter(
      ({ Type, Properties }) => Type === 'AWS::CloudWatch::Alarm' && Properties.Metrics !== undefined,
    );
    assert.equal(computed.length, 2);
  });
  await prove('template', 'the request validator checks the body', () => {
    assert.ok(
      ofType('AWS::ApiGateway::RequestValidator').some(({ Properties }) => Properties.ValidateRequestBody),
    );
  });
  await prove('template', 'maximum concurrency of the event source', () => {
    const [source] = ofType('AWS::Lambda::EventSourceMapping');
    assert.deepEqual(source?.Properties.ScalingConfig, { MaximumConcurrency: 50 });
  });
  await prove('template', 'throttling of the API', () => {
    const [stage] = ofType('AWS::ApiGateway::Stage');
    assert.match(JSON.stringify(stage?.Properties.MethodSettings), /"ThrottlingRateLimit":100/);
  });
  await prove('template', 'time to live of requests and counters', () => {
    const attributes = ofType('AWS::DynamoDB::Table').map(
      ({ Properties }) => Properties.TimeToLiveSpecification,
    );
    assert.equal(attributes.filter(Boolean).length, 2);
  });
  await prove('template', 'encryption and point-in-time recovery of every table', () => {
    for (const { Properties } of ofType('AWS::DynamoDB::Table')) {
      assert.ok(Properties.SSESpecification);
      assert.ok(Properties.PointInTimeRecoverySpecification);
    }
  });
  await prove('template', 'function timeouts below the visibility timeout', () => {
    const timeouts = ofType('AWS::Lambda::Function').map(({ Properties }) => Number(Properties.Timeout));
    const [visibility] = ofType('AWS::SQS::Queue')
      .map(({ Properties }) => Number(Properties.VisibilityTimeout))
      .filter(Boolean);
    assert.ok(Math.max(...timeouts) < visibility!);
  });
}
