import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { createLogAndMetrics } from './log-and-metrics.ts';

/** Logger and metrics of one function, and the middlewares that tie them to an invocation. */
export const createTelemetry = (serviceName: string, deployment: string) => {
  const { logger, measure, measureBy, publish } = createLogAndMetrics(serviceName, deployment);
  return {
    logger,
    measure,
    measureBy,
    // Errors are logged by whoever handles them.
    middlewares: [injectLambdaContext(logger, { resetKeys: true }), { after: publish, onError: publish }],
  };
};

export type Telemetry = ReturnType<typeof createTelemetry>;
