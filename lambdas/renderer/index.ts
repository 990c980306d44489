import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import { createLogAndMetrics, logLevelOf } from '../aws/log-and-metrics.ts';
import { environment } from '../environment.ts';
import { rendererBudgetFor } from '../memory-budget.ts';
import { readerLimitsFor } from '../reader/reader-limits.ts';
import { createReaderPool } from '../reader/worker-pool.ts';
import { memoryLimitsFor } from '../web/browser/browser-limits.ts';
import { createBrowserTier } from '../web/browser/browser-tier.ts';
import { createChromiumBinary } from '../web/browser/chromium-binary.ts';
import { deleteCoreDumps } from '../web/browser/core-dumps.ts';
import { createFlagSetChoice } from '../web/browser/start-browser.ts';
import { createEgressPolicy } from '../web/egress/egress-policy.ts';
import { createHttpTier } from '../web/http/http-tier.ts';
import type { AskRobots } from '../web/robots.ts';
import { createBrowserRenderer } from './browser-renderer.ts';
import { createRendererHandler } from './handler.ts';
import type { RenderAnswer, RenderEvent } from './protocol.ts';

const telemetry = createLogAndMetrics('renderer');
// Files of an earlier process of this instance. Elsewhere than on AWS, /tmp is other people's as well.
if (process.env.LAMBDA_TASK_ROOT === '/var/task') await deleteCoreDumps(tmpdir());
// Set by Lambda itself: the deployment sets nothing here, and what a page needs comes with it.
const functionMb = Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE) || 2_048;
const budget = rendererBudgetFor(functionMb);
// The bundle carries Chromium beside itself. It is inflated once and kept; browsers live for one event.
const binary = createChromiumBinary(
  fileURLToPath(new URL('./chromium', import.meta.url)),
  process.env[environment.chromePath] || undefined,
  (readyMs) => telemetry.measure('chromiumColdStart', 'Milliseconds', readyMs),
);
const flagSetChoice = createFlagSetChoice();
// The bundle carries the workers' own file beside itself. The first one gets ready while the browser starts.
const reader = createReaderPool({
  entry: new URL('./reader.mjs', import.meta.url),
  limits: readerLimitsFor(budget.readerMb),
});
reader.warm();
const askRobots: AskRobots = (robotsUrl, rules, address, signal) =>
  reader.read('isAllowedByRobots', [robotsUrl, rules, address], signal);

/** A renderer for one event, with a browser of its own. */
const open = (event: RenderEvent) => {
  const advice = process.env[environment.egressAdvice];
  const policy = createEgressPolicy({ allowedTargets: event.AllowedTargets, advice });
  const { UserAgent: userAgent, MaxFetchesPerHost: maxFetchesPerHost, ObeysRobots } = event;
  // For robots.txt alone; the pages themselves are the browser's.
  const http = createHttpTier({
    policy,
    userAgent,
    maxFetchesPerHost,
    robotsPolicy: ObeysRobots ? 'obey' : 'ignore',
    askRobots,
  });
  const browser = createBrowserTier({
    policy,
    binary,
    userAgent,
    limits: { pages: event.MaxPages, ...memoryLimitsFor(budget.browserMb) },
    flagSetChoice,
    onStartFailed: (flagSet, error) => {
      telemetry.measure('browserStartsFailed', 'Count', 1);
      const cause = error instanceof Error ? error.cause : undefined;
      telemetry.logger.warn('A browser did not start', { flagSet, error: (cause ?? error) as Error });
    },
    onLaunch: (launchMs) => telemetry.measure('browserLaunch', 'Milliseconds', launchMs),
  });
  const { permit, politeness } = http;
  const renderer = createBrowserRenderer({ browser, reader, permit, politeness });
  return {
    ...renderer,
    close: async () => {
      await Promise.allSettled([renderer.close(), http.close()]);
    },
  };
};

export const handler = middy<unknown, RenderAnswer>()
  .use([
    injectLambdaContext(telemetry.logger, { resetKeys: true }),
    { after: telemetry.publish, onError: telemetry.publish },
  ])
  .handler(
    createRendererHandler({
      open,
      clock: Date.now,
      log: {
        begun: ({ Deployment, LogLevel, Pages }) => {
          telemetry.nameDeployment(Deployment);
          telemetry.logger.setLogLevel(logLevelOf(LogLevel));
          telemetry.logger.info('Pages to render', { pages: Pages.length });
        },
        error: (message, error) => telemetry.logger.error(message, error as Error),
      },
    }),
  );
