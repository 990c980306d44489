import { randomUUID } from 'node:crypto';
import type { FunctionPlan } from '../template/deployment-plan.ts';
import { FunctionInstance, type InvocationOutcome, type LogListener } from './function-instance.ts';
import { traceOfInvocation } from './lineage.ts';
import type { FunctionClock } from './runtime.ts';

export interface FunctionActivity {
  invocations: number;
  /** Ended with an error, be it the function's own, a crash or a timeout. */
  errors: number;
  timeouts: number;
  /** Instances that were started. */
  coldStarts: number;
  running: number;
  /** The most that ever ran at the same time. */
  mostRunning: number;
  /** Processes that are up, busy or warm. */
  processIds: number[];
  /** Those of them that work on an invocation. */
  busyProcessIds: number[];
}

export interface LocalFunctionOptions {
  /** Instances that may run at the same time; further invocations wait in line. */
  maxInstances: number;
  environment: Record<string, string>;
  log: LogListener;
  clock: () => FunctionClock;
  /** Told of each invocation that ended with an error. */
  onError?: () => void;
}

const processIdsOf = (instances: Iterable<FunctionInstance>): number[] =>
  [...instances].flatMap(({ processId }) => (processId === undefined ? [] : [processId]));

/** A function with its warm instances: a free one takes the next invocation, else a new one starts. */
export class LocalFunction {
  readonly plan: FunctionPlan;
  readonly #options: LocalFunctionOptions;
  readonly #instances = new Set<FunctionInstance>();
  readonly #free: FunctionInstance[] = [];
  readonly #busy = new Set<FunctionInstance>();
  readonly #outdated = new WeakSet<FunctionInstance>();
  readonly #line: (() => void)[] = [];
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

  /** True if Lambda would refuse a synchronous call: all reserved instances are busy. */
  get isThrottled(): boolean {
    return this.#running >= (this.plan.reservedConcurrency ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Never rejects.
   *
   * @param traceHeaders - of what it is invoked for; none: a chain begins.
   */
  async invoke(
    event: unknown,
    requestId: string = randomUUID(),
    traceHeaders: readonly (string | undefined)[] = [],
  ): Promise<InvocationOutcome> {
    if (this.#running >= this.#options.maxInstances) {
      await new Promise<void>((resolve) => this.#line.push(resolve));
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
      const outcome = await instance.invoke({ requestId, event, trace, clock: this.#options.clock() });
      this.#busy.delete(instance);
      if (outcome.kind === 'error') this.#note(outcome.error);
      if (this.#outdated.has(instance)) this.#retire(instance);
      else if (instance.isEnded) this.#instances.delete(instance);
      else this.#free.push(instance);
      return outcome;
    } finally {
      // The place goes straight to the next in line, so that nobody can slip in between.
      const next = this.#line.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Starts an instance before it is needed. */
  warm(): void {
    if (this.#instances.size === 0) this.#free.push(this.#start());
  }

  /** Has invocations from now on see these values; what is at work goes on with those that it has. */
  changeEnvironment(variables: Record<string, string>): void {
    Object.assign(this.#options.environment, variables);
    for (const instance of this.#free.splice(0)) this.#retire(instance);
    for (const instance of this.#busy) this.#outdated.add(instance);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const next of this.#line.splice(0)) next();
    await Promise.all([...this.#instances].map((instance) => instance.end()));
  }

  #retire(instance: FunctionInstance): void {
    void instance.end().then(() => this.#instances.delete(instance));
  }

  #take(): FunctionInstance {
    for (;;) {
      // The warmest first, as Lambda does.
      const instance = this.#free.pop();
      if (!instance) return this.#start();
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
