import { type Context, createContext, Script } from 'node:vm';
import type { RunBounded } from './pricing/sources/selectors/apply-selectors.ts';

/** Thrown if work takes too long. The message is shown to the caller. */
export class TimeSpentError extends Error {
  override readonly name = 'TimeSpentError';
}

const sandbox: { work?: () => void } = {};
/** Created on first use, which takes a few milliseconds. */
let context: Context | undefined;
const script = new Script('work()');

/** Share of wall-clock time that an undisturbed thread gets as processor time. */
const nearlyAll = 0.8;

const isTimeout = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Processor time of this thread only. */
const usedMs = (): number => {
  // Node.js 20, which runs only the command line, knows the usage of the process alone.
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1_000;
};

/** Runs work inside a script, whose timeout also applies to functions it calls. @throws TimeSpentError */
const runWithin = (work: () => void, maxMs: number): void => {
  sandbox.work = work;
  context ??= createContext(sandbox);
  // V8's timeout uses wall-clock time: if other threads had the processor, retry with more time.
  for (let wallMs = Math.ceil(maxMs); ; wallMs *= 2) {
    const startedAtMs = usedMs();
    try {
      script.runInContext(context, { timeout: wallMs });
      return;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      if (usedMs() - startedAtMs > maxMs * nearlyAll)
        throw new TimeSpentError('It takes too much time; make it more direct.');
    }
  }
};

/**
 * Limits the processor time of untrusted work, such as a caller's expression on a hostile page. V8 can
 * interrupt it anywhere, even inside a regular expression. Work must only modify its own values, since it may
 * be interrupted or run more than once.
 *
 * @param totalMs - processor time for all work together. Each piece may use half of the remaining time, so
 *   that a slow one leaves time for the others.
 * @returns a function that throws TimeSpentError for work that takes too long, and once no time remains.
 */
export const createTimeBudget = (totalMs: number): RunBounded => {
  let remainingMs = totalMs;
  return (work) => {
    if (remainingMs < 1) throw new TimeSpentError(`The total of ${totalMs} ms is used up.`);
    const startedAtMs = usedMs();
    const maxMs = remainingMs / 2;
    let outcome: { value: ReturnType<typeof work> } | undefined;
    try {
      runWithin(() => {
        outcome = { value: work() };
      }, maxMs);
    } finally {
      // Do not charge for interrupted attempts beyond the limit.
      remainingMs -= Math.min(maxMs, usedMs() - startedAtMs);
    }
    return outcome!.value;
  };
};
