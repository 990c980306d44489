// Runs inside the process of a function instance: loads the bundle's handler and calls it, as Lambda's
// Node.js runtime does. It speaks with `function-instance.ts` over the process's IPC channel.
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

export interface InvokeMessage {
  requestId: string;
  event: unknown;
  /** For `_X_AMZN_TRACE_ID`, which the AWS SDK hands on. */
  trace: string;
  functionArn: string;
  /** Time that the function has from now on. */
  timeoutMs: number;
  clock: FunctionClock;
}

/** A function's notion of the present: the system's clock, shifted, or one fixed moment. */
export type FunctionClock = { offsetMs: number } | { heldAtEpochMs: number };

export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

export type RuntimeMessage =
  | { type: 'ready' }
  | { type: 'init-error'; error: FunctionError }
  | { type: 'result'; requestId: string; payload: string }
  | { type: 'error'; requestId: string; error: FunctionError };

const realNow = Date.now.bind(Date);
let clock: FunctionClock = { offsetMs: 0 };

/** The clock that the test asked for; timers keep their real durations. */
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

// The local stack is gone: take along whatever this function started.
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

type Handler = (event: unknown, context: unknown) => unknown;

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

let isCompiledKept = false;
/** After its first work: what that needed is compiled by then, and an instance is ended without notice. */
const keepCompiled = (): void => {
  if (isCompiledKept) return;
  isCompiledKept = true;
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
    const result = await handler(message.event, context);
    send({ type: 'result', requestId: message.requestId, payload: JSON.stringify(result ?? null) });
    keepCompiled();
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
