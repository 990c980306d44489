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
import { metricPeriod, type ServiceFunctions, serviceMetricsOf } from './service-metrics.ts';

export interface AlarmsProps {
  api: RestApi;
  functions: ServiceFunctions;
  /** Dead-letter queue of watches; absent without watches. */
  watchDeadLetters?: Queue | undefined;
  deadLetterQueue: Queue;
  deliveryDeadLetters: Queue;
  timings: Timings;
  /** Name of the deployment. */
  deployment: string;
  exports: boolean;
  /** Adds alarms on computed metrics. */
  metricMath: boolean;
  /** Notified when an alarm starts or ends; absent: alarms are only visible in CloudWatch. */
  topic?: ITopic | undefined;
}

/** Anchor of an alarm's section in docs/runbook.md. */
const runbookAnchor = (alarmName: string): string =>
  alarmName.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/** Every alarm has a section in docs/runbook.md. */
export class Alarms extends Construct {
  readonly alarms: Alarm[] = [];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { api, functions, timings } = props;
    const windowSeconds = timings.processingWindowMs / 1_000;
    const serviceMetric = serviceMetricsOf(props.deployment);
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
        // No data is no alarm.
        treatMissingData: TreatMissingData.NOT_BREACHING,
        alarmDescription: `Deployment ${props.deployment}: ${meaning} What to do: docs/runbook.md#${runbookAnchor(name)}`,
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
      'QueueWait',
      `Groups waited for a scraper for more than a fifth of the ${windowSeconds} s that a request has.`,
      // The age of the oldest message would include messages in work. Functions report when they end, and CloudWatch
      // evaluates a minute later: with a fifth, half of the window is left.
      serviceMetric('scraper', 'queueWait', 'p90').with({ period: Duration.minutes(1) }),
      windowSeconds * 200,
    );
    add(
      'ScrapeDeadLetters',
      'Groups of sites failed in every delivery, and are in their dead-letter queue.',
      props.deadLetterQueue.metricApproximateNumberOfMessagesVisible({ ...period, statistic: 'max' }),
      0,
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
      'RendererFunctionErrors',
      'The renderer crashed or timed out several times; its pages are retried once, individually.',
      functions.renderer.metricErrors(period),
      5,
    );
    add(
      'ClosingFunctionErrors',
      'The closing function crashed or timed out: requests with unfinished groups fail.',
      functions.closing.metricErrors(period),
      0,
    );
    add(
      'DeliveryFunctionErrors',
      'The delivery function crashed or timed out several times; its messages are delivered again.',
      functions.delivery.metricErrors(period),
      5,
    );
    add(
      'WebhooksGivenUp',
      'A webhook failed every attempt, so the end of its request was not delivered.',
      serviceMetric('delivery', 'webhooksGivenUp'),
      0,
    );
    if (props.exports) {
      add(
        'ExportsLate',
        "The end of a request was not written to the operator's bucket, or not sent to its event bus, within two minutes.",
        serviceMetric('delivery', 'exportsLate'),
        0,
      );
    }
    add(
      'DeliveryDeadLetters',
      'Delivery messages failed repeatedly, and are in their dead-letter queue.',
      props.deliveryDeadLetters.metricApproximateNumberOfMessagesVisible({ ...period, statistic: 'max' }),
      0,
    );
    if (props.watchDeadLetters) {
      add(
        'WatchDeadLetters',
        'Steps of watches failed repeatedly, and are in their dead-letter queue.',
        props.watchDeadLetters.metricApproximateNumberOfMessagesVisible({ ...period, statistic: 'max' }),
        0,
      );
    }
    add(
      'ApiServerErrors',
      'Callers got 5xx responses.',
      api.metricServerError({ ...period, statistic: 'sum' }),
      5,
    );
    add(
      'ApiLatency',
      'The queue function took longer than two seconds for one request in twenty.',
      // The API's latency would include held status calls (Prefer: wait), and AWS bills seven metrics for each operation
      // that has its own.
      functions.queue.metricDuration({ ...period, statistic: 'p95' }),
      2_000,
      3,
    );
    if (!props.metricMath) return;
    // An expression needs a value of each metric, and most have none while all is well.
    const sumOf = (usingMetrics: Record<string, IMetric>): MathExpression =>
      new MathExpression({
        expression: Object.keys(usingMetrics)
          .map((name) => `FILL(${name}, 0)`)
          .join(' + '),
        usingMetrics,
        ...period,
      });
    add(
      'FunctionThrottles',
      'Lambda refused calls of the API or of the renderer: the concurrency of the account or function is used up.',
      sumOf({
        // Messages of the others are delivered again; if they wait for long, QueueWait tells.
        queue: functions.queue.metricThrottles(period),
        status: functions.status.metricThrottles(period),
        renderer: functions.renderer.metricThrottles(period),
      }),
      0,
    );
    const inQueues = { scraper: functions.scraper, closing: functions.closing, delivery: functions.delivery };
    const consumers: Record<string, IFunction> = {
      ...inQueues,
      ...(functions.watcher && { watcher: functions.watcher }),
    };
    add(
      'RecursionDropped',
      'Lambda classified a chain of messages as a loop and dropped it, so its work is not done.',
      sumOf(
        Object.fromEntries(
          Object.entries(consumers).map(([name, fn]) => [
            name,
            fn.metric('RecursiveInvocationsDropped', { ...period, statistic: 'Sum' }),
          ]),
        ),
      ),
      0,
    );
    const queued = functions.watcher ? '(FILL(called, 0) + FILL(watched, 0))' : 'FILL(called, 0)';
    add(
      'FailedRequests',
      'More than one queued request in twenty did not complete.',
      // Requests in progress at the end of a period count in the next, so a single period means little. Three in a row
      // mean that the backlog grows, or that requests are lost.
      new MathExpression({
        expression: `100 * (${queued} - FILL(completed, 0)) / (${queued} + 0.001)`,
        usingMetrics: {
          called: serviceMetric('queue', 'requestsQueued'),
          ...(functions.watcher && { watched: serviceMetric('watcher', 'watchScrapes') }),
          completed: serviceMetric('scraper', 'requestsCompleted'),
        },
        ...period,
      }),
      5,
      3,
    );
  }
}
