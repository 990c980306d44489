import { setTimeout as sleep } from 'node:timers/promises';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { callLogMiddleware } from '../api/call-log-middleware.ts';
import { createCallMeter } from '../api/call-meter.ts';
import { corsMiddleware } from '../api/cors-middleware.ts';
import { problemMiddleware } from '../api/problem-middleware.ts';
import { createCachedLicenseReader } from '../aws/cached-license-reader.ts';
import { dynamoDbDocuments } from '../aws/clients.ts';
import { createDynamoDbDeliveryStore } from '../aws/dynamodb-delivery-store.ts';
import { createDynamoDbHeldCalls } from '../aws/dynamodb-held-calls.ts';
import { createDynamoDbLicenseStore } from '../aws/dynamodb-license-store.ts';
import { createDynamoDbCallCounts } from '../aws/dynamodb-quota-store.ts';
import { createDynamoDbReceiverStore } from '../aws/dynamodb-receiver-store.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { listIn, requireVariable, timingsFrom } from '../domain/deployment.ts';
import { createDeliveriesHandler } from './deliveries.ts';
import { createStatusHandler } from './handler.ts';

const variables = process.env;
const { logger, measure, middlewares } = createTelemetry('status', requireVariable(variables, 'deployment'));
const documents = dynamoDbDocuments();
const usageTable = requireVariable(variables, 'usageTable');
const deliveriesTable = requireVariable(variables, 'deliveriesTable');
const ports = {
  requests: createDynamoDbRequestStore(documents, requireVariable(variables, 'requestsTable')),
  licenses: createCachedLicenseReader(
    createDynamoDbLicenseStore(documents, requireVariable(variables, 'licensesTable')),
  ),
  countCall: createCallMeter(
    createDynamoDbCallCounts(documents, usageTable),
    Number(requireVariable(variables, 'statusCallsPerMinute')),
  ),
  clock: Date.now,
  timings: timingsFrom(variables),
};
const status = createStatusHandler({
  ...ports,
  held: createDynamoDbHeldCalls(documents, usageTable, Number(requireVariable(variables, 'maxHeldCalls'))),
  sleep,
  onFailed: () => measure('requestsFailed', 'Count', 1),
});
const deliveries = createDeliveriesHandler({
  ...ports,
  deliveries: createDynamoDbDeliveryStore(documents, deliveriesTable),
  receivers: createDynamoDbReceiverStore(documents, deliveriesTable),
});

export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(middlewares)
  .use(callLogMiddleware(logger))
  .use(corsMiddleware(listIn(variables, 'allowedOrigins')))
  .use(problemMiddleware((message, error) => logger.error(message, error)))
  .handler((event) => (event.resource.endsWith('/deliveries') ? deliveries(event) : status(event)));
