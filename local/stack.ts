import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { formatLicenseKey, keyRandomBytes } from '../lambdas/domain/license/license.ts';
import { environment } from '../lambdas/environment.ts';
import type { FunctionName } from '../lib/bundle.ts';
import { hostNameOf, isFromForeignPage } from './addresses.ts';
import { takeDataFolder } from './emulators/data-folder.ts';
import { startDynamoDb } from './emulators/dynamodb.ts';
import { isDiskFull } from './emulators/endpoint.ts';
import { startScheduler } from './emulators/scheduler.ts';
import { startSqs } from './emulators/sqs.ts';
import { startEventSources } from './functions/event-source.ts';
import type { LogListener } from './functions/function-instance.ts';
import { inflateChromium } from './functions/inflated-chromium.ts';
import type { FunctionActivity } from './functions/local-function.ts';
import { removeAbandonedTempFolders } from './functions/processes.ts';
import { AccessKeys } from './functions/role.ts';
import { FunctionClock, keptBy, startFunctions } from './functions/start-functions.ts';
import { createFront, type FrontProblemType, refuse } from './gateway/front.ts';
import { createRestApi } from './gateway/rest-api.ts';
import { createLicense } from './local-license.ts';
import { LogHistory } from './operations/log-history.ts';
import { MetricPoints } from './operations/metric-points.ts';
import { createOperationsPages } from './operations/operations-pages.ts';
import { loadAssembly } from './project-parts.ts';
import { startShops } from './shops/start-shops.ts';
import { accessKeyVariable } from './state-files.ts';
import { type DeploymentPlan, planDeployment } from './template/deployment-plan.ts';
import type { Assembly } from './template/template.ts';
import { createWebPages } from './web-pages.ts';

export type { LocalLicense } from './local-license.ts';
export type { Assembly, Template } from './template/template.ts';

export interface LocalStackOptions {
  /** Port of the API; 0 or absent: any. */
  port?: number;
  /** Address for API, console and documentation; absent: 127.0.0.1. Everything else stays on loopback. */
  listen?: string;
  /** Host names it may be called by, besides that address and those of loopback; in lower case. */
  hostNames?: readonly string[];
  /** Deployment settings, e.g. `{ processingWindowSeconds: 10 }`; ignored with `assembly`. */
  settings?: Readonly<Record<string, unknown>>;
  /** Replaces the project's own app. */
  assembly?: Assembly;
  /** Folder for tables and queues; absent: in memory. */
  dataDir?: string;
  shops?: boolean;
  /** Port of the first shop, followed by the others; absent, or if one is taken: any. */
  firstShopPort?: number;
  /** Returns the key of the license `local`, once the data folder is taken; absent: a random one. */
  licenseKey?: () => string | undefined;
  /** Command that allows a private target, quoted in the error of a refused one. */
  egressAdvice?: (webUrl: string) => string;
  /** Private targets (`host:port`) that the scraper may reach. */
  allowedTargets?: readonly string[];
  /** Maximum instances per function; a lower limit of the template wins. */
  maxConcurrency?: number;
  /** Starts an instance of each function, or of those named, ahead of the first call. */
  warm?: boolean | readonly FunctionName[];
  /** Receives each line that functions write, and the stack's own lines about them. */
  log?: LogListener;
}

/** Emulators that can simulate an outage. */
type EmulatedService = 'dynamodb' | 'sqs';

/** Like `Promise.all`, but rejects only after all have settled, so that everything started can be stopped. */
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

const findByName = <T>(items: Record<string, T>, name: string, what: string): T => {
  const key =
    Object.keys(items).find((id) => id === name) ??
    Object.keys(items).find((id) => id.toLowerCase().includes(name.toLowerCase()));
  if (key === undefined) {
    throw new Error(`No ${what} is called "${name}"; there are: ${Object.keys(items).join(', ')}.`);
  }
  return items[key]!;
};

/** Returns the value of a variable in any function that has it. */
const variableIn = (plan: DeploymentPlan, name: string): string =>
  Object.values(plan.functions).find((fn) => name in fn.environment)?.environment[name] ?? '';

const licensePath = '/license.json';

/** Returns true for paths reserved to the user who started the stack: a machine may have several users. */
const isForOwner = (pathname: string): boolean =>
  pathname === licensePath || pathname.startsWith('/operations');

const isBearerOf = (accessKey: string): ((request: IncomingMessage) => boolean) => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${accessKey}`);
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
};

type Serve = (request: IncomingMessage, response: ServerResponse) => unknown;

const openFront = async (
  { port = 0, listen = '127.0.0.1', hostNames = [] }: LocalStackOptions,
  serve: Serve,
): Promise<{ server: Server; webUrl: string }> => {
  const isEverywhere = listen === '0.0.0.0' || listen === '::';
  const webHost = isEverywhere ? '127.0.0.1' : hostNameOf(listen);
  const server = createFront(serve, [...hostNames, webHost]);
  server.listen(port, listen);
  await once(server, 'listening');
  return { server, webUrl: `http://${webHost}:${(server.address() as AddressInfo).port}` };
};

/**
 * Starts the whole service from its synthesized template: the same bundles, driven by emulators of API Gateway, Lambda,
 * SQS, DynamoDB and EventBridge Scheduler.
 *
 * @throws Error with code `EADDRINUSE` if the port is taken.
 */
export const startLocalStack = async (options: LocalStackOptions = {}) => {
  const history = new LogHistory();
  const points = new MetricPoints();
  const log: LogListener = (line) => {
    history.add(line);
    points.addLine(line.text, Date.now());
    options.log?.(line);
  };
  /** Stopped in reverse order, also if a later start fails. */
  const parts = new AsyncDisposableStack();
  const keys = new AccessKeys();
  try {
    // The port first: a taken one fails at once.
    let serve: Serve = (_request, response) => refuse(response, 'Starting');
    const { server, webUrl } = await openFront(options, (request, response) => serve(request, response));
    parts.defer(async () => {
      server.close();
      server.closeAllConnections();
    });
    removeAbandonedTempFolders();
    const data = options.dataDir === undefined ? undefined : takeDataFolder(options.dataDir);
    if (data) parts.defer(async () => data.release());
    const [assembly, dynamodb, sqs, shops] = await settleAll([
      options.assembly ?? loadAssembly(options.settings ?? {}),
      keptBy(
        parts,
        startDynamoDb((key) => keys.mayUse(key, 'dynamodb'), keys.owner, data?.dynamodb),
      ),
      keptBy(
        parts,
        startSqs((key) => keys.mayUse(key, 'sqs', 's3'), keys.owner, data?.sqs),
      ),
      options.shops === true ? keptBy(parts, startShops(options.firstShopPort)) : Promise.resolve(undefined),
    ]);

    const plan = planDeployment(assembly, { sqs: sqs.endpoint });
    // In the background: instances that start earlier inflate their own.
    for (const { codeFolder } of Object.values(plan.functions)) void inflateChromium(codeFolder);
    const endpoints = { dynamodb: dynamodb.endpoint, sqs: sqs.endpoint };
    const tables = {
      requests: variableIn(plan, environment.requestsTable),
      licenses: variableIn(plan, environment.licensesTable),
      usage: variableIn(plan, environment.usageTable),
    };
    await Promise.all([
      dynamodb.createTables(Object.values(plan.tables)),
      sqs.createQueues(Object.values(plan.queues)),
    ]);
    const license =
      tables.licenses === ''
        ? undefined
        : await createLicense(
            dynamodb.endpoint,
            keys.owner,
            tables.licenses,
            options.licenseKey?.() ?? formatLicenseKey(randomBytes(keyRandomBytes)),
          );

    const clock = new FunctionClock();
    const now = (): number => Date.now() + clock.offsetMs;
    const { functions, scheduler, allowTarget } = await startFunctions(
      {
        plan,
        keys,
        endpoints,
        targets: [...(options.allowedTargets ?? []), ...(shops?.targets ?? [])],
        startScheduler: () =>
          startScheduler({
            mayDo: (accessKeyId, action, arn) => keys.mayDo(accessKeyId, action, arn),
            admits: (accessKeyId) => keys.isKnown(accessKeyId),
            now,
            send: (targetArn, input) => {
              const queue = Object.values(plan.queues).find(({ arn }) => arn === targetArn);
              if (!queue) throw new Error(`Expected the ARN of a queue of the template, got ${targetArn}.`);
              sqs.server.sendMessage(queue.name, input);
            },
            file: data?.schedulesFile,
            log: (text) => log({ functionName: 'scheduler', stream: 'stderr', text }),
          }),
        egressAdvice: options.egressAdvice?.(webUrl),
        maxConcurrency: options.maxConcurrency,
        warm: options.warm,
        clock,
        log,
        onError: (FunctionName) => points.add('AWS/Lambda', 'Errors', { FunctionName }, 1, Date.now()),
      },
      parts,
    );
    const isInWork = startEventSources(
      {
        plan,
        functions,
        sqs,
        keys,
        maxConcurrency: options.maxConcurrency,
        log,
        onRecursionDropped: (FunctionName) =>
          points.add('AWS/Lambda', 'RecursiveInvocationsDropped', { FunctionName }, 1, Date.now()),
      },
      parts,
    );

    const apiUrl = `${webUrl}/${plan.api.stage}`;
    const api = createRestApi({ plan: plan.api, functions, now });
    const messagesOf = (name: string) => {
      const queue = sqs.server.inspectQueue(findByName(plan.queues, name, 'queue').name);
      const { ready = [], delayed = [], inflight = [] } = queue?.messages ?? {};
      // Due messages count as delayed until the next receive call.
      const { due = [], later = [] } = Object.groupBy(delayed, ({ delayUntil = 0 }) =>
        delayUntil <= Date.now() ? 'due' : 'later',
      );
      return { ready: [...ready, ...due], delayed: later, inflight };
    };
    const pages = createWebPages({
      '/demo.json': {
        // Relative, so that any host name and scheme works.
        ApiUrl: `/${plan.api.stage}`,
        Sku: shops?.sku ?? null,
        SellingSites: shops?.sellingSites ?? [],
      },
      [licensePath]: license && { UID: license.uid, LicenseKey: license.licenseKey },
    });
    const operations = createOperationsPages({
      describe: () => ({
        Endpoints: { DynamoDb: dynamodb.endpoint, Sqs: sqs.endpoint, Scheduler: scheduler.endpoint },
        Outputs: plan.outputs,
        OldestMessageSeconds: sqs.oldestMessageSeconds(plan.outputs.ScrapeQueueUrl ?? '', Date.now()),
      }),
      history,
      points,
      allowTarget,
    });
    const allowedOrigins = variableIn(plan, environment.allowedOrigins).split(',').filter(Boolean);
    const isOwner = isBearerOf(keys.owner.accessKeyId);
    const refusalOf = (request: IncomingMessage, pathname: string): FrontProblemType | undefined => {
      if (isFromForeignPage(request, allowedOrigins, options.hostNames)) return 'ForeignOrigin';
      if (isForOwner(pathname) && !isOwner(request)) return 'Unauthorized';
      return isDiskFull(tmpdir(), options.dataDir) ? 'DiskFull' : undefined;
    };
    serve = (request, response) => {
      const [pathname = '/', query] = (request.url ?? '/').split('?');
      const refusal = refusalOf(request, pathname);
      if (refusal !== undefined) return refuse(response, refusal);
      const method = request.method ?? 'GET';
      if (!api.owns(pathname)) {
        const served =
          operations.serve(method, pathname, new URLSearchParams(query), response) ||
          pages.serve(method, pathname, response);
        if (served) return served;
      }
      return api.handle(request, response);
    };

    return {
      /** Base address of the API with its stage, e.g. `http://127.0.0.1:8787/prod`. */
      apiUrl,
      /** Address of the console and the documentation, e.g. `http://127.0.0.1:8787`. */
      webUrl,
      endpoints,
      /** Empty for a table that the template lacks. */
      tables,
      /** The owner's credentials, which allow everything. */
      credentials: keys.owner,
      /** Queue URLs by queue name. */
      queueUrls: Object.fromEntries(Object.values(plan.queues).map(({ name, url }) => [name, url])),
      /** Environment for AWS SDKs. */
      awsEnv: {
        AWS_REGION: 'us-east-1',
        AWS_DEFAULT_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: keys.owner.accessKeyId,
        AWS_SECRET_ACCESS_KEY: keys.owner.secretAccessKey,
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
        AWS_ENDPOINT_URL_SQS: sqs.endpoint,
      },
      /** Environment for `--local` of the command line. */
      cliEnv: { [accessKeyVariable]: keys.owner.accessKeyId },
      /** Absent if the template has no table of licenses. */
      license,
      shops,
      plan,
      /** @param name - part of the logical id in any case, e.g. `scraper`; for queues below as well. */
      functionActivity: (name: string): FunctionActivity =>
        functions.get(findByName(plan.functions, name, 'function').arn)!.activity,
      queueDepth: (name: string): { waiting: number; inFlight: number } => {
        const { ready, delayed, inflight } = messagesOf(name);
        return { waiting: ready.length + delayed.length, inFlight: inflight.length };
      },
      delayedMessages: (name: string): number => messagesOf(name).delayed.length,
      /** Moves the clock of functions; timers and emulators keep the real one. */
      advanceClock: (byMs: number): void => {
        clock.offsetMs += byMs;
      },
      /** Moves the clock of functions, the delays of messages and the schedules. */
      passTime: async (byMs: number): Promise<void> => {
        clock.offsetMs += byMs;
        await sqs.hasten(byMs, isInWork);
        scheduler.runDue();
      },
      /** Milliseconds until a schedule is due. */
      untilNextSchedule: (): number | undefined => {
        const dueMs = scheduler.nextDueMs();
        return dueMs === undefined ? undefined : Math.max(0, dueMs - now());
      },
      /** Stops the clock that new invocations see. @param atEpochMs - absent: it runs again. */
      holdClock: (atEpochMs?: number): void => {
        clock.heldAtEpochMs = atEpochMs;
      },
      /** Simulates an outage until the returned function is called. */
      breakService: (service: EmulatedService): (() => void) => {
        const { gate } = service === 'sqs' ? sqs : dynamodb;
        gate.shut();
        return gate.open;
      },
      close: (): Promise<void> => parts.disposeAsync(),
    };
  } catch (error) {
    await parts.disposeAsync().catch(() => {});
    throw error;
  }
};

export type LocalStack = Awaited<ReturnType<typeof startLocalStack>>;
