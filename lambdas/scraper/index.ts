import { fileURLToPath } from 'node:url';
import middy from '@middy/core';
import { dynamoDbDocuments, sqs } from '../aws/clients.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createSqsRetrySoon } from '../aws/sqs-scrape-queue.ts';
import { requireVariable, timingsFrom } from '../domain/deployment.ts';
import { environment } from '../environment.ts';
import { defaultBrowserLimits } from '../web/browser/browser-limits.ts';
import { createBrowserTier } from '../web/browser/browser-tier.ts';
import { createChromiumBinary } from '../web/browser/chromium-binary.ts';
import { createEgressPolicy } from '../web/egress/egress-policy.ts';
import { createHttpTier, defaultFetchesPerHost } from '../web/http/http-tier.ts';
import { defaultUserAgent } from '../web/user-agent.ts';
import { createScraperHandler } from './handler.ts';

const variables = process.env;
const queueClient = sqs();
const allowedTargets = (variables[environment.allowedTargets] ?? '').split(',').filter(Boolean);
const policy = createEgressPolicy({ allowedTargets });
const userAgent = variables[environment.userAgent] || defaultUserAgent;
// The bundle carries Chromium beside itself. It is inflated once and kept; browsers live for one message.
const binary = createChromiumBinary(
  fileURLToPath(new URL('./chromium', import.meta.url)),
  variables[environment.chromePath] || undefined,
);
const maxFetchesPerHost = Number(variables[environment.maxFetchesPerHost] || defaultFetchesPerHost);
const robotsPolicy = variables[environment.robotsPolicy] === 'obey' ? 'obey' : 'ignore';
const pages = Number(variables[environment.maxBrowserPages] || defaultBrowserLimits.pages);

/** Seconds after which a message that failed for a reason of ours is tried again. */
const retryAfterSeconds = 2;

export const handler = middy(
  createScraperHandler({
    requests: createDynamoDbRequestStore(dynamoDbDocuments(), requireVariable(variables, 'requestsTable')),
    openHttpTier: () => createHttpTier({ policy, userAgent, maxFetchesPerHost, robotsPolicy }),
    openBrowserTier: () => createBrowserTier({ policy, binary, userAgent, limits: { pages } }),
    retrySoon: createSqsRetrySoon(
      queueClient,
      requireVariable(variables, 'scrapeQueueUrl'),
      retryAfterSeconds,
    ),
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
