import { RequestFailedError, ScrapPrices, type SiteResult } from '../../client/index.ts';
import { queueDepth } from '../operations/service-stats.ts';
import { differs, type Finding, ok, type Patient, type ProbePage, unknown } from './finding.ts';

const egress =
  'The scraper cannot reach the page: check for a VPC or firewall around the function and, on an emulator, allowedTargets.';

/** Explains site errors on the deployment's own check pages. */
const adviceByCode: Record<string, string> = {
  RendererCrashed:
    'The browser does not start: no Chromium in the bundle (deploy again), too little memory (rendererMemoryMb), or an invalid CHROME_PATH.',
  ForbiddenTarget:
    'The address is not on the public web. On an emulator, add its host and port to allowedTargets.',
  Timeout: 'Too slow: check the scraper’s memory in the report, which also determines its CPU share.',
  Internal: 'The scraper gave up on the group; its log says why.',
  ConnectionFailed: egress,
  DnsFailure: egress,
  TlsError: egress,
};

const judge = (page: ProbePage, site: SiteResult | undefined): Finding => {
  const tier = page.tier === 'Http' ? 'Plain HTTP' : 'The browser';
  if (site?.Price?.Amount === page.amount && site.Price.Currency === page.currency) {
    return ok(`${tier} found the price in ${site.DurationMs} ms.`);
  }
  const { Error: error, Outcome = 'no result', Price: price } = site ?? {};
  const found = error ? `${error.Code} (${error.Message})` : `${Outcome} ${price?.Amount ?? ''}`.trim();
  return differs(
    `${tier} found ${found}; expected ${page.amount} ${page.currency}.`,
    adviceByCode[error?.Code ?? ''],
  );
};

const whereItWaits = async ({ service }: Patient): Promise<string> => {
  try {
    const { Waiting: waiting, InWork: inWork } = await queueDepth(service);
    if (waiting > 0) {
      return `The message is among ${waiting} waiting in the queue: the event source is disabled, or Lambda has no capacity for a scraper. See the checks of queue and functions.`;
    }
    if (inWork > 0) {
      return `${inWork} of the queue’s messages are in progress: a scraper is working on it, or has died and the message will return. See the check of logs.`;
    }
    return 'The queue is empty: the message was purged, is in the dead-letter queue (npx scrap-prices dlq list), or the scraper could not write its results. See the checks of queue and logs; if it was purged, run this again.';
  } catch {
    return 'The message is still in the queue, or the scraper dies before it writes: see the checks of queue, functions and logs.';
  }
};

/** How long the API has to accept a request, including the client's retries. */
const queueLimitMs = 60_000;

/** Scrapes within a time limit that starts when the request is accepted. */
const scrape = async (patient: Patient): Promise<Finding[]> => {
  const { apiUrl, license, sku, pages, scrapeWithinMs } = patient;
  const client = new ScrapPrices({ baseUrl: apiUrl, uid: license.uid, licenseKey: license.licenseKey });
  const sites = pages.map(({ url, tier }) => ({ Name: tier, Url: url, RenderMode: tier }));
  let requestId: string;
  try {
    const queued = await client.queue(sku, sites, { signal: AbortSignal.timeout(queueLimitMs) });
    requestId = queued.RequestId;
  } catch (error) {
    return [
      differs(
        `The API did not accept a scrape request: ${(error as Error).message}`,
        'See the checks of the API (--checks api) and of logs.',
      ),
    ];
  }
  const signal = AbortSignal.timeout(scrapeWithinMs);
  try {
    const data = await client.results(requestId, { signal });
    return pages.map((page, index) => judge(page, data.Sites[index]));
  } catch (error) {
    if (signal.aborted) {
      return [
        differs(
          `Nothing was scraped within ${Math.round(scrapeWithinMs / 1_000)} s.`,
          await whereItWaits(patient),
        ),
      ];
    }
    const advice =
      error instanceof RequestFailedError ? await whereItWaits(patient) : 'See the check of logs.';
    return [differs(`The scrape failed: ${(error as Error).message}`, advice)];
  }
};

export const checkScrape = async (patient: Patient): Promise<Finding[]> =>
  patient.pages.length === 0
    ? [unknown('The local stack serves no shops; start it with "scrap-prices start".')]
    : scrape(patient);
