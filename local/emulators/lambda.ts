import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InvocationOutcome } from '../functions/function-instance.ts';
import type { LocalFunction } from '../functions/local-function.ts';
import {
  type Admits,
  accessKeyIn,
  denyCall,
  type Endpoint,
  readBody,
  refuseCall,
  startEndpoint,
} from './endpoint.ts';

interface LambdaEmulatorOptions {
  /** @param name - or ARN. */
  find: (name: string) => LocalFunction | undefined;
  mayInvoke: (accessKeyId: string, functionArn: string) => boolean;
  admits: Admits;
}

/** Lambda's limit for event and answer of a synchronous invocation. */
const maxPayloadBytes = 6 * 1024 * 1024;

const invokePath = /^\/2015-03-31\/functions\/([^/]+)\/invocations\/?$/;

const answer = (response: ServerResponse, outcome: InvocationOutcome): void => {
  const tooLarge = {
    errorType: 'Function.ResponseSizeTooLarge',
    errorMessage: `Response payload size exceeded maximum allowed payload size (${maxPayloadBytes} bytes).`,
  };
  const sizeError = outcome.kind === 'result' && outcome.bytes > maxPayloadBytes ? tooLarge : undefined;
  const error = outcome.kind === 'error' ? outcome.error : sizeError;
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'X-Amz-Executed-Version': '$LATEST',
    ...(error && { 'X-Amz-Function-Error': 'Unhandled' }),
  });
  response.end(JSON.stringify(error ?? (outcome.kind === 'result' && outcome.payload) ?? null));
};

/** Serves Lambda's Invoke API; every other call is denied. */
export const startLambda = async ({ find, mayInvoke, admits }: LambdaEmulatorOptions): Promise<Endpoint> => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = invokePath.exec((request.url ?? '').split('?')[0]!)?.[1];
    const target = name === undefined ? undefined : find(decodeURIComponent(name));
    const body = await readBody(request, maxPayloadBytes);
    const caller = accessKeyIn(request);
    if (request.method !== 'POST' || name === undefined || (target && !mayInvoke(caller, target.arn))) {
      denyCall(response);
    } else if (!target) {
      refuseCall(response, 404, 'ResourceNotFoundException', `Function not found: ${name}`);
    } else if (typeof body === 'string') {
      refuseCall(
        response,
        413,
        'RequestTooLargeException',
        `The event is larger than ${maxPayloadBytes} bytes.`,
      );
    } else if (target.isThrottled) {
      refuseCall(response, 429, 'TooManyRequestsException', 'Rate Exceeded.');
    } else {
      const trace = request.headers['x-amzn-trace-id'];
      const event = JSON.parse(body.toString('utf8') || 'null') as unknown;
      answer(response, await target.invoke(event, undefined, [trace?.toString()]));
    }
  };
  return startEndpoint(serve, admits);
};
