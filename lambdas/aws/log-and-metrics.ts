import { Logger, LogLevel } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { deploymentDimension, metricNames, metricNamespace } from '../metrics.ts';

/** @returns the log level of this name; `INFO` if unknown. */
export const logLevelOf = (name: string): keyof typeof LogLevel =>
  Object.hasOwn(LogLevel, name) ? (name as keyof typeof LogLevel) : 'INFO';

/**
 * Logger and metrics of one function. Both only write to its log; neither calls AWS.
 *
 * @param deployment - absent if set later with `nameDeployment`.
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
    /** The same with another dimension, as a separate log line. */
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
    /** For a function that gets its deployment from the event. */
    nameDeployment: (name: string): void => {
      if (name === named) return;
      named = name;
      metrics.setDefaultDimensions({ [deploymentDimension]: name });
    },
    // Only with metrics: Powertools' own middleware warns about calls without any.
    publish: (): void => {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
};
