import { explainAwsError } from '../operations/explain-aws-error.ts';
import type { AlarmNotices, AwsInside } from './aws-inside.ts';
import { differs, type Finding, ok, unknown } from './finding.ts';

const historyLimitMs = 60_000;
const pollMs = 2_000;
/** Tolerance for clock differences. */
const leewayMs = 2_000;

const explained = (error: unknown): string => {
  const told = explainAwsError(error, { hasLocal: false });
  return told instanceof Error ? told.message : String(told);
};

/** Reports `unknown` with the reason if AWS refuses the calls. */
const unlessRefused = async (what: string, look: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await look();
  } catch (error) {
    return [unknown(`Could not check ${what}: ${explained(error)}`)];
  }
};

interface Clock {
  clock: () => number;
  wait: (ms: number) => Promise<void>;
}

/** Triggers a quiet alarm, checks its actions, and resets it. */
const tryNotice = async (
  notices: AlarmNotices,
  { name, state, actions }: AwsInside['alarms'][number],
  { clock, wait }: Clock,
): Promise<Finding[]> => {
  const startedAtMs = clock();
  await notices.setState(name, 'ALARM', 'Triggered by scrap-prices doctor to test notifications.');
  try {
    for (;;) {
      const told = await notices.actionsSince(name, startedAtMs - leewayMs);
      const failed = told.find(({ hasSucceeded }) => !hasSucceeded);
      if (failed) {
        return [
          differs(
            `The alarm ${name} was triggered, but the notification failed: ${failed.summary}`,
            'Allow cloudwatch.amazonaws.com to call sns:Publish in the topic’s policy (with aws:SourceAccount); deploying again restores the policy of the deployment’s own topic. An encrypted topic needs a key that CloudWatch may use.',
          ),
        ];
      }
      if (told.length >= actions.length)
        return [ok(`The alarm ${name} was triggered, and its topic was notified.`)];
      if (clock() - startedAtMs > historyLimitMs) break;
      await wait(pollMs);
    }
  } finally {
    await notices.setState(name, state, 'Reset by scrap-prices doctor.');
  }
  return [
    differs(
      `The alarm ${name} was triggered, but its history shows no notification of ${actions.join(' and ')} within ${historyLimitMs / 1_000} s.`,
      'Check the alarm’s history in CloudWatch, and that its actions are enabled.',
    ),
  ];
};

const subscriptionFindings = async (notices: AlarmNotices, topicArn: string): Promise<Finding[]> => {
  const subscriptions = await notices.subscriptions(topicArn);
  if (subscriptions.length === 0) {
    return [
      differs('The alarm topic has no subscription.', 'Subscribe an address, or set alarmEmail and deploy.'),
    ];
  }
  return subscriptions
    .filter(({ isConfirmed }) => !isConfirmed)
    .map(({ endpoint }) =>
      differs(
        `${endpoint} has not confirmed its alarm subscription, so it gets no alarms.`,
        'Open the link in the mail "AWS Notification - Subscription Confirmation" (valid for three days; check the junk folder). To get another mail, subscribe the address to the topic again.',
      ),
    );
};

/** Checks that alarms reach their topic, and that the topic has confirmed subscriptions. */
export const noticeFindings = async (
  notices: AlarmNotices,
  alarms: AwsInside['alarms'],
  clock: Clock,
): Promise<Finding[]> => {
  const telling = alarms.filter(({ actions }) => actions.length > 0);
  const quiet = telling.find(({ state }) => state !== 'ALARM');
  const topics = [...new Set(telling.flatMap(({ actions }) => actions))];
  const tried = quiet
    ? await unlessRefused('alarm notifications', () => tryNotice(notices, quiet, clock))
    : [unknown('All alarms with actions are active, so none was triggered as a test.')];
  const subscribed = await Promise.all(
    topics.map((topic) => unlessRefused('alarm subscriptions', () => subscriptionFindings(notices, topic))),
  );
  return [...tried, ...subscribed.flat()];
};
