import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import {
  CloudWatchClient,
  DescribeAlarmHistoryCommand,
  paginateDescribeAlarms,
  SetAlarmStateCommand,
  type StateValue,
} from '@aws-sdk/client-cloudwatch';
import { DescribeEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import {
  GetFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { environment } from '../../lambdas/environment.ts';
import { readAccountFacts } from '../operations/account.ts';
import { countDeadLetters } from '../operations/dead-letters.ts';
import type { OperatedService } from '../operations/operated-service.ts';

interface HasVariables {
  variables: Record<string, string>;
}

/** Looks up each bucket and event bus for ended requests, with the operator's own permissions. */
export const readExportTargets = async (functions: readonly HasVariables[]) => {
  const s3 = new S3Client({ forcePathStyle: true, followRegionRedirects: true });
  const events = new EventBridgeClient({});
  const targetsOf = <Kind extends string>(
    kind: Kind,
    variable: string,
    find: (name: string) => Promise<unknown>,
  ) =>
    [...new Set(functions.flatMap(({ variables }) => variables[variable] || []))].map(async (name) => {
      const state = await find(name).then(
        () => 'there' as const,
        (error: { $metadata?: { httpStatusCode?: number } }) => {
          const status = error.$metadata?.httpStatusCode ?? 0;
          if ([400, 404].includes(status)) return 'missing' as const;
          if ([401, 403].includes(status)) return 'closed' as const;
          throw error;
        },
      );
      return { kind, name, state };
    });
  try {
    return await Promise.all([
      ...targetsOf('bucket', environment.deliverBucket, (Bucket) =>
        s3.send(new HeadBucketCommand({ Bucket })),
      ),
      ...targetsOf('event bus', environment.deliverBus, (Name) =>
        events.send(new DescribeEventBusCommand({ Name })),
      ),
    ]);
  } finally {
    s3.destroy();
    events.destroy();
  }
};

interface TemplateResource {
  Type: string;
  Properties?: {
    MemorySize?: number;
    Timeout?: number;
    ReservedConcurrentExecutions?: number;
    Environment?: { Variables?: Record<string, unknown> };
  };
}

const readTemplate = async (
  client: CloudFormationClient,
  stack: string,
): Promise<Record<string, TemplateResource>> => {
  const { TemplateBody = '{}' } = await client.send(
    new GetTemplateCommand({ StackName: stack, TemplateStage: 'Original' }),
  );
  return (JSON.parse(TemplateBody) as { Resources?: Record<string, TemplateResource> }).Resources ?? {};
};

/** `resources` by logical id. */
const readStack = async (client: CloudFormationClient, StackName: string) => {
  const [{ Stacks = [] }, { StackResources = [] }] = await Promise.all([
    client.send(new DescribeStacksCommand({ StackName })),
    client.send(new DescribeStackResourcesCommand({ StackName })),
  ]);
  const updatedAtMs = Stacks[0]?.LastUpdatedTime?.getTime() ?? 0;
  return {
    status: Stacks[0]?.StackStatus ?? '',
    resources: new Map(
      StackResources.map(({ LogicalResourceId = '', PhysicalResourceId = '', Timestamp }) => [
        LogicalResourceId,
        { name: PhysicalResourceId, deployedAtMs: Timestamp && Math.max(Timestamp.getTime(), updatedAtMs) },
      ]),
    ),
  };
};

const readFunction = async (
  lambda: LambdaClient,
  { name: FunctionName, deployedAtMs }: { name: string; deployedAtMs: number | undefined },
  { Properties: expected = {} }: TemplateResource,
  known: Record<string, string>,
) => {
  const [configuration, concurrency] = await Promise.all([
    lambda.send(new GetFunctionConfigurationCommand({ FunctionName })),
    lambda.send(new GetFunctionConcurrencyCommand({ FunctionName })),
  ]);
  const variables = Object.entries(expected.Environment?.Variables ?? {});
  return {
    name: FunctionName,
    state: configuration.State ?? 'Active',
    memoryMb: configuration.MemorySize ?? 0,
    timeoutSeconds: configuration.Timeout ?? 0,
    variables: configuration.Environment?.Variables ?? {},
    /** `undefined`: no reserved concurrency. */
    reservedConcurrency: concurrency.ReservedConcurrentExecutions,
    /** Last change of its code or settings; `undefined`: unknown. */
    changedAtMs: Date.parse(configuration.LastModified ?? '') || undefined,
    deployedAtMs,
    expected: {
      memoryMb: expected.MemorySize ?? 0,
      timeoutSeconds: expected.Timeout ?? 0,
      /** `undefined` for a value that refers to a resource and is not known from the outputs. */
      variables: Object.fromEntries(
        variables.map(([name, value]) => [name, typeof value === 'string' ? value : known[name]]),
      ),
      reservedConcurrency: expected.ReservedConcurrentExecutions,
    },
  };
};

/** `actions`: ARNs notified when the alarm goes off. */
const readAlarms = async (client: CloudWatchClient, stack: string) => {
  const alarms: { name: string; state: string; actions: string[] }[] = [];
  const pages = paginateDescribeAlarms({ client }, { AlarmNamePrefix: `${stack}-Alarms` });
  for await (const { MetricAlarms = [] } of pages)
    for (const { AlarmName = '', StateValue = '', AlarmActions = [] } of MetricAlarms)
      alarms.push({ name: AlarmName, state: StateValue, actions: AlarmActions });
  return alarms;
};

const readQueue = async (sqs: SQSClient, QueueUrl: string) => {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  const redrive = JSON.parse(Attributes.RedrivePolicy ?? '{}') as { deadLetterTargetArn?: string };
  return {
    arn: Attributes.QueueArn ?? '',
    visibilitySeconds: Number(Attributes.VisibilityTimeout ?? 0),
    deadLetterArn: redrive.deadLetterTargetArn,
  };
};

/**
 * Reads the state of a stack from AWS.
 *
 * @param known - values of environment variables that refer to resources, from the stack's outputs.
 */
export const readAwsState = async (
  stack: string,
  service: OperatedService,
  alarmRecipient: string,
  known: Record<string, string>,
) => {
  const formation = new CloudFormationClient({});
  const lambda = new LambdaClient({});
  const cloudWatch = new CloudWatchClient({});
  try {
    const [template, deployed] = await Promise.all([
      readTemplate(formation, stack),
      readStack(formation, stack),
    ]);
    const ofType = (type: string) =>
      Object.entries(template).filter(([, resource]) => resource.Type === type);
    const functions = await Promise.all(
      ofType('AWS::Lambda::Function').map(([id, resource]) => {
        const place = deployed.resources.get(id) ?? { name: id, deployedAtMs: undefined };
        return readFunction(lambda, place, resource, known);
      }),
    );
    const [account, { EventSourceMappings = [] }, alarms, scrapeQueue, deadLetterQueue, deadLetters] =
      await Promise.all([
        readAccountFacts(functions.map(({ name }) => name)),
        lambda.send(new ListEventSourceMappingsCommand({ FunctionName: service.functions.scraper })),
        readAlarms(cloudWatch, stack),
        readQueue(service.sqs, service.scrapeQueueUrl),
        readQueue(service.sqs, service.deadLetterQueueUrl),
        countDeadLetters(service),
      ]);
    return {
      account,
      stackStatus: deployed.status,
      functions,
      eventSources: EventSourceMappings.map(({ State = '', EventSourceArn = '' }) => ({
        state: State,
        queueArn: EventSourceArn,
      })),
      alarms,
      expectedAlarms: ofType('AWS::CloudWatch::Alarm').length,
      alarmRecipient,
      scrapeQueue,
      deadLetterQueueArn: deadLetterQueue.arn,
      deadLetters,
      exportTargets: await readExportTargets(functions),
    };
  } finally {
    for (const client of [formation, lambda, cloudWatch]) client.destroy();
  }
};

/** The state of a deployment on AWS. */
export type AwsState = Awaited<ReturnType<typeof readAwsState>>;
export type DeployedFunction = AwsState['functions'][number];
export type ExportTarget = AwsState['exportTargets'][number];

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_AlarmHistoryItem.html */
const hasSucceeded = (summary: string, data: string): boolean => {
  try {
    return (JSON.parse(data) as { actionState?: string }).actionState === 'Succeeded';
  } catch {
    return summary.startsWith('Successfully');
  }
};

/** Calls to AWS that test alarm notifications. The caller closes the clients. */
export const createAwsAlarmNotices = (
  cloudWatch: Pick<CloudWatchClient, 'send'>,
  sns: Pick<SNSClient, 'send'>,
) => ({
  setState: async (AlarmName: string, StateValue: string, StateReason: string): Promise<void> => {
    await cloudWatch.send(
      new SetAlarmStateCommand({ AlarmName, StateValue: StateValue as StateValue, StateReason }),
    );
  },
  /** Results of an alarm's actions since a time, newest first. */
  actionsSince: async (AlarmName: string, sinceMs: number) => {
    const { AlarmHistoryItems = [] } = await cloudWatch.send(
      new DescribeAlarmHistoryCommand({
        AlarmName,
        HistoryItemType: 'Action',
        StartDate: new Date(sinceMs),
        EndDate: new Date(sinceMs + 3_600_000),
        ScanBy: 'TimestampDescending',
      }),
    );
    return AlarmHistoryItems.map(({ HistorySummary = '', HistoryData = '' }) => ({
      hasSucceeded: hasSucceeded(HistorySummary, HistoryData),
      summary: HistorySummary,
    }));
  },
  subscriptions: async (TopicArn: string) => {
    const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
    return Subscriptions.map(({ Endpoint = '', SubscriptionArn = '' }) => ({
      endpoint: Endpoint,
      isConfirmed: SubscriptionArn.startsWith('arn:'),
    }));
  },
});

export type AlarmNotices = ReturnType<typeof createAwsAlarmNotices>;
