import { randomUUID } from 'node:crypto';
import type { FunctionPlan } from '../template/deployment-plan.ts';
import {
  type ChunkListener,
  FunctionInstance,
  type InvocationOutcome,
  type LogListener,
} from './function-instance.ts';
import { traceOfInvocation } from './lineage.ts';
import type { FunctionClock } from './runtime.ts';

export interface FunctionActivity {
  invocations: number;
  /** Function errors, crashes and timeouts. */
  errors: number;
  timeouts: number;
  coldStarts: number;
  running: number;
  mostRunning: number;
  /** Busy and warm processes. */
  processIds: number[];
  busyProcessIds: number[];
}

export interface LocalFunctionOptions {
  /** Maximum concurrent instances; further invocations wait. */
  maxInstances: number;
  environment: Record<string, string>;
  log: LogListener;
  clock: () => FunctionClock;
  onError?: () => void;
}

/** An instance without work ends after this long; Lambda keeps one for minutes. */
const idleMs = 30_000;

const processIdsOf = (instances: Iterable<FunctionInstance>): number[] =>
  [...instances].flatMap(({ processId }) => (processId === undefined ? [] : [processId]));

/** A function with its instances. A warm one takes the next invocation, else a new one starts. */
export class LocalFunction {
  readonly plan: FunctionPlan;
  readonly #options: LocalFunctionOptions;
  readonly #instances = new Set<FunctionInstance>();
  /** With the timer that ends each; the most recently used is last. */
  readonly #free = new Map<FunctionInstance, NodeJS.Timeout>();
  readonly #busy = new Set<FunctionInstance>();
  readonly #outdated = new WeakSet<FunctionInstance>();
  readonly #queue: (() => void)[] = [];
  #isClosed = false;
  #running = 0;
  readonly #counts = { invocations: 0, errors: 0, timeouts: 0, coldStarts: 0, mostRunning: 0 };

  constructor(plan: FunctionPlan, options: LocalFunctionOptions) {
    this.plan = plan;
    this.#options = options;
  }

  get name(): string {
    return this.plan.name;
  }

  get arn(): string {
    return this.plan.arn;
  }

  get activity(): FunctionActivity {
    return {
      ...this.#counts,
      running: this.#running,
      processIds: processIdsOf(this.#instances),
      busyProcessIds: processIdsOf(this.#busy),
    };
  }

  /** True if all reserved instances are busy, so that Lambda would reject a synchronous call. */
  get isThrottled(): boolean {
    return this.#running >= (this.plan.reservedConcurrency ?? Number.POSITIVE_INFINITY);
  }

  /** Never rejects. @param traceHeaders - traces of the call or messages; none starts a chain. */
  async invoke(
    event: unknown,
    requestId: string = randomUUID(),
    traceHeaders: readonly (string | undefined)[] = [],
    onChunk?: ChunkListener,
  ): Promise<InvocationOutcome> {
    if (this.#running >= this.#options.maxInstances) {
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else {
      this.#running += 1;
    }
    if (this.#isClosed) {
      return { kind: 'error', error: { errorType: 'Closed', errorMessage: 'The local stack is closed' } };
    }
    this.#counts.invocations += 1;
    this.#counts.mostRunning = Math.max(this.#counts.mostRunning, this.#running);
    try {
      const instance = this.#take();
      const { trace } = traceOfInvocation(traceHeaders, this.arn, requestId);
      this.#busy.add(instance);
      const outcome = await instance.invoke(
        { requestId, event, trace, clock: this.#options.clock() },
        onChunk,
      );
      this.#busy.delete(instance);
      if (outcome.kind === 'error') this.#note(outcome.error);
      if (this.#outdated.has(instance)) this.#retire(instance);
      else if (instance.isEnded) this.#instances.delete(instance);
      else this.#rest(instance);
      return outcome;
    } finally {
      // The place passes directly to the next in line.
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  warm(): void {
    if (this.#instances.size === 0) this.#rest(this.#start());
  }

  /** Changes variables for new invocations. */
  changeEnvironment(variables: Record<string, string>): void {
    Object.assign(this.#options.environment, variables);
    for (const instance of [...this.#free.keys()]) this.#retire(instance);
    for (const instance of this.#busy) this.#outdated.add(instance);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const next of this.#queue.splice(0)) next();
    await Promise.all([...this.#instances].map((instance) => instance.end()));
  }

  #rest(instance: FunctionInstance): void {
    this.#free.set(instance, setTimeout(() => this.#retire(instance), idleMs).unref());
  }

  /** Takes an instance off the free ones. */
  #claim(instance: FunctionInstance): void {
    clearTimeout(this.#free.get(instance));
    this.#free.delete(instance);
  }

  #retire(instance: FunctionInstance): void {
    this.#claim(instance);
    void instance.end().then(() => this.#instances.delete(instance));
  }

  #take(): FunctionInstance {
    for (;;) {
      // The most recently used first, as Lambda does.
      const instance = [...this.#free.keys()].at(-1);
      if (!instance) return this.#start();
      this.#claim(instance);
      if (!instance.isEnded) return instance;
      this.#instances.delete(instance);
    }
  }

  #start(): FunctionInstance {
    const { environment, log } = this.#options;
    const instance = new FunctionInstance(this.plan, { environment, log });
    this.#instances.add(instance);
    this.#counts.coldStarts += 1;
    return instance;
  }

  #note(error: { errorType: string; errorMessage: string; trace?: string[] }): void {
    this.#counts.errors += 1;
    this.#options.onError?.();
    if (error.errorType === 'Sandbox.Timedout') this.#counts.timeouts += 1;
    const text = [`${error.errorType}: ${error.errorMessage}`, ...(error.trace ?? [])].join('\n');
    this.#options.log({ functionName: this.plan.name, stream: 'stderr', text });
  }
}
