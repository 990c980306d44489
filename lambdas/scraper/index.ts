import middy from '@middy/core';
import { dynamoDbDocuments, sqs } from '../aws/clients.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createSqsRetrySoon } from '../aws/sqs-scrape-queue.ts';
import { requireVariable, timingsFrom } from '../domain/deployment.ts';
import { environment } from '../environment.ts';
import { createBrowserTier } from '../web/browser/browser-tier.ts';
import { createEgressPolicy } from '../web/egress/egress-policy.ts';
import { createHttpTier } from '../web/http/http-tier.ts';
import { createScraperHandler } from './handler.ts';

const variables = process.env;
const queueClient = sqs();
const allowedTargets = (variables[environment.allowedTargets] ?? '').split(',').filter(Boolean);
const policy = createEgressPolicy({ allowedTargets });
const userAgent = variables[environment.userAgent] || undefined;

/** Seconds after which a message that failed for a reason of ours is tried again. */
const retryAfterSeconds = 2;

export const handler = middy(
  createScraperHandler({
    requests: createDynamoDbRequestStore(dynamoDbDocuments(), requireVariable(variables, 'requestsTable')),
    openHttpTier: () => createHttpTier({ policy, userAgent }),
    openBrowserTier: () => createBrowserTier({ policy, userAgent }),
    retrySoon: createSqsRetrySoon(queueClient, requireVariable(variables, 'scrapeQueueUrl'), retryAfterSeconds),
    clock: Date.now,
    timings: timingsFrom(variables),
    log: {
      info: (message, fields) => console.log(JSON.stringify({ message, ...fields })),
      warn: (message, fields) => console.warn(JSON.stringify({ message, ...fields })),
      error: (message, fields) => console.error(message, fields),
      written: () => {},
    },
  }),
);
