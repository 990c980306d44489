import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Timings } from '../../lambdas/domain/timing.ts';
import { metricPeriod, serviceMetric } from './service-metrics.ts';

export interface AlarmsProps {
  api: RestApi;
  functions: { queue: IFunction; status: IFunction; scraper: IFunction; closing: IFunction };
  queue: Queue;
  timings: Timings;
  /** Whether alarms on computed metrics are made as well. */
  metricMath: boolean;
  /** Told of each alarm and of its end; absent: alarms are seen in CloudWatch only. */
  topic?: ITopic | undefined;
}

/** Section of docs/runbook.md that an alarm's description leads to: its name, as a Markdown anchor. */
export const runbookAnchor = (alarmName: string): string =>
  alarmName.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/** What wakes somebody up. Every alarm has a section in docs/runbook.md. */
export class Alarms extends Construct {
  readonly alarms: Alarm[] = [];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { api, functions, queue, timings } = props;
    const windowSeconds = timings.processingWindowMs / 1_000;
    const minute = { period: Duration.minutes(1) };
    const period = { period: metricPeriod };

    const add = (
      name: string,
      meaning: string,
      metric: IMetric,
      threshold: number,
      evaluationPeriods = 1,
    ): void => {
      const alarm = new Alarm(this, name, {
        metric,
        threshold,
        evaluationPeriods,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        // Nothing happened is no alarm.
        treatMissingData: TreatMissingData.NOT_BREACHING,
        alarmDescription: `${meaning} What to do: docs/runbook.md#${runbookAnchor(name)}`,
      });
      if (props.topic) {
        alarm.addAlarmAction(new SnsAction(props.topic));
        alarm.addOkAction(new SnsAction(props.topic));
      }
      this.alarms.push(alarm);
    };

    add(
      'GroupsGivenUp',
      'A group of sites was not scraped before the deadline of its request, which was completed without it.',
      serviceMetric('closing', 'groupsGivenUp'),
      0,
    );
    add(
      'OldestMessageNearDeadline',
      `A message has waited for more than half of the ${windowSeconds} s that a request has.`,
      queue.metricApproximateAgeOfOldestMessage({ ...minute, statistic: 'max' }),
      windowSeconds / 2,
      2,
    );
    add(
      'QueueFunctionErrors',
      'The queue function crashed or timed out.',
      functions.queue.metricErrors(period),
      0,
    );
    add(
      'StatusFunctionErrors',
      'The status function crashed or timed out.',
      functions.status.metricErrors(period),
      0,
    );
    add(
      'ScraperFunctionErrors',
      'The scraper function crashed or timed out several times; messages are delivered again.',
      functions.scraper.metricErrors(period),
      5,
    );
    add(
      'ClosingFunctionErrors',
      'The closing function crashed or timed out: requests with a group that is given up fail.',
      functions.closing.metricErrors(period),
      0,
    );
    add(
      'ApiServerErrors',
      'Callers got answers of the class 5xx.',
      api.metricServerError({ ...period, statistic: 'sum' }),
      5,
    );
    add(
      'ApiLatency',
      'One call in twenty took longer than two seconds.',
      api.metricLatency({ ...period, statistic: 'p95' }),
      2_000,
      3,
    );
    if (!props.metricMath) return;
    add(
      'FunctionThrottles',
      'Lambda refused to run a function: the concurrency of the account or of the function is used up.',
      new MathExpression({
        expression: 'queue + status + scraper + closing',
        usingMetrics: {
          queue: functions.queue.metricThrottles(period),
          status: functions.status.metricThrottles(period),
          scraper: functions.scraper.metricThrottles(period),
          closing: functions.closing.metricThrottles(period),
        },
        ...period,
      }),
      0,
    );
    add(
      'FailedRequests',
      'More than one request in twenty was not processed before its deadline.',
      new MathExpression({
        expression: '100 * FILL(failed, 0) / (FILL(failed, 0) + FILL(completed, 0) + 0.001)',
        usingMetrics: {
          failed: serviceMetric('status', 'requestsFailed'),
          completed: serviceMetric('scraper', 'requestsCompleted'),
        },
        ...period,
      }),
      5,
      2,
    );
  }
}
