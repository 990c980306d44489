import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { UsageError } from '../exit-codes.ts';

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

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Name of the output that has the log group of a function. */
export const logGroupOutput = (name: FunctionName): string => `${capitalised(name)}LogGroup`;

/** Reads the parts of a stack from its outputs. @param title - of the stack, for people. */
export const readOutputs = (outputs: Readonly<Record<string, string | undefined>>, title: string) => {
  /** @throws UsageError when it has none of the name. */
  const output = (name: string): string => {
    const value = outputs[name];
    if (value) return value;
    throw new UsageError(`The ${title} has no output ${name}; deploy it again with this version.`);
  };
  return {
    output,
    /** Name of the deployment, a dimension of its metrics. */
    deployment: output('Deployment'),
    licensesTable: output('LicensesTable'),
    scrapeQueueUrl: output('ScrapeQueueUrl'),
    deadLetterQueueUrl: output('DeadLetterQueueUrl'),
    /** Absent: the deployment has no watches. */
    watches:
      outputs.WatchesTable === undefined
        ? undefined
        : { table: outputs.WatchesTable, scheduleGroup: output('WatchScheduleGroup') },
    /** As metrics name the functions; a deployment of an earlier version may lack some. */
    metricFunctionNames: Object.fromEntries(
      functionNames.flatMap((name) => {
        const given = outputs[`${capitalised(name)}FunctionName`];
        return given === undefined ? [] : [[name, given]];
      }),
    ) as Partial<Record<FunctionName, string>>,
  };
};

/** A deployed service, on AWS or on this machine, as its operator sees it. */
export interface OperatedService extends ReturnType<typeof readOutputs> {
  title: string;
  /** Not taking the queue's URL as its endpoint, so that an emulator's works from anywhere. */
  sqs: SQSClient;
  documents: DynamoDBDocumentClient;
  scheduler: SchedulerClient;
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
