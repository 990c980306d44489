import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { formatLicenseKey, keyRandomBytes } from '../lambdas/domain/license.ts';
import { environment } from '../lambdas/environment.ts';
import type { FunctionName } from '../lib/bundle.ts';
import { hostNameOf, isFromForeignPage } from './addresses.ts';
import { takeDataFolder } from './emulators/data-folder.ts';
import { startDynamoDb } from './emulators/dynamodb.ts';
import { fullFolder } from './emulators/endpoint.ts';
import { startScheduler } from './emulators/scheduler.ts';
import { type SqsEmulator, startSqs } from './emulators/sqs.ts';
import type { LogListener } from './functions/function-instance.ts';
import { inflateChromium } from './functions/inflated-chromium.ts';
import type { FunctionActivity } from './functions/local-function.ts';
import { removeAbandonedTempFolders } from './functions/processes.ts';
import { AccessKeys } from './functions/role.ts';
import { startEventSources } from './functions/start-event-sources.ts';
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
  /** Address that API, console and documentation listen on; absent: 127.0.0.1. All else stays there. */
  listen?: string;
  /** Names by which those may be called, beside that address and those of loopback; in lower case. */
  hostNames?: readonly string[];
  /** Context settings of the deployment, e.g. `{ processingWindowSeconds: 10 }`. Not together with `assembly`. */
  settings?: Readonly<Record<string, unknown>>;
  /** Runs instead of the project's own app. */
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
  egressAdvice?: (webUrl: string) => string;
  /** Further `host:port` that the scraper may reach. */
  allowedTargets?: readonly string[];
  /** Most functions of one kind at the same time; the template's own limit holds when it is lower. */
  maxConcurrency?: number;
  /** Starts an instance of each function, or of those with these names, for the first calls not to wait for it. */
  warm?: boolean | readonly FunctionName[];
  /** Receives each line that functions write, and the stack's own about them. */
  log?: LogListener;
}

/** The two emulated services that an outage can be tried with. */
type EmulatedService = 'dynamodb' | 'sqs';

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

const findByName = <T>(items: Record<string, T>, name: string, what: string): T => {
  const key =
    Object.keys(items).find((id) => id === name) ??
    Object.keys(items).find((id) => id.toLowerCase().includes(name.toLowerCase()));
  if (key === undefined) {
    throw new Error(`No ${what} is called "${name}"; there are: ${Object.keys(items).join(', ')}.`);
  }
  return items[key]!;
};

/** Sends a text to the queue of an ARN. @throws Error where there is none. */
const sendTo = async (
  sqs: SqsEmulator,
  { queues }: DeploymentPlan,
  arn: string,
  body: string,
): Promise<void> => {
  const queue = Object.values(queues).find((one) => one.arn === arn);
  if (!queue) throw new Error(`Expected the ARN of a queue of the template, and got ${arn}.`);
  sqs.server.sendMessage(queue.name, body);
};

/** Value of a variable in whichever function has it. */
const variableIn = (plan: DeploymentPlan, name: string): string =>
  Object.values(plan.functions).find((fn) => name in fn.environment)?.environment[name] ?? '';

const licensePath = '/license.json';

/** True for pages of the user who started the stack: others use this machine too. */
const isForOwner = (pathname: string): boolean =>
  pathname === licensePath || pathname.startsWith('/operations');

const isBearerOf = (accessKey: string): ((request: IncomingMessage) => boolean) => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${accessKey}`);
  return ({ headers }) => timingSafeEqual(digest(headers.authorization ?? ''), expected);
};

/**
 * Why a call is none for the service.
 *
 * @param origins - whose pages may call, as functions are told them.
 * @param folders - on whose disks there must be room, as far as there are such.
 */
const createRefusals = (
  origins: string,
  names: readonly string[] | undefined,
  folders: readonly (string | undefined)[],
  accessKey: string,
) => {
  const allowedOrigins = origins.split(',').filter(Boolean);
  const isOwner = isBearerOf(accessKey);
  return (request: IncomingMessage, pathname: string): FrontProblemType | undefined => {
    if (isFromForeignPage(request, allowedOrigins, names)) return 'ForeignOrigin';
    if (isForOwner(pathname) && !isOwner(request)) return 'Unauthorized';
    return fullFolder(folders) === undefined ? undefined : 'DiskFull';
  };
};

/** @throws Error with code `EADDRINUSE` when the port is taken. */
const openFront = async (
  { port = 0, listen = '127.0.0.1', hostNames = [] }: LocalStackOptions,
  serve: RequestListener,
): Promise<{ server: Server; webUrl: string }> => {
  const isEverywhere = listen === '0.0.0.0' || listen === '::';
  const webHost = isEverywhere ? '127.0.0.1' : hostNameOf(listen);
  const server = createFront(serve, [...hostNames, webHost]);
  server.listen(port, listen);
  await once(server, 'listening');
  return { server, webUrl: `http://${webHost}:${(server.address() as AddressInfo).port}` };
};

/**
 * Starts the whole service on this machine from its synthesized template: the same bundles, driven by emulators of
 * API Gateway, Lambda, SQS and DynamoDB. It listens on 127.0.0.1 alone, unless `listen` says otherwise.
 *
 * @throws Error with code `EADDRINUSE` when the port is taken.
 */
export const startLocalStack = async (options: LocalStackOptions = {}) => {
  const history = new LogHistory();
  const points = new MetricPoints();
  const log: LogListener = (line) => {
    history.add(line);
    points.addLine(line.text, Date.now());
    options.log?.(line);
  };
  /** Stopped in reverse order, also when a later start fails. */
  const parts = new AsyncDisposableStack();
  const keys = new AccessKeys();
  try {
    // The port first: nobody should wait for all the rest to hear that it is taken.
    let serve: RequestListener = (_request, response) => refuse(response, 'Starting');
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
        startDynamoDb((key) => keys.mayUse(key, 'dynamodb'), data?.dynamodb),
      ),
      keptBy(
        parts,
        startSqs((key) => keys.mayUse(key, 'sqs', 's3'), data?.sqs),
      ),
      options.shops === true ? keptBy(parts, startShops(options.firstShopPort)) : Promise.resolve(undefined),
    ]);

    const plan = planDeployment(assembly, { sqs: sqs.endpoint });
    // It goes on beside the next steps; instances that start before it is done inflate their own.
    for (const { codeFolder } of Object.values(plan.functions)) void inflateChromium(codeFolder);
    const endpoints = { dynamodb: dynamodb.endpoint, sqs: sqs.endpoint };
    const tables = {
      requests: variableIn(plan, environment.requestsTable),
      licenses: variableIn(plan, environment.licensesTable),
      usage: variableIn(plan, environment.usageTable),
    };
    await Promise.all([
      dynamodb.createTables(Object.values(plan.tables), keys.owner),
      sqs.createQueues(Object.values(plan.queues), keys.owner),
    ]);
    const license =
      tables.licenses === ''
        ? undefined
        : await createLicense(
            dynamodb.endpoint,
            keys.owner,
            tables.licenses,
            options.licenseKey ?? formatLicenseKey(randomBytes(keyRandomBytes)),
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
            send: (targetArn, input) => sendTo(sqs, plan, targetArn, input),
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
      // One that is due stays among the delayed until somebody asks for messages.
      const { due = [], later = [] } = Object.groupBy(delayed, ({ delayUntil = 0 }) =>
        delayUntil <= Date.now() ? 'due' : 'later',
      );
      return { ready: [...ready, ...due], delayed: later, inflight };
    };
    const pages = createWebPages({
      '/demo.json': {
        // By whichever name and scheme it is called.
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
    const refusalOf = createRefusals(
      variableIn(plan, environment.allowedOrigins),
      options.hostNames,
      [tmpdir(), options.dataDir],
      keys.owner.accessKeyId,
    );
    serve = (request, response) => {
      const [pathname = '/', query] = (request.url ?? '/').split('?');
      const refusal = refusalOf(request, pathname);
      if (refusal !== undefined) return refuse(response, refusal);
      const method = request.method ?? 'GET';
      if (!api.owns(pathname)) {
        if (operations.serve(method, pathname, new URLSearchParams(query), response)) return;
        if (pages.serve(method, pathname, response)) return;
      }
      void api.handle(request, response);
    };

    return {
      /** Base address of the API with its stage, e.g. `http://127.0.0.1:8787/prod`. */
      apiUrl,
      /** Address of the console and the documentation, e.g. `http://127.0.0.1:8787`. */
      webUrl,
      endpoints,
      /** Table names by what they hold, as far as the template has them. */
      tables,
      /** Credentials of the owner, who may do everything; the emulators require some. */
      credentials: keys.owner,
      /** Queue URLs by queue name. */
      queueUrls: Object.fromEntries(Object.values(plan.queues).map(({ name, url }) => [name, url])),
      /** Variables with which any AWS SDK reaches the emulators. */
      awsEnv: {
        AWS_REGION: 'us-east-1',
        AWS_DEFAULT_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: keys.owner.accessKeyId,
        AWS_SECRET_ACCESS_KEY: keys.owner.secretAccessKey,
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
        AWS_ENDPOINT_URL_SQS: sqs.endpoint,
      },
      /** Variables with which the command line may use this stack with `--local`. */
      cliEnv: { [accessKeyVariable]: keys.owner.accessKeyId },
      /** Absent when the template has no table of licenses. */
      license,
      shops,
      plan,
      /** @param name - logical id, or a part of it in any case, e.g. `scraper`. */
      functionActivity: (name: string): FunctionActivity =>
        functions.get(findByName(plan.functions, name, 'function').arn)!.activity,
      /** Messages of a queue that are visible or delayed, and that are in work. @param name - or a part of it. */
      queueDepth: (name: string): { waiting: number; inFlight: number } => {
        const { ready, delayed, inflight } = messagesOf(name);
        return { waiting: ready.length + delayed.length, inFlight: inflight.length };
      },
      /** How many of those that wait are delayed. @param name - or a part of it. */
      delayedMessages: (name: string): number => messagesOf(name).delayed.length,
      /** Moves the clock that functions see; timers and emulators keep the real one. */
      advanceClock: (byMs: number): void => {
        clock.offsetMs += byMs;
      },
      /**
       * Lets time pass at once, as far as the service sees: the clock of its functions, delays of messages and schedules.
       * Work already in progress may still see an earlier time.
       */
      passTime: async (byMs: number): Promise<void> => {
        clock.offsetMs += byMs;
        await sqs.hasten(byMs, isInWork);
        await scheduler.runDue();
      },
      /** How long until a schedule is due, ms; `undefined`: none is. */
      untilNextSchedule: (): number | undefined => {
        const dueMs = scheduler.nextDueMs();
        return dueMs === undefined ? undefined : Math.max(0, dueMs - now());
      },
      /**
       * Stops the clock that functions see, for calls that begin from now on.
       *
       * @param atEpochMs - the moment it shows; absent: it runs again, moved as before.
       */
      holdClock: (atEpochMs?: number): void => {
        clock.heldAtEpochMs = atEpochMs;
      },
      /** Cuts a service off until the returned function is called. */
      breakService: (service: EmulatedService): (() => void) => {
        const { gate } = service === 'sqs' ? sqs : dynamodb;
        gate.shut();
        return gate.open;
      },
      /** Stops everything and ends every process. */
      close: (): Promise<void> => parts.disposeAsync(),
    };
  } catch (error) {
    await parts.disposeAsync().catch(() => {});
    throw error;
  }
};

export type LocalStack = Awaited<ReturnType<typeof startLocalStack>>;
