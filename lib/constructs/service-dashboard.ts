import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  MathExpression,
  SingleValueWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { outcomes } from '../../lambdas/domain/result/result-values.ts';
import { metricPeriod, type ServiceFunctions, serviceMetricsOf } from './service-metrics.ts';

export interface ServiceDashboardProps {
  exports: boolean;
  api: RestApi;
  functions: ServiceFunctions;
  queue: Queue;
  deadLetterQueue: Queue;
  deliveryQueue: Queue;
  deliveryDeadLetters: Queue;
  /** Absent without watches. */
  watchDeadLetters?: Queue | undefined;
  alarms: Alarm[];
  /** Name of the deployment. */
  deployment: string;
}

/** Shows at a glance if the service works, how fast, what fails, and what it costs. */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    const { api, functions, queue, deadLetterQueue, alarms } = props;
    const serviceMetric = serviceMetricsOf(props.deployment);
    const period = { period: metricPeriod };
    const wide = { width: 12, height: 6 };
    const each = Object.values(functions);

    new Dashboard(this, 'Dashboard', { defaultInterval: Duration.hours(6) }).addWidgets(
      new AlarmStatusWidget({ title: 'Is it working?', alarms, width: 24, height: 3 }),
      new SingleValueWidget({
        title: 'Requests',
        width: 12,
        height: 4,
        setPeriodToTimeRange: true,
        metrics: [
          serviceMetric('queue', 'requestsQueued').with({ label: 'queued' }),
          serviceMetric('scraper', 'requestsCompleted').with({ label: 'completed' }),
          serviceMetric('status', 'requestsFailed').with({ label: 'failed' }),
          serviceMetric('delivery', 'failedRequestsReported').with({ label: 'failed, reported by webhook' }),
          serviceMetric('closing', 'groupsGivenUp').with({ label: 'groups given up' }),
          serviceMetric('queue', 'sitesQueued').with({ label: 'sites queued' }),
        ],
      }),
      new SingleValueWidget({
        title: 'How fast? From queueing to completion, ms',
        width: 12,
        height: 4,
        setPeriodToTimeRange: true,
        metrics: ['p50', 'p95', 'p99'].map((statistic) =>
          serviceMetric('scraper', 'completionTime', statistic).with({ label: statistic }),
        ),
      }),
      new GraphWidget({
        title: 'What fails? Sites by outcome',
        ...wide,
        stacked: true,
        left: outcomes.map((outcome) =>
          serviceMetric('scraper', 'sites', 'sum', { Outcome: outcome }).with({ label: outcome }),
        ),
      }),
      new GraphWidget({
        title: 'Sites by tier, and the share of the browser',
        ...wide,
        stacked: true,
        left: ['Http', 'Browser', 'None'].map((tier) =>
          serviceMetric('scraper', 'sitesByTier', 'sum', { Tier: tier }).with({ label: tier }),
        ),
        right: [
          new MathExpression({
            label: 'browser, %',
            expression: '100 * FILL(browser, 0) / (FILL(browser, 0) + FILL(http, 0))',
            usingMetrics: {
              browser: serviceMetric('scraper', 'sitesByTier', 'sum', { Tier: 'Browser' }),
              http: serviceMetric('scraper', 'sitesByTier', 'sum', { Tier: 'Http' }),
            },
          }),
        ],
      }),
      new GraphWidget({
        title: 'Queue',
        ...wide,
        left: [
          queue.metricApproximateNumberOfMessagesVisible(period).with({ label: 'waiting' }),
          queue.metricApproximateNumberOfMessagesNotVisible(period).with({ label: 'in work' }),
          deadLetterQueue.metricApproximateNumberOfMessagesVisible(period).with({ label: 'dead letters' }),
        ],
        right: [
          serviceMetric('scraper', 'queueWait', 'p90').with({ label: 'wait for a scraper, p90, ms' }),
          serviceMetric('scraper', 'messagesDropped').with({ label: 'dropped, too late' }),
        ],
      }),
      new GraphWidget({
        title: 'API',
        ...wide,
        left: [api.metricCount(period), api.metricClientError(period), api.metricServerError(period)],
        right: [
          api
            .metricLatency({ ...period, statistic: 'p95' })
            .with({ label: 'p95 latency with held calls, ms' }),
        ],
      }),
      new GraphWidget({
        title: 'Functions: errors and throttles',
        ...wide,
        left: each.flatMap((fn) => [fn.metricErrors(period), fn.metricThrottles(period)]),
      }),
      new GraphWidget({
        title: 'Browser: launches and cold starts, ms',
        ...wide,
        left: [
          serviceMetric('renderer', 'browserLaunch', 'p95').with({ label: 'launch, p95' }),
          serviceMetric('renderer', 'chromiumColdStart', 'p95').with({ label: 'cold start, p95' }),
        ],
        right: [
          serviceMetric('renderer', 'chromiumColdStart', 'n').with({ label: 'cold starts' }),
          serviceMetric('renderer', 'browserStartsFailed', 'Sum').with({ label: 'starts that failed' }),
          serviceMetric('scraper', 'rendererFaults').with({ label: 'failed invocations' }),
        ],
      }),
      new GraphWidget({
        title: 'Per site: duration, ms, and bytes over the network',
        ...wide,
        left: ['p50', 'p95'].map((statistic) =>
          serviceMetric('scraper', 'siteTime', statistic).with({ label: `time, ${statistic}` }),
        ),
        right: [serviceMetric('scraper', 'wireBytes').with({ label: 'bytes' })],
      }),
      new GraphWidget({
        title: 'Webhooks',
        width: 24,
        height: 6,
        left: [
          serviceMetric('delivery', 'webhooksDelivered').with({ label: 'delivered' }),
          serviceMetric('delivery', 'webhookTriesFailed').with({ label: 'tries that failed' }),
          serviceMetric('delivery', 'webhooksGivenUp').with({ label: 'given up' }),
          ...(props.exports
            ? [
                serviceMetric('delivery', 'exportsMade').with({ label: 'exported to the operator' }),
                serviceMetric('delivery', 'exportsLate').with({ label: 'tries of late exports' }),
              ]
            : []),
          props.deliveryQueue
            .metricApproximateNumberOfMessagesDelayed(period)
            .with({ label: 'delayed messages' }),
          props.deliveryDeadLetters
            .metricApproximateNumberOfMessagesVisible(period)
            .with({ label: 'dead letters' }),
        ],
      }),
      ...(props.watchDeadLetters
        ? [
            new GraphWidget({
              title: 'Watches',
              width: 24,
              height: 6,
              left: [
                serviceMetric('watcher', 'watchScrapes').with({ label: 'scrapes' }),
                serviceMetric('watcher', 'watchScrapesFailed').with({ label: 'refused, failed or lost' }),
                serviceMetric('watcher', 'watchChangesReported').with({
                  label: 'calls that reported changes',
                }),
                props.watchDeadLetters
                  .metricApproximateNumberOfMessagesVisible(period)
                  .with({ label: 'dead letters' }),
              ],
            }),
          ]
        : []),
      new GraphWidget({
        title: 'What it costs: function time, seconds (memory times this is the largest part of the bill)',
        width: 24,
        height: 6,
        left: each.map((fn) => fn.metricDuration({ ...period, statistic: 'sum' })),
      }),
    );
  }
}
