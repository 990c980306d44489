import { RequestFailedError, ScrapPrices, type SiteResult } from '../../client/index.ts';
import { queueDepth } from '../operations/service-stats.ts';
import { differs, type Finding, ok, type Patient, type ProbePage, unknown } from './finding.ts';

const egress =
  'The scraper cannot reach the page: look for a VPC or firewall of the account around the function, and for allowedTargets on an emulator.';

/** Meanings of a site's error for a page that the deployment serves itself. */
const adviceByCode: Record<string, string> = {
  RendererCrashed:
    'The browser does not start: no Chromium in the bundle (deploy again), too little memory (rendererMemoryMb), or CHROME_PATH is set to what is none.',
  ForbiddenTarget:
    'The address is not of the public web. On an emulator its host and port have to stand in allowedTargets.',
  Timeout: 'Too slow: see the memory of the scraper in the report, which also gives it its processor.',
  Internal: 'The scraper gave the group up; its log says why.',
  ConnectionFailed: egress,
  DnsFailure: egress,
  TlsError: egress,
};

const judge = (page: ProbePage, site: SiteResult | undefined): Finding => {
  const tier = page.tier === 'Http' ? 'Plain HTTP' : 'The browser';
  if (site?.Price?.Amount === page.amount && site.Price.Currency === page.currency) {
    return ok(`${tier} found the price of its page in ${site.DurationMs} ms.`);
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
      return `The message waits in the queue with ${waiting} in all, and nobody takes it: the event source is off, or Lambda has no room for a scraper. The checks of queue and functions say which.`;
    }
    if (inWork > 0) {
      return `Of the queue ${inWork} are in work: a scraper is at it, or ended over it and it comes back. The check of logs says which.`;
    }
    return 'The queue is empty: the message was purged, lies in the dead-letter queue (npx scrap-prices dlq list), or the scraper had it and could not write. The checks of queue and logs say which; where it was purged, look again.';
  } catch {
    return 'The message waits in the queue, or the scraper ends before it writes: the checks of queue, functions and logs say which.';
  }
};

/** How long the API has to take a request, with the client's own tries. */
const queueLimitMs = 60_000;

/** Scrapes with patience, but not without end. The time of the scrape begins when its request is taken. */
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
        `The API took no request to scrape: ${(error as Error).message}`,
        'The check of the API (--checks api) may say why, and that of logs.',
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
      error instanceof RequestFailedError ? await whereItWaits(patient) : 'The check of logs may say why.';
    return [differs(`The scrape ended with: ${(error as Error).message}`, advice)];
  }
};

export const checkScrape = async (patient: Patient): Promise<Finding[]> =>
  patient.pages.length === 0
    ? [unknown('The local stack serves no shops; start it with "scrap-prices start".')]
    : scrape(patient);
