import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { RenderEvent } from '../renderer/protocol.ts';
import { RendererFault, type RendererFaultKind } from '../renderer/renderer-fault.ts';

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

/**
 * Kind of a failed invocation. A compromised function may have written the payload, so nothing else is used.
 */
const endingOf = (payload: Uint8Array | undefined): RendererFaultKind => {
  const text = Buffer.from(payload ?? []).toString('utf8', 0, 2_000);
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
 * Invokes the renderer through Lambda, and waits for its response.
 *
 * @param client - without retries; the caller decides about them.
 * @throws RendererFault, or the signal's reason.
 */
export const createLambdaRenderer =
  (client: LambdaClient, FunctionName: string) =>
  async (event: RenderEvent, signal: AbortSignal): Promise<Uint8Array> => {
    const invoke = async () => {
      try {
        return await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }), {
          abortSignal: signal,
        });
      } catch (cause) {
        if (signal.aborted) throw signal.reason;
        throw new RendererFault(faultOf(cause), 'The renderer could not be invoked.', { cause });
      }
    };
    const { FunctionError, Payload } = await invoke();
    if (FunctionError !== undefined) {
      throw new RendererFault(endingOf(Payload), `The renderer ended with an error (${FunctionError}).`);
    }
    return Payload ?? new Uint8Array();
  };
