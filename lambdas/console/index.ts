import { join } from 'node:path';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { callLogMiddleware } from '../api/call-log-middleware.ts';
import { problemMiddleware } from '../api/problem-middleware.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { requireVariable } from '../domain/deployment.ts';
import { createConsoleHandler } from './handler.ts';
import { pagesIn } from './static-page.ts';

const { logger, middlewares } = createTelemetry('console', requireVariable(process.env, 'deployment'));

export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(middlewares)
  .use(callLogMiddleware(logger))
  .use(problemMiddleware((message, error) => logger.error(message, error)))
  .handler(createConsoleHandler(pagesIn(join(import.meta.dirname, 'pages'))));
