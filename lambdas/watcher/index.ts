import { randomUUID } from 'node:crypto';
import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createCachedLicenseReader } from '../aws/cached-license-reader.ts';
import { dynamoDbDocuments, sqs } from '../aws/clients.ts';
import { createDynamoDbIdempotencyStore } from '../aws/dynamodb-idempotency-store.ts';
import { createDynamoDbLicenseStore } from '../aws/dynamodb-license-store.ts';
import { createDynamoDbQuotaStore } from '../aws/dynamodb-quota-store.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createDynamoDbWatchStore } from '../aws/dynamodb-watch-store.ts';
import { createSqsQueue } from '../aws/sqs-queue.ts';
import { createSqsMessageVisibility, createSqsScrapeQueue } from '../aws/sqs-scrape-queue.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { requireVariable, timingsFrom } from '../domain/deployment.ts';
import { inCell } from '../domain/request/cell.ts';
import { dayMs } from '../domain/timing.ts';
import { environment } from '../environment.ts';
import { createWatcherHandler } from './handler.ts';
import { createWatcherLog } from './watcher-log.ts';

const variables = process.env;
const telemetry = createTelemetry('watcher', requireVariable(variables, 'deployment'));
const documents = dynamoDbDocuments();
const queueClient = sqs();
const requestsTable = requireVariable(variables, 'requestsTable');
const watchQueueUrl = requireVariable(variables, 'watchQueueUrl');
const timings = timingsFrom(variables);
const cell = Number(requireVariable(variables, 'cell'));

export const handler = middy<SQSEvent, SQSBatchResponse>()
  .use(telemetry.middlewares)
  .handler(
    createWatcherHandler({
      watches: createDynamoDbWatchStore(documents, requireVariable(variables, 'watchesTable')),
      watchQueue: createSqsQueue(queueClient, watchQueueUrl),
      visibility: createSqsMessageVisibility(queueClient, watchQueueUrl),
      accept: {
        requests: createDynamoDbRequestStore(documents, requestsTable),
        idempotency: createDynamoDbIdempotencyStore(documents, requestsTable),
        queue: createSqsScrapeQueue(queueClient, requireVariable(variables, 'scrapeQueueUrl')),
        closing: createSqsQueue(queueClient, requireVariable(variables, 'closingQueueUrl')),
        deliveries: createSqsQueue(queueClient, requireVariable(variables, 'deliveryQueueUrl')),
        clock: Date.now,
        newRequestId: () => inCell(cell, randomUUID()),
        exportsToOperator: variables[environment.exportsToOperator] === 'true',
        timings,
      },
      licenses: createCachedLicenseReader(
        createDynamoDbLicenseStore(documents, requireVariable(variables, 'licensesTable')),
      ),
      quotas: createDynamoDbQuotaStore(documents, requireVariable(variables, 'usageTable')),
      timings,
      historyMs: Number(requireVariable(variables, 'historyDays')) * dayMs,
      timeoutMs: Number(requireVariable(variables, 'functionTimeoutSeconds')) * 1_000,
      clock: Date.now,
      log: createWatcherLog(telemetry),
    }),
  );
