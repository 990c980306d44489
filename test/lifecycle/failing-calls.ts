import { UnavailableError } from '../../lambdas/domain/ports.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Where a function dies: at its n-th call of a port, before or after that call takes effect. */
export interface Death {
  call: number;
  isAfter: boolean;
}

/** A run of a function. Once it is dead, none of its calls settles. */
export interface Invocation {
  isDead: boolean;
}

/**
 * Calls to a failing store are refused immediately, hang until the client times out, or are executed without
 * a response.
 */
export const troubleKinds = ['refuses', 'hangs', 'hides its answers'] as const;

/** When the stores fail, and for how long, in ms after the start. */
export interface Trouble {
  kind: (typeof troubleKinds)[number];
  afterMs: number;
  durationMs: number;
}

/** Faults of calls in one simulation. */
export interface CallConditions {
  time: VirtualTime;
  startMs: number;
  trouble: Trouble | undefined;
  /** Duration of a call. */
  callMs: number;
  /** Time after which a call fails during an outage. */
  failMs: number;
  onMishap: () => void;
}

const never = <T>(): Promise<T> => new Promise<T>(() => {});

/**
 * Wraps the ports of one run of a function, so that calls take time.
 *
 * @returns `outside`: true if the port is not a store, and not affected by outages.
 */
export const failingCalls = (
  { time, startMs, trouble, callMs, failMs, onMishap }: CallConditions,
  invocation: Invocation,
  death: Death | undefined,
) => {
  let calls = 0;
  const die = <T>(): Promise<T> => {
    invocation.isDead = true;
    onMishap();
    return never();
  };
  const isInTrouble = (): boolean => {
    const sinceMs = time.nowMs - startMs - (trouble?.afterMs ?? 0);
    return trouble !== undefined && sinceMs >= 0 && sinceMs < trouble.durationMs;
  };
  const make = async <T>(call: () => Promise<T>, outside: boolean): Promise<T> => {
    if (invocation.isDead) return never();
    const isLast = calls === death?.call;
    calls += 1;
    await time.pause(callMs);
    if (invocation.isDead) return never();
    if (isLast && !death?.isAfter) return die();
    const isTroubled = !outside && isInTrouble();
    if (!isTroubled || trouble?.kind === 'hides its answers') {
      const answer = await call();
      if (isLast) return die();
      if (!isTroubled) return invocation.isDead ? never() : answer;
    }
    onMishap();
    if (trouble?.kind !== 'refuses') await time.pause(failMs);
    if (invocation.isDead) return never();
    throw new UnavailableError('in trouble');
  };
  return <Port extends object>(port: Port, outside = false): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
        return (...given: unknown[]) => make(() => method.apply(target, given), outside);
      },
    });
};
