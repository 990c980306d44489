import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbLicenseStore } from '../lambdas/aws/dynamodb-license-store.ts';
import {
  formatLicenseKey,
  hashLicenseKey,
  keyPrefixLength,
  keyRandomBytes,
} from '../lambdas/domain/license.ts';
import { environment } from '../lambdas/environment.ts';
import { takeDataFolder } from './emulators/data-folder.ts';
import { type DynamoDbEmulator, startDynamoDb } from './emulators/dynamodb.ts';
import { type LambdaEmulator, startLambda } from './emulators/lambda.ts';
import { type SqsEmulator, startSqs } from './emulators/sqs.ts';
import { createTurns } from './emulators/turns.ts';
import { startEventSource } from './functions/event-source.ts';
import type { LogListener } from './functions/function-instance.ts';
import { type FunctionActivity, LocalFunction } from './functions/local-function.ts';
import { removeAbandonedTempFolders } from './functions/temp-folders.ts';
import { createFront } from './gateway/front.ts';
import { requestTargetOf } from './gateway/request-target.ts';
import { createRestApi } from './gateway/rest-api.ts';
import { LogHistory } from './operations/log-history.ts';
import { MetricPoints } from './operations/metric-points.ts';
import { createOperationsPages } from './operations/operations-pages.ts';
import { type RunningShops, startShops } from './shops/shops.ts';
import {
  type DeploymentPlan,
  type FunctionPlan,
  planDeployment,
  type QueuePlan,
} from './template/deployment-plan.ts';
import type { Assembly } from './template/template.ts';
import { createWebPages } from './web-pages.ts';

export type { Assembly, Template } from './template/template.ts';

export interface LocalStackOptions {
  /** Port of the API on 127.0.0.1; 0 or absent: any. */
  port?: number;
  /** Context settings of the deployment, e.g. `{ processingWindowSeconds: 10 }`. Not together with `assembly`. */
  settings?: Readonly<Record<string, unknown>>;
  /** What to run instead of the project's own app. */
  assembly?: Assembly;
  /** Folder that keeps tables and queues; absent: in memory. */
  dataDir?: string;
  /** Starts the demonstration shops too. */
  shops?: boolean;
  /** Port of the first of them, the others have those behind it; absent, or where one is taken: any. */
  firstShopPort?: number;
  /** Key of the license `local`; absent: one of this start alone. */
  licenseKey?: string;
  /** Command that lets the scraper reach a private target; it is told, with the target, where one was refused. */
  egressAdvice?: string;
  /** Further `host:port` that the scraper may reach. */
  allowedTargets?: readonly string[];
  /** Most functions of one kind at the same time; the template's own limit holds when it is lower. */
  maxConcurrency?: number;
  /** Starts an instance of each function at once, for the first calls not to wait for it. */
  warm?: boolean;
  /** Receives each line that functions write, and the stack's own about them. */
  log?: LogListener;
}

/** The two emulated services that an outage can be tried with. */
export type EmulatedService = 'dynamodb' | 'sqs';

export interface LocalLicense {
  uid: string;
  licenseKey: string;
}

export interface LocalStack {
  /** Base address of the API with its stage, e.g. `http://127.0.0.1:8787/prod`. */
  apiUrl: string;
  /** Address of the console and the documentation, e.g. `http://127.0.0.1:8787`. */
  webUrl: string;
  endpoints: { dynamodb: string; sqs: string };
  /** Table names by what they hold, as far as the template has them. */
  tables: { requests: string; licenses: string; usage: string };
  /** Queue URLs by queue name. */
  queueUrls: Record<string, string>;
  /** Variables with which any AWS SDK reaches the emulators. */
  awsEnv: Record<string, string>;
  /** Absent when the template has no table of licenses. */
  license: LocalLicense | undefined;
  shops: RunningShops | undefined;
  plan: DeploymentPlan;
  /** @param name - logical id, or a part of it in any case, e.g. `scraper`. */
  functionActivity: (name: string) => FunctionActivity;
  /** Messages of a queue that are visible or delayed, and that are in work. @param name - or a part of it. */
  queueDepth: (name: string) => { waiting: number; inFlight: number };
  /** Moves the clock that functions see; timers and emulators keep the real one. */
  advanceClock: (byMs: number) => void;
  /**
   * Stops the clock that functions see, for calls that begin from now on.
   *
   * @param atEpochMs - the moment it shows; absent: it runs again, moved as before.
   */
  holdClock: (atEpochMs?: number) => void;
  /** Cuts a service off until the returned function is called. */
  breakService: (service: EmulatedService) => () => void;
  /** Stops everything and ends every process. */
  close: () => Promise<void>;
}

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

const findByName = <T>(items: Record<string, T>, name: string, what: string): T => {
  const key =
    Object.keys(items).find((id) => id === name) ??
    Object.keys(items).find((id) => id.toLowerCase().includes(name.toLowerCase()));
  if (key === undefined) {
    throw new Error(`No ${what} is called "${name}"; there are: ${Object.keys(items).join(', ')}.`);
  }
  return items[key]!;
};

/** Value of a variable in whichever function has it. */
const variableIn = (plan: DeploymentPlan, name: string): string =>
  Object.values(plan.functions).find((fn) => name in fn.environment)?.environment[name] ?? '';

interface ServiceEndpoints {
  dynamodb: string;
  sqs: string;
  lambda: string;
}

/** Nobody can guess it: on this machine it is what tells one function's role from another's. */
const newAccessKey = (): string => `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`;

const matches = (pattern: string, text: string): boolean =>
  pattern === '*' || pattern === text || (pattern.endsWith('*') && text.startsWith(pattern.slice(0, -1)));

/** Whether a function's role allows an action on a resource. */
const mayDo = (fn: FunctionPlan | undefined, action: string, arn: string): boolean =>
  fn !== undefined &&
  (fn.grants === undefined ||
    fn.grants.some(
      ({ actions, resources }) =>
        actions.some((pattern) => matches(pattern, action)) &&
        resources.some((pattern) => matches(pattern, arn)),
    ));

/**
 * What Lambda gives a function of its role: a key of its own, and the way to AWS. A service that the role has no right for
 * is found at an endpoint that refuses every call.
 */
const roleVariables = (
  fn: FunctionPlan,
  accessKeyId: string,
  { dynamodb, sqs, lambda }: ServiceEndpoints,
): Record<string, string> => {
  const reach = (service: string, endpoint: string): string =>
    fn.grants === undefined ||
    fn.grants.some(({ actions }) => actions.some((action) => action.startsWith(`${service}:`)))
      ? endpoint
      : lambda;
  return {
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL: lambda,
    AWS_ENDPOINT_URL_DYNAMODB: reach('dynamodb', dynamodb),
    AWS_ENDPOINT_URL_SQS: reach('sqs', sqs),
  };
};

/** ARN of the queue that takes what a queue's deliveries could not handle. */
const deadLetterTargetOf = (queue: QueuePlan | undefined): string | undefined =>
  queue?.attributes.RedrivePolicy === undefined
    ? undefined
    : (JSON.parse(queue.attributes.RedrivePolicy) as { deadLetterTargetArn?: string }).deadLetterTargetArn;

const createLicense = async (
  endpoint: string,
  tableName: string,
  licenseKey: string,
): Promise<LocalLicense> => {
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  const licenses = createDynamoDbLicenseStore(
    DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
    }),
    tableName,
  );
  const uid = 'local';
  const keyHash = hashLicenseKey(licenseKey);
  const keyPrefix = licenseKey.slice(0, keyPrefixLength);
  try {
    const isNew = await licenses.create({ uid, keyHash, keyPrefix, enabled: true, createdAtMs: Date.now() });
    // Kept from an earlier start, which may have had another key.
    if (!isNew) await licenses.setKey(uid, keyHash, keyPrefix);
  } finally {
    client.destroy();
  }
  return { uid, licenseKey };
};

/** Calls of the API that are answered side by side: many may be held, and wait more than they work. */
const maxCallsAtOnce = 16;

/**
 * Starts the whole service on this machine from its synthesized template: the same bundles, driven by emulators of
 * API Gateway, Lambda, SQS and DynamoDB. It listens on 127.0.0.1 alone.
 *
 * @throws Error with code `EADDRINUSE` when the port is taken.
 */
export const startLocalStack = async (options: LocalStackOptions = {}): Promise<LocalStack> => {
  const history = new LogHistory();
  const points = new MetricPoints();
  const log: LogListener = (line) => {
    history.add(line);
    points.addLine(line.text, Date.now());
    options.log?.(line);
  };
  // What is started is stopped in reverse, also when a later step fails.
  const started: (() => Promise<unknown>)[] = [];
  const closeAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const stop of started.splice(0).reverse()) {
      await stop().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'The local stack did not stop cleanly');
  };
  const keep = async <T>(starting: Promise<T>, stop: (item: T) => Promise<unknown>): Promise<T> => {
    const item = await starting;
    started.push(() => stop(item));
    return item;
  };

  try {
    // The port first: nobody should wait for all the rest to hear that it is taken.
    let serve: RequestListener = (_request, response) => {
      response.writeHead(503, { 'Retry-After': '1', Connection: 'close' }).end('The service is starting.\n');
    };
    const server = createFront((request, response) => serve(request, response));
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    started.push(async () => {
      server.close();
      server.closeAllConnections();
    });
    removeAbandonedTempFolders();
    const data = options.dataDir === undefined ? undefined : takeDataFolder(options.dataDir);
    if (data) started.push(async () => data.release());
    const [assembly, dynamodb, sqs, shops] = await settleAll([
      options.assembly ?? loadProjectAssembly(options.settings ?? {}),
      keep(startDynamoDb(data?.dynamodb), (emulator: DynamoDbEmulator) => emulator.close()),
      keep(startSqs(data?.sqs), (emulator: SqsEmulator) => emulator.close()),
      options.shops === true
        ? keep(startShops(options.firstShopPort), (running: RunningShops) => running.close())
        : Promise.resolve(undefined),
    ]);

    const plan = planDeployment(assembly, { sqs: sqs.endpoint });
    const awsEnv = {
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
      AWS_ENDPOINT_URL_SQS: sqs.endpoint,
    };
    const tables = {
      requests: variableIn(plan, environment.requestsTable),
      licenses: variableIn(plan, environment.licensesTable),
      usage: variableIn(plan, environment.usageTable),
    };
    await Promise.all([
      dynamodb.createTables(Object.values(plan.tables), credentials),
      sqs.createQueues(Object.values(plan.queues), credentials),
    ]);
    const license =
      tables.licenses === ''
        ? undefined
        : await createLicense(
            dynamodb.endpoint,
            tables.licenses,
            options.licenseKey ?? formatLicenseKey(randomBytes(keyRandomBytes)),
          );

    let clockOffsetMs = 0;
    let heldAtEpochMs: number | undefined;
    const targets = [...(options.allowedTargets ?? []), ...(shops?.targets ?? [])];
    const instanceLimit = options.maxConcurrency ?? Math.max(2, availableParallelism());
    const functions = new Map<string, LocalFunction>();
    const accessKeys = new Map(Object.values(plan.functions).map((fn) => [newAccessKey(), fn]));
    const lambda = await keep(
      startLambda({
        find: (name) => [...functions.values()].find((fn) => name === fn.name || name === fn.arn),
        mayInvoke: (accessKeyId, arn) =>
          accessKeyId === credentials.accessKeyId ||
          mayDo(accessKeys.get(accessKeyId), 'lambda:InvokeFunction', arn),
      }),
      (emulator: LambdaEmulator) => emulator.close(),
    );
    const endpoints: ServiceEndpoints = {
      dynamodb: dynamodb.endpoint,
      sqs: sqs.endpoint,
      lambda: lambda.endpoint,
    };
    for (const [accessKeyId, fn] of accessKeys) {
      functions.set(fn.arn, startFunction(fn, roleVariables(fn, accessKeyId, endpoints)));
    }

    function startFunction(fn: FunctionPlan, variables: Record<string, string>): LocalFunction {
      const allowed = [fn.environment[environment.allowedTargets] ?? '', ...targets].filter(Boolean);
      const takesMessages = plan.eventSources.some(({ functionArn }) => functionArn === fn.arn);
      const isCalled = plan.api.methods.some(
        ({ integration }) => integration.kind === 'lambda' && integration.functionArn === fn.arn,
      );
      const local = new LocalFunction(fn, {
        maxInstances: Math.min(
          // The place that is kept for callers who have none in work has a renderer as well.
          isCalled && !takesMessages ? Math.max(instanceLimit, maxCallsAtOnce) : instanceLimit + 1,
          fn.reservedConcurrency ?? Number.POSITIVE_INFINITY,
        ),
        environment: {
          ...variables,
          ...(options.egressAdvice !== undefined && { [environment.egressAdvice]: options.egressAdvice }),
          ...(environment.allowedTargets in fn.environment && {
            [environment.allowedTargets]: allowed.join(','),
          }),
        },
        log,
        clock: () => (heldAtEpochMs === undefined ? { offsetMs: clockOffsetMs } : { heldAtEpochMs }),
        onError: () => points.add('AWS/Lambda', 'Errors', { FunctionName: fn.name }, 1, Date.now()),
      });
      started.push(() => local.close());
      if (options.warm === true) local.warm();
      return local;
    }

    const pollClient = new SQSClient({
      endpoint: sqs.endpoint,
      region: 'us-east-1',
      credentials,
      useQueueUrlAsEndpoint: false,
      maxAttempts: 1,
    });
    started.push(async () => pollClient.destroy());
    for (const source of plan.eventSources) {
      const queue = Object.values(plan.queues).find(({ arn }) => arn === source.queueArn);
      const target = functions.get(source.functionArn);
      if (!queue || !target) {
        throw new Error(
          `The template's event source from ${source.queueArn} to ${source.functionArn} leads nowhere.`,
        );
      }
      const running = startEventSource({
        plan: source,
        queueUrl: queue.url,
        concurrency: Math.min(instanceLimit, source.maxConcurrency ?? Number.POSITIVE_INFINITY),
        target,
        client: pollClient,
        turns: createTurns(sqs.server, queue.name),
        log: (text) => log({ functionName: target.plan.name, stream: 'stderr', text }),
      });
      // Functions in work end first, or the poller would wait for them.
      started.push(async () => {
        await Promise.all([running.stop(), target.close()]);
      });
    }

    const { port } = server.address() as AddressInfo;
    const webUrl = `http://127.0.0.1:${port}`;
    const apiUrl = `${webUrl}/${plan.api.stage}`;
    const api = createRestApi({ plan: plan.api, functions, now: () => Date.now() + clockOffsetMs });
    const pages = createWebPages({
      '/demo.json': {
        ApiUrl: apiUrl,
        License: license && { UID: license.uid, LicenseKey: license.licenseKey },
        Sku: shops?.sku ?? null,
        SellingSites: shops?.sellingSites ?? [],
      },
    });
    const queueByArn = (arn: string | undefined) =>
      Object.values(plan.queues).find((queue) => queue.arn === arn);
    const scrapeQueueUrl = variableIn(plan, environment.scrapeQueueUrl);
    const scrapeQueue = Object.values(plan.queues).find(({ url }) => url === scrapeQueueUrl);
    const deadLetterQueue = queueByArn(deadLetterTargetOf(scrapeQueue));
    const operations =
      scrapeQueue && deadLetterQueue
        ? createOperationsPages({
            describe: () => ({
              Endpoints: { DynamoDb: dynamodb.endpoint, Sqs: sqs.endpoint },
              Deployment: variableIn(plan, environment.deployment),
              LicensesTable: tables.licenses,
              ScrapeQueueUrl: scrapeQueue.url,
              DeadLetterQueueUrl: deadLetterQueue.url,
              OldestMessageSeconds: sqs.oldestMessageSeconds(scrapeQueue.name, Date.now()),
              Functions: Object.values(plan.functions).map(({ name }) => name),
            }),
            history,
            points,
          })
        : undefined;
    serve = (request, response) => {
      const [pathname = '/', query] = requestTargetOf(request).path.split('?');
      const method = request.method ?? 'GET';
      if (!api.owns(pathname)) {
        if (operations?.serve(method, pathname, new URLSearchParams(query), response)) return;
        if (pages.serve(method, pathname, response)) return;
      }
      void api.handle(request, response);
    };

    return {
      apiUrl,
      webUrl,
      endpoints: { dynamodb: dynamodb.endpoint, sqs: sqs.endpoint },
      tables,
      queueUrls: Object.fromEntries(Object.values(plan.queues).map(({ name, url }) => [name, url])),
      awsEnv,
      license,
      shops,
      plan,
      functionActivity: (name) => functions.get(findByName(plan.functions, name, 'function').arn)!.activity,
      queueDepth: (name) => {
        const queue = sqs.server.inspectQueue(findByName(plan.queues, name, 'queue').name);
        const { ready = [], delayed = [], inflight = [] } = queue?.messages ?? {};
        return { waiting: ready.length + delayed.length, inFlight: inflight.length };
      },
      advanceClock: (byMs) => {
        clockOffsetMs += byMs;
      },
      holdClock: (atEpochMs) => {
        heldAtEpochMs = atEpochMs;
      },
      breakService: (service) => {
        const { gate } = service === 'sqs' ? sqs : dynamodb;
        gate.shut();
        return gate.open;
      },
      close: closeAll,
    };
  } catch (error) {
    await closeAll().catch(() => {});
    throw error;
  }
};

/** Like `Promise.all`, but waits for all before it rejects, so that what was started can be stopped. */
const settleAll = async <T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> => {
  const results = await Promise.allSettled(promises);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>;
  };
};

/** Synthesizes the project's own app. Loaded late: the CDK takes a second to load. */
const loadProjectAssembly = async (settings: Readonly<Record<string, unknown>>): Promise<Assembly> => {
  const { synthesizeProject } = await import('./synthesize-project.ts');
  return synthesizeProject(settings);
};
