import { setTimeout as sleep } from 'node:timers/promises';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { callLogMiddleware } from '../api/call-log-middleware.ts';
import { corsMiddleware } from '../api/cors-middleware.ts';
import { problemMiddleware } from '../api/problem-middleware.ts';
import { createCachedLicenseReader } from '../aws/cached-license-reader.ts';
import { dynamoDbDocuments } from '../aws/clients.ts';
import { createDynamoDbDeliveryStore } from '../aws/dynamodb-delivery-store.ts';
import { createDynamoDbLicenseStore } from '../aws/dynamodb-license-store.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { listIn, requireVariable, timingsFrom } from '../domain/deployment.ts';
import { createDeliveriesHandler } from './deliveries.ts';
import { createStatusHandler } from './handler.ts';

const variables = process.env;
const { logger, measure, middlewares, trace } = createTelemetry(
  'status',
  requireVariable(variables, 'deployment'),
);
const documents = dynamoDbDocuments(trace);

const ports = {
  requests: createDynamoDbRequestStore(documents, requireVariable(variables, 'requestsTable')),
  licenses: createCachedLicenseReader(
    createDynamoDbLicenseStore(documents, requireVariable(variables, 'licensesTable')),
  ),
  clock: Date.now,
  timings: timingsFrom(variables),
};
const status = createStatusHandler({
  ...ports,
  sleep,
  onFailed: () => measure('requestsFailed', 'Count', 1),
});
const deliveries = createDeliveriesHandler({
  ...ports,
  deliveries: createDynamoDbDeliveryStore(documents, requireVariable(variables, 'deliveriesTable')),
});

export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(middlewares)
  .use(callLogMiddleware(logger))
  .use(corsMiddleware(listIn(variables, 'allowedOrigins')))
  .use(problemMiddleware((message, error) => logger.error(message, error)))
  .handler((event) => (event.resource.endsWith('/deliveries') ? deliveries(event) : status(event)));
