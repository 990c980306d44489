import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { RenderEvent } from '../renderer/protocol.ts';
import { RendererFault, type RendererFaultKind } from '../renderer/renderer-fault.ts';

/**
 * How Lambda names the end of a function that could not answer itself, in the error's type or message. "signal: killed"
 * names none: whoever kills it, for want of memory or not, it is the same.
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

/** The end of a failed invocation. A compromised function may have written it: it names a kind, no more. */
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
 * For invocations that are waited for as long as the pages may take: who calls ends them by a signal, and repeats what is
 * worth it.
 */
export const scraperLambda = (): LambdaClient =>
  new LambdaClient({ maxAttempts: 1, requestHandler: { connectionTimeout: 1_000 } });

/**
 * Invokes the renderer through Lambda, and waits for its response.
 *
 * @param client - that makes one attempt; who invokes decides whether it is worth another one.
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
