import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { deploymentDimension, metricNames, metricNamespace } from '../../lambdas/metrics.ts';

/** Value of the dimension `service`, under which each function writes its metrics. */
type Service = 'queue' | 'status' | 'scraper' | 'renderer' | 'closing' | 'delivery' | 'watcher';

export const metricPeriod = Duration.minutes(5);

/** Gives one of a deployment's own metrics, as its functions write it. */
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
