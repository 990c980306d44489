import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { scraperDynamoDbDocuments, scraperSqs } from '../aws/clients.ts';
import { createDynamoDbJournalStore } from '../aws/dynamodb-journal-store.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createSqsScrapeRetries } from '../aws/sqs-scrape-queue.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { listIn, requireVariable, timingsFrom } from '../domain/deployment.ts';
import { environment } from '../environment.ts';
import { readerLimitsFor } from '../reader/reader-limits.ts';
import { createReaderPool } from '../reader/worker-pool.ts';
import { defaultBrowserLimits, memoryLimitsFor } from '../web/browser/browser-limits.ts';
import { createBrowserTier } from '../web/browser/browser-tier.ts';
import { createChromiumBinary } from '../web/browser/chromium-binary.ts';
import { createFlagSetChoice } from '../web/browser/start-browser.ts';
import { createEgressPolicy } from '../web/egress/egress-policy.ts';
import { createHttpTier, defaultFetchesPerHost } from '../web/http/http-tier.ts';
import type { PageLoad } from '../web/page-load.ts';
import type { AskRobots } from '../web/robots.ts';
import { defaultUserAgent, withOwnName } from '../web/user-agent.ts';
import { createScraperHandler } from './handler.ts';
import { meterLoads } from './metered-tier.ts';
import { createScraperLog } from './scraper-log.ts';

const variables = process.env;
const telemetry = createTelemetry('scraper', requireVariable(variables, 'deployment'));
const timings = timingsFrom(variables);
const queueClient = scraperSqs(telemetry.trace);
const documents = scraperDynamoDbDocuments(telemetry.trace);
const requestsTable = requireVariable(variables, 'requestsTable');
const allowedTargets = listIn(variables, 'allowedTargets');
const policy = createEgressPolicy({ allowedTargets });
const userAgent = withOwnName(
  variables[environment.userAgent] || defaultUserAgent,
  variables[environment.userAgentLink] ?? '',
);
// The bundle carries Chromium beside itself. It is inflated once and kept; browsers live for one message.
const binary = createChromiumBinary(
  fileURLToPath(new URL('./chromium', import.meta.url)),
  variables[environment.chromePath] || undefined,
  (readyMs) => telemetry.measure('chromiumColdStart', 'Milliseconds', readyMs),
);
const flagSetChoice = createFlagSetChoice();
const maxFetchesPerHost = Number(variables[environment.maxFetchesPerHost] || defaultFetchesPerHost);
const robotsPolicy = variables[environment.robotsPolicy] === 'obey' ? 'obey' : 'ignore';
/** Where nobody says how much the function has. */
const defaultMemoryMb = 2_048;
const pages = Number(variables[environment.maxBrowserPages] || defaultBrowserLimits.pages);
// Set by Lambda itself.
const functionMb = Number(variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE) || undefined;
const memoryLimits = memoryLimitsFor(functionMb);
// The bundle carries the workers' own file beside itself. The first one gets ready while the first page is fetched.
const reader = createReaderPool({
  entry: new URL('./reader.mjs', import.meta.url),
  limits: readerLimitsFor(functionMb ?? defaultMemoryMb),
});
reader.warm();
const askRobots: AskRobots = (robotsUrl, rules, address, signal) =>
  reader.read('isAllowedByRobots', [robotsUrl, rules, address], signal);
const countBytes = ({ wireBytes }: PageLoad) => telemetry.measure('wireBytes', 'Bytes', wireBytes);

export const handler = middy<SQSEvent, SQSBatchResponse>()
  .use(telemetry.middlewares)
  .handler(
    createScraperHandler({
      requests: createDynamoDbRequestStore(documents, requestsTable),
      journal: createDynamoDbJournalStore(documents, requestsTable),
      openHttpTier: () =>
        meterLoads(
          createHttpTier({ policy, userAgent, maxFetchesPerHost, robotsPolicy, askRobots }),
          countBytes,
        ),
      openBrowserTier: () =>
        meterLoads(
          createBrowserTier({
            policy,
            binary,
            userAgent,
            limits: { pages, ...memoryLimits },
            flagSetChoice,
            onStartFailed: (flagSet, error) => {
              telemetry.measure('browserStartsFailed', 'Count', 1);
              const cause = error instanceof Error ? error.cause : undefined;
              telemetry.logger.warn('A browser did not start', { flagSet, error: (cause ?? error) as Error });
            },
            onLaunch: (launchMs) => telemetry.measure('browserLaunch', 'Milliseconds', launchMs),
          }),
          countBytes,
        ),
      reader,
      retries: createSqsScrapeRetries(queueClient, requireVariable(variables, 'scrapeQueueUrl')),
      pause,
      clock: Date.now,
      timings,
      log: createScraperLog(telemetry, timings.processingWindowMs),
    }),
  );
