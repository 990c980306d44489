import { setTimeout as delay } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, paginateDescribeAlarms, paginateGetMetricData } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { sqs as createSqs, dynamoDbDocuments } from '../../lambdas/aws/clients.ts';
import { checkPages, checkSku } from '../../lambdas/domain/check-pages.ts';
import { UsageError } from '../exit-codes.ts';
import { callerIdentity } from './account.ts';
import {
  type Alarm,
  type FunctionName,
  type LogLine,
  type LogOptions,
  logGroupOutput,
  type MetricQuery,
  type OperatedService,
  readOutputs,
  withoutSlash,
} from './operated-service.ts';
import { readStackParts, type StackParts } from './stack-parts.ts';

/** Polling interval: FilterLogEvents allows a few calls a second per account. */
const pollMs = 2_000;
/** Lines may arrive this late, so each poll overlaps the previous one. */
const latenessMs = 60_000;

/** Describes account and region; without the account if the caller may not look it up. */
const placeOfCaller = async (region: string): Promise<string> => {
  try {
    return `the account ${(await callerIdentity()).account} and the region ${region}`;
  } catch {
    return `the region ${region} of this account`;
  }
};

const describeStack = async (stack: string) => {
  const client = new CloudFormationClient({});
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    const { Outputs = [], StackStatus: status = '', LastUpdatedTime } = Stacks[0] ?? {};
    return {
      outputs: Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue }) => [OutputKey, OutputValue])),
      status,
      updatedAtMs: LastUpdatedTime?.getTime() ?? 0,
    };
  } catch (cause) {
    if ((cause as Error).name !== 'ValidationError') throw cause;
    throw new UsageError(
      `There is no stack ${stack} in ${await placeOfCaller(await client.config.region())}; name yours with --deployment or --stack, or sign in where it is.`,
      { cause },
    );
  } finally {
    client.destroy();
  }
};

/** Address of the API, mapped to an emulator's endpoint if there is one. */
const reachableAddress = (baseUrl: string, endpoint: string | undefined): string => {
  if (!endpoint) return withoutSlash(baseUrl);
  const { hostname, pathname } = new URL(baseUrl);
  const [apiId] = hostname.split('.');
  const [, stage = ''] = pathname.split('/');
  return `${withoutSlash(endpoint)}/restapis/${apiId}/${stage}/_user_request_`;
};

interface FoundEvent {
  id: string;
  line: LogLine;
}

/** All values of one call, over its pages, by index of the query. */
const readMetrics = async (
  client: CloudWatchClient,
  queries: readonly MetricQuery[],
  sinceMs: number,
  nowMs: number,
): Promise<Map<string, number[]>> => {
  const results = new Map<string, number[]>();
  // One period for the whole span yields a single number; CloudWatch requires whole minutes.
  const Period = Math.max(60, Math.ceil((nowMs - sinceMs) / 60_000) * 60);
  const MetricDataQueries = queries.map(({ namespace, name, dimensions, statistic }, index) => {
    const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
    const Metric = { Namespace: namespace, MetricName: name, Dimensions };
    return { Id: `q${index}`, MetricStat: { Metric, Period, Stat: statistic } };
  });
  const span = { StartTime: new Date(nowMs - Period * 1_000), EndTime: new Date(nowMs) };
  const pages = paginateGetMetricData({ client }, { ...span, MetricDataQueries });
  for await (const { MetricDataResults = [] } of pages) {
    for (const { Id = '', Values = [] } of MetricDataResults)
      results.set(Id, [...(results.get(Id) ?? []), ...Values]);
  }
  return results;
};

/** Merges values if the span crosses a period's boundary: sums counts, and takes the maximum of others. */
const combine = ({ statistic }: MetricQuery, values: readonly number[] = []): number | undefined => {
  if (values.length === 0) return undefined;
  const isCount = statistic === 'Sum' || statistic === 'SampleCount';
  return isCount ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
};

/** Polls for new lines, and drops duplicates. */
const followEvents = async function* (
  eventsSince: (timeMs: number) => Promise<FoundEvent[]>,
  { sinceMs, follow }: LogOptions,
): AsyncGenerator<LogLine> {
  const shown = new Map<string, number>();
  for (let startTime = sinceMs; ; ) {
    const startedAtMs = Date.now();
    for (const { id, line } of await eventsSince(startTime)) {
      if (shown.has(id)) continue;
      shown.set(id, line.timeMs);
      yield line;
    }
    if (!follow) return;
    startTime = Math.max(sinceMs, startedAtMs - latenessMs);
    // Forget lines that the next poll cannot return again.
    for (const [id, timeMs] of shown) if (timeMs < startedAtMs - latenessMs * 2) shown.delete(id);
    await delay(Math.max(0, startedAtMs + pollMs - Date.now()));
  }
};

/**
 * Opens a deployed stack, with the AWS SDK's default region and credentials.
 *
 * @throws UsageError if there is no such stack, or it is an older version.
 */
export const openAwsService = async (stack: string): Promise<OperatedService> => {
  const { outputs, status, updatedAtMs } = await describeStack(stack);
  const parts = readOutputs(outputs, `stack ${stack}`);
  const { output } = parts;
  const endpoint = process.env.AWS_ENDPOINT_URL;
  const apiUrl = reachableAddress(output('BaseUrl'), endpoint);
  let stackParts: Promise<StackParts> | undefined;
  const [sqs, documents] = [createSqs(), dynamoDbDocuments()];
  const cloudWatch = new CloudWatchClient({});
  const logs = new CloudWatchLogsClient({});
  const scheduler = new SchedulerClient({});
  const measured: OperatedService['measured'] = async (queries, sinceMs, nowMs) => {
    const results = await readMetrics(cloudWatch, queries, sinceMs, nowMs);
    return queries.map((query, index) => combine(query, results.get(`q${index}`)));
  };

  /** All log events of a function since a time. */
  const eventsOf = async (
    name: FunctionName,
    { requestId }: LogOptions,
    startTime: number,
  ): Promise<FoundEvent[]> => {
    const found: FoundEvent[] = [];
    const filter = requestId === undefined ? {} : { filterPattern: `"${requestId}"` };
    const logGroupName = output(logGroupOutput(name));
    const pages = paginateFilterLogEvents({ client: logs }, { logGroupName, startTime, ...filter });
    for await (const { events = [] } of pages) {
      for (const { eventId, timestamp = 0, message = '' } of events) {
        // Emulators omit the identifiers.
        const id = eventId ?? `${name} ${timestamp} ${message}`;
        found.push({ id, line: { timeMs: timestamp, function: name, text: message.trimEnd() } });
      }
    }
    return found;
  };

  /** Log events of all requested functions since a time, oldest first. */
  const eventsSince = async (options: LogOptions, startTime: number): Promise<FoundEvent[]> => {
    const found = await Promise.all(options.functions.map((name) => eventsOf(name, options, startTime)));
    return found.flat().sort((a, b) => a.line.timeMs - b.line.timeMs);
  };

  return {
    ...parts,
    title: `stack ${stack}, ${await sqs.config.region()}`,
    apiUrl,
    probe: async () => ({
      sku: checkSku,
      pages: checkPages.map(({ path, tier, expected }) => ({
        tier,
        url: `${apiUrl}/check/${path}`,
        ...expected,
      })),
    }),
    lateMs: endpoint ? { logs: 5_000, metrics: undefined } : { logs: 120_000, metrics: 300_000 },
    aws: {
      status,
      isEmulated: Boolean(endpoint),
      parts: () => (stackParts ??= readStackParts(stack, updatedAtMs)),
    },
    sqs,
    documents,
    scheduler,
    oldestMessageSeconds: async (nowMs) => {
      const query: MetricQuery = {
        namespace: 'AWS/SQS',
        name: 'ApproximateAgeOfOldestMessage',
        dimensions: { QueueName: parts.scrapeQueueUrl.replace(/^.*\//, '') },
        statistic: 'Maximum',
      };
      // SQS reports this metric every minute, a minute or two late.
      const [seconds] = await measured([query], nowMs - 180_000, nowMs);
      return seconds;
    },
    measured,
    alarms: async () => {
      const alarms: Alarm[] = [];
      const filter = { AlarmNamePrefix: `${stack}-Alarms` };
      for await (const { MetricAlarms = [] } of paginateDescribeAlarms({ client: cloudWatch }, filter))
        for (const { AlarmName = '', StateValue = '', AlarmActions = [] } of MetricAlarms)
          alarms.push({ name: AlarmName, state: StateValue, actions: AlarmActions });
      return alarms;
    },
    logLines: (options) => followEvents((startTime) => eventsSince(options, startTime), options),
    close: () => {
      for (const client of [sqs, documents, cloudWatch, logs, scheduler]) client.destroy();
    },
  };
};
