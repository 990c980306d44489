import { randomUUID } from 'node:crypto';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { callLogMiddleware } from '../api/call-log-middleware.ts';
import { createCallMeter } from '../api/call-meter.ts';
import { corsMiddleware } from '../api/cors-middleware.ts';
import { problemMiddleware } from '../api/problem-middleware.ts';
import { createCachedLicenseReader } from '../aws/cached-license-reader.ts';
import { dynamoDbDocuments, sqs } from '../aws/clients.ts';
import { createDynamoDbLicenseStore } from '../aws/dynamodb-license-store.ts';
import { createDynamoDbCallCounts, createDynamoDbQuotaStore } from '../aws/dynamodb-quota-store.ts';
import { createDynamoDbWatchStore } from '../aws/dynamodb-watch-store.ts';
import { createEventBridgeWatchScheduler } from '../aws/eventbridge-watch-scheduler.ts';
import { scheduler } from '../aws/scheduler-client.ts';
import { createSqsQueue } from '../aws/sqs-queue.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { listIn, requireVariable } from '../domain/deployment.ts';
import { createWebhookCheck, readRegistry } from '../queue/call-checks.ts';
import { createWatchesHandler } from './handler.ts';

const variables = process.env;
const { logger, middlewares } = createTelemetry('watches', requireVariable(variables, 'deployment'));
const documents = dynamoDbDocuments();
const usageTable = requireVariable(variables, 'usageTable');

const watches = createWatchesHandler({
  watches: createDynamoDbWatchStore(documents, requireVariable(variables, 'watchesTable')),
  licenses: createCachedLicenseReader(
    createDynamoDbLicenseStore(documents, requireVariable(variables, 'licensesTable')),
  ),
  quotas: createDynamoDbQuotaStore(documents, usageTable),
  countCall: createCallMeter(
    createDynamoDbCallCounts(documents, usageTable),
    Number(requireVariable(variables, 'statusCallsPerMinute')),
  ),
  queue: createSqsQueue(sqs(), requireVariable(variables, 'watchQueueUrl')),
  scheduler: createEventBridgeWatchScheduler(scheduler(), {
    groupName: requireVariable(variables, 'scheduleGroup'),
    queueArn: requireVariable(variables, 'watchQueueArn'),
    roleArn: requireVariable(variables, 'schedulerRoleArn'),
  }),
  registry: readRegistry(import.meta.url),
  checkWebhook: createWebhookCheck(variables),
  clock: Date.now,
  newWatchId: randomUUID,
});

export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(middlewares)
  .use(callLogMiddleware(logger))
  .use(corsMiddleware(listIn(variables, 'allowedOrigins')))
  .use(problemMiddleware((message, error) => logger.error(message, error)))
  .handler(watches);
