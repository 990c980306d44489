import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export const functionNames = ['queue', 'status', 'scraper', 'renderer', 'closing', 'delivery'] as const;
export type FunctionName = (typeof functionNames)[number];

export type Statistic = 'Sum' | 'SampleCount' | 'Maximum' | 'p50' | 'p95';

/** One number about the past, as CloudWatch names it. */
export interface MetricQuery {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
  statistic: Statistic;
}

export interface LogLine {
  timeMs: number;
  function: FunctionName;
  /** JSON in nearly every case; a runtime's last words may be anything. */
  text: string;
}

export interface LogOptions {
  sinceMs: number;
  /** Waits for further lines, without end. */
  follow: boolean;
  functions: readonly FunctionName[];
  /** May narrow what is fetched; lines of other requests can come all the same. */
  requestId: string | undefined;
}

/** A deployed service, on AWS or on this machine, as its operator sees it. */
export interface OperatedService {
  title: string;
  /** A value that the deployment says of itself, by its name in the template. @throws UsageError when it has none. */
  output(name: string): string;
  /** Name of the deployment, a dimension of its metrics. */
  deployment: string;
  /** Not taking the queue's URL as its endpoint, so that an emulator's works from anywhere. */
  sqs: SQSClient;
  documents: DynamoDBDocumentClient;
  licensesTable: string;
  /** Absent: the deployment has no watches. */
  watches: { table: string; scheduleGroup: string; scheduler: SchedulerClient } | undefined;
  scrapeQueueUrl: string;
  deadLetterQueueUrl: string;
  /** As metrics name the functions; a deployment of an earlier version may lack some. */
  metricFunctionNames: Partial<Record<FunctionName, string>>;
  /** Seconds that the message which waits longest has waited; `undefined` when none does, or nobody knows. */
  oldestMessageSeconds(nowMs: number): Promise<number | undefined>;
  /** One number for each query, over the time since `sinceMs`; `undefined` where nothing was written. */
  measured(queries: readonly MetricQuery[], sinceMs: number, nowMs: number): Promise<(number | undefined)[]>;
  /** Names of alarms that are going off; `undefined` where there are none to ask. */
  activeAlarms(): Promise<string[] | undefined>;
  logLines(options: LogOptions): AsyncIterable<LogLine>;
  close(): void;
}

/** Those that a deployment has. */
export const functionsOf = ({ metricFunctionNames }: OperatedService): FunctionName[] =>
  functionNames.filter((name) => metricFunctionNames[name] !== undefined);
