// The doctor checks that alarms reach a recipient; with fake AWS clients.
import { DescribeAlarmHistoryCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import { expect, it } from 'vitest';
import { notificationFindings } from '../../cli/doctor/alarm-checks.ts';

const topic = 'arn:aws:sns:eu-west-1:123456789012:alarms';
const refused = (action: string): Error =>
  Object.assign(new Error(`not authorized to perform: ${action}`), { name: 'AccessDenied' });

interface Account {
  /** The alarm's history entry for its notification; `undefined` if there is none. */
  action: { HistorySummary: string; HistoryData?: string } | undefined;
  /** Looks at the history until it is there. */
  lateLooks?: number;
  subscriptions: { Endpoint: string; SubscriptionArn: string }[];
  mayNot?: string[];
}

const confirmed = { Endpoint: 'ops@example.com', SubscriptionArn: `${topic}:1` };
const succeeded = {
  HistorySummary: `Successfully executed action ${topic}`,
  HistoryData: JSON.stringify({ actionState: 'Succeeded', notificationResource: topic }),
};
const failed = {
  HistorySummary: `Failed to execute action ${topic}. Received error: "Resource: ${topic} is not authorized"`,
  HistoryData: JSON.stringify({ actionState: 'Failed', notificationResource: topic }),
};

const look = async (
  { action, lateLooks = 0, subscriptions, mayNot = [] }: Account,
  alarms = [
    { name: 'Loud', state: 'ALARM', actions: [topic] },
    { name: 'Mute', state: 'OK', actions: [] },
    { name: 'Quiet', state: 'OK', actions: [topic] },
  ],
) => {
  let nowMs = 0;
  let looks = 0;
  const states: string[] = [];
  const cloudWatch = {
    send: async (command: object) => {
      if (command instanceof SetAlarmStateCommand) {
        if (mayNot.includes('SetAlarmState')) throw refused('cloudwatch:SetAlarmState');
        states.push(`${command.input.AlarmName} ${command.input.StateValue}`);
        return {};
      }
      expect(command).toBeInstanceOf(DescribeAlarmHistoryCommand);
      if (mayNot.includes('DescribeAlarmHistory')) throw refused('cloudwatch:DescribeAlarmHistory');
      looks += 1;
      return { AlarmHistoryItems: action && looks > lateLooks ? [action] : [] };
    },
  };
  const sns = {
    send: async () => {
      if (mayNot.includes('ListSubscriptions')) throw refused('sns:ListSubscriptionsByTopic');
      return { Subscriptions: subscriptions };
    },
  };
  const findings = await notificationFindings(
    { cloudWatch: cloudWatch as never, sns: sns as never },
    alarms,
    {
      clock: () => nowMs,
      wait: async (ms) => {
        nowMs += ms;
      },
    },
  );
  return {
    states,
    outcomes: findings.map(({ outcome }) => outcome),
    text: findings.map(({ text, remedy }) => `${text} ${remedy}`).join('\n'),
  };
};

it('triggers a quiet alarm with actions, waits for its history, and resets it', async () => {
  const { outcomes, states } = await look({ action: succeeded, lateLooks: 3, subscriptions: [confirmed] });
  expect(outcomes).toEqual(['ok']);
  expect(states).toEqual(['Quiet ALARM', 'Quiet OK']);
});

it.each<[string, Account, RegExp]>([
  [
    'a topic that does not let CloudWatch publish',
    { action: failed, subscriptions: [confirmed] },
    /Quiet was triggered, but the notification failed: .*is not authorized.*aws:SourceAccount/,
  ],
  [
    'an action whose history is no JSON',
    { action: { ...failed, HistoryData: 'x' }, subscriptions: [confirmed] },
    /the notification failed/,
  ],
  ['an alarm without a recipient', { action: undefined, subscriptions: [confirmed] }, /no notification of/],
  [
    'a subscription that waits to be confirmed',
    {
      action: succeeded,
      subscriptions: [{ Endpoint: 'ops@example.com', SubscriptionArn: 'PendingConfirmation' }],
    },
    /ops@example\.com has not confirmed/,
  ],
  ['a topic without subscribers', { action: succeeded, subscriptions: [] }, /no subscription/],
])('reports %s, and resets the alarm', async (_what, account, says) => {
  const { outcomes, text, states } = await look(account);
  expect(outcomes).toContain('problem');
  expect(text).toMatch(says);
  expect(states).toEqual(['Quiet ALARM', 'Quiet OK']);
});
