import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { createLogAndMetrics } from './log-and-metrics.ts';

/** Logger and metrics of one function, with their middlewares. */
export const createTelemetry = (serviceName: string, deployment: string) => {
  const { logger, measure, measureBy, publish } = createLogAndMetrics(serviceName, deployment);
  return {
    logger,
    measure,
    measureBy,
    // Handlers log their errors themselves.
    middlewares: [injectLambdaContext(logger, { resetKeys: true }), { after: publish, onError: publish }],
  };
};

export type Telemetry = ReturnType<typeof createTelemetry>;
