import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InvocationOutcome } from '../functions/function-instance.ts';
import type { LocalFunction } from '../functions/local-function.ts';
import { type Admits, accessKeyIn, denyCall, type Endpoint, startEndpoint } from './endpoint.ts';

interface LambdaEmulatorOptions {
  /** By name or ARN, as a caller names it. */
  find: (name: string) => LocalFunction | undefined;
  /** @param accessKeyId - of whoever signed the call. */
  mayInvoke: (accessKeyId: string, functionArn: string) => boolean;
  admits: Admits;
}

/** Lambda's own limit for the event and for the answer of a synchronous invocation. */
const maxPayloadBytes = 6 * 1024 * 1024;

const invokePath = /^\/2015-03-31\/functions\/([^/]+)\/invocations\/?$/;

const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxPayloadBytes) chunks.push(chunk);
  }
  return length > maxPayloadBytes ? undefined : Buffer.concat(chunks);
};

const refuse = (response: ServerResponse, status: number, type: string, Message: string): void => {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'x-amzn-ErrorType': type })
    .end(JSON.stringify({ Type: 'User', Message, message: Message }));
};

const answer = (response: ServerResponse, outcome: InvocationOutcome): void => {
  const succeed = (payload: unknown, headers: Record<string, string> = {}): void => {
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'X-Amz-Executed-Version': '$LATEST', ...headers })
      .end(JSON.stringify(payload ?? null));
  };
  const fail = (error: object): void => succeed(error, { 'X-Amz-Function-Error': 'Unhandled' });
  if (outcome.kind === 'error') fail(outcome.error);
  else if (outcome.bytes > maxPayloadBytes) {
    fail({
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: `Response payload size exceeded maximum allowed payload size (${maxPayloadBytes} bytes).`,
    });
  } else succeed(outcome.payload);
};

/**
 * Starts an endpoint that answers the Invoke API of Lambda, and refuses every other call to AWS as AWS refuses what a
 * role has no right to.
 */
export const startLambda = async ({ find, mayInvoke, admits }: LambdaEmulatorOptions): Promise<Endpoint> => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = invokePath.exec((request.url ?? '').split('?')[0]!)?.[1];
    const target = name === undefined ? undefined : find(decodeURIComponent(name));
    const body = await readBody(request);
    const caller = accessKeyIn(request);
    if (request.method !== 'POST' || name === undefined || (target && !mayInvoke(caller, target.arn))) {
      denyCall(response);
    } else if (!target) {
      refuse(response, 404, 'ResourceNotFoundException', `Function not found: ${name}`);
    } else if (body === undefined) {
      refuse(response, 413, 'RequestTooLargeException', `The event is larger than ${maxPayloadBytes} bytes.`);
    } else if (target.isThrottled) {
      refuse(response, 429, 'TooManyRequestsException', 'Rate Exceeded.');
    } else {
      const trace = request.headers['x-amzn-trace-id'];
      const event = JSON.parse(body.toString('utf8') || 'null') as unknown;
      answer(response, await target.invoke(event, undefined, [trace?.toString()]));
    }
  };
  return startEndpoint(serve, admits);
};
