import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { callLogMiddleware } from '../api/call-log-middleware.ts';
import { problemMiddleware } from '../api/problem-middleware.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { requireVariable } from '../domain/deployment.ts';
import { createConsoleHandler } from './handler.ts';
import { contentTypes, type StaticPage } from './static-page.ts';

const { logger, middlewares } = createTelemetry('console', requireVariable(process.env, 'deployment'));

/** Reads the bundle's files. */
const pagesIn = (folder: string): Map<string, StaticPage> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    files.flatMap((file): [string, StaticPage][] => {
      const contentType = contentTypes[extname(file)];
      if (contentType === undefined) return [];
      const body = readFileSync(join(folder, file), 'utf8');
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      return [[file.replaceAll(sep, '/'), { body, contentType, etag }]];
    }),
  );
};

export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(middlewares)
  .use(callLogMiddleware(logger))
  .use(problemMiddleware((message, error) => logger.error(message, error)))
  .handler(createConsoleHandler(pagesIn(join(import.meta.dirname, 'pages'))));
