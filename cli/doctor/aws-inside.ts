import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { DescribeEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import {
  GetFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { environment } from '../../lambdas/environment.ts';
import { readAccountFacts } from '../operations/account.ts';
import { countDeadLetters } from '../operations/dead-letters.ts';
import type { OperatedService } from '../operations/operated-service.ts';
import type { AwsInside, ExportTarget, InsideFunction } from './finding.ts';

/** Statuses of a bucket or bus that does not exist, or belongs to someone else. */
const missingStatuses: ReadonlySet<number | undefined> = new Set([404, 400]);
const closedStatuses: ReadonlySet<number | undefined> = new Set([401, 403]);

/** @param ask - fails with AWS's answer where there is nothing that can be written to. */
const stateOf = async (ask: () => Promise<unknown>): Promise<ExportTarget['state']> => {
  try {
    await ask();
    return 'there';
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (missingStatuses.has(status)) return 'missing';
    if (closedStatuses.has(status)) return 'closed';
    throw error;
  }
};

type Variables = Pick<InsideFunction, 'variables'>;

const namesIn = (functions: readonly Variables[], variable: string): string[] => [
  ...new Set(functions.flatMap(({ variables }) => variables[variable] || [])),
];

/** Asks for each bucket and event bus that functions write ended requests to, with the caller's own rights. */
export const readExportTargets = async (functions: readonly Variables[]): Promise<ExportTarget[]> => {
  const s3 = new S3Client({ forcePathStyle: true, followRegionRedirects: true });
  const events = new EventBridgeClient({});
  try {
    return await Promise.all([
      ...namesIn(functions, environment.deliverBucket).map(
        async (name): Promise<ExportTarget> => ({
          kind: 'bucket',
          name,
          state: await stateOf(() => s3.send(new HeadBucketCommand({ Bucket: name }))),
        }),
      ),
      ...namesIn(functions, environment.deliverBus).map(
        async (name): Promise<ExportTarget> => ({
          kind: 'event bus',
          name,
          state: await stateOf(() => events.send(new DescribeEventBusCommand({ Name: name }))),
        }),
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

interface DeployedStack {
  status: string;
  /** By logical id. */
  resources: ReadonlyMap<string, { name: string; deployedAtMs: number | undefined }>;
}

const readStack = async (client: CloudFormationClient, StackName: string): Promise<DeployedStack> => {
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
        {
          name: PhysicalResourceId,
          deployedAtMs: Timestamp && Math.max(Timestamp.getTime(), updatedAtMs),
        },
      ]),
    ),
  };
};

/** Literal values of a template; the rest refers to other resources. */
const literals = (variables: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );

const readFunction = async (
  lambda: LambdaClient,
  { name: FunctionName, deployedAtMs }: { name: string; deployedAtMs: number | undefined },
  { Properties: expected = {} }: TemplateResource,
  known: Record<string, string>,
): Promise<InsideFunction> => {
  const [configuration, concurrency] = await Promise.all([
    lambda.send(new GetFunctionConfigurationCommand({ FunctionName })),
    lambda.send(new GetFunctionConcurrencyCommand({ FunctionName })),
  ]);
  const variables = literals(expected.Environment?.Variables ?? {});
  return {
    name: FunctionName,
    state: configuration.State ?? 'Active',
    memoryMb: configuration.MemorySize ?? 0,
    timeoutSeconds: configuration.Timeout ?? 0,
    variables: configuration.Environment?.Variables ?? {},
    reservedConcurrency: concurrency.ReservedConcurrentExecutions,
    changedAtMs: Date.parse(configuration.LastModified ?? '') || undefined,
    deployedAtMs,
    expected: {
      memoryMb: expected.MemorySize ?? 0,
      timeoutSeconds: expected.Timeout ?? 0,
      variables: Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, value ?? known[name]]),
      ),
      reservedConcurrency: expected.ReservedConcurrentExecutions,
    },
  };
};

const readAlarms = async (client: CloudWatchClient, stack: string): Promise<AwsInside['alarms']> => {
  const alarms: AwsInside['alarms'] = [];
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
 * Reads what AWS tells of a stack.
 *
 * @param known - values of environment variables that follow from other resources, from the stack's outputs.
 */
export const readAwsInside = async (
  stack: string,
  service: OperatedService,
  alarmsTell: string,
  known: Record<string, string>,
): Promise<AwsInside> => {
  const [formation, lambda, cloudWatch] = [
    new CloudFormationClient({}),
    new LambdaClient({}),
    new CloudWatchClient({}),
  ];
  try {
    const [template, deployed] = await Promise.all([
      readTemplate(formation, stack),
      readStack(formation, stack),
    ]);
    const ofType = (type: string) =>
      Object.entries(template).filter(([, resource]) => resource.Type === type);
    const functions = await Promise.all(
      ofType('AWS::Lambda::Function').map(([id, resource]) =>
        readFunction(
          lambda,
          deployed.resources.get(id) ?? { name: id, deployedAtMs: undefined },
          resource,
          known,
        ),
      ),
    );
    const [account, { EventSourceMappings = [] }, alarms, scrapeQueue, deadLetterQueue, deadLetters] =
      await Promise.all([
        readAccountFacts(functions.map(({ name }) => name)),
        lambda.send(
          new ListEventSourceMappingsCommand({ FunctionName: service.metricFunctionNames.scraper }),
        ),
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
      alarmsTell,
      scrapeQueue,
      deadLetterQueueArn: deadLetterQueue.arn,
      deadLetters,
      exportTargets: await readExportTargets(functions),
    };
  } finally {
    for (const client of [formation, lambda, cloudWatch]) client.destroy();
  }
};
