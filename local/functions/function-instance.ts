import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readLines } from '../../lambdas/domain/text-lines.ts';
import { runtimeFile } from '../project-parts.ts';
import type { FunctionPlan } from '../template/deployment-plan.ts';
import { lendChromium } from './inflated-chromium.ts';
import { endProcesses, makeTempFolder, removeTempFolder } from './processes.ts';
import type { FunctionError, InvokeMessage, RuntimeMessage } from './runtime.ts';

export type Invocation = Pick<InvokeMessage, 'requestId' | 'event' | 'trace' | 'clock'>;

export type InvocationOutcome =
  | { kind: 'result'; payload: unknown; bytes: number }
  | { kind: 'error'; error: FunctionError };

/** Receives the parts of a streamed response. */
export type ChunkListener = (chunk: Buffer) => void;

export type LogListener = (line: { functionName: string; stream: 'stdout' | 'stderr'; text: string }) => void;

interface InstanceOptions {
  /** Added to the template's variables: region, credentials, endpoints. */
  environment: Record<string, string>;
  log: LogListener;
}

/** CloudWatch Logs' limit for an event. */
const maxLogLineBytes = 1024 * 1024;

/** Selects the only variables of the user's environment that a function may see. */
const hostVariables = (): Record<string, string> =>
  Object.fromEntries(
    // The compile cache is shared by instances.
    ['PATH', 'SYSTEMROOT', 'LANG', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * An execution environment of a function: a process in its own process group, with its own folder for temporary files.
 * It takes one invocation at a time.
 */
export class FunctionInstance {
  readonly #plan: FunctionPlan;
  readonly #child: ChildProcess;
  readonly #tempFolder: string;
  readonly #ready: Promise<FunctionError | undefined>;
  readonly #exited: Promise<void>;
  #pending: ((outcome: InvocationOutcome) => void) | undefined;
  #onChunk: ChunkListener | undefined;
  #isEnded = false;

  constructor(plan: FunctionPlan, { environment, log }: InstanceOptions) {
    this.#plan = plan;
    this.#tempFolder = makeTempFolder();
    lendChromium(plan.codeFolder, this.#tempFolder);
    this.#child = spawn(
      process.execPath,
      // As on Lambda, a tenth of the memory is left outside JavaScript's heap.
      [`--max-old-space-size=${Math.floor(plan.memoryMb * 0.9)}`, runtimeFile],
      {
        detached: process.platform !== 'win32',
        cwd: plan.codeFolder,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...hostVariables(),
          TMPDIR: this.#tempFolder,
          HOME: this.#tempFolder,
          TZ: ':UTC',
          LAMBDA_TASK_ROOT: plan.codeFolder,
          _HANDLER: plan.handler,
          AWS_LAMBDA_FUNCTION_NAME: plan.name,
          AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
          AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(plan.memoryMb),
          AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${plan.name}`,
          AWS_LAMBDA_LOG_STREAM_NAME: `local/[$LATEST]${randomUUID()}`,
          AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
          ...plan.environment,
          ...environment,
        },
      },
    );
    for (const stream of ['stdout', 'stderr'] as const) {
      void this.#logLines(stream, log);
    }
    const ready = Promise.withResolvers<FunctionError | undefined>();
    this.#ready = ready.promise;
    this.#child.on('message', (message: RuntimeMessage) => {
      if (message.type === 'ready') ready.resolve(undefined);
      else if (message.type === 'init-error') ready.resolve(message.error);
      else if (message.type === 'chunk') this.#onChunk?.(Buffer.from(message.data, 'base64'));
      else this.#settle(message);
    });
    const exited = Promise.withResolvers<void>();
    this.#exited = exited.promise;
    const onEnd = (reason: string): void => {
      this.#isEnded = true;
      const error = { errorType: 'Runtime.ExitError', errorMessage: `Runtime exited with error: ${reason}` };
      ready.resolve(error);
      this.#finish({ kind: 'error', error });
      // Processes that the function started may outlive it.
      this.#endProcesses();
      removeTempFolder(this.#tempFolder);
      exited.resolve();
    };
    this.#child.once('error', (error) => onEnd(error.message));
    this.#child.once('exit', (code, signal) =>
      onEnd(signal === null ? `exit status ${code}` : `signal: ${signal}`),
    );
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  /** Never rejects. A timeout or crash ends the instance. */
  async invoke(invocation: Invocation, onChunk?: ChunkListener): Promise<InvocationOutcome> {
    const { requestId } = invocation;
    const { timeoutMs } = this.#plan;
    const initError = await this.#ready;
    if (initError) {
      await this.end();
      return { kind: 'error', error: initError };
    }
    const outcome = Promise.withResolvers<InvocationOutcome>();
    this.#pending = outcome.resolve;
    this.#onChunk = onChunk;
    if (this.#isEnded || !this.#child.connected) {
      this.#fail('Runtime.ExitError', 'Runtime exited between two invocations');
      return outcome.promise;
    }
    const timer = setTimeout(() => {
      this.#fail(
        'Sandbox.Timedout',
        `${requestId} Task timed out after ${(timeoutMs / 1_000).toFixed(2)} seconds`,
      );
      void this.end();
    }, timeoutMs);
    const message: InvokeMessage = { ...invocation, functionArn: this.#plan.arn, timeoutMs };
    this.#child.send(message, (error) => {
      if (error) this.#fail('Runtime.ExitError', error.message);
    });
    const settled = await outcome.promise;
    clearTimeout(timer);
    return settled;
  }

  /** Ends the process and its descendants, and removes its temporary files. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#endProcesses();
    await this.#exited;
  }

  async #logLines(stream: 'stdout' | 'stderr', log: LogListener): Promise<void> {
    const output = this.#child[stream];
    // Without free file descriptors there are no pipes; the process reports that error.
    if (!output) return;
    try {
      for await (const { text } of readLines(output, { maxLineBytes: maxLogLineBytes }))
        log({ functionName: this.#plan.name, stream, text });
    } catch (error) {
      // The process never started, and reports its own error.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    }
  }

  #endProcesses(): void {
    if (this.#child.pid !== undefined) endProcesses(this.#child.pid, this.#tempFolder);
  }

  #settle(message: Extract<RuntimeMessage, { type: 'result' | 'error' }>): void {
    if (message.type === 'error') this.#finish({ kind: 'error', error: message.error });
    else {
      this.#finish({
        kind: 'result',
        payload: JSON.parse(message.payload) as unknown,
        bytes: Buffer.byteLength(message.payload),
      });
    }
  }

  #fail(errorType: string, errorMessage: string): void {
    this.#finish({ kind: 'error', error: { errorType, errorMessage } });
  }

  #finish(outcome: InvocationOutcome): void {
    const resolve = this.#pending;
    this.#pending = undefined;
    this.#onChunk = undefined;
    resolve?.(outcome);
  }
}
