import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { createLogAndMetrics, logLevelOf } from '../aws/log-and-metrics.ts';
import type { RenderAnswer, RenderEvent } from '../domain/render-protocol.ts';
import { environment } from '../environment.ts';
import { rendererBudgetFor } from '../memory-budget.ts';
import { readerLimitsFor } from '../reader/reader-limits.ts';
import { createReaderPool } from '../reader/worker-pool.ts';
import { processBytesFor } from '../web/browser/browser-limits.ts';
import { createBrowserTier } from '../web/browser/browser-tier.ts';
import { createChromiumBinary } from '../web/browser/chromium-binary.ts';
import { deleteCoreDumps } from '../web/browser/core-dumps.ts';
import { createFlagSetChoice } from '../web/browser/start-browser.ts';
import { createEgressPolicy } from '../web/egress/egress-policy.ts';
import { createHttpTier } from '../web/http/http-tier.ts';
import type { CheckRobots } from '../web/robots.ts';
import { createBrowserRenderer } from './browser-renderer.ts';
import { createRendererHandler } from './handler.ts';

const telemetry = createLogAndMetrics('renderer');
// Left by an earlier process of this instance. Outside AWS, /tmp is shared with others.
if (process.env.LAMBDA_TASK_ROOT === '/var/task') await deleteCoreDumps(tmpdir());
// Set by Lambda. The renderer has no configuration of its own; each event carries its settings.
const functionMb = Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE) || 2_048;
const budget = rendererBudgetFor(functionMb);
// Chromium is part of the bundle. It is unpacked once and kept; each browser serves one event.
const binary = createChromiumBinary(
  fileURLToPath(new URL('./chromium', import.meta.url)),
  process.env[environment.chromePath] || undefined,
  (readyMs) => telemetry.measure('chromiumColdStart', 'Milliseconds', readyMs),
);
const flagSetChoice = createFlagSetChoice();
// The workers' file is part of the bundle. The first worker starts up while the browser starts.
const reader = createReaderPool({
  entry: new URL('./reader.mjs', import.meta.url),
  limits: readerLimitsFor(budget.readerMb),
});
reader.warm();
const checkRobots: CheckRobots = (robotsUrl, rules, address, signal) =>
  reader.compute('isAllowedByRobots', [robotsUrl, rules, address], signal);

/** Creates a renderer with its own browser for one event. */
const open = (event: RenderEvent) => {
  const advice = process.env[environment.egressAdvice];
  const policy = createEgressPolicy({ allowedTargets: event.AllowedTargets, advice });
  const { UserAgent: userAgent, MaxFetchesPerHost: maxFetchesPerHost, ObeysRobots } = event;
  // Only for robots.txt; the browser loads the pages.
  const http = createHttpTier({
    policy,
    userAgent,
    maxFetchesPerHost,
    robotsPolicy: ObeysRobots ? 'obey' : 'ignore',
    checkRobots,
  });
  const browser = createBrowserTier({
    policy,
    binary,
    userAgent,
    limits: { pages: event.MaxPages, processBytes: processBytesFor(budget.browserMb) },
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

const render = createRendererHandler({
  open,
  clock: Date.now,
  log: {
    started: ({ Deployment, LogLevel, Pages }) => {
      telemetry.nameDeployment(Deployment);
      telemetry.logger.setLogLevel(logLevelOf(LogLevel));
      telemetry.logger.info('Pages to render', { pages: Pages.length });
    },
    error: (message, error) => telemetry.logger.error(message, error as Error),
  },
});

// Not middy's own mode for streams, in which the middlewares end before the stream begins.
const withTelemetry = middy<{ event: unknown; write: (line: RenderAnswer) => void }, void>()
  .use([
    injectLambdaContext(telemetry.logger, { resetKeys: true }),
    { after: telemetry.publish, onError: telemetry.publish },
  ])
  .handler(({ event, write }, context) => render(event, context, write));

/** For emulators of Lambda without response streaming: all lines in one. */
const answerAtOnce = async (event: unknown, context: Context): Promise<RenderAnswer> => {
  const Pages: RenderAnswer['Pages'] = [];
  await withTelemetry({ event, write: (line) => Pages.push(...line.Pages) }, context);
  return { Version: 1, Pages };
};

export const handler =
  // Powertools adds to the global, or creates it.
  globalThis.awslambda?.streamifyResponse === undefined
    ? answerAtOnce
    : awslambda.streamifyResponse<unknown>(async (event, stream, context) => {
        const write = (line: RenderAnswer) => stream.write(`${JSON.stringify(line)}\n`);
        await withTelemetry({ event, write }, context);
        await new Promise<void>((resolve, reject) => {
          stream.once('error', reject).end(resolve);
        });
      });
