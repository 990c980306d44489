import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, type ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Architecture, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Timings } from '../../lambdas/domain/timing.ts';
import { bundlerFor } from '../bundler.ts';
import { queueConcurrency } from '../concurrency.ts';
import type { Settings } from '../settings.ts';
import { createDeadLetterQueue, queueDefaults } from './dead-letter-queue.ts';
import { hasExports } from './exports.ts';
import { createSchedulerRole, grantSchedules } from './schedules.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';
import { encryptionWith, timeToLiveAttribute } from './tables.ts';

/** A hundred sites take a few seconds; the rest is for a slow queue or store. */
const watcherTimeoutSeconds = 60;
/** Enough for the states of a hundred sites, 60 KB each, and their results. */
export const watcherMemoryMb = 512;

/** Deliveries of one message, a minute apart: bridges a store outage of this length. */
const maxFailures = 40;

const stepsAtOnce = 5;

/** Common properties of the functions. */
type Surroundings = Omit<
  ServiceFunctionProps,
  'codeFolder' | 'architecture' | 'memoryMb' | 'timeoutSeconds' | 'variables'
>;

type Variables = ServiceFunctionProps['variables'];

export interface WatchesProps {
  settings: Settings;
  common: Surroundings;
  /** As the other functions behind the API. */
  apiFunction: Omit<ServiceFunctionProps, 'codeFolder' | 'variables'>;
  registry: { SellingSites: object[] };
  variables: { durations: Variables; reach: Variables };
  tables: { requests: Table; licenses: ITable; usage: Table };
  queues: { queue: Queue; closingQueue: Queue; deliveryQueue: Queue };
  /** As of the other tables. */
  key: IKey | undefined;
  timings: Timings;
}

/** Table, schedules and steps queue of watches. */
export class Watches extends Construct {
  readonly table: Table;
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;
  /** Group of the schedules, one per watch. */
  readonly groupName: string;
  readonly #group: CfnScheduleGroup;
  /** EventBridge's role for sending steps. */
  readonly schedulerRole: Role;

  /** Handles the API's operations. */
  readonly keeper: ServiceFunction;
  /** Runs watches; only invoked by their queue. */
  readonly runner: ServiceFunction;

  constructor(scope: Construct, id: string, props: WatchesProps) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: { name: 'Part', type: AttributeType.STRING },
      sortKey: { name: 'Entry', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...encryptionWith(props.key),
      // Watches exist nowhere else.
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      deletionProtection: true,
      timeToLiveAttribute,
    });
    this.deadLetterQueue = createDeadLetterQueue(this, Duration.days(14));
    this.queue = new Queue(this, 'Steps', {
      ...queueDefaults,
      visibilityTimeout: Duration.seconds(watcherTimeoutSeconds + 5),
      retentionPeriod: Duration.days(1),
      deadLetterQueue: {
        queue: this.deadLetterQueue,
        maxReceiveCount: maxFailures + props.timings.maxChecks,
      },
    });
    // Named by CloudFormation, since a fixed name would clash between stacks.
    const group = new CfnScheduleGroup(this, 'Schedules', {});
    this.#group = group;
    this.groupName = group.ref;
    this.schedulerRole = createSchedulerRole(this, {
      group,
      queue: this.queue,
      description: 'EventBridge Scheduler sends the runs of watches to their queue with this role.',
    });
    this.keeper = this.#createKeeper(props);
    this.runner = this.#createRunner(props);
  }

  get #variables(): Variables {
    return { watchesTable: this.table.tableName, watchQueueUrl: this.queue.queueUrl };
  }

  #createKeeper({ apiFunction, registry, variables, tables, settings }: WatchesProps): ServiceFunction {
    const { licenses, usage } = tables;
    const keeper = new ServiceFunction(this, 'WatchesFunction', {
      ...apiFunction,
      codeFolder: bundlerFor(this)('watches', registry),
      variables: {
        ...this.#variables,
        ...variables.reach,
        licensesTable: licenses.tableName,
        usageTable: usage.tableName,
        statusCallsPerMinute: String(settings.statusCallsPerMinute),
        watchQueueArn: this.queue.queueArn,
        scheduleGroup: this.groupName,
        schedulerRoleArn: this.schedulerRole.roleArn,
        allowedOrigins: settings.allowedOrigins.join(','),
      },
    });
    licenses.grant(keeper.function, 'dynamodb:GetItem');
    usage.grant(keeper.function, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
    this.#grantKeeping(keeper.function);
    return keeper;
  }

  #createRunner({ common, registry, variables, tables, queues, settings }: WatchesProps): ServiceFunction {
    const { requests, licenses, usage } = tables;
    const { queue, closingQueue, deliveryQueue } = queues;
    const runner = new ServiceFunction(this, 'WatcherFunction', {
      ...common,
      architecture: Architecture.ARM_64,
      memoryMb: watcherMemoryMb,
      timeoutSeconds: watcherTimeoutSeconds,
      codeFolder: bundlerFor(this)('watcher', registry),
      variables: {
        ...this.#variables,
        ...variables.durations,
        requestsTable: requests.tableName,
        licensesTable: licenses.tableName,
        usageTable: usage.tableName,
        scrapeQueueUrl: queue.queueUrl,
        closingQueueUrl: closingQueue.queueUrl,
        deliveryQueueUrl: deliveryQueue.queueUrl,
        cell: String(settings.cell),
        exportsToOperator: String(hasExports(settings)),
        historyDays: String(settings.historyDays),
        functionTimeoutSeconds: String(watcherTimeoutSeconds),
      },
    });
    // It queues requests as the queue function does, and cannot be called from outside.
    requests.grant(
      runner.function,
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    );
    licenses.grant(runner.function, 'dynamodb:GetItem');
    usage.grant(runner.function, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
    for (const target of [queue, closingQueue, deliveryQueue])
      target.grant(runner.function, 'sqs:SendMessage');
    this.#grantRunning(runner.function, queueConcurrency(settings).watcher);
    return runner;
  }

  /** Lets the API's function manage watches and their schedules. */
  #grantKeeping(fn: LambdaFunction): void {
    this.table.grant(fn, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem');
    this.queue.grant(fn, 'sqs:SendMessage');
    grantSchedules(fn, {
      group: this.#group,
      role: this.schedulerRole,
      // As `scheduleNameOf` names them.
      prefix: 'watch-',
      actions: ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
      reason: 'Each watch has its own schedule, under one prefix of a dedicated group.',
    });
  }

  /** Grants the watcher its permissions, and feeds it from the queue. */
  #grantRunning(fn: LambdaFunction, maxRunners: number): void {
    this.table.grant(
      fn,
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:BatchWriteItem',
    );
    this.queue.grant(fn, 'sqs:SendMessage');
    fn.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: stepsAtOnce,
        reportBatchItemFailures: true,
        maxConcurrency: maxRunners,
      }),
    );
  }
}
