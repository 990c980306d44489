import { checkAccount } from '../../lib/account-rules.ts';
import { explainAwsError } from '../operations/explain-aws-error.ts';
import { counted } from '../output/text.ts';
import type { AlarmNotices, AwsState, DeployedFunction } from './aws-state.ts';
import { type Check, type Context, type Finding, ok, problem, redeploy, unknown } from './finding.ts';

const problemsOr = (problems: Finding[], allIsWell: string): Finding[] =>
  problems.length > 0 ? problems : [ok(allIsWell)];

const problemIf = (applies: boolean, text: string, remedy: string = redeploy): Finding[] =>
  applies ? [problem(text, remedy)] : [];

const templateFindings = (deployed: DeployedFunction): Finding[] => {
  const { name, state, memoryMb, timeoutSeconds, reservedConcurrency, variables, expected } = deployed;
  const differs = <T>(actual: T, template: T, has: string, says = String(template)): Finding[] =>
    problemIf(actual !== template, `The function ${name} ${has}; its template says ${says}.`);
  return [
    ...problemIf(state !== 'Active', `The function ${name} is ${state}, not Active.`),
    ...differs(memoryMb, expected.memoryMb, `has ${memoryMb} MB`),
    ...differs(timeoutSeconds, expected.timeoutSeconds, `may run for ${timeoutSeconds} s`),
    ...(reservedConcurrency === 0
      ? [
          problem(
            `The function ${name} is throttled: its reserved concurrency is 0, so no call of it runs.`,
            'Remove the reservation: aws lambda delete-function-concurrency --function-name NAME.',
          ),
        ]
      : differs(
          reservedConcurrency,
          expected.reservedConcurrency,
          `has ${reservedConcurrency ?? 'no'} reserved concurrency`,
          String(expected.reservedConcurrency ?? 'none'),
        )),
    ...Object.entries(expected.variables).flatMap(([variable, value]) => {
      const actual = variables[variable];
      return actual === undefined
        ? [problem(`The function ${name} has no variable ${variable}, which its template sets.`, redeploy)]
        : differs(actual, value ?? actual, `has ${variable}="${actual}"`, `"${value}"`);
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

const stackFindings = ({ stackStatus }: AwsState): Finding[] => {
  const [, text, remedy] = stackStates.find(([pattern]) => pattern.test(stackStatus)) ?? [];
  return text === undefined ? [] : [problem(`The stack is ${stackStatus}: ${text}.`, remedy)];
};

/** A deployment in progress changes functions itself. */
const deployingMs = 300_000;

const changedByHand = ({ name, changedAtMs, deployedAtMs }: DeployedFunction): Finding[] =>
  changedAtMs === undefined || deployedAtMs === undefined || changedAtMs - deployedAtMs <= deployingMs
    ? []
    : [
        problem(
          `The function ${name} was changed at ${new Date(changedAtMs).toISOString()}, after its deployment (${new Date(deployedAtMs).toISOString()}): it may run other code than the others.`,
          'Find out who changed it (CloudTrail: UpdateFunctionCode, UpdateFunctionConfiguration). CloudFormation does not notice, and replaces the code only if the next deployment changes that function.',
        ),
      ];

const functionFindings = (aws: AwsState): Finding[] =>
  problemsOr(
    [
      ...stackFindings(aws),
      ...aws.functions.flatMap((deployed) => [...templateFindings(deployed), ...changedByHand(deployed)]),
    ],
    `All ${aws.functions.length} functions match their template.`,
  );

const queueFindings = (aws: AwsState): Finding[] => {
  const { scrapeQueue, deadLetterQueueArn, functions, eventSources, deadLetters } = aws;
  const { deadLetterArn, visibilitySeconds } = scrapeQueue;
  const scrapers = functions.filter(({ name }) => /scraper/i.test(name));
  const longest = Math.max(...scrapers.map(({ timeoutSeconds }) => timeoutSeconds));
  const state = eventSources.find(({ queueArn }) => queueArn === scrapeQueue.arn)?.state;
  return problemsOr(
    [
      ...problemIf(
        deadLetters > 0,
        `The dead-letter queue holds ${counted(deadLetters, 'message')} that failed in every delivery.`,
        'List them with "npx scrap-prices dlq list". "dlq redrive" retries those whose request can still complete, "dlq purge" deletes them; docs/runbook.md#groups-given-up explains how to find the cause.',
      ),
      ...problemIf(
        deadLetterArn !== deadLetterQueueArn,
        `The scrape queue’s dead-letter queue is ${deadLetterArn ?? 'not set'}; expected ${deadLetterQueueArn}.`,
      ),
      ...problemIf(
        visibilitySeconds < longest,
        `The scrape queue’s visibility timeout is ${visibilitySeconds} s, but a scraper may work on a message for ${longest} s.`,
      ),
      ...problemIf(state === undefined, 'The scraper has no event source for the queue.'),
      ...problemIf(
        state !== undefined && !/^(Enabled|Enabling|Creating|Updating)$/.test(state),
        `The scraper’s event source for the queue is ${state}: nothing is scraped.`,
        'Enable it: aws lambda update-event-source-mapping --enabled --uuid UUID.',
      ),
    ],
    'The queue feeds the scraper, and has its dead-letter queue.',
  );
};

const exportFindings = ({ exportTargets }: AwsState): Finding[] =>
  exportTargets.length === 0
    ? [ok('No export of results is configured.')]
    : exportTargets.map(({ kind, name, state }) => {
        if (state === 'there') return ok(`The ${kind} ${name} exists.`);
        if (state === 'closed') return unknown(`These credentials may not look up the ${kind} ${name}.`);
        const setting = kind === 'bucket' ? 'deliverBucket' : 'deliverBus';
        return problem(
          `There is no ${kind} ${name}: results are retried for a day, and then not exported.`,
          `Create it, or set ${setting} to an existing one and deploy (docs/results.md).`,
        );
      });

const accountFindings = ({ account }: AwsState, { deployment }: Context): Finding[] => {
  if (deployment === undefined) return [unknown('The settings are unknown without the deployment’s file.')];
  // Alarms have their own check.
  const findings = checkAccount(account, deployment).filter(({ about }) => about !== 'alarms');
  return problemsOr(
    findings.map(({ weight, text }) => (weight === 'note' ? unknown(text) : problem(text))),
    `The account’s quota of ${account.concurrentExecutions} concurrent executions is sufficient.`,
  );
};

const alarmStateFindings = ({ alarms, expectedAlarms, alarmRecipient }: AwsState): Finding[] => [
  ...alarms
    .filter(({ state }) => state === 'ALARM')
    .map(({ name }) => problem(`The alarm ${name} is active.`, 'docs/runbook.md has a section for it.')),
  alarms.length < expectedAlarms
    ? problem(`There are ${alarms.length} alarms; the template has ${expectedAlarms}.`, redeploy)
    : ok(`There are ${alarms.length} alarms.`),
  alarmRecipient === 'nobody'
    ? problem(
        'Alarms notify nobody.',
        'Set alarmEmail or alarmTopicArn in the deployment’s file, and deploy.',
      )
    : ok(`Alarms notify ${alarmRecipient}.`),
];

/** How long to wait for an alarm's notification to appear in its history. */
const notificationTimeoutMs = 60_000;
const pollMs = 2_000;
/** Tolerance for clock differences. */
const leewayMs = 2_000;

type Alarm = AwsState['alarms'][number];
type Clock = Pick<Context, 'clock' | 'wait'>;

/** Triggers a quiet alarm, checks its actions, and resets it. */
const triggerAlarm = async (
  notices: AlarmNotices,
  { name, state, actions }: Alarm,
  { clock, wait }: Clock,
): Promise<Finding[]> => {
  const startedAtMs = clock();
  await notices.setState(name, 'ALARM', 'Triggered by scrap-prices doctor to test notifications.');
  try {
    while (clock() - startedAtMs <= notificationTimeoutMs) {
      const results = await notices.actionsSince(name, startedAtMs - leewayMs);
      const failed = results.find(({ hasSucceeded }) => !hasSucceeded);
      if (failed) {
        return [
          problem(
            `The alarm ${name} was triggered, but the notification failed: ${failed.summary}`,
            'Allow cloudwatch.amazonaws.com to call sns:Publish in the topic’s policy (with aws:SourceAccount); deploying again restores the policy of the deployment’s own topic. An encrypted topic needs a key that CloudWatch may use.',
          ),
        ];
      }
      if (results.length >= actions.length)
        return [ok(`The alarm ${name} was triggered, and its topic was notified.`)];
      await wait(pollMs);
    }
  } finally {
    await notices.setState(name, state, 'Reset by scrap-prices doctor.');
  }
  return [
    problem(
      `The alarm ${name} was triggered, but its history shows no notification of ${actions.join(' and ')} within ${notificationTimeoutMs / 1_000} s.`,
      'Check the alarm’s history in CloudWatch, and that its actions are enabled.',
    ),
  ];
};

const subscriptionFindings = async (notices: AlarmNotices, topicArn: string): Promise<Finding[]> => {
  const subscriptions = await notices.subscriptions(topicArn);
  if (subscriptions.length === 0)
    return [
      problem('The alarm topic has no subscription.', 'Subscribe an address, or set alarmEmail and deploy.'),
    ];
  return subscriptions
    .filter(({ isConfirmed }) => !isConfirmed)
    .map(({ endpoint }) =>
      problem(
        `${endpoint} has not confirmed its alarm subscription, so it gets no alarms.`,
        'Open the link in the mail "AWS Notification - Subscription Confirmation" (valid for three days; check the junk folder). To get another mail, subscribe the address to the topic again.',
      ),
    );
};

/** Reports `unknown` with the reason if AWS refuses the calls. */
const unlessRefused = (subject: string, findings: Promise<Finding[]>): Promise<Finding[]> =>
  findings.catch((error: unknown) => [
    unknown(`Could not check ${subject}: ${(explainAwsError(error, { hasLocal: false }) as Error).message}`),
  ]);

/** Checks that alarms reach their topic, and that the topic has confirmed subscriptions. */
export const notificationFindings = async (
  notices: AlarmNotices,
  alarms: readonly Alarm[],
  clock: Clock,
): Promise<Finding[]> => {
  const notifying = alarms.filter(({ actions }) => actions.length > 0);
  const quiet = notifying.find(({ state }) => state !== 'ALARM');
  const topics = [...new Set(notifying.flatMap(({ actions }) => actions))];
  const triggered = quiet
    ? await unlessRefused('alarm notifications', triggerAlarm(notices, quiet, clock))
    : [unknown('All alarms with actions are active, so none was triggered as a test.')];
  const subscribed = await Promise.all(
    topics.map((topic) => unlessRefused('alarm subscriptions', subscriptionFindings(notices, topic))),
  );
  return [...triggered, ...subscribed.flat()];
};

const alarmFindings = async (aws: AwsState, context: Context): Promise<Finding[]> => {
  const findings = alarmStateFindings(aws);
  if (context.notices === undefined || aws.alarmRecipient === 'nobody') return findings;
  return [...findings, ...(await notificationFindings(context.notices, aws.alarms, context))];
};

/** Runs a check that needs AWS. */
const onAws =
  (findings: (aws: AwsState, context: Context) => Finding[] | Promise<Finding[]>): Check =>
  async (context) =>
    context.aws === undefined
      ? [unknown('The local stack has no AWS.')]
      : findings(await context.aws(), context);

export const awsChecks = {
  account: onAws(accountFindings),
  functions: onAws(functionFindings),
  queue: onAws(queueFindings),
  exports: onAws(exportFindings),
  alarms: onAws(alarmFindings),
};
