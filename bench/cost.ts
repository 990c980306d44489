// `npm run bench -- cost`: computes the AWS bill from measured durations and list prices, and writes the tables of
// docs/cost.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxRenderersPerScraper } from '../lambdas/domain/request/renderer-limit.ts';
import { maxSitesPerGroup } from '../lambdas/domain/request/site-group.ts';
import { outcomes } from '../lambdas/domain/result/result-values.ts';
import { defaultDurations, deriveTimings } from '../lambdas/domain/timing.ts';
import { metricNames } from '../lambdas/metrics.ts';
import { synthesizeApp } from '../lib/app.ts';
import { watcherMemoryMb } from '../lib/constructs/watches.ts';
import { unnamedDeployment } from '../lib/deployments.ts';
import { settingsSchema } from '../lib/settings.ts';
import { buildWebPages } from '../scripts/web-pages.ts';
import { counted } from '../terminal/text.ts';
import type { Measurement } from './functions.ts';

buildWebPages();

/** List prices in us-east-1, US dollars, as published in November 2026; check them before you rely on them. */
const prices = {
  lambdaGbSecondX86: 0.0000166667,
  lambdaGbSecondArm: 0.0000133334,
  lambdaRequest: 0.2 / 1e6,
  apiRequest: 3.5 / 1e6,
  webAclRequest: 0.6 / 1e6,
  sqsRequest: 0.4 / 1e6,
  /** Surcharge for messages with a `MessageGroupId` (fair queues). */
  fairQueueRequest: 0.1 / 1e6,
  dynamoDbWrite: 0.625 / 1e6,
  dynamoDbRead: 0.125 / 1e6,
  s3Put: 5 / 1e6,
  event: 1 / 1e6,
  schedule: 1 / 1e6,
  logsGb: 0.5,
  /** Per month. */
  metric: 0.3,
  /** Per metric of an alarm. */
  alarmMetric: 0.1,
  dashboard: 3,
  webAcl: 5,
  webAclRule: 1,
};

const settings = settingsSchema.parse({});
const scraperGb = settings.scraperMemoryMb / 1_024;
const rendererGb = settings.rendererMemoryMb / 1_024;
const apiGb = settings.apiMemoryMb / 1_024;
/** Lambda gives processors by memory: one for 1,769 MB. */
const processorsFor = (memoryMb: number): number => memoryMb / 1_769;

const { rows } = JSON.parse(readFileSync(join(import.meta.dirname, 'results/functions.json'), 'utf8')) as {
  rows: Measurement[];
};
const measured = (name: Measurement['function'], what: string): Measurement => {
  const row = rows.find((one) => one.function === name && one.what === what);
  if (!row)
    throw new Error(
      `bench/results/functions.json has no "${what}" of ${name}; run: npm run bench -- functions.`,
    );
  return row;
};

/** Assumptions that cannot be measured on one machine, in seconds. */
const assumed = {
  /** Response time of DynamoDB and SQS for an API function. */
  awsSeconds: 0.01,
  /** Response time of the slowest shop of a group, for a page with everything it loads. */
  slowestShopSeconds: 2,
  /** Response time of a webhook receiver, bucket or event bus. */
  receiverSeconds: 0.2,
  /** Bytes logged by AWS per invocation, and by API Gateway per call. */
  platformLogBytes: 900,
  accessLogBytes: 300,
  /** Stored KB per request, per site before it is scraped, and per result. */
  requestKb: 1,
  siteKb: 0.125,
  resultKb: 0.75,
};

const seconds = (cpuMs: number, processors: number): number => cpuMs / 1_000 / processors;
const apiProcessors = Math.min(1, processorsFor(settings.apiMemoryMb));
const statusCall = measured('status', 'result of 1 site');
const sitesPerGroup = maxSitesPerGroup;
const slowShops = (tier: string): string => `${tier} of shops that take ${assumed.slowestShopSeconds} s`;
/** Duration of a group in seconds by its number of rendered pages; interpolated linearly between these. */
const renderedSeconds = [1, 2, 4, sitesPerGroup].map(
  (pages) => [pages, measured('renderer', slowShops(`Browser, ${pages}`)).wallMs / 1_000] as const,
);
const plainGroup = measured('scraper', slowShops(`HTTP, ${sitesPerGroup} pages`));
const renderedGroup = measured('renderer', slowShops(`Browser, ${sitesPerGroup}`));
const renderSeconds = (pages: number): number => {
  const next = renderedSeconds.findIndex(([count]) => count >= pages);
  const [[before, beforeS], [after, afterS]] = [
    renderedSeconds[Math.max(0, next - 1)]!,
    renderedSeconds[next]!,
  ];
  const share = after === before ? 0 : (pages - before) / (after - before);
  return beforeS + share * (afterS - beforeS);
};
/** Billed seconds of one call or message, with their parts. */
const billed = {
  queue: seconds(measured('queue', '1 site').cpuMs, apiProcessors) + assumed.awsSeconds,
  status: seconds(statusCall.cpuMs, apiProcessors) + assumed.awsSeconds,
  http: plainGroup.wallMs / 1_000,
};
/** Binomial probability that this many sites of a group need the browser. */
const likelihood = (pages: number, share: number): number => {
  let ways = 1;
  for (let one = 0; one < pages; one += 1) ways = (ways * (sitesPerGroup - one)) / (one + 1);
  return ways * share ** pages * (1 - share) ** (sitesPerGroup - pages);
};
/** Mean seconds of the renderer per group; the scraper waits meanwhile. */
const renderSecondsFor = (share: number): number =>
  Array.from({ length: sitesPerGroup }, (_, at) => likelihood(at + 1, share) * renderSeconds(at + 1)).reduce(
    (total, part) => total + part,
  );
/** Closing a complete request: one read with little processor time. */
const closingRun = { seconds: 0.03, gb: 0.5 };
/** A run of the delivery function until its target has answered. */
const deliveryRun = { seconds: assumed.receiverSeconds + 0.05, gb: 0.5 };
/** Status calls until a request of one group is completed, at the intervals of `Retry-After`. */
const pollsFor = (groupSeconds: number): number =>
  Math.ceil(groupSeconds / deriveTimings(defaultDurations).pollAfterSeconds);
const logBytesPerRequest = (polls: number): number =>
  measured('queue', '1 site').logBytes +
  polls * statusCall.logBytes +
  (polls + 1) * (assumed.platformLogBytes + assumed.accessLogBytes) +
  assumed.platformLogBytes;
const logBytesPerGroup = plainGroup.logBytes + renderedGroup.logBytes + assumed.platformLogBytes;

const sumOf = (amounts: readonly number[]): number => amounts.reduce((total, part) => total + part, 0);

interface Bill {
  lambda: number;
  api: number;
  queue: number;
  table: number;
  logs: number;
}

interface Scraped {
  /** Share of sites that need the browser, 0 to 1; the share of groups is far higher. */
  browserShare: number;
  /** Response time of the slowest shop of a group. */
  shopSeconds?: number;
  sitesPerRequest?: number;
}

/** DynamoDB units per request. A write is billed for the whole item, which grows with each group. */
const tableUnits = (
  sitesPerRequest: number,
  groupCount: number,
  polls: number,
): { writes: number; reads: number } => {
  const putKb = assumed.requestKb + sitesPerRequest * assumed.siteKb;
  const lastKb = putKb + sitesPerRequest * assumed.resultKb;
  const updates = Array.from({ length: groupCount }, (_, at) =>
    Math.ceil(putKb + ((at + 1) * (lastKb - putKb)) / groupCount),
  );
  const quotas = 2;
  return {
    writes: Math.ceil(putKb) + sumOf(updates) + quotas,
    // Strongly consistent: the license and the request of each call, each quota, the request of each group.
    reads:
      (1 + polls) * (1 + Math.ceil(lastKb / 4)) + quotas + groupCount * Math.ceil((putKb + lastKb) / 2 / 4),
  };
};

const billFor = (
  sites: number,
  { browserShare, shopSeconds = assumed.slowestShopSeconds, sitesPerRequest = sitesPerGroup }: Scraped,
): Bill => {
  const requests = sites / sitesPerRequest;
  const groupsPerRequest = Math.ceil(sitesPerRequest / sitesPerGroup);
  const groups = requests * groupsPerRequest;
  const rendererSeconds = renderSecondsFor(browserShare);
  const httpSeconds = billed.http - assumed.slowestShopSeconds + shopSeconds;
  const scraperSeconds = (browserShare === 1 ? 0 : httpSeconds) + rendererSeconds;
  const polls = pollsFor(scraperSeconds);
  const apiCalls = requests * (1 + polls);
  const rendererRuns = 1 - likelihood(0, browserShare);
  const apiSeconds = requests * (billed.queue + polls * billed.status);
  const { writes, reads } = tableUnits(sitesPerRequest, groupsPerRequest, polls);
  return {
    lambda:
      groups * (scraperSeconds * scraperGb * prices.lambdaGbSecondArm + prices.lambdaRequest) +
      groups *
        (rendererSeconds * rendererGb * prices.lambdaGbSecondX86 + rendererRuns * prices.lambdaRequest) +
      apiSeconds * apiGb * prices.lambdaGbSecondArm +
      apiCalls * prices.lambdaRequest +
      // As if each had its own run of the closing function.
      requests * (closingRun.seconds * closingRun.gb * prices.lambdaGbSecondArm + prices.lambdaRequest),
    api: apiCalls * (prices.apiRequest + prices.webAclRequest),
    // Send, receive and delete: the fair-queue messages of the groups, and the closing message.
    queue: groups * 3 * (prices.sqsRequest + prices.fairQueueRequest) + requests * 3 * prices.sqsRequest,
    table: requests * (writes * prices.dynamoDbWrite + reads * prices.dynamoDbRead),
    logs: ((requests * logBytesPerRequest(polls) + groups * logBytesPerGroup) / 1e9) * prices.logsGb,
  };
};

const runPrice = ({ seconds: runSeconds, gb }: typeof deliveryRun): number =>
  runSeconds * gb * prices.lambdaGbSecondArm + prices.lambdaRequest;
/** Send, receive and delete. */
const messagePrice = 3 * prices.sqsRequest;

/** US dollars per request, if the first attempt succeeds. */
const deliveryPrices = {
  // Includes the message that checks whether the end was already delivered.
  'its end is detected': 2 * messagePrice + runPrice(closingRun) + 4 * prices.dynamoDbRead,
  // Writes the payload (2 KB), the record and the attempt.
  'a webhook is posted': runPrice(deliveryRun) + 4 * prices.dynamoDbWrite + 2 * prices.dynamoDbRead,
  'the bucket has an object': messagePrice + runPrice(deliveryRun) + 2 * prices.dynamoDbWrite + prices.s3Put,
  'the event bus has an event as well': prices.event,
};

/** A run at pages whose prices are certain at the first attempt, as measured on the local stack in November 2026. */
const watchRun = { sites: 10, invocations: 2, cpuMs: 59, logBytes: 1_290 };
const watcherGb = watcherMemoryMb / 1_024;
/** Sequential calls of one invocation to DynamoDB and SQS. */
const watcherCalls = 8;
/** Billed seconds of all invocations of a run. */
const watchRunSeconds =
  seconds(watchRun.cpuMs, processorsFor(watcherMemoryMb)) +
  watchRun.invocations * watcherCalls * assumed.awsSeconds;
/** US dollars per run without its request. */
const watchRunPrices = {
  Lambda:
    watchRunSeconds * watcherGb * prices.lambdaGbSecondArm + watchRun.invocations * prices.lambdaRequest,
  messages: watchRun.invocations * messagePrice,
  'EventBridge, beyond the fourteen million free per month': prices.schedule,
  // Writes: the watch (2 KB) three times, a history entry (2 KB), an idempotency key, two quotas, the time of the run and
  // each site's last price. Reads: those prices, the watch per invocation, the license, the request (8 KB).
  'the table':
    (3 * 2 + 2 + 1 + 2 + 1 + watchRun.sites) * prices.dynamoDbWrite +
    (watchRun.invocations + 1 + 2 + watchRun.sites) * prices.dynamoDbRead,
  logs: ((watchRun.logBytes + watchRun.invocations * assumed.platformLogBytes) / 1e9) * prices.logsGb,
};

/** Metrics of watches exist only with watches. */
const [watchMetrics, ownMetrics] = [true, false].map((isOfWatches) =>
  Object.keys(metricNames).filter((name) => name.startsWith('watch') === isOfWatches),
) as [string[], string[]];

/** Metrics per month: one per name, or per value of its dimension. */
const metricCount = ownMetrics.length - 2 + outcomes.length + 3;
/** Counts the template's alarms and their metrics. AWS bills each metric, and a computed alarm has several. */
const alarmMetricsWith = (parts: object): { alarms: number; metrics: number } => {
  const outdir = mkdtempSync(join(tmpdir(), 'scrap-prices-cost-'));
  try {
    const { template: whole } = synthesizeApp(unnamedDeployment({ alarmEmail: '', ...parts }), {
      outdir,
      context: { 'aws:cdk:disable-asset-staging': true },
    }).getStackByName('ScrapPrices-local');
    const alarms = Object.values(
      (whole as { Resources: Record<string, { Type: string; Properties: { Metrics?: object[] } }> })
        .Resources,
    ).filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
    const metrics = alarms.map(
      ({ Properties: { Metrics = [{ MetricStat: true }] } }) =>
        Metrics.filter((one) => 'MetricStat' in one).length,
    );
    return { alarms: alarms.length, metrics: sumOf(metrics) };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};
const exporting = { deliverBucket: 'acme-prices' };
const ownAlarms = alarmMetricsWith(exporting);
const allAlarms = alarmMetricsWith({ ...exporting, watches: true });
/** Lambda polls empty queues too: five pollers, every 20 s. */
const idleReceives = (5 * 30 * 86_400) / 20;
const standing = {
  [`${metricCount} metrics`]: metricCount * prices.metric,
  [`${ownAlarms.alarms} alarms on ${ownAlarms.metrics} metrics`]: ownAlarms.metrics * prices.alarmMetric,
  'a dashboard': prices.dashboard,
  'a web ACL with a rule': prices.webAcl + prices.webAclRule,
  'polling three empty queues': 3 * idleReceives * prices.sqsRequest,
};

const sum = (bill: Bill): number => sumOf(Object.values(bill));
const dollars = (amount: number): string =>
  amount < 0.01
    ? '< 0.01'
    : amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const shares = [
  { name: 'HTTP only', share: 0 },
  { name: 'one site in twenty-five in the browser', share: 0.04 },
  { name: 'one in ten', share: 0.1 },
  { name: 'one in five', share: 0.2 },
  { name: 'Browser only', share: 1 },
];

const perThousand = [
  '| Per 1,000 sites, US$ | Lambda | API Gateway | SQS | DynamoDB | Logs | Sum |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
  ...[
    ...shares.map(({ name, share }) => ({ name, browserShare: share })),
    { name: 'HTTP only, of shops that take 6 s', browserShare: 0, shopSeconds: 6 },
    { name: 'HTTP only, in requests of 100 sites', browserShare: 0, sitesPerRequest: 100 },
  ].map(({ name, ...scraped }) => {
    const bill = billFor(1_000, scraped);
    const { lambda, api, queue, table, logs } = bill;
    return `| ${name} | ${[lambda, api, queue, table, logs, sum(bill)].map((part) => part.toFixed(4)).join(' | ')} |`;
  }),
].join('\n');

const atLeastOne = (count: number): string => (count < 1 ? '< 1' : String(Math.round(count)));
const perMonth = [
  `| Sites a month | ${shares.map(({ name }) => `${name}, US$`).join(' | ')} | Scrapers at once, on average |`,
  `| ---: |${' ---: |'.repeat(shares.length + 1)}`,
  ...[1e3, 1e6, 1e9].map((sites) => {
    const busy = ((sites / sitesPerGroup) * billed.http) / (30 * 86_400);
    const busyBrowser = ((sites / sitesPerGroup) * renderSeconds(sitesPerGroup)) / (30 * 86_400);
    const bills = shares
      .map(({ share }) => dollars(sum(billFor(sites, { browserShare: share }))))
      .join(' | ');
    return `| ${sites.toLocaleString('en-US')} | ${bills} | ${atLeastOne(busy)} to ${atLeastOne(busyBrowser)} |`;
  }),
].join('\n');

const fixed = (value: number): string => value.toFixed(value < 0.1 ? 3 : 1);
const durations = [
  '| Billed, s | Time | Measured | Assumed |',
  '| --- | ---: | --- | --- |',
  ...[
    {
      what: `a call of the queue function, ${settings.apiMemoryMb} MB`,
      billedS: billed.queue,
      measured: `${measured('queue', '1 site').cpuMs} ms of a processor, of which it has ${apiProcessors.toFixed(2)}`,
      assumed: `${assumed.awsSeconds} s until DynamoDB and SQS answered`,
    },
    {
      what: `a call of the status function, ${settings.apiMemoryMb} MB`,
      billedS: billed.status,
      measured: `${statusCall.cpuMs} ms of a processor`,
      assumed: 'the same',
    },
    {
      what: `eight sites over HTTP, ${settings.scraperMemoryMb} MB`,
      billedS: billed.http,
      measured: `the whole time; ${plainGroup.cpuMs} ms of a processor`,
      assumed: `shops that take ${assumed.slowestShopSeconds} s`,
    },
    ...[1, 2, sitesPerGroup].map((pages) => ({
      what: `${pages === 1 ? 'one page' : `${pages} pages`} in the browser, ${settings.rendererMemoryMb} MB`,
      billedS: renderSeconds(pages),
      measured: `the whole time; ${measured('renderer', slowShops(`Browser, ${pages}`)).cpuMs} ms of a processor`,
      assumed: `the same, ${settings.maxBrowserPages} pages at a time`,
    })),
    {
      what: `a run of a watch of ${watchRun.sites} sites, ${watchRun.invocations} invocations of ${watcherMemoryMb} MB`,
      billedS: watchRunSeconds,
      measured: `${watchRun.cpuMs} ms of a processor, of which it has ${processorsFor(watcherMemoryMb).toFixed(2)}`,
      assumed: `${watcherCalls} calls of each invocation, ${assumed.awsSeconds} s until DynamoDB and SQS answered`,
    },
  ].map((row) => `| ${row.what} | ${fixed(row.billedS)} | ${row.measured} | ${row.assumed} |`),
].join('\n');

const file = join(import.meta.dirname, '../docs/cost.md');
const place = (text: string, name: string, table: string): string =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end -->)`),
    (_match, start: string, end: string) => `${start}${table}\n${end}`,
  );
const perMonthStanding = [
  '| Standing, a month | US$ |',
  '| --- | ---: |',
  ...Object.entries(standing).map(([what, amount]) => `| ${what} | ${amount.toFixed(2)} |`),
].join('\n');
const perDelivery = [
  '| A million requests of which | US$ |',
  '| --- | ---: |',
  ...Object.entries(deliveryPrices).map(([what, price]) => `| ${what} | ${dollars(price * 1e6)} |`),
].join('\n');
const perRun = sumOf(Object.values(watchRunPrices));
const runsAMonth = 4 * 30;
/** As if every group were full and every result polled for. */
const sitesPaid = Math.ceil(watchRun.sites / sitesPerGroup) * sitesPerGroup;
const watchMonth = runsAMonth * perRun + sum(billFor(runsAMonth * sitesPaid, { browserShare: 0 }));
const watchStanding =
  watchMetrics.length * prices.metric +
  (allAlarms.metrics - ownAlarms.metrics) * prices.alarmMetric +
  idleReceives * prices.sqsRequest;
const perWatchRun = [
  `| A million runs of a watch of ${watchRun.sites} sites, without their requests | US$ |`,
  '| --- | ---: |',
  ...Object.entries(watchRunPrices).map(([what, price]) => `| ${what} | ${dollars(price * 1e6)} |`),
  `| together | ${dollars(perRun * 1e6)} |`,
  '',
  '| A month | US$ |',
  '| --- | ---: |',
  `| a watch of ${watchRun.sites} sites every six hours, with its requests over HTTP | ${dollars(watchMonth)} |`,
  `| standing: ${watchMetrics.length} metrics, ${counted(allAlarms.alarms - ownAlarms.alarms, 'alarm')}, polling one more queue | ${dollars(watchStanding)} |`,
].join('\n');
const maxScrapers = 1_000;
const count = (functions: number): string => functions.toLocaleString('en-US');
const atOnce = `${count(maxScrapers)} scrapers with up to ${maxRenderersPerScraper} renderers each are up to ${count(maxScrapers * (1 + maxRenderersPerScraper))} functions at once.`;
const tables = {
  'at-once': atOnce,
  watches: perWatchRun,
  deliveries: perDelivery,
  durations,
  standing: perMonthStanding,
  'per-thousand': perThousand,
  'per-month': perMonth,
};
let text = readFileSync(file, 'utf8');
for (const [name, table] of Object.entries(tables)) text = place(text, name, table);
writeFileSync(file, text);
process.stdout.write(`${Object.values(tables).join('\n\n')}\n`);
