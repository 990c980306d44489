// Lambda's Node.js runtime, run in the process of a function instance: loads the handler and calls it for messages that
// `function-instance.ts` sends over IPC.
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

export interface InvokeMessage {
  requestId: string;
  event: unknown;
  /** `_X_AMZN_TRACE_ID`, which the AWS SDK propagates. */
  trace: string;
  functionArn: string;
  timeoutMs: number;
  clock: FunctionClock;
}

/** The system's clock, shifted, or a fixed moment. */
export type FunctionClock = { offsetMs: number } | { heldAtEpochMs: number };

export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

export type RuntimeMessage =
  | { type: 'ready' }
  | { type: 'init-error'; error: FunctionError }
  /** A part of a streamed response, in Base64. */
  | { type: 'chunk'; requestId: string; data: string }
  | { type: 'result'; requestId: string; payload: string }
  | { type: 'error'; requestId: string; error: FunctionError };

const realNow = Date.now.bind(Date);
let clock: FunctionClock = { offsetMs: 0 };

/** Timers keep their real durations. */
const now = (): number => ('heldAtEpochMs' in clock ? clock.heldAtEpochMs : realNow() + clock.offsetMs);

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});

const send = (message: RuntimeMessage): void => {
  process.send?.(message);
};

const describe = (error: unknown): FunctionError =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') ?? [] }
    : { errorType: 'UnknownError', errorMessage: String(error) };

// The local stack is gone: end everything that this function started.
process.on('disconnect', () => {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit(1);
  }
});

const {
  LAMBDA_TASK_ROOT = '',
  _HANDLER = 'index.handler',
  AWS_LAMBDA_FUNCTION_NAME = '',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE = '128',
  AWS_LAMBDA_LOG_GROUP_NAME = '',
  AWS_LAMBDA_LOG_STREAM_NAME = '',
} = process.env;

type Handler = (event: unknown, ...rest: unknown[]) => unknown;

/** Handlers that write their response to a stream. */
const streaming = new WeakSet<Handler>();
Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: Handler): Handler => {
      streaming.add(handler);
      return handler;
    },
  },
});

const responseStream = (requestId: string): Writable =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      send({ type: 'chunk', requestId, data: chunk.toString('base64') });
      done();
    },
  });

const loadHandler = async (): Promise<Handler> => {
  const [file = 'index', name = 'handler'] = _HANDLER.split('.');
  const module = (await import(pathToFileURL(join(LAMBDA_TASK_ROOT, `${file}.mjs`)).href)) as Record<
    string,
    unknown
  >;
  const handler = module[name];
  if (typeof handler !== 'function') throw new Error(`${file}.mjs exports no function "${name}".`);
  return handler as Handler;
};

let isCacheSaved = false;
/** Saves the compile cache after the first invocation, because instances are killed without notice. */
const saveCompileCache = (): void => {
  if (isCacheSaved) return;
  isCacheSaved = true;
  setImmediate(flushCompileCache);
};

const invoke = async (handler: Handler, message: InvokeMessage): Promise<void> => {
  const endsAt = performance.now() + message.timeoutMs;
  clock = message.clock;
  process.env._X_AMZN_TRACE_ID = message.trace;
  const context = {
    awsRequestId: message.requestId,
    functionName: AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: '$LATEST',
    invokedFunctionArn: message.functionArn,
    memoryLimitInMB: AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: AWS_LAMBDA_LOG_STREAM_NAME,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(endsAt - performance.now())),
  };
  try {
    const result = streaming.has(handler)
      ? await handler(message.event, responseStream(message.requestId), context)
      : await handler(message.event, context);
    send({ type: 'result', requestId: message.requestId, payload: JSON.stringify(result ?? null) });
    saveCompileCache();
  } catch (error) {
    send({ type: 'error', requestId: message.requestId, error: describe(error) });
  }
};

try {
  const handler = await loadHandler();
  process.on('message', (message: InvokeMessage) => void invoke(handler, message));
  send({ type: 'ready' });
} catch (error) {
  send({ type: 'init-error', error: describe(error) });
}
