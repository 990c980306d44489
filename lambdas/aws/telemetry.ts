import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { captureLambdaHandler } from '@aws-lambda-powertools/tracer/middleware';
import type { TraceClient } from './clients.ts';
import { createLogAndMetrics } from './log-and-metrics.ts';

export { MetricUnit } from './log-and-metrics.ts';

/** Notes of an error that there was one: its text may name a page. */
class DiscreetTracer extends Tracer {
  override addErrorAsMetadata(): void {
    if (this.isTracingEnabled()) this.getSegment()?.addErrorFlag();
  }
}

/** Logger, metrics and tracer of one function, and the middlewares that tie them to an invocation. */
export const createTelemetry = (serviceName: string, deployment: string) => {
  const { logger, measure, measureBy, publish } = createLogAndMetrics(serviceName, deployment);
  // A trace holds the function and its calls of AWS. With captured requests the tracer would also write the path of
  // every fetched page into X-Ray, and tell each shop the trace's identifier in a header.
  const tracer = new DiscreetTracer({ serviceName, captureHTTPsRequests: false });
  const trace: TraceClient = (client) => tracer.captureAWSv3Client(client);

  return {
    logger,
    measure,
    trace,
    measureBy,
    // Responses hold callers' data, and errors are logged by whoever handles them.
    middlewares: [
      captureLambdaHandler(tracer, { captureResponse: false }),
      injectLambdaContext(logger, { resetKeys: true }),
      { after: publish, onError: publish },
    ],
  };
};

export type Telemetry = ReturnType<typeof createTelemetry>;
