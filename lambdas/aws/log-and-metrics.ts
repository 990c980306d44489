import { Logger, LogLevel } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { deploymentDimension, metricNames, metricNamespace } from '../metrics.ts';

/** @returns the level of that name; `INFO` for one that nobody knows. */
export const logLevelOf = (name: string): keyof typeof LogLevel =>
  Object.hasOwn(LogLevel, name) ? (name as keyof typeof LogLevel) : 'INFO';

/**
 * Logger and metrics of one function. Both are lines of its log; neither calls AWS.
 *
 * @param deployment - absent where the function learns it later, see `nameDeployment`.
 */
export const createLogAndMetrics = (serviceName: string, deployment?: string) => {
  const logger = new Logger({ serviceName });
  const metrics = new Metrics({
    namespace: metricNamespace,
    serviceName,
    ...(deployment !== undefined && { defaultDimensions: { [deploymentDimension]: deployment } }),
  });
  let named = deployment;
  return {
    logger,
    measure: (name: keyof typeof metricNames, unit: keyof typeof MetricUnit, value: number): void => {
      metrics.addMetric(metricNames[name], MetricUnit[unit], value);
    },
    /** The same under a dimension of its own; each is a line of its own in the log. */
    measureBy: (
      name: keyof typeof metricNames,
      dimension: string,
      of: string,
      unit: keyof typeof MetricUnit,
      value: number,
    ): void => {
      const single = metrics.singleMetric();
      single.addDimension(dimension, of);
      single.addMetric(metricNames[name], MetricUnit[unit], value);
    },
    /** For a function that learns from its event which deployment it belongs to. */
    nameDeployment: (name: string): void => {
      if (name === named) return;
      named = name;
      metrics.setDefaultDimensions({ [deploymentDimension]: name });
    },
    // Only where there is something: Powertools' own middleware warns of every call without a metric.
    publish: (): void => {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
};
