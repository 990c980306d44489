import {
  ApiError,
  RequestFailedError,
  ScrapPrices,
  type SiteResult,
  UnexpectedAnswerError,
} from '../../client/index.ts';
import type { ProbePage } from '../operations/operated-service.ts';
import { queueDepth } from '../operations/service-stats.ts';
import { type Check, type Context, type Finding, ok, problem, redeploy, unknown } from './finding.ts';

const noEgress =
  'The scraper cannot reach the page: check for a VPC or firewall around the function and, on an emulator, allowedTargets.';

/** Remedies for site errors on the deployment's own check pages. */
const remedyByCode: Record<string, string> = {
  RendererCrashed:
    'The browser does not start: no Chromium in the bundle (deploy again), too little memory (rendererMemoryMb), or an invalid CHROME_PATH.',
  ForbiddenTarget:
    'The address is not on the public web. On an emulator, add its host and port to allowedTargets.',
  Timeout: 'Too slow: check the scraper’s memory in the report, which also determines its CPU share.',
  Internal: 'The scraper gave up on the group; its log says why.',
  ConnectionFailed: noEgress,
  DnsFailure: noEgress,
  TlsError: noEgress,
};

const pageFinding = (page: ProbePage, site: SiteResult | undefined): Finding => {
  const tier = page.tier === 'Http' ? 'Plain HTTP' : 'The browser';
  const { Error: error, Outcome = 'no result', Price: price } = site ?? {};
  if (price?.Amount === page.amount && price.Currency === page.currency)
    return ok(`${tier} found the price in ${site!.DurationMs} ms.`);
  const found = error ? `${error.Code} (${error.Message})` : `${Outcome} ${price?.Amount ?? ''}`.trim();
  return problem(
    `${tier} found ${found}; expected ${page.amount} ${page.currency}.`,
    remedyByCode[error?.Code ?? ''],
  );
};

/** Locates a message that was not processed, as far as the queue shows. */
const locateMessage = async ({ service }: Context): Promise<string> => {
  const depth = await queueDepth(service).catch(() => undefined);
  if (depth === undefined)
    return 'The message is still in the queue, or the scraper dies before it writes: see the checks of queue, functions and logs.';
  const { Waiting: waiting, InWork: inProgress } = depth;
  if (waiting > 0)
    return `The message is among ${waiting} waiting in the queue: the event source is disabled, or Lambda has no capacity for a scraper. See the checks of queue and functions.`;
  if (inProgress > 0)
    return `${inProgress} of the queue’s messages are in progress: a scraper is working on it, or has died and the message will return. See the check of logs.`;
  return 'The queue is empty: the message was purged, is in the dead-letter queue (npx scrap-prices dlq list), or the scraper could not write its results. See the checks of queue and logs; if it was purged, run this again.';
};

/** How long the API has to accept a request, including the client's retries. */
const queueTimeoutMs = 60_000;

const clientOf = ({ service, license }: Context, options = {}): ScrapPrices =>
  new ScrapPrices({ baseUrl: service.apiUrl, ...license, ...options });

/** Scrapes the pages within a time limit that starts when the request is accepted. */
export const checkScrape: Check = async (context) => {
  const { service, scrapeWithinMs } = context;
  const { sku, pages } = await service.probe();
  if (pages.length === 0)
    return [unknown('The local stack serves no shops; start it with "scrap-prices start".')];
  const client = clientOf(context);
  const sites = pages.map(({ url, tier }) => ({ Name: tier, Url: url, RenderMode: tier }));
  let requestId: string;
  try {
    const queued = await client.queue(sku, sites, { signal: AbortSignal.timeout(queueTimeoutMs) });
    requestId = queued.RequestId;
  } catch (error) {
    return [
      problem(
        `The API did not accept a scrape request: ${(error as Error).message}`,
        'See the checks of the API (--checks api) and of logs.',
      ),
    ];
  }
  const signal = AbortSignal.timeout(scrapeWithinMs);
  try {
    const data = await client.results(requestId, { signal });
    return pages.map((page, index) => pageFinding(page, data.Sites[index]));
  } catch (error) {
    const text = signal.aborted
      ? `Nothing was scraped within ${Math.round(scrapeWithinMs / 1_000)} s.`
      : `The scrape failed: ${(error as Error).message}`;
    const isLost = signal.aborted || error instanceof RequestFailedError;
    return [problem(text, isLost ? await locateMessage(context) : 'See the check of logs.')];
  }
};

const watchName = 'doctor';
/** Far in the future; the watch is deleted at once. */
const schedule = 'cron(0 0 29 2 ? *)';

// The check of logs covers only the functions that every deployment has.
const seeLog = 'The log of the watches function (the stack’s output WatchesLogGroup) says what was refused.';

/** The response, or the HTTP status of a refusal. @throws other errors. */
const orStatus = <T>(call: Promise<T>): Promise<T | number> =>
  call.catch((error: unknown) => {
    if (error instanceof ApiError) return error.status;
    throw error;
  });

const createWatch = async (client: ScrapPrices, { service }: Context): Promise<Finding[]> => {
  const { sku, pages } = await service.probe();
  const sites = pages.slice(0, 1).map(({ url }) => ({ Url: url }));
  const created = await orStatus(client.putWatch(watchName, { sku, sites, schedule }));
  if (typeof created !== 'number' && created.NextRunAt !== null) return [];
  const status = typeof created === 'number' ? `got status ${created}; expected 201` : 'it has no next run';
  // It may be stored even if the call failed.
  const stored = await orStatus(client.watch(watchName));
  return [
    typeof stored === 'number' || stored.NextRunAt !== null
      ? problem(
          `A watch could not be created: ${status}.`,
          `Its table cannot be written, or the watches function does not run. ${seeLog}`,
        )
      : problem(
          `A watch was stored, but its schedule could not be created: ${status}. New watches do not run.`,
          `EventBridge refuses it: its schedule group or role is missing, or the watches function may not create schedules (scheduler:CreateSchedule) or pass the role (iam:PassRole). ${seeLog} Deploy again, then put the watches created meanwhile again.`,
        ),
  ];
};

const deleteWatch = async (client: ScrapPrices): Promise<Finding[]> => {
  const status = await orStatus(client.deleteWatch(watchName));
  // If it was never stored, there is nothing to delete.
  if (status === undefined || status === 404) return [];
  return [
    problem(
      `The test watch could not be deleted: got status ${status}; expected 204.`,
      `The watches function may not delete schedules (scheduler:DeleteSchedule), or cannot reach its table or queue. ${seeLog}`,
    ),
  ];
};

export const checkWatches: Check = async (context) => {
  const client = clientOf(context, { maxWaitSeconds: 0 });
  // A deployment without watches has no such path.
  const list = await orStatus(client.watches()).catch((error: unknown) => {
    if (error instanceof UnexpectedAnswerError) return 404;
    throw error;
  });
  if (list === 404)
    return context.deployment?.settings.watches
      ? [problem('The deployment’s file enables watches, but the API has none.', redeploy)]
      : [ok('This deployment has no watches.')];
  if (typeof list === 'number')
    return [
      problem(
        `A license’s watches cannot be read: got status ${list}; expected 200.`,
        `The watches table does not exist, or the watches function may not read it. ${seeLog}`,
      ),
    ];
  const problems = [...(await createWatch(client, context)), ...(await deleteWatch(client))];
  return problems.length > 0 ? problems : [ok('A watch and its schedule were created and deleted.')];
};
