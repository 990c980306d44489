import { SQSClient } from '@aws-sdk/client-sqs';
import { createTurns, type SqsEmulator } from '../emulators/sqs.ts';
import type { DeploymentPlan } from '../template/deployment-plan.ts';
import { startEventSource } from './event-source.ts';
import type { LogListener } from './function-instance.ts';
import type { LocalFunction } from './local-function.ts';
import type { AccessKeys } from './role.ts';
import { instanceLimitOf } from './start-functions.ts';

interface EventSourcesOptions {
  plan: DeploymentPlan;
  /** By ARN. */
  functions: ReadonlyMap<string, LocalFunction>;
  sqs: SqsEmulator;
  keys: AccessKeys;
  maxConcurrency: number | undefined;
  log: LogListener;
  /** Told of each message that is dropped as part of a loop. */
  onRecursionDropped: (functionName: string) => void;
}

/**
 * Lets the messages of each queue come to the function that the template says.
 *
 * @returns whether a function has a message at this moment.
 * @throws Error when an event source leads nowhere.
 */
export const startEventSources = (
  { plan, functions, sqs, keys, maxConcurrency, log, onRecursionDropped }: EventSourcesOptions,
  parts: AsyncDisposableStack,
): ((messageId: string) => boolean) => {
  const pollClient = new SQSClient({
    endpoint: sqs.endpoint,
    region: 'us-east-1',
    credentials: keys.owner,
    useQueueUrlAsEndpoint: false,
    maxAttempts: 1,
  });
  parts.defer(async () => pollClient.destroy());
  const sources: ReturnType<typeof startEventSource>[] = [];
  for (const source of plan.eventSources) {
    const queue = Object.values(plan.queues).find(({ arn }) => arn === source.queueArn);
    const target = functions.get(source.functionArn);
    if (!queue || !target) {
      throw new Error(
        `The template's event source from ${source.queueArn} to ${source.functionArn} leads nowhere.`,
      );
    }
    const running = startEventSource({
      plan: source,
      queueUrl: queue.url,
      concurrency: Math.min(
        instanceLimitOf(maxConcurrency),
        source.maxConcurrency ?? Number.POSITIVE_INFINITY,
      ),
      target,
      client: pollClient,
      turns: createTurns(sqs.server, queue.name),
      traceOf: sqs.traceOf,
      onRecursionDropped: () => onRecursionDropped(target.name),
      log: (text) => log({ functionName: target.plan.name, stream: 'stderr', text }),
    });
    sources.push(running);
    // Functions in work end first, or the poller would wait for them.
    parts.defer(async () => {
      await Promise.all([running.stop(), target.close()]);
    });
  }
  return (messageId) => sources.some(({ isInWork }) => isInWork(messageId));
};
