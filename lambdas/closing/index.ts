import { setTimeout as pause } from 'node:timers/promises';
import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { scraperDynamoDbDocuments, scraperSqs } from '../aws/clients.ts';
import { createDynamoDbJournalStore } from '../aws/dynamodb-journal-store.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createSqsQueue } from '../aws/sqs-queue.ts';
import { createSqsMessageVisibility } from '../aws/sqs-scrape-queue.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { requireVariable, timingsFrom } from '../domain/deployment.ts';
import { createClosingHandler } from './handler.ts';

const variables = process.env;
const { logger, measure, middlewares } = createTelemetry('closing', requireVariable(variables, 'deployment'));
const documents = scraperDynamoDbDocuments();
const queueClient = scraperSqs();
const requestsTable = requireVariable(variables, 'requestsTable');
const closingQueueUrl = requireVariable(variables, 'closingQueueUrl');

export const handler = middy<SQSEvent, SQSBatchResponse>()
  .use(middlewares)
  .handler(
    createClosingHandler({
      requests: createDynamoDbRequestStore(documents, requestsTable),
      journal: createDynamoDbJournalStore(documents, requestsTable),
      visibility: createSqsMessageVisibility(queueClient, closingQueueUrl),
      deliveries: createSqsQueue(queueClient, requireVariable(variables, 'deliveryQueueUrl')),
      clock: Date.now,
      pause,
      timings: timingsFrom(variables),
      log: {
        givenUp: (requestId, group, facts) => {
          logger.warn('Group given up', { requestId, group, ...facts });
          measure('groupsGivenUp', 'Count', 1);
        },
        warn: (message, fields) => logger.warn(message, fields),
        error: (message, { error, ...fields }) => logger.error(message, { ...fields, error: error as Error }),
      },
    }),
  );
