import { availableParallelism } from 'node:os';
import { environment } from '../../lambdas/environment.ts';
import { startLambda } from '../emulators/lambda.ts';
import type { SchedulerEmulator } from '../emulators/scheduler.ts';
import type { DeploymentPlan, FunctionPlan } from '../template/deployment-plan.ts';
import type { LogListener } from './function-instance.ts';
import { LocalFunction } from './local-function.ts';
import { type AccessKeys, roleVariables, type ServiceEndpoints } from './role.ts';

/** Awaits a part and registers it for closing. */
export const keptBy = async <T extends { close: () => Promise<void> }>(
  parts: AsyncDisposableStack,
  starting: Promise<T>,
): Promise<T> => parts.adopt(await starting, (part) => part.close());

export class FunctionClock {
  offsetMs = 0;
  heldAtEpochMs: number | undefined;

  read(): { offsetMs: number } | { heldAtEpochMs: number } {
    return this.heldAtEpochMs === undefined
      ? { offsetMs: this.offsetMs }
      : { heldAtEpochMs: this.heldAtEpochMs };
  }
}

interface FunctionsOptions {
  plan: DeploymentPlan;
  keys: AccessKeys;
  endpoints: Pick<ServiceEndpoints, 'dynamodb' | 'sqs'>;
  startScheduler: () => Promise<SchedulerEmulator>;
  /** Private targets (`host:port`) that scrapers may reach. */
  targets: readonly string[];
  egressAdvice: string | undefined;
  maxConcurrency: number | undefined;
  warm: boolean | readonly string[] | undefined;
  clock: FunctionClock;
  log: LogListener;
  onError: (functionName: string) => void;
}

/** Default for the concurrency of a function: more processes than processors only compete for them. */
export const instanceLimitOf = (maxConcurrency: number | undefined): number =>
  maxConcurrency ?? Math.max(2, availableParallelism());

const maxInstancesOf = (fn: FunctionPlan, { maxConcurrency }: FunctionsOptions): number => {
  const instanceLimit = instanceLimitOf(maxConcurrency);
  // Held calls only wait.
  const waiting = Number(fn.environment[environment.maxHeldCalls] ?? 1);
  return Math.min(instanceLimit + waiting, fn.reservedConcurrency ?? Number.POSITIVE_INFINITY);
};

const isWarmed = ({ name }: FunctionPlan, warm: FunctionsOptions['warm'] = false): boolean =>
  typeof warm === 'boolean'
    ? warm
    : warm.some((begin) => name.toLowerCase().startsWith(`${begin}function`.toLowerCase()));

/** Returns the variable that lists private targets, for functions that have it. */
const targetVariables = (fn: FunctionPlan, targets: Iterable<string>): Record<string, string> => {
  const own = fn.environment[environment.allowedTargets];
  return own === undefined
    ? {}
    : { [environment.allowedTargets]: [own, ...targets].filter(Boolean).join(',') };
};

const startFunction = (
  fn: FunctionPlan,
  variables: Record<string, string>,
  options: FunctionsOptions,
): LocalFunction => {
  const { egressAdvice, targets, clock, log, onError } = options;
  const local = new LocalFunction(fn, {
    maxInstances: maxInstancesOf(fn, options),
    environment: {
      ...variables,
      ...(egressAdvice !== undefined && { [environment.egressAdvice]: egressAdvice }),
      ...targetVariables(fn, targets),
    },
    log,
    clock: () => clock.read(),
    onError: () => onError(fn.name),
  });
  if (isWarmed(fn, options.warm)) local.warm();
  return local;
};

/**
 * Starts the functions of a deployment, each with its own role, and the Lambda and Scheduler APIs they call.
 *
 * @returns the functions by ARN.
 */
export const startFunctions = async (
  options: FunctionsOptions,
  parts: AsyncDisposableStack,
): Promise<{
  functions: ReadonlyMap<string, LocalFunction>;
  scheduler: SchedulerEmulator;
  allowTarget: (target: string) => void;
}> => {
  const functions = new Map<string, LocalFunction>();
  const { plan: deployment, keys } = options;
  const lambda = await keptBy(
    parts,
    startLambda({
      find: (name) => [...functions.values()].find(({ plan }) => name === plan.name || name === plan.arn),
      mayInvoke: (accessKeyId, arn) => keys.mayDo(accessKeyId, 'lambda:InvokeFunction', arn),
      admits: (accessKeyId) => keys.isKnown(accessKeyId),
    }),
  );
  const scheduler = await keptBy(parts, options.startScheduler());
  const endpoints = { ...options.endpoints, lambda: lambda.endpoint, scheduler: scheduler.endpoint };
  for (const fn of Object.values(deployment.functions)) {
    const local = startFunction(fn, roleVariables(fn, keys.issue(fn), endpoints), options);
    parts.defer(() => local.close());
    functions.set(fn.arn, local);
  }
  const targets = new Set(options.targets);
  const allowTarget = (target: string): void => {
    if (targets.has(target)) return;
    targets.add(target);
    for (const fn of functions.values()) {
      const changed = targetVariables(fn.plan, targets);
      if (Object.keys(changed).length > 0) fn.changeEnvironment(changed);
    }
  };
  return { functions, scheduler, allowTarget };
};
