import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChunkListener, InvocationOutcome } from '../functions/function-instance.ts';
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
import { encodeEvent } from './event-stream.ts';

interface LambdaEmulatorOptions {
  /** @param name - or ARN. */
  find: (name: string) => LocalFunction | undefined;
  mayInvoke: (accessKeyId: string, functionArn: string) => boolean;
  admits: Admits;
}

/** Lambda's limit for event and answer of a synchronous invocation. */
const maxPayloadBytes = 6 * 1024 * 1024;

const invokePath = /^\/(?:2015-03-31|2021-11-15)\/functions\/([^/]+)\/(response-streaming-)?invocations\/?$/;

type Answer = (
  response: ServerResponse,
  invoke: (onChunk?: ChunkListener) => Promise<InvocationOutcome>,
) => Promise<void>;

const answerWhole: Answer = async (response, invoke) => {
  const outcome = await invoke();
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

/** Passes a response on while it arrives; at its end if the function does not stream it. */
const answerInStream: Answer = async (response, invoke) => {
  response.writeHead(200, { 'Content-Type': 'application/vnd.amazon.eventstream' });
  let isStreamed = false;
  const write: ChunkListener = (chunk) => {
    isStreamed = true;
    response.write(encodeEvent('PayloadChunk', 'application/octet-stream', chunk));
  };
  const outcome = await invoke(write);
  if (outcome.kind === 'result' && !isStreamed) write(Buffer.from(JSON.stringify(outcome.payload)));
  const { errorType, errorMessage } = outcome.kind === 'error' ? outcome.error : {};
  const end = JSON.stringify({ ErrorCode: errorType, ErrorDetails: errorMessage });
  response.end(encodeEvent('InvokeComplete', 'application/json', Buffer.from(end)));
};

/** Returns the name in the path of a call that invokes a function, and the answer that it asks for. */
const callOf = ({ url = '' }: IncomingMessage): { name: string | undefined; answer: Answer } => {
  const [, name, isStreamed] = invokePath.exec(url.split('?')[0]!) ?? [];
  return { name: name && decodeURIComponent(name), answer: isStreamed ? answerInStream : answerWhole };
};

/** Serves Lambda's Invoke and InvokeWithResponseStream; every other call is denied. */
export const startLambda = async ({ find, mayInvoke, admits }: LambdaEmulatorOptions): Promise<Endpoint> => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { name, answer } = callOf(request);
    const target = name === undefined ? undefined : find(name);
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
      const trace = request.headers['x-amzn-trace-id']?.toString();
      const event = JSON.parse(body.toString('utf8') || 'null') as unknown;
      await answer(response, (onChunk) => target.invoke(event, undefined, [trace], onChunk));
    }
  };
  return startEndpoint(serve, admits);
};
