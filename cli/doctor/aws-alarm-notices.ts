import {
  type CloudWatchClient,
  DescribeAlarmHistoryCommand,
  SetAlarmStateCommand,
  type StateValue,
} from '@aws-sdk/client-cloudwatch';
import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { AlarmNotices } from './finding.ts';

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_AlarmHistoryItem.html */
const hasSucceeded = (summary: string, data: string): boolean => {
  try {
    return (JSON.parse(data) as { actionState?: string }).actionState === 'Succeeded';
  } catch {
    return summary.startsWith('Successfully');
  }
};

/** @param clients - that the caller closes. */
export const createAwsAlarmNotices = (
  cloudWatch: Pick<CloudWatchClient, 'send'>,
  sns: Pick<SNSClient, 'send'>,
): AlarmNotices => ({
  setState: async (AlarmName, StateValue, StateReason) => {
    await cloudWatch.send(
      new SetAlarmStateCommand({ AlarmName, StateValue: StateValue as StateValue, StateReason }),
    );
  },
  actionsSince: async (AlarmName, sinceMs) => {
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
  subscriptions: async (TopicArn) => {
    const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
    return Subscriptions.map(({ Endpoint = '', SubscriptionArn = '' }) => ({
      endpoint: Endpoint,
      isConfirmed: SubscriptionArn.startsWith('arn:'),
    }));
  },
});
