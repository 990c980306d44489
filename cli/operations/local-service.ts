import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { checkSku } from '../../lambdas/domain/check-pages.ts';
import { readLines } from '../../lambdas/domain/text-lines.ts';
import type { LoggedLine } from '../../local/operations/log-history.ts';
import type { MetricStatistics } from '../../local/operations/metric-points.ts';
import type { MetricsDocument, OperationsDocument } from '../../local/operations/operations-pages.ts';
import { clientRenderedShop } from '../../local/shops/client-rendered-shop.ts';
import { jsonLdShop } from '../../local/shops/json-ld-shop.ts';
import { UnavailableError } from '../exit-codes.ts';
import { type LocalDocument, localStackAt } from '../local-stack.ts';
import {
  type FunctionName,
  type MetricQuery,
  type OperatedService,
  type ProbePage,
  readOutputs,
  withoutSlash,
} from './operated-service.ts';

const members = {
  Sum: 'Sum',
  SampleCount: 'SampleCount',
  Maximum: 'Maximum',
  p50: 'P50',
  p95: 'P95',
} as const;

const isSame = (query: MetricQuery, metric: MetricStatistics): boolean =>
  metric.Namespace === query.namespace &&
  metric.Name === query.name &&
  Object.keys(metric.Dimensions).length === Object.keys(query.dimensions).length &&
  Object.entries(query.dimensions).every(([name, value]) => metric.Dimensions[name] === value);

const probeShops = [
  { tier: 'Http', shop: jsonLdShop },
  { tier: 'Browser', shop: clientRenderedShop },
] as const;

/** More than the longest line of the stack, JSON escapes included. */
const maxLineBytes = 1024 * 1024;

/**
 * Opens the service on this machine.
 *
 * @param address - e.g. `http://127.0.0.1:8787`; anything after the port is ignored.
 * @throws UsageError for an invalid address, or if something else responds there.
 * @throws UnavailableError if nothing responds.
 */
export const openLocalService = async (address: string): Promise<OperatedService> => {
  const { accessKey, origin, fetchPage, fetchJson } = localStackAt(address);
  const { Endpoints, Outputs, OldestMessageSeconds } =
    await fetchJson<OperationsDocument>('/operations.json');
  const parts = readOutputs(Outputs, 'local stack');
  const demo = await fetchJson<LocalDocument>('/demo.json');
  const names = new Map(Object.entries(parts.functions).map(([name, id]) => [id, name]));
  const client = {
    region: 'us-east-1',
    // Present, since the page above requires it.
    credentials: { accessKeyId: accessKey ?? '', secretAccessKey: 'local' },
  };
  const sqs = new SQSClient({ ...client, endpoint: Endpoints.Sqs, useQueueUrlAsEndpoint: false });
  const dynamoDb = new DynamoDBClient({ ...client, endpoint: Endpoints.DynamoDb });
  const scheduler = new SchedulerClient({ ...client, endpoint: Endpoints.Scheduler });

  return {
    ...parts,
    title: `local stack at ${origin}`,
    apiUrl: withoutSlash(new URL(demo.ApiUrl, origin).href),
    // The demonstration shops, since it cannot reach its own pages.
    probe: async () => ({
      sku: demo.Sku ?? checkSku,
      pages: probeShops.flatMap(({ tier, shop }): ProbePage[] => {
        const url = demo.SellingSites.find(({ Name }) => Name === shop.name)?.Url;
        if (url === undefined) return [];
        return [{ tier, url, amount: shop.expected.amount!, currency: shop.expected.currency! }];
      }),
    }),
    lateMs: { logs: 60_000, metrics: 60_000 },
    aws: undefined,
    sqs,
    documents: DynamoDBDocumentClient.from(dynamoDb, { marshallOptions: { removeUndefinedValues: true } }),
    scheduler,
    oldestMessageSeconds: async () => OldestMessageSeconds ?? undefined,
    measured: async (queries, sinceMs) => {
      const { Metrics } = await fetchJson<MetricsDocument>(`/operations/metrics.json?sinceMs=${sinceMs}`);
      return queries.map(
        (query) => Metrics.find((metric) => isSame(query, metric))?.[members[query.statistic]],
      );
    },
    alarms: async () => undefined,
    async *logLines({ sinceMs, follow, functions }) {
      const { body } = await fetchPage(`/operations/log?sinceMs=${sinceMs}${follow ? '&follow' : ''}`);
      try {
        for await (const line of readLines(body!, { maxLineBytes })) {
          const { TimeMs, Function: logicalId, Text } = JSON.parse(line.text) as LoggedLine;
          const name = names.get(logicalId) as FunctionName | undefined;
          if (name && functions.includes(name)) yield { timeMs: TimeMs, function: name, text: Text };
        }
      } catch (cause) {
        throw new UnavailableError(`The local stack at ${origin} has ended.`, { cause });
      }
      if (follow) throw new UnavailableError(`The local stack at ${origin} has ended.`);
    },
    close: () => {
      sqs.destroy();
      dynamoDb.destroy();
      scheduler.destroy();
    },
  };
};
