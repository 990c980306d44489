import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UsageError } from '../exit-codes.ts';
import type { StackParts } from './stack-parts.ts';

export const functionNames = ['queue', 'status', 'scraper', 'renderer', 'closing', 'delivery'] as const;
export type FunctionName = (typeof functionNames)[number];

export type Statistic = 'Sum' | 'SampleCount' | 'Maximum' | 'p50' | 'p95';

/** A CloudWatch metric and statistic. */
export interface MetricQuery {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
  statistic: Statistic;
}

export interface LogLine {
  timeMs: number;
  function: FunctionName;
  /** Usually JSON; a crashing runtime may write anything. */
  text: string;
}

export interface LogOptions {
  sinceMs: number;
  /** Waits for further lines indefinitely. */
  follow: boolean;
  functions: readonly FunctionName[];
  /** A hint for fetching; lines of other requests may still be returned. */
  requestId: string | undefined;
}

export const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Name of the output with a function's log group. */
export const logGroupOutput = (name: FunctionName): string => `${capitalised(name)}LogGroup`;

/** Reads the parts of a stack from its outputs. @param title - the stack, for messages. */
export const readOutputs = (outputs: Readonly<Record<string, string | undefined>>, title: string) => {
  /** @throws UsageError if there is none of this name. */
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
    /** Function names; deployments of earlier versions may lack some. */
    functions: Object.fromEntries(
      functionNames.flatMap((name) => {
        const given = outputs[`${capitalised(name)}FunctionName`];
        return given === undefined ? [] : [[name, given]];
      }),
    ) as Partial<Record<FunctionName, string>>,
  };
};

/** A page to scrape with one tier, and its price. */
export interface ProbePage {
  tier: 'Http' | 'Browser';
  url: string;
  amount: string;
  currency: string;
}

export interface Alarm {
  name: string;
  state: string;
  /** ARNs notified when it goes off. */
  actions: string[];
}

/** The stack of a service on AWS. */
export interface StackOnAws {
  status: string;
  /** An emulator stands in for AWS. */
  isEmulated: boolean;
  /** Reads them once. */
  parts(): Promise<StackParts>;
}

/** A deployed service, on AWS or on this machine, for its operator. */
export interface OperatedService extends ReturnType<typeof readOutputs> {
  title: string;
  /** Base address of the API with its stage, without a trailing slash. */
  apiUrl: string;
  /** Pages that it can scrape for a test, with their SKU. */
  probe(): Promise<{ sku: string; pages: ProbePage[] }>;
  /** How late log lines and metrics may arrive; `undefined`: never. */
  lateMs: { logs: number; metrics: number | undefined };
  /** Absent on this machine. */
  aws: StackOnAws | undefined;
  /** Does not use the queue's URL as endpoint, so that emulators work from anywhere. */
  sqs: SQSClient;
  documents: DynamoDBDocumentClient;
  scheduler: SchedulerClient;
  /** Age of the oldest waiting message; `undefined` if there is none, or it is unknown. */
  oldestMessageSeconds(nowMs: number): Promise<number | undefined>;
  /** One number for each query since `sinceMs`; `undefined` without data. */
  measured(queries: readonly MetricQuery[], sinceMs: number, nowMs: number): Promise<(number | undefined)[]>;
  /** `undefined` if the service has no alarms. */
  alarms(): Promise<Alarm[] | undefined>;
  logLines(options: LogOptions): AsyncIterable<LogLine>;
  close(): void;
}

/** Functions of a deployment. */
export const functionsOf = ({ functions }: OperatedService): FunctionName[] =>
  functionNames.filter((name) => functions[name] !== undefined);
