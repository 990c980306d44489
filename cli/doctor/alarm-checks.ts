import {
  CloudWatchClient,
  DescribeAlarmHistoryCommand,
  SetAlarmStateCommand,
  type StateValue,
} from '@aws-sdk/client-cloudwatch';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { explainAwsError } from '../operations/explain-aws-error.ts';
import type { Alarm, StackOnAws } from '../operations/operated-service.ts';
import { type Context, type Finding, ok, problem, redeploy, unknown } from './finding.ts';

export const alarmStateFindings = (
  alarms: readonly Alarm[],
  expectedAlarms: number,
  recipient: string,
): Finding[] => [
  ...alarms
    .filter(({ state }) => state === 'ALARM')
    .map(({ name }) => problem(`The alarm ${name} is active.`, 'docs/runbook.md has a section for it.')),
  alarms.length < expectedAlarms
    ? problem(`There are ${alarms.length} alarms; the template has ${expectedAlarms}.`, redeploy)
    : ok(`There are ${alarms.length} alarms.`),
  recipient === 'nobody'
    ? problem(
        'Alarms notify nobody.',
        'Set alarmEmail or alarmTopicArn in the deployment’s file, and deploy.',
      )
    : ok(`Alarms notify ${recipient}.`),
];

/** How long to wait for an alarm's notification to appear in its history. */
const notificationTimeoutMs = 60_000;
const pollMs = 2_000;
/** Tolerance for clock differences. */
const leewayMs = 2_000;

type Clock = Pick<Context, 'clock' | 'wait'>;

/** Clients that read alarms and their topics. */
interface AlarmClients {
  cloudWatch: Pick<CloudWatchClient, 'send'>;
  sns: Pick<SNSClient, 'send'>;
}

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_AlarmHistoryItem.html */
const hasSucceeded = (summary: string, data: string): boolean => {
  try {
    return (JSON.parse(data) as { actionState?: string }).actionState === 'Succeeded';
  } catch {
    return summary.startsWith('Successfully');
  }
};

/** Triggers a quiet alarm, checks its actions, and resets it. */
const triggerAlarm = async (
  { cloudWatch }: AlarmClients,
  { name: AlarmName, state, actions }: Alarm,
  { clock, wait }: Clock,
): Promise<Finding[]> => {
  const setState = (StateValue: string, StateReason: string) =>
    cloudWatch.send(
      new SetAlarmStateCommand({ AlarmName, StateValue: StateValue as StateValue, StateReason }),
    );
  const startedAtMs = clock();
  await setState('ALARM', 'Triggered by scrap-prices doctor to test notifications.');
  try {
    while (clock() - startedAtMs <= notificationTimeoutMs) {
      const { AlarmHistoryItems = [] } = await cloudWatch.send(
        new DescribeAlarmHistoryCommand({
          AlarmName,
          HistoryItemType: 'Action',
          StartDate: new Date(startedAtMs - leewayMs),
          EndDate: new Date(startedAtMs + 3_600_000),
          ScanBy: 'TimestampDescending',
        }),
      );
      const failed = AlarmHistoryItems.find(
        ({ HistorySummary = '', HistoryData = '' }) => !hasSucceeded(HistorySummary, HistoryData),
      );
      if (failed) {
        return [
          problem(
            `The alarm ${AlarmName} was triggered, but the notification failed: ${failed.HistorySummary}`,
            'Allow cloudwatch.amazonaws.com to call sns:Publish in the topic’s policy (with aws:SourceAccount); deploying again restores the policy of the deployment’s own topic. An encrypted topic needs a key that CloudWatch may use.',
          ),
        ];
      }
      if (AlarmHistoryItems.length >= actions.length)
        return [ok(`The alarm ${AlarmName} was triggered, and its topic was notified.`)];
      await wait(pollMs);
    }
  } finally {
    await setState(state, 'Reset by scrap-prices doctor.');
  }
  return [
    problem(
      `The alarm ${AlarmName} was triggered, but its history shows no notification of ${actions.join(' and ')} within ${notificationTimeoutMs / 1_000} s.`,
      'Check the alarm’s history in CloudWatch, and that its actions are enabled.',
    ),
  ];
};

const subscriptionFindings = async ({ sns }: AlarmClients, TopicArn: string): Promise<Finding[]> => {
  const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  if (Subscriptions.length === 0)
    return [
      problem('The alarm topic has no subscription.', 'Subscribe an address, or set alarmEmail and deploy.'),
    ];
  return Subscriptions.filter(({ SubscriptionArn = '' }) => !SubscriptionArn.startsWith('arn:')).map(
    ({ Endpoint }) =>
      problem(
        `${Endpoint} has not confirmed its alarm subscription, so it gets no alarms.`,
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
  clients: AlarmClients,
  alarms: readonly Alarm[],
  clock: Clock,
): Promise<Finding[]> => {
  const notifying = alarms.filter(({ actions }) => actions.length > 0);
  const quiet = notifying.find(({ state }) => state !== 'ALARM');
  const topics = [...new Set(notifying.flatMap(({ actions }) => actions))];
  const triggered = quiet
    ? await unlessRefused('alarm notifications', triggerAlarm(clients, quiet, clock))
    : [unknown('All alarms with actions are active, so none was triggered as a test.')];
  const subscribed = await Promise.all(
    topics.map((topic) => unlessRefused('alarm subscriptions', subscriptionFindings(clients, topic))),
  );
  return [...triggered, ...subscribed.flat()];
};

export const alarmFindings = async (aws: StackOnAws, context: Context): Promise<Finding[]> => {
  const alarms = (await context.service.alarms()) ?? [];
  const recipient = context.service.output('AlarmsTell');
  const findings = alarmStateFindings(alarms, (await aws.parts()).alarmCount, recipient);
  // Emulators do not notify anybody of alarms.
  if (aws.isEmulated || recipient === 'nobody') return findings;
  const clients = { cloudWatch: new CloudWatchClient({}), sns: new SNSClient({}) };
  try {
    return [...findings, ...(await notificationFindings(clients, alarms, context))];
  } finally {
    clients.cloudWatch.destroy();
    clients.sns.destroy();
  }
};
