import { randomUUID } from 'node:crypto';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { callLogMiddleware } from '../api/call-log-middleware.ts';
import { createCallMeter } from '../api/call-meter.ts';
import { corsMiddleware } from '../api/cors-middleware.ts';
import { problemMiddleware } from '../api/problem-middleware.ts';
import { createCachedLicenseReader } from '../aws/cached-license-reader.ts';
import { dynamoDbDocuments, sqs } from '../aws/clients.ts';
import { createDynamoDbDeliveryStore } from '../aws/dynamodb-delivery-store.ts';
import { createDynamoDbIdempotencyStore } from '../aws/dynamodb-idempotency-store.ts';
import { createDynamoDbLicenseStore } from '../aws/dynamodb-license-store.ts';
import { createDynamoDbCallCounts, createDynamoDbQuotaStore } from '../aws/dynamodb-quota-store.ts';
import { createDynamoDbReceiverStore } from '../aws/dynamodb-receiver-store.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createSqsQueue } from '../aws/sqs-queue.ts';
import { createSqsScrapeQueue } from '../aws/sqs-scrape-queue.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { listIn, requireVariable, timingsFrom } from '../domain/deployment.ts';
import { inCell } from '../domain/request/cell.ts';
import { environment } from '../environment.ts';
import { createWebhookCheck, readRegistry } from './call-checks.ts';
import { createQueueHandler } from './handler.ts';
import { createResendHandler } from './resend.ts';

const variables = process.env;
const { logger, measure, middlewares } = createTelemetry('queue', requireVariable(variables, 'deployment'));
const documents = dynamoDbDocuments();
const deliveriesTable = requireVariable(variables, 'deliveriesTable');
const queueClient = sqs();
const requestsTable = requireVariable(variables, 'requestsTable');
const usageTable = requireVariable(variables, 'usageTable');
const cell = Number(requireVariable(variables, 'cell'));

const ports = {
  requests: createDynamoDbRequestStore(documents, requestsTable),
  licenses: createCachedLicenseReader(
    createDynamoDbLicenseStore(documents, requireVariable(variables, 'licensesTable')),
  ),
  quotas: createDynamoDbQuotaStore(documents, usageTable),
  clock: Date.now,
  timings: timingsFrom(variables),
};
const deliveryQueue = createSqsQueue(queueClient, requireVariable(variables, 'deliveryQueueUrl'));
const queue = createQueueHandler({
  ...ports,
  idempotency: createDynamoDbIdempotencyStore(documents, requestsTable),
  queue: createSqsScrapeQueue(queueClient, requireVariable(variables, 'scrapeQueueUrl')),
  closing: createSqsQueue(queueClient, requireVariable(variables, 'closingQueueUrl')),
  deliveries: deliveryQueue,
  checkWebhook: createWebhookCheck(variables),
  countRepeat: createCallMeter(
    createDynamoDbCallCounts(documents, usageTable),
    Number(requireVariable(variables, 'statusCallsPerMinute')),
  ),
  newRequestId: () => inCell(cell, randomUUID()),
  exportsToOperator: variables[environment.exportsToOperator] === 'true',
  registry: readRegistry(import.meta.url),
  onQueued: ({ requestId, uid, sites }) => {
    logger.appendKeys({ requestId, uid });
    measure('requestsQueued', 'Count', 1);
    measure('sitesQueued', 'Count', sites);
  },
});
const resend = createResendHandler({
  ...ports,
  deliveries: createDynamoDbDeliveryStore(documents, deliveriesTable),
  receivers: createDynamoDbReceiverStore(documents, deliveriesTable),
  queue: deliveryQueue,
});

export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(middlewares)
  .use(callLogMiddleware(logger))
  .use(corsMiddleware(listIn(variables, 'allowedOrigins')))
  .use(problemMiddleware((message, error) => logger.error(message, error)))
  .handler((event) => (event.resource.endsWith('/deliveries') ? resend(event) : queue(event)));
