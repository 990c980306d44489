import { explainAwsError } from '../operations/explain-aws-error.ts';
import type { AlarmNotices, AwsInside } from './aws-inside.ts';
import { differs, type Finding, ok, unknown } from './finding.ts';

const historyLimitMs = 60_000;
const pollMs = 2_000;
/** Clocks differ by less than is corrected. */
const leewayMs = 2_000;

const explained = (error: unknown): string => {
  const told = explainAwsError(error, { hasLocal: false });
  return told instanceof Error ? told.message : String(told);
};

/** Marks as unknown, with the reason, what cannot be tried or asked. */
const unlessRefused = async (what: string, look: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await look();
  } catch (error) {
    return [unknown(`Could not find out ${what}: ${explained(error)}`)];
  }
};

interface Clock {
  clock: () => number;
  wait: (ms: number) => Promise<void>;
}

/** Lets a quiet alarm go off, sees what became of its actions, and puts it back. */
const tryNotice = async (
  notices: AlarmNotices,
  { name, state, actions }: AwsInside['alarms'][number],
  { clock, wait }: Clock,
): Promise<Finding[]> => {
  const startedAtMs = clock();
  await notices.setState(name, 'ALARM', 'Set by scrap-prices doctor, to try whether alarms are told.');
  try {
    for (;;) {
      const told = await notices.actionsSince(name, startedAtMs - leewayMs);
      const failed = told.find(({ hasSucceeded }) => !hasSucceeded);
      if (failed) {
        return [
          differs(
            `The alarm ${name} was set off, and nobody was told: ${failed.summary}`,
            'Let the policy of the topic allow sns:Publish to cloudwatch.amazonaws.com (with aws:SourceAccount); that of the deployment itself comes back by deploying again. An encrypted topic needs a key that CloudWatch may use.',
          ),
        ];
      }
      if (told.length >= actions.length)
        return [ok(`The alarm ${name} was set off, and its topic was told.`)];
      if (clock() - startedAtMs > historyLimitMs) break;
      await wait(pollMs);
    }
  } finally {
    await notices.setState(name, state, 'Put back by scrap-prices doctor.');
  }
  return [
    differs(
      `The alarm ${name} was set off, and within ${historyLimitMs / 1_000} s its history had no word of telling ${actions.join(' and ')}.`,
      'See the history of the alarm in CloudWatch, and whether its actions are enabled.',
    ),
  ];
};

const subscriptionFindings = async (notices: AlarmNotices, topicArn: string): Promise<Finding[]> => {
  const subscriptions = await notices.subscriptions(topicArn);
  if (subscriptions.length === 0) {
    return [
      differs(
        'Nobody has subscribed to the topic of alarms.',
        'Subscribe an address, or set alarmEmail and deploy.',
      ),
    ];
  }
  return subscriptions
    .filter(({ isConfirmed }) => !isConfirmed)
    .map(({ endpoint }) =>
      differs(
        `${endpoint} has not confirmed the subscription to alarms, and is told nothing.`,
        'Open the link in the mail "AWS Notification - Subscription Confirmation" (it is valid for three days; look for it among junk mail). For another mail, subscribe the address to the topic again.',
      ),
    );
};

/** Finds out whether what an alarm tells arrives: as far as its topic, and from there at confirmed subscriptions. */
export const noticeFindings = async (
  notices: AlarmNotices,
  alarms: AwsInside['alarms'],
  clock: Clock,
): Promise<Finding[]> => {
  const telling = alarms.filter(({ actions }) => actions.length > 0);
  const quiet = telling.find(({ state }) => state !== 'ALARM');
  const topics = [...new Set(telling.flatMap(({ actions }) => actions))];
  const tried = quiet
    ? await unlessRefused('whether an alarm notifies its topic', () => tryNotice(notices, quiet, clock))
    : [unknown('No alarm that tells somebody is quiet, so none was set off to try it.')];
  const subscribed = await Promise.all(
    topics.map((topic) =>
      unlessRefused('who has confirmed a subscription', () => subscriptionFindings(notices, topic)),
    ),
  );
  return [...tried, ...subscribed.flat()];
};
