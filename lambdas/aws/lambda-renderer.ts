import {
  InvokeWithResponseStreamCommand,
  type InvokeWithResponseStreamCompleteEvent,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import type { RenderEvent } from '../domain/render-protocol.ts';
import { RendererFault, type RendererFaultKind } from '../domain/renderer-fault.ts';

/**
 * Patterns in the type or message of Lambda's error for a function that did not return. "signal: killed" is
 * ambiguous: it also occurs without a lack of memory.
 */
const endings: readonly (readonly [RegExp, RendererFaultKind])[] = [
  [/timed ?out/i, 'TimedOut'],
  [/OutOfMemory|heap out of memory/i, 'OutOfMemory'],
];

/** Temporary refusals. */
const throttles = new Set(['TooManyRequestsException', 'ThrottlingException', 'EC2ThrottledException']);

/** Permanent refusals. */
const misconfigurations = new Set([
  'AccessDeniedException',
  'ResourceNotFoundException',
  'InvalidParameterValueException',
  'InvalidRuntimeException',
  'RequestTooLargeException',
  'UnrecognizedClientException',
]);

/** Kind of a failed invocation. A compromised function may have written the texts, so nothing else is used. */
const endingOf = (...texts: (string | undefined)[]): RendererFaultKind => {
  const text = texts.map((one = '') => one.slice(0, 2_000)).join(' ');
  return endings.find(([pattern]) => pattern.test(text))?.[1] ?? 'Crashed';
};

const faultOf = (error: unknown): RendererFaultKind => {
  const name = error instanceof Error ? error.name : '';
  if (throttles.has(name)) return 'Throttled';
  if (misconfigurations.has(name)) return 'Misconfigured';
  return 'Unreachable';
};

/**
 * For invocations that may take as long as their pages. Callers abort them by a signal, and decide about
 * retries.
 */
export const scraperLambda = (): LambdaClient =>
  new LambdaClient({ maxAttempts: 1, requestHandler: { connectionTimeout: 1_000 } });

/**
 * Invokes the renderer through Lambda, and passes its response on while it arrives.
 *
 * @param client - without retries; the caller decides about them.
 * @throws RendererFault, or the signal's reason.
 */
export const createLambdaRenderer = (client: LambdaClient, FunctionName: string) =>
  async function* (event: RenderEvent, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    const command = new InvokeWithResponseStreamCommand({ FunctionName, Payload: JSON.stringify(event) });
    let end: InvokeWithResponseStreamCompleteEvent | undefined;
    try {
      const { EventStream = [] } = await client.send(command, { abortSignal: signal });
      for await (const { PayloadChunk, InvokeComplete } of EventStream) {
        if (PayloadChunk?.Payload) yield PayloadChunk.Payload;
        end ??= InvokeComplete;
      }
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      throw new RendererFault(faultOf(cause), 'The renderer could not be invoked.', { cause });
    }
    if (!end) throw new RendererFault('Unreachable', 'The connection ended before the response.');
    if (end.ErrorCode !== undefined) {
      throw new RendererFault(endingOf(end.ErrorCode, end.ErrorDetails), 'The renderer ended with an error.');
    }
  };
