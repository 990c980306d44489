import { UnavailableError } from '../../lambdas/domain/ports.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Where a function dies: at its n-th call of a port, before or after that call takes effect. */
export interface Death {
  call: number;
  isAfter: boolean;
}
/** When the stores fail, and for how long, in ms after the start; `hidesAnswers`: calls still take effect. */
export interface Trouble {
  afterMs: number;
  durationMs: number;
  hidesAnswers: boolean;
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
 * Wraps the ports of one run of a function, so that calls take time. Once the function is dead, none settles.
 *
 * @returns `outside`: true if the port is not a store, and not affected by outages.
 */
export const failingCalls = (
  { time, startMs, trouble, callMs, failMs, onMishap }: CallConditions,
  death: Death | undefined,
) => {
  let calls = 0;
  let isDead = false;
  const die = <T>(): Promise<T> => {
    isDead = true;
    onMishap();
    return never();
  };
  const isInTrouble = (): boolean => {
    const sinceMs = time.nowMs - startMs - (trouble?.afterMs ?? 0);
    return trouble !== undefined && sinceMs >= 0 && sinceMs < trouble.durationMs;
  };
  const make = async <T>(call: () => Promise<T>, outside: boolean): Promise<T> => {
    if (isDead) return never();
    const isLast = calls === death?.call;
    calls += 1;
    await time.pause(callMs);
    if (isDead) return never();
    if (isLast && !death?.isAfter) return die();
    const isTroubled = !outside && isInTrouble();
    if (!isTroubled || trouble?.hidesAnswers) {
      const answer = await call();
      if (isLast) return die();
      if (!isTroubled) return isDead ? never() : answer;
    }
    onMishap();
    await time.pause(failMs);
    if (isDead) return never();
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
