import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { outcomes } from '../../lambdas/domain/result/result-values.ts';
import { deploymentDimension, metricNames, metricNamespace } from '../../lambdas/metrics.ts';
import { countDeadLetters } from './dead-letters.ts';
import {
  type FunctionName,
  functionNames,
  type MetricQuery,
  type OperatedService,
  type Statistic,
} from './operated-service.ts';

const tiers = ['Http', 'Browser', 'None'] as const;

export const ownMetricsOf =
  (deployment: string) =>
  (
    service: FunctionName,
    name: keyof typeof metricNames,
    statistic: Statistic = 'Sum',
    dimensions: Record<string, string> = {},
  ): MetricQuery => ({
    namespace: metricNamespace,
    name: metricNames[name],
    dimensions: { service, [deploymentDimension]: deployment, ...dimensions },
    statistic,
  });

/** Messages in the scrape queue now. */
export const queueDepth = async ({ sqs, scrapeQueueUrl }: OperatedService) => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: scrapeQueueUrl, AttributeNames: ['All'] }),
  );
  const count = (state: 'Delayed' | 'NotVisible' | ''): number =>
    Number(Attributes?.[`ApproximateNumberOfMessages${state}`] ?? 0);
  return { Waiting: count('') + count('Delayed'), InWork: count('NotVisible') };
};

/** Reads queues and metrics. @param windowMinutes - period of the counts. */
export const readStats = async (service: OperatedService, windowMinutes: number, nowMs: number) => {
  const own = ownMetricsOf(service.deployment);
  const queries = {
    queued: own('queue', 'requestsQueued'),
    completed: own('scraper', 'requestsCompleted'),
    failed: own('status', 'requestsFailed'),
    completionP50: own('scraper', 'completionTime', 'p50'),
    completionP95: own('scraper', 'completionTime', 'p95'),
    sitesQueued: own('queue', 'sitesQueued'),
    siteP50: own('scraper', 'siteTime', 'p50'),
    siteP95: own('scraper', 'siteTime', 'p95'),
    launches: own('renderer', 'browserLaunch', 'SampleCount'),
    coldStarts: own('renderer', 'chromiumColdStart', 'SampleCount'),
    wireBytes: own('scraper', 'wireBytes'),
    dropped: own('scraper', 'messagesDropped'),
    ...Object.fromEntries(
      outcomes.map((outcome) => [`outcome ${outcome}`, own('scraper', 'sites', 'Sum', { Outcome: outcome })]),
    ),
    ...Object.fromEntries(
      tiers.map((tier) => [`tier ${tier}`, own('scraper', 'sitesByTier', 'Sum', { Tier: tier })]),
    ),
    ...Object.fromEntries(
      Object.entries(service.functions).map(([name, FunctionName]): [string, MetricQuery] => [
        `errors ${name}`,
        { namespace: 'AWS/Lambda', name: 'Errors', dimensions: { FunctionName }, statistic: 'Sum' },
      ]),
    ),
  } satisfies Record<string, MetricQuery>;
  const [depth, oldest, deadLetters, alarms, values] = await Promise.all([
    queueDepth(service),
    service.oldestMessageSeconds(nowMs),
    countDeadLetters(service),
    service.alarms(),
    service.measured(Object.values(queries), nowMs - windowMinutes * 60_000, nowMs),
  ]);
  const measured = new Map(Object.keys(queries).map((name, index) => [name, values[index]]));
  const count = (name: string): number => measured.get(name) ?? 0;
  const ms = (name: string): number | null => {
    const value = measured.get(name);
    return value === undefined ? null : Math.round(value);
  };
  const counts = <Name extends string>(kind: string, names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, count(`${kind} ${name}`)])) as Record<Name, number>;
  return {
    Service: service.title,
    WindowMinutes: windowMinutes,
    /** Messages, each a group of up to eight sites. */
    Now: {
      ...depth,
      // The metric lags behind; an empty queue has no oldest message.
      OldestSeconds: depth.Waiting + depth.InWork === 0 ? null : (oldest ?? null),
      DeadLetters: deadLetters,
    },
    /** Names; null if the service has no alarms, as on this machine. */
    ActiveAlarms: alarms?.flatMap(({ name, state }) => (state === 'ALARM' ? [name] : [])) ?? null,
    /** A request counts as failed once it is read after its deadline. */
    Requests: { Queued: count('queued'), Completed: count('completed'), Failed: count('failed') },
    CompletionMs: { P50: ms('completionP50'), P95: ms('completionP95') },
    Sites: {
      Queued: count('sitesQueued'),
      ByOutcome: counts('outcome', outcomes),
      ByTier: counts('tier', tiers),
    },
    SiteMs: { P50: ms('siteP50'), P95: ms('siteP95') },
    Browser: { Launches: count('launches'), ColdStarts: count('coldStarts') },
    WireBytes: count('wireBytes'),
    /** Messages that were late or duplicates. */
    MessagesDropped: count('dropped'),
    FunctionErrors: counts('errors', functionNames),
  };
};

/** A service at a glance. Counts cover the window, except `Now`; times are in milliseconds. */
export type ServiceStats = Awaited<ReturnType<typeof readStats>>;
