import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InvocationOutcome } from '../functions/function-instance.ts';
import { keepAliveMs } from '../keep-alive.ts';

/** What the Invoke API calls: a function as the local stack runs it. */
export interface InvokableFunction {
  name: string;
  arn: string;
  readonly isThrottled: boolean;
  invoke(event: unknown): Promise<InvocationOutcome>;
}

export interface LambdaEmulatorOptions {
  /** By name or ARN, as a caller names it. */
  find: (name: string) => InvokableFunction | undefined;
  /** @param accessKeyId - of whoever signed the call. */
  mayInvoke: (accessKeyId: string, functionArn: string) => boolean;
}

export interface LambdaEmulator {
  endpoint: string;
  close: () => Promise<void>;
}

/** Lambda's own limit for the event and for the answer of a synchronous invocation. */
const maxPayloadBytes = 6 * 1024 * 1024;

const invokePath = /^\/2015-03-31\/functions\/([^/]+)\/invocations\/?$/;
const accessKeyIn = (header = ''): string => /Credential=([^/]+)\//.exec(header)?.[1] ?? '';

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
export const startLambda = async ({ find, mayInvoke }: LambdaEmulatorOptions): Promise<LambdaEmulator> => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = invokePath.exec((request.url ?? '').split('?')[0]!)?.[1];
    const target = name === undefined ? undefined : find(decodeURIComponent(name));
    const body = await readBody(request);
    const caller = accessKeyIn(request.headers.authorization);
    if (request.method !== 'POST' || name === undefined || (target && !mayInvoke(caller, target.arn))) {
      refuse(response, 403, 'AccessDeniedException', 'The role of the caller does not allow this call.');
    } else if (!target) {
      refuse(response, 404, 'ResourceNotFoundException', `Function not found: ${name}`);
    } else if (body === undefined) {
      refuse(response, 413, 'RequestTooLargeException', `The event is larger than ${maxPayloadBytes} bytes.`);
    } else if (target.isThrottled) {
      refuse(response, 429, 'TooManyRequestsException', 'Rate Exceeded.');
    } else {
      answer(response, await target.invoke(JSON.parse(body.toString('utf8') || 'null')));
    }
  };
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  // A function runs for longer than a server usually waits.
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
