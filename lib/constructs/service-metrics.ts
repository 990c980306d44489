import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { deploymentDimension, metricNames, metricNamespace } from '../../lambdas/metrics.ts';

/** Dimension `service` of each function's metrics. */
type Service = 'queue' | 'status' | 'scraper' | 'renderer' | 'closing' | 'delivery' | 'watcher';

/** Functions with alarms and graphs. */
export interface ServiceFunctions extends Record<Exclude<Service, 'watcher'>, IFunction> {
  /** Absent: the deployment has no watches. */
  watches?: IFunction;
  watcher?: IFunction;
}

export const metricPeriod = Duration.minutes(5);

/** A metric that the deployment's functions write. */
export const serviceMetricsOf =
  (deployment: string) =>
  (
    service: Service,
    name: keyof typeof metricNames,
    statistic: string = Stats.SUM,
    dimensions: Record<string, string> = {},
  ): Metric =>
    new Metric({
      namespace: metricNamespace,
      metricName: metricNames[name],
      dimensionsMap: { service, [deploymentDimension]: deployment, ...dimensions },
      statistic,
      period: metricPeriod,
    });
