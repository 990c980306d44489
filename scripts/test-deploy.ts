// `node scripts/bootstrap.mjs scripts/test-deploy.ts [--verbose] [--only PART]`: a real `cdk bootstrap` and `cdk deploy` of the app into an AWS
// emulator on port 4566, then the contract over the emulated API Gateway, with the deployed bundles and their Chromium.
// `--only` goes as far as a part and no further, or is a part by itself: readme, restore or contract.
//
// An emulator that already answers there (LocalStack or ministack) is used and left running; otherwise ministack
// is installed into .cache/ with Python and started. Exit codes: 0 all proven; 1 something failed; 3 no Python.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callLogLine } from '../lambdas/api/call-log-middleware.ts';
import { createDynamoDbLicenseStore } from '../lambdas/aws/dynamodb-license-store.ts';
import {
  formatLicenseKey,
  hashLicenseKey,
  keyPrefixLength,
  keyRandomBytes,
} from '../lambdas/domain/license/license.ts';
import { requestViewSchema } from '../lambdas/domain/request/request-view-schema.ts';
import { deploymentDimension, metricNames, metricNamespace } from '../lambdas/metrics.ts';
import { scraperLogLines } from '../lambdas/scraper/log-lines.ts';
import { clientRenderedShop } from '../local/shops/client-rendered-shop.ts';
import { jsonLdShop } from '../local/shops/json-ld-shop.ts';
import { startShops } from '../local/shops/start-shops.ts';
import { type PlantedFault, plantedFaults } from '../test/deploy/planted-faults.ts';
import { NoPython, pythonEnvironment } from './deploy/python-environment.ts';
import { programOptions } from './program-options.ts';

const root = join(import.meta.dirname, '..');
const requirements = join(root, 'test/deploy/requirements.txt');
const endpoint = process.env.AWS_ENDPOINT_URL ?? 'http://127.0.0.1:4566';
const stack = 'ScrapPrices';
const { values: options } = programOptions(import.meta.filename, {
  options: {
    verbose: { type: 'boolean', default: false },
    // As far as a part and no further, or a part by itself, while one works on it: readme, restore, contract.
    only: { type: 'string' },
  },
});

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

const proven: string[] = [];
let failures = 0;
const prove = async (what: string, check: () => unknown): Promise<void> => {
  const startedAt = performance.now();
  try {
    await check();
    proven.push(what);
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

const tryRun = (
  command: string,
  args: string[],
  settings: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...settings,
  });
  if (options.verbose) process.stdout.write(`${stdout}${stderr}`);
  if (error) throw error;
  return { status, stdout, output: `${stdout}${stderr}` };
};

const run = (
  ...[command, args, action, settings]: [string, string[], string, Parameters<typeof tryRun>[2]?]
): string => {
  const { status, stdout, output } = tryRun(command, args, settings);
  if (status !== 0) throw new Error(`${action} failed with exit code ${status}:\n${output.slice(-3_000)}`);
  return stdout;
};

/** Starts ministack in a virtual environment of its own, which is made the first time. */
const startEmulator = async (): Promise<ChildProcess> => {
  let programs: string;
  try {
    programs = pythonEnvironment('ministack', requirements);
  } catch (error) {
    if (!(error instanceof NoPython)) throw error;
    process.stderr.write(
      `The deploy test needs an AWS emulator, or one that answers at ${endpoint}. ${error.message}\n`,
    );
    process.exit(3);
  }
  const child = spawn(join(programs, 'ministack'), {
    env: { ...process.env, BIND_HOST: '127.0.0.1', GATEWAY_PORT: new URL(endpoint).port },
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
const cdk = join(root, 'node_modules/aws-cdk/bin/cdk');
// The CDK remembers the account of a key there, and another emulator may have told it another one.
process.env.CDK_HOME = work;
/** Every deployment here may reach what runs on this machine, and has what the emulator can deploy. */
const emulated = {
  account: '000000000000',
  region: 'us-east-1',
  allowedTargets: [...shops.targets, new URL(endpoint).host],
  // Resources that the emulator refuses to deploy are asserted on the template.
  metricMathAlarms: false,
  callsPerAddress: 0,
};
const writeDeployment = (name: string, settings: Record<string, unknown>): string => {
  const file = join(work, `${name}.json`);
  writeFileSync(file, JSON.stringify({ ...emulated, ...settings }));
  return file;
};
/** The command line `npx cdk ACTION -c deployment=FILE`. */
const operateCdk = (action: string, file: string, ...further: string[]) =>
  tryRun(process.execPath, [cdk, action, '-c', `deployment=${file}`, ...further]);
const outputsFile = join(work, 'outputs.json');
const tryDeploy = (file: string, ...further: string[]) =>
  operateCdk('deploy', file, '--require-approval', 'never', '--outputs-file', outputsFile, ...further);
const deploy = (file: string, ...further: string[]): void => {
  const { status, output } = tryDeploy(file, ...further);
  assert.equal(status, 0, output.slice(-3_000));
};
const readOutputs = (path: string, name: string) =>
  (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>)[name]!;
const deployed = () => readOutputs(outputsFile, stack);
/** Where the emulator answers for an API; its outputs name the address on AWS. */
const addressOf = (outputs: Record<string, string>): string =>
  `${endpoint}/restapis/${new URL(outputs.BaseUrl!).hostname.split('.')[0]}/prod/_user_request_`;
// A shorter window has shorter pauses between the deliveries of what cannot be handled.
const whole = { stackName: stack, console: true, processingWindowSeconds: 120 };

try {
  const file = writeDeployment('emulator', whole);
  await prove('cdk bootstrap', () => {
    const { status, output } = operateCdk('bootstrap', file);
    assert.equal(status, 0, output.slice(-3_000));
  });
  if (options.only === 'readme') {
    await proveReadme();
  } else if (options.only === 'restore') {
    await proveRestore();
  } else {
    await prove('cdk deploy makes the stack, and says that nobody is told of alarms', () => {
      const { status, output } = tryDeploy(file);
      assert.equal(status, 0, output.slice(-3_000));
      assert.match(output, /Alarms notify nobody/);
      assert.equal(deployed().AlarmsTell, 'nobody');
    });
    await prove('what cdk ls leaves in cdk.out cannot be deployed', () => {
      assert.equal(operateCdk('ls', file).status, 0);
      const { status, output } = tryRun(process.execPath, [
        ...[cdk, 'deploy', '--app', 'cdk.out', '--all', '--require-approval', 'never'],
      ]);
      assert.equal(status, 1, output.slice(-3_000));
      assert.match(output, /ThisTemplateHasNoCodeRunCdkSynthFirst/);
    });
    if (failures === 0) {
      const licenseKey = await proveContract(file);
      if (options.only !== 'contract') {
        await proveNeighbour(licenseKey);
        await proveDoctor(file, licenseKey);
      }
    }
    if (options.only === undefined) {
      await proveRestore();
      await proveReadme();
    }
  }
} finally {
  if (wasRunning) operateCdk('destroy', join(work, 'emulator.json'), '--force');
  else await fetch(`${endpoint}/_ministack/reset`, { method: 'POST' }).catch(() => {});
  if (emulator?.pid) process.kill(-emulator.pid, 'SIGTERM');
  await shops.close();
  rmSync(work, { recursive: true, force: true });
}

process.stdout.write(`\n${proven.length} passed, ${failures} failed\n`);
process.exit(failures === 0 ? 0 : 1);

/** A deployment that was destroyed comes back with its licenses, as docs/runbook.md has it. */
async function proveRestore(): Promise<void> {
  const path = join(work, 'kept-outputs.json');
  const name = 'ScrapPrices-kept';
  const put = (settings: Record<string, unknown>, ...more: string[]) => {
    const file = writeDeployment('kept', settings);
    const further = ['--require-approval', 'never', '--outputs-file', path, ...more];
    const { status, output } = operateCdk('deploy', file, ...further);
    assert.equal(status, 0, output.slice(-3_000));
    return readOutputs(path, name);
  };
  const formation = new CloudFormationClient({});
  const stackIs = async () => {
    const { Stacks = [] } = await formation.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks[0];
  };
  let licenseKey = '';
  let before: Record<string, string> = {};
  await prove('removalPolicy retain protects the stack from deletion', async () => {
    before = put({ removalPolicy: 'retain' });
    assert.equal((await stackIs())?.EnableTerminationProtection, true);
    const made = run(
      process.execPath,
      [join(root, 'cli/main.ts'), 'license', 'create', 'kept', '--stack', name],
      'license create',
    );
    licenseKey = /sp_live_\S+/.exec(made)![0];
    const { status, output } = operateCdk('destroy', join(work, 'kept.json'), '--force');
    assert.notEqual(status, 0);
    assert.match(output, /TerminationProtection/i);
  });
  await prove('without it the stack goes, and its table of licenses stays', async () => {
    put({ removalPolicy: 'destroy' });
    const { status, output } = operateCdk('destroy', join(work, 'kept.json'), '--force');
    assert.equal(status, 0, output.slice(-3_000));
    await assert.rejects(stackIs, /does not exist/);
  });
  await prove('licensesTable gives the next deployment the licenses of the one before', async () => {
    // The emulator goes on giving the template of a stack that is destroyed.
    const after = put({ licensesTable: before.LicensesTable }, '-c', 'drop=licenses');
    assert.equal(after.LicensesTable, before.LicensesTable);
    const headers = { UID: 'kept', LicenseKey: licenseKey };
    const answer = await fetch(`${addressOf(after)}/api/scrap_prices/${randomUUID()}`, { headers });
    assert.equal(answer.status, 404);
  });
  formation.destroy();
}

/** A second deployment beside the first: neither knows the other's licenses and requests, nor dies with it. */
async function proveNeighbour(licenseKey: string): Promise<void> {
  const file = writeDeployment('neighbour', {});
  const first = { UID: 'deploy-test', LicenseKey: licenseKey };
  const [before, own] = [deployed(), { ...first }];
  const get = (outputs: Record<string, string>, headers: Record<string, string>, id: string = randomUUID()) =>
    fetch(`${addressOf(outputs)}/api/scrap_prices/${id}`, { headers });
  let beside: Record<string, string> = {};
  await prove('a second deployment has a stack, an address and licenses of its own', async () => {
    const path = join(work, 'neighbour-outputs.json');
    const approved = ['--require-approval', 'never', '--outputs-file', path];
    const { status, output } = operateCdk('deploy', file, ...approved);
    assert.equal(status, 0, output.slice(-3_000));
    beside = readOutputs(path, 'ScrapPrices-neighbour');
    assert.equal(beside.Deployment, 'neighbour');
    for (const output of ['BaseUrl', 'LicensesTable', 'ScrapeQueueUrl', 'DeadLetterQueueUrl'])
      assert.notEqual(beside[output], before[output], output);
    const made = run(
      process.execPath,
      [join(root, 'cli/main.ts'), 'license', 'create', 'deploy-test', '--stack', 'ScrapPrices-neighbour'],
      'license create',
    );
    own.LicenseKey = /sp_live_\S+/.exec(made)![0];
    // Connections that ended while this process waited are only noticed in the next turn.
    await delay(100);
    assert.equal((await get(beside, first)).status, 401);
    assert.equal((await get(before, own)).status, 401);
  });
  await prove('each completes its own requests, and the other does not know them', async () => {
    const queued = await fetch(`${addressOf(beside)}/api/scrap_prices/queue`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        Authorization: own,
        Data: {
          Sku: shops.sku,
          SellingSites: shops.sellingSites.filter(({ Name }) => Name === jsonLdShop.name),
        },
      }),
    });
    const { RequestId } = (await queued.json()) as { RequestId: string };
    const view = async () => requestViewSchema.parse(await (await get(beside, own, RequestId)).json());
    let seen = await view();
    for (let waitedMs = 0; seen.RequestStatus === 0 && waitedMs < 120_000; waitedMs += 500) {
      await delay(500);
      seen = await view();
    }
    assert.ok(seen.RequestStatus === 2);
    assert.equal(seen.Data.Summary.Priced, 1);
    assert.equal((await get(before, first, RequestId)).status, 404);
  });
  await prove('the second one is destroyed, and the first goes on', async () => {
    const { status, output } = operateCdk('destroy', file, '--force');
    assert.equal(status, 0, output.slice(-3_000));
    assert.equal((await get(before, first)).status, 404);
  });
}

/** Problems that the doctor names. The emulator judges the alarm on slow calls by this machine's speed, which proves nothing. */
function problemsIn(output: string): string[] {
  return output.split('\n').filter((line) => line.includes('✗') && !line.includes('AlarmsApiLatency'));
}

/** Findings of the doctor in the deployment as it is, and with each fault that can be planted in it. */
async function proveDoctor(file: string, licenseKey: string): Promise<void> {
  const report = join(work, 'report.md');
  const examine = (path: string, ...further: string[]) =>
    tryRun(process.execPath, [join(root, 'cli/main.ts'), 'doctor', path, '--report', report, ...further]);
  await prove('doctor: nothing differs but what the settings say', () => {
    const { status, output } = examine(file);
    const problems = problemsIn(output);
    // No domain is deployed at this moment, and nobody is told of alarms.
    assert.deepEqual(problems.length, 1, output);
    assert.match(problems[0]!, /Alarms notify nobody/);
    assert.equal(status, 7);
    assert.match(output, /✓ Plain HTTP found[\s\S]*✓ The browser found/);
  });
  await prove('doctor: its report holds no key, account or address, and its license is gone', () => {
    const text = readFileSync(report, 'utf8');
    assert.match(text, /# scrap-prices doctor: /);
    assert.ok(!/sp_live_|000000000000|@/.test(text.replaceAll('@@', '')), text);
    assert.ok(!text.includes(licenseKey));
    const licenses = run(
      process.execPath,
      [join(root, 'cli/main.ts'), 'license', 'list', '--json', '--stack', stack],
      'license list',
    );
    assert.ok(!licenses.includes('doctor-'), licenses);
  });
  const outputs = deployed();
  const named = async (fault: PlantedFault): Promise<void> => {
    const path = fault.file ? writeDeployment('faulty', { ...whole, ...fault.file }) : file;
    const undo = await fault.plant?.(outputs);
    try {
      const { status, output } = examine(path, '--checks', ...fault.checks, '--within', fault.within ?? '2m');
      assert.match(output, fault.says);
      assert.equal(status, 7);
    } finally {
      await undo?.();
    }
  };
  for (const fault of plantedFaults) {
    await prove(`doctor: names ${fault.name}`, () => named(fault));
  }
}

/** README's own lines, in a folder that holds the project's files and nothing else. */
async function proveReadme(): Promise<void> {
  const clone = join(work, 'clone');
  const block = /^## Deploying\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(
    readFileSync(join(root, 'README.md'), 'utf8'),
  )?.[1];
  assert.ok(block);
  const files = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], 'git ls-files');
  for (const name of files.split('\0').filter((one) => one !== '' && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    cpSync(join(root, name), join(clone, name));
  }
  // The emulator's limits, and that nobody answers the question whether rights may be granted.
  writeFileSync(
    join(clone, 'deployments/prod.json'),
    JSON.stringify({ ...emulated, alarmEmail: 'ops@example.com' }),
  );
  const lines = block.replace('cdk deploy', 'cdk deploy --require-approval never');
  // Whatever Node.js the machine has, and none of what is installed here.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root));
  await prove("README's own lines, from nothing installed to a doctor who finds nothing", () => {
    // The doctor's exit code 7: it found something.
    const output = run('bash', ['-e', '-c', `${lines.trimEnd()} || test $? = 7`], 'README', {
      cwd: clone,
      env: { ...process.env, PATH: path.join(delimiter) },
    });
    assert.match(output, /sp_live_[\s\S]*✓ The browser found/);
    assert.deepEqual(problemsIn(output), [], output);
  });
}

/** @returns the license key that it used. */
async function proveContract(file: string): Promise<string> {
  const outputs = deployed();
  const baseUrl = addressOf(outputs);
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

  await prove('a license made for the deployed table opens the API', async () => {
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

  await prove('queue: 202 with Location and Retry-After; then a price over plain HTTP', async () => {
    const { Sites, Summary } = await completed(await queue([shop(jsonLdShop.name)]));
    assert.equal(Summary.Priced, 1);
    assert.equal(Sites[0]?.Price?.Amount, jsonLdShop.expected.amount);
    assert.equal(Sites[0]?.RenderMode, 'Http');
  });

  await prove('a client-rendered price by the Chromium in the bundle', async () => {
    const { Sites } = await completed(await queue([shop(clientRenderedShop.name)]));
    assert.equal(Sites[0]?.RenderMode, 'Browser', JSON.stringify(Sites[0]?.Error ?? Sites[0]?.Warnings));
    assert.equal(Sites[0]?.Price?.Amount, clientRenderedShop.expected.amount);
  });

  await prove('a private address is a ForbiddenTarget', async () => {
    const { Sites } = await completed(await queue([{ Url: 'http://169.254.169.254/latest/meta-data/' }]));
    assert.equal(Sites[0]?.Error?.Code, 'ForbiddenTarget');
  });

  await prove('errors: 400 with pointers, 401, 404, an unknown route', async () => {
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

  await prove('the console and the documentation, from the API itself under a strict policy', async () => {
    // The output names the address on AWS.
    const consoleUrl = `${baseUrl}${new URL(outputs.ConsoleUrl!).pathname.replace(/^\/prod/, '')}`;
    for (const file of [consoleUrl, ...['console.js', 'docs/index.html', 'docs/api.html', 'docs/site.js']]) {
      const answer = await fetch(new URL(file, consoleUrl));
      assert.equal(answer.status, 200, file);
      assert.match(
        answer.headers.get('content-security-policy') ?? '',
        /^default-src 'none'; script-src 'self';/,
      );
      assert.ok((await answer.text()).length > 200, file);
    }
    await problem(await fetch(new URL('nothing', consoleUrl)), 404);
  });

  await prove('an Idempotency-Key answers with the first identifier', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    assert.equal(await queue([shop(jsonLdShop.name)], key), await queue([shop(jsonLdShop.name)], key));
  });

  const depth = async (QueueUrl: string): Promise<number> => {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    );
    return Number(Attributes?.ApproximateNumberOfMessages);
  };
  await prove('a message that cannot be handled reaches the dead-letter queue', async () => {
    await sqs.send(new SendMessageCommand({ QueueUrl: outputs.ScrapeQueueUrl, MessageBody: 'poison' }));
    for (let waitedMs = 0; waitedMs < 300_000; waitedMs += 1_000) {
      if ((await depth(outputs.DeadLetterQueueUrl!)) === 1) return;
      await delay(1_000);
    }
    throw new Error('The message did not arrive within five minutes.');
  });

  const operate = (...args: string[]) =>
    run(process.execPath, [join(root, 'cli/main.ts'), ...args, '--stack', stack], `scrap-prices ${args[0]}`);
  await prove('operators: dlq list shows the message and leaves it, redrive leaves it too', async () => {
    for (let look = 0; look < 2; look += 1) {
      const rows = JSON.parse(operate('dlq', 'list', '--json')) as Record<string, unknown>[];
      assert.equal(rows.length, 1);
      assert.equal(rows[0]?.RequestId, null);
    }
    operate('dlq', 'redrive');
    assert.equal(await depth(outputs.DeadLetterQueueUrl!), 1);
  });
  await prove('operators: dlq purge deletes it', async () => {
    operate('dlq', 'purge', '--yes');
    assert.equal(await depth(outputs.DeadLetterQueueUrl!), 0);
  });
  await prove('operators: tail shows what the functions logged, and no query', () => {
    const lines = operate('tail', '--no-follow', '--since', '1h');
    assert.match(lines, new RegExp(`queue +INFO +${callLogLine} .*status=202`));
    assert.match(
      lines,
      new RegExp(`scraper INFO +${scraperLogLines.siteScraped} .*outcome=Priced tier=Browser`),
    );
    assert.match(lines, new RegExp(`scraper ERROR ${scraperLogLines.messageFailed}`));
    assert.ok(!lines.includes(licenseKey));
  });
  await prove('operators: a followed tail shows a new request, each line once', async () => {
    const follow = [join(root, 'cli/main.ts'), 'tail', '--since', '2m', '--stack', stack];
    const tail = spawn(process.execPath, follow);
    let output = '';
    tail.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    try {
      const requestId = await queue([shop(jsonLdShop.name)]);
      const written = new RegExp(`${scraperLogLines.groupWritten} requestId=${requestId}`, 'g');
      for (let waitedMs = 0; waitedMs < 30_000 && !written.test(output); waitedMs += 250) await delay(250);
      // Two looks more, which find the same lines.
      await delay(5_000);
      assert.equal(output.match(written)?.length, 1, output.slice(-2_000) || 'no output');
    } finally {
      tail.kill();
    }
  });
  await prove('operators: stats reads queues and metrics', async () => {
    // The emulator does not read the metrics that functions log, so some are written as CloudWatch would have them.
    const cloudWatch = new CloudWatchClient({});
    const write = (service: string, MetricName: string, Value: number) =>
      cloudWatch.send(
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
    const stats = JSON.parse(operate('stats', '--json')) as {
      Now: Record<string, unknown>;
      Requests: Record<string, unknown>;
    };
    assert.equal(stats.Now.DeadLetters, 0);
    assert.deepEqual(stats.Requests, { Queued: 3, Completed: 2, Failed: 0 });
  });

  await prove('a deployment again with a domain name, an alarm address and WARN loses nothing', async () => {
    const before = await queue([shop(jsonLdShop.name)]);
    const data = await completed(before);
    writeDeployment('emulator', {
      ...whole,
      logLevel: 'WARN',
      domainName: 'prices.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/x',
      alarmEmail: 'ops@example.com',
    });
    deploy(file);
    // Connections that ended while this process waited are only noticed in the next turn.
    await delay(100);
    assert.equal(deployed().CustomBaseUrl, 'https://prices.example.com/');
    assert.ok(deployed().CustomDomainTarget);
    assert.deepEqual(await completed(before), data);
    assert.equal((await completed(await queue([shop(jsonLdShop.name)]))).Summary.Priced, 1);
  });
  await prove('a deployment that forgets domain, stage and address is refused, and changes nothing', () => {
    writeDeployment('emulator', { ...whole, stage: 'dev' });
    const { status, output } = tryDeploy(file);
    assert.equal(status, 1);
    assert.match(
      output,
      /the domain name prices\.example\.com[\s\S]*the stage "prod"[\s\S]*ops@example\.com/,
    );
    assert.match(output, /-c drop=domain,stage,alarms/);
  });
  await prove('with -c drop it goes', () => {
    writeDeployment('emulator', whole);
    deploy(file, '-c', 'drop=domain,alarms');
    assert.equal(deployed().CustomBaseUrl, undefined);
  });

  return licenseKey;
}
