import { DescribeEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { environment } from '../../lambdas/environment.ts';
import { checkAccount } from '../../lib/account-rules.ts';
import { counted } from '../../terminal/text.ts';
import { readAccountFacts } from '../operations/account.ts';
import { countDeadLetters } from '../operations/dead-letters.ts';
import type { StackOnAws } from '../operations/operated-service.ts';
import type { DeployedFunction } from '../operations/stack-parts.ts';
import { alarmFindings } from './alarm-checks.ts';
import { type Check, type Context, type Finding, ok, problem, redeploy, unknown } from './finding.ts';

const problemsOr = (problems: Finding[], allIsWell: string): Finding[] =>
  problems.length > 0 ? problems : [ok(allIsWell)];

const problemIf = (applies: boolean, text: string, remedy: string = redeploy): Finding[] =>
  applies ? [problem(text, remedy)] : [];

const functionDifferences = (
  { name, state, actual, expected }: DeployedFunction,
  known: Record<string, string>,
): Finding[] => {
  const differs = <T>(given: T, template: T, has: string, says = String(template)): Finding[] =>
    problemIf(given !== template, `The function ${name} ${has}; its template says ${says}.`);
  const reserved = actual.ReservedConcurrentExecutions;
  const variables = actual.Environment?.Variables ?? {};
  return [
    ...problemIf(state !== 'Active', `The function ${name} is ${state}, not Active.`),
    ...differs(actual.MemorySize, expected.MemorySize, `has ${actual.MemorySize} MB`),
    ...differs(actual.Timeout, expected.Timeout, `may run for ${actual.Timeout} s`),
    ...(reserved === 0
      ? [
          problem(
            `The function ${name} is throttled: its reserved concurrency is 0, so no call of it runs.`,
            'Remove the reservation: aws lambda delete-function-concurrency --function-name NAME.',
          ),
        ]
      : differs(
          reserved,
          expected.ReservedConcurrentExecutions,
          `has ${reserved ?? 'no'} reserved concurrency`,
          String(expected.ReservedConcurrentExecutions ?? 'none'),
        )),
    ...Object.entries(expected.Environment?.Variables ?? {}).flatMap(([variable, value]) => {
      const given = variables[variable];
      // A value that refers to a resource may be unknown.
      const template = typeof value === 'string' ? value : (known[variable] ?? given);
      return given === undefined
        ? [problem(`The function ${name} has no variable ${variable}, which its template sets.`, redeploy)]
        : differs(given, template, `has ${variable}="${given}"`, `"${template}"`);
    }),
  ];
};

const fixAndRedeploy = 'Fix the cause shown in the stack’s events in CloudFormation, and deploy again.';

/** Explains stack states other than success; the first match counts. */
const stackStates: readonly [pattern: RegExp, text: string, remedy: string][] = [
  [
    /ROLLBACK_FAILED$/,
    'its last deployment failed and could not be rolled back, so its functions have mixed versions',
    'Fix the cause shown in the stack’s events in CloudFormation. Continue with: aws cloudformation continue-update-rollback --stack-name STACK. Then deploy again.',
  ],
  [
    /IN_PROGRESS$/,
    'a deployment is in progress, and until it ends functions of two versions run',
    'Wait until it ends, then run this again.',
  ],
  [
    /ROLLBACK_COMPLETE$/,
    'its last deployment failed and was rolled back to the previous one',
    fixAndRedeploy,
  ],
  [/FAILED$/, 'its last deployment failed', fixAndRedeploy],
];

const stackFindings = (status: string): Finding[] => {
  const [, text, remedy] = stackStates.find(([pattern]) => pattern.test(status)) ?? [];
  return text === undefined ? [] : [problem(`The stack is ${status}: ${text}.`, remedy)];
};

/** A deployment in progress changes functions itself. */
const deployingMs = 300_000;

const changedByHand = ({ name, changedAtMs = 0, deployedAtMs = Infinity }: DeployedFunction): Finding[] =>
  changedAtMs - deployedAtMs <= deployingMs
    ? []
    : [
        problem(
          `The function ${name} was changed at ${new Date(changedAtMs).toISOString()}, after its deployment (${new Date(deployedAtMs).toISOString()}): it may run other code than the others.`,
          'Find out who changed it (CloudTrail: UpdateFunctionCode, UpdateFunctionConfiguration). CloudFormation does not notice, and replaces the code only if the next deployment changes that function.',
        ),
      ];

/** @param known - values of environment variables that refer to resources. */
export const functionFindings = (
  stackStatus: string,
  functions: readonly DeployedFunction[],
  known: Record<string, string>,
): Finding[] =>
  problemsOr(
    [
      ...stackFindings(stackStatus),
      ...functions.flatMap((each) => [...functionDifferences(each, known), ...changedByHand(each)]),
    ],
    `All ${functions.length} functions match their template.`,
  );

const checkFunctions = async ({ status, parts }: StackOnAws, { service }: Context) =>
  functionFindings(status, (await parts()).functions, {
    [environment.licensesTable]: service.licensesTable,
    [environment.scrapeQueueUrl]: service.scrapeQueueUrl,
  });

export interface QueueFacts {
  deadLetters: number;
  /** Absent: none is set. */
  deadLetterArn: string | undefined;
  expectedDeadLetterArn: string | undefined;
  visibilitySeconds: number;
  scraperSeconds: number;
  /** State of the scraper's event source; absent: there is none. */
  eventSource: string | undefined;
}

export const queueFindings = (facts: QueueFacts): Finding[] => {
  const { deadLetters, deadLetterArn, expectedDeadLetterArn, visibilitySeconds, scraperSeconds } = facts;
  const { eventSource } = facts;
  return problemsOr(
    [
      ...problemIf(
        deadLetters > 0,
        `The dead-letter queue holds ${counted(deadLetters, 'message')} that failed in every delivery.`,
        'List them with "npx scrap-prices dlq list". "dlq redrive" retries those whose request can still complete, "dlq purge" deletes them; docs/runbook.md#groups-given-up explains how to find the cause.',
      ),
      ...problemIf(
        deadLetterArn !== expectedDeadLetterArn,
        `The scrape queue’s dead-letter queue is ${deadLetterArn ?? 'not set'}; expected ${expectedDeadLetterArn}.`,
      ),
      ...problemIf(
        visibilitySeconds < scraperSeconds,
        `The scrape queue’s visibility timeout is ${visibilitySeconds} s, but a scraper may work on a message for ${scraperSeconds} s.`,
      ),
      ...problemIf(eventSource === undefined, 'The scraper has no event source for the queue.'),
      ...problemIf(
        eventSource !== undefined && !/^(Enabled|Enabling|Creating|Updating)$/.test(eventSource),
        `The scraper’s event source for the queue is ${eventSource}: nothing is scraped.`,
        'Enable it: aws lambda update-event-source-mapping --enabled --uuid UUID.',
      ),
    ],
    'The queue feeds the scraper, and has its dead-letter queue.',
  );
};

const checkQueue = async ({ parts }: StackOnAws, { service }: Context): Promise<Finding[]> => {
  const lambda = new LambdaClient({});
  const attributesOf = async (QueueUrl: string): Promise<Record<string, string>> =>
    (await service.sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] })))
      .Attributes ?? {};
  const FunctionName = service.functions.scraper;
  try {
    const [queue, deadLetterQueue, { EventSourceMappings = [] }, { functions }, deadLetters] =
      await Promise.all([
        attributesOf(service.scrapeQueueUrl),
        attributesOf(service.deadLetterQueueUrl),
        lambda.send(new ListEventSourceMappingsCommand({ FunctionName })),
        parts(),
        countDeadLetters(service),
      ]);
    return queueFindings({
      deadLetters,
      deadLetterArn: (JSON.parse(queue.RedrivePolicy || '{}') as { deadLetterTargetArn?: string })
        .deadLetterTargetArn,
      expectedDeadLetterArn: deadLetterQueue.QueueArn,
      visibilitySeconds: Number(queue.VisibilityTimeout ?? 0),
      scraperSeconds: functions.find(({ name }) => name === FunctionName)?.actual.Timeout ?? 0,
      eventSource: EventSourceMappings.find(({ EventSourceArn }) => EventSourceArn === queue.QueueArn)?.State,
    });
  } finally {
    lambda.destroy();
  }
};

/** Looks up a bucket or event bus for ended requests, with the operator's own permissions. */
const exportFinding = async (
  kind: 'bucket' | 'event bus',
  name: string,
  lookUp: Promise<unknown>,
): Promise<Finding> => {
  try {
    await lookUp;
    return ok(`The ${kind} ${name} exists.`);
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
    if ([401, 403].includes(status)) return unknown(`These credentials may not look up the ${kind} ${name}.`);
    if (![400, 404].includes(status)) throw error;
    const setting = kind === 'bucket' ? 'deliverBucket' : 'deliverBus';
    return problem(
      `There is no ${kind} ${name}: results are retried for a day, and then not exported.`,
      `Create it, or set ${setting} to an existing one and deploy (docs/results.md).`,
    );
  }
};

/** @param settings - variables of each function. */
export const exportFindings = async (settings: readonly Record<string, unknown>[]): Promise<Finding[]> => {
  const s3 = new S3Client({ forcePathStyle: true, followRegionRedirects: true });
  const events = new EventBridgeClient({});
  const namesIn = (variable: string): string[] => [
    ...new Set(settings.flatMap((variables) => String(variables[variable] ?? '') || [])),
  ];
  try {
    const findings = await Promise.all([
      ...namesIn(environment.deliverBucket).map((Bucket) =>
        exportFinding('bucket', Bucket, s3.send(new HeadBucketCommand({ Bucket }))),
      ),
      ...namesIn(environment.deliverBus).map((Name) =>
        exportFinding('event bus', Name, events.send(new DescribeEventBusCommand({ Name }))),
      ),
    ]);
    return findings.length === 0 ? [ok('No export of results is configured.')] : findings;
  } finally {
    s3.destroy();
    events.destroy();
  }
};

const checkExports = async ({ parts }: StackOnAws): Promise<Finding[]> =>
  exportFindings((await parts()).functions.map(({ actual }) => actual.Environment?.Variables ?? {}));

export const accountFindings = (...[facts, deployment]: Parameters<typeof checkAccount>): Finding[] =>
  problemsOr(
    // Alarms have their own check.
    checkAccount(facts, deployment)
      .filter(({ about }) => about !== 'alarms')
      .map(({ weight, text }) => (weight === 'note' ? unknown(text) : problem(text))),
    `The account’s quota of ${facts.concurrentExecutions} concurrent executions is sufficient.`,
  );

const checkQuotas = async ({ parts }: StackOnAws, { deployment }: Context): Promise<Finding[]> => {
  if (deployment === undefined) return [unknown('The settings are unknown without the deployment’s file.')];
  const { functions } = await parts();
  return accountFindings(await readAccountFacts(functions.map(({ name }) => name)), deployment);
};

/** Runs a check that needs AWS. */
const onAws =
  (findings: (aws: StackOnAws, context: Context) => Promise<Finding[]>): Check =>
  async (context) =>
    context.service.aws === undefined
      ? [unknown('The local stack has no AWS.')]
      : findings(context.service.aws, context);

export const awsChecks = {
  account: onAws(checkQuotas),
  functions: onAws(checkFunctions),
  queue: onAws(checkQueue),
  exports: onAws(checkExports),
  alarms: onAws(alarmFindings),
};
