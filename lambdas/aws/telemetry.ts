import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { captureLambdaHandler } from '@aws-lambda-powertools/tracer/middleware';
import { deploymentDimension, metricNames, metricNamespace } from '../metrics.ts';
import type { TraceClient } from './clients.ts';

export { MetricUnit };

/** Notes of an error that there was one: its text may name a page. */
class DiscreetTracer extends Tracer {
  override addErrorAsMetadata(): void {
    if (this.isTracingEnabled()) this.getSegment()?.addErrorFlag();
  }
}

/** Logger, metrics and tracer of one function, and the middlewares that tie them to an invocation. */
export const createTelemetry = (serviceName: string, deployment: string) => {
  const logger = new Logger({ serviceName });
  const metrics = new Metrics({
    namespace: metricNamespace,
    serviceName,
    defaultDimensions: { [deploymentDimension]: deployment },
  });
  // A trace holds the function and its calls of AWS. With captured requests the tracer would also write the path of
  // every fetched page into X-Ray, and tell each shop the trace's identifier in a header.
  const tracer = new DiscreetTracer({ serviceName, captureHTTPsRequests: false });

  const measure = (name: keyof typeof metricNames, unit: keyof typeof MetricUnit, value: number): void => {
    metrics.addMetric(metricNames[name], MetricUnit[unit], value);
  };

  // Only where there is something: Powertools' own middleware warns of every call without a metric.
  const publish = (): void => {
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  };

  const trace: TraceClient = (client) => tracer.captureAWSv3Client(client);

  return {
    logger,
    measure,
    trace,
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
    // Responses hold callers' data, and errors are logged by whoever handles them.
    middlewares: [
      captureLambdaHandler(tracer, { captureResponse: false }),
      injectLambdaContext(logger, { resetKeys: true }),
      { after: publish, onError: publish },
    ],
  };
};

export type Telemetry = ReturnType<typeof createTelemetry>;
