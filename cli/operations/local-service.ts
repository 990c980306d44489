import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readLines } from '../../lambdas/domain/text-lines.ts';
import type { LoggedLine } from '../../local/operations/log-history.ts';
import type { MetricStatistics } from '../../local/operations/metric-points.ts';
import type { MetricsDocument, OperationsDocument } from '../../local/operations/operations-pages.ts';
import { UnavailableError, UsageError } from '../exit-codes.ts';
import type {
  FunctionName,
  LogLine,
  LogOptions,
  MetricQuery,
  OperatedService,
  Statistic,
} from './operated-service.ts';
import { functionNames } from './operated-service.ts';

const fields: Record<Statistic, 'Sum' | 'SampleCount' | 'Maximum' | 'P50' | 'P95'> = {
  Sum: 'Sum',
  SampleCount: 'SampleCount',
  Maximum: 'Maximum',
  p50: 'P50',
  p95: 'P95',
};

const isSame = (query: MetricQuery, metric: MetricStatistics): boolean =>
  metric.Namespace === query.namespace &&
  metric.Name === query.name &&
  Object.keys(metric.Dimensions).length === Object.keys(query.dimensions).length &&
  Object.entries(query.dimensions).every(([name, value]) => metric.Dimensions[name] === value);

/** Functions are known by logical ids there, e.g. `ScraperFunctionF4C2D2B7`. */
const functionOf = (logicalId: string): FunctionName | undefined =>
  functionNames.find((name) => logicalId.toLowerCase().startsWith(name));

/** More than the stack keeps of a line, escaped as JSON may have to. */
const maxLineBytes = 1024 * 1024;

/**
 * Opens the service that runs on this machine.
 *
 * @param address - of the local stack, e.g. `http://127.0.0.1:8787`; what follows the port is left out.
 * @throws UsageError when that is no address, or something else answers there.
 * @throws UnavailableError when nothing does.
 */
export const openLocalService = async (address: string): Promise<OperatedService> => {
  const base = URL.parse(address);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new UsageError(
      `"${address}" is no address of a local stack; expected one such as http://127.0.0.1:8787.`,
    );
  }
  const fetchPage = async (path: string): Promise<Response> => {
    let answer: Response;
    try {
      answer = await fetch(new URL(path, base.origin));
    } catch (cause) {
      throw new UnavailableError(
        `Nothing answers at ${base.origin}. Start the service with "npm start", or give its address to --local.`,
        { cause },
      );
    }
    if (answer.ok) return answer;
    throw new UsageError(`${base.origin} answers, but it is no local stack of this version.`);
  };
  const fetchJson = async <T>(path: string): Promise<T> => {
    try {
      return (await (await fetchPage(path)).json()) as T;
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      throw new UsageError(`${base.origin} answers, but it is no local stack of this version.`, { cause });
    }
  };

  const parts = await fetchJson<OperationsDocument>('/operations.json');
  const client = {
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  };
  const sqs = new SQSClient({ ...client, endpoint: parts.Endpoints.Sqs, useQueueUrlAsEndpoint: false });
  const dynamoDb = new DynamoDBClient({ ...client, endpoint: parts.Endpoints.DynamoDb });

  return {
    output: (name) => {
      throw new UsageError(`The local stack has no output ${name}.`);
    },
    title: `local stack at ${base.origin}`,
    sqs,
    documents: DynamoDBDocumentClient.from(dynamoDb, { marshallOptions: { removeUndefinedValues: true } }),
    deployment: parts.Deployment,
    licensesTable: parts.LicensesTable,
    scrapeQueueUrl: parts.ScrapeQueueUrl,
    deadLetterQueueUrl: parts.DeadLetterQueueUrl,
    metricFunctionNames: Object.fromEntries(
      parts.Functions.flatMap((id) => {
        const name = functionOf(id);
        return name ? [[name, id] as const] : [];
      }),
    ),
    oldestMessageSeconds: async () => parts.OldestMessageSeconds ?? undefined,
    measured: async (queries, sinceMs) => {
      const { Metrics } = await fetchJson<MetricsDocument>(`/operations/metrics.json?sinceMs=${sinceMs}`);
      return queries.map(
        (query) => Metrics.find((metric) => isSame(query, metric))?.[fields[query.statistic]],
      );
    },
    activeAlarms: async () => undefined,
    async *logLines({ sinceMs, follow, functions }: LogOptions): AsyncGenerator<LogLine> {
      const { body } = await fetchPage(`/operations/log?sinceMs=${sinceMs}${follow ? '&follow' : ''}`);
      try {
        for await (const line of readLines(body!, { maxLineBytes })) {
          const { TimeMs, Function: logicalId, Text } = JSON.parse(line.text) as LoggedLine;
          const name = functionOf(logicalId);
          if (name && functions.includes(name)) yield { timeMs: TimeMs, function: name, text: Text };
        }
      } catch (cause) {
        throw new UnavailableError(`The local stack at ${base.origin} has ended.`, { cause });
      }
      if (follow) throw new UnavailableError(`The local stack at ${base.origin} has ended.`);
    },
    close: () => {
      sqs.destroy();
      dynamoDb.destroy();
    },
  };
};
