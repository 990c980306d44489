import { randomUUID } from 'node:crypto';
import middy from '@middy/core';
import { problemMiddleware } from '../api/problem-middleware.ts';
import { createCachedLicenseReader } from '../aws/cached-license-reader.ts';
import { dynamoDbDocuments, sqs } from '../aws/clients.ts';
import { createDynamoDbIdempotencyStore } from '../aws/dynamodb-idempotency-store.ts';
import { createDynamoDbLicenseStore } from '../aws/dynamodb-license-store.ts';
import { createDynamoDbQuotaStore } from '../aws/dynamodb-quota-store.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createSqsScrapeQueue } from '../aws/sqs-scrape-queue.ts';
import { requireVariable, timingsFrom } from '../domain/deployment.ts';
import type { SellingSite } from '../domain/selling-site.ts';
import { createQueueHandler } from './handler.ts';
// The bundler puts the deployment's registry in the place of this empty one.
import registry from './selling-site-registry.json' with { type: 'json' };

const variables = process.env;
const documents = dynamoDbDocuments();
const requestsTable = requireVariable(variables, 'requestsTable');
const sellingSites = registry.SellingSites as SellingSite[];

export const handler = middy(
  createQueueHandler({
    requests: createDynamoDbRequestStore(documents, requestsTable),
    idempotency: createDynamoDbIdempotencyStore(documents, requestsTable),
    licenses: createCachedLicenseReader(
      createDynamoDbLicenseStore(documents, requireVariable(variables, 'licensesTable')),
    ),
    quotas: createDynamoDbQuotaStore(documents, requireVariable(variables, 'usageTable')),
    queue: createSqsScrapeQueue(sqs(), requireVariable(variables, 'scrapeQueueUrl')),
    clock: Date.now,
    newRequestId: randomUUID,
    registry: new Map(sellingSites.map((site) => [site.Name ?? '', site])),
    timings: timingsFrom(variables),
  }),
).use(problemMiddleware((message, error) => console.error(message, error)));
