import { setTimeout as pause } from 'node:timers/promises';
import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { scraperDynamoDbDocuments, scraperSqs } from '../aws/clients.ts';
import { createDynamoDbHostRecordStore } from '../aws/dynamodb-host-record-store.ts';
import { createDynamoDbJournalStore } from '../aws/dynamodb-journal-store.ts';
import { createDynamoDbRequestStore } from '../aws/dynamodb-request-store.ts';
import { createSqsQueue } from '../aws/sqs-queue.ts';
import { createSqsScrapeRetries } from '../aws/sqs-scrape-queue.ts';
import { createTelemetry } from '../aws/telemetry.ts';
import { listIn, requireVariable, timingsFrom } from '../domain/deployment.ts';
import { environment } from '../environment.ts';
import { scraperBudgetFor } from '../memory-budget.ts';
import { readerLimitsFor } from '../reader/reader-limits.ts';
import { createReaderPool } from '../reader/worker-pool.ts';
import { createEgressPolicy } from '../web/egress/egress-policy.ts';
import { createHttpTier, defaultFetchesPerHost } from '../web/http/http-tier.ts';
import type { PageLoad } from '../web/page-load.ts';
import type { CheckRobots } from '../web/robots.ts';
import { defaultUserAgent, withOwnName } from '../web/user-agent.ts';
import { createScraperHandler } from './handler.ts';
import { scraperLogLines } from './log-lines.ts';
import { meterLoads } from './metered-tier.ts';
import { createRemoteRenderer, type InvokeRenderer } from './remote-renderer.ts';
import { createScraperLog } from './scraper-log.ts';

const variables = process.env;
const deployment = requireVariable(variables, 'deployment');
const telemetry = createTelemetry('scraper', deployment);
const timings = timingsFrom(variables);
const queueClient = scraperSqs();
const documents = scraperDynamoDbDocuments();
const rendererFunction = requireVariable(variables, 'rendererFunction');
let invokeRenderer: InvokeRenderer | undefined;
/** Loaded on first use, since most pages need no browser. */
const invoke: InvokeRenderer = async function* (event, signal) {
  const { createLambdaRenderer, scraperLambda } = await import('../aws/lambda-renderer.ts');
  invokeRenderer ??= createLambdaRenderer(scraperLambda(), rendererFunction);
  yield* invokeRenderer(event, signal);
};
const requestsTable = requireVariable(variables, 'requestsTable');
const allowedTargets = listIn(variables, 'allowedTargets');
const policy = createEgressPolicy({ allowedTargets, advice: variables[environment.egressAdvice] });
const userAgent = withOwnName(
  variables[environment.userAgent] || defaultUserAgent,
  variables[environment.userAgentLink] ?? '',
);
const maxFetchesPerHost = Number(variables[environment.maxFetchesPerHost] || defaultFetchesPerHost);
const robotsPolicy = variables[environment.robotsPolicy] === 'obey' ? 'obey' : 'ignore';
/** Settings for the renderer, which has no environment of its own. */
const renderSettings = {
  Deployment: deployment,
  LogLevel: variables.POWERTOOLS_LOG_LEVEL || 'INFO',
  UserAgent: userAgent,
  ObeysRobots: robotsPolicy === 'obey',
  MaxFetchesPerHost: maxFetchesPerHost,
  MaxPages: Number(requireVariable(variables, 'maxBrowserPages')),
  AllowedTargets: allowedTargets,
};
// Set by Lambda.
const functionMb = Number(variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE) || 1_024;
// The workers' file is part of the bundle. The first worker starts up while the first page is fetched.
const reader = createReaderPool({
  entry: new URL('./reader.mjs', import.meta.url),
  limits: readerLimitsFor(scraperBudgetFor(functionMb).readerMb),
});
reader.warm();
const checkRobots: CheckRobots = (robotsUrl, rules, address, signal) =>
  reader.compute('isAllowedByRobots', [robotsUrl, rules, address], signal);
const countBytes = ({ wireBytes }: PageLoad) => telemetry.measure('wireBytes', 'Bytes', wireBytes);

export const handler = middy<SQSEvent, SQSBatchResponse>()
  .use(telemetry.middlewares)
  .handler(
    createScraperHandler({
      requests: createDynamoDbRequestStore(documents, requestsTable),
      journal: createDynamoDbJournalStore(documents, requestsTable),
      hosts: createDynamoDbHostRecordStore(documents, requestsTable),
      openHttpTier: () =>
        meterLoads(
          createHttpTier({ policy, userAgent, maxFetchesPerHost, robotsPolicy, checkRobots }),
          countBytes,
        ),
      openRenderer: ({ politeness }) =>
        meterLoads(
          createRemoteRenderer({
            invoke,
            maxConcurrent: Number(requireVariable(variables, 'renderersPerScraper')),
            settings: renderSettings,
            policy,
            politeness,
            clock: Date.now,
            pause,
            onFault: (fault, pages) => {
              telemetry.measure('rendererFaults', 'Count', 1);
              telemetry.logger.warn(scraperLogLines.rendererFailed, {
                kind: fault.kind,
                pages,
                error: fault,
              });
            },
          }),
          countBytes,
        ),
      reader,
      retries: createSqsScrapeRetries(queueClient, requireVariable(variables, 'scrapeQueueUrl')),
      deliveries: createSqsQueue(queueClient, requireVariable(variables, 'deliveryQueueUrl')),
      pause,
      clock: Date.now,
      timings,
      sitesPerHost: maxFetchesPerHost,
      log: createScraperLog(telemetry, timings.processingWindowMs),
    }),
  );
