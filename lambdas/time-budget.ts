import { threadCpuUsage } from 'node:process';
import { type Context, createContext, Script } from 'node:vm';
import type { RunBounded } from './pricing/selectors/apply-selectors.ts';

/** Thrown in the place of work that took too long; its message is for whoever asked for the work. */
export class TimeSpentError extends Error {
  override readonly name = 'TimeSpentError';
}

const sandbox: { work?: () => void } = {};
/** Made when it is first used, since that takes some milliseconds. */
let context: Context | undefined;
const script = new Script('work()');

/** Of the time on the wall, what a thread gets that nobody disturbs. */
const nearlyAll = 0.8;

const isTimeout = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Processor time of this thread: what other threads and processes do does not count. */
const usedMs = (): number => {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
};

/** Work that a script calls is bounded as the script is. @throws TimeSpentError */
const runWithin = (work: () => void, mostMs: number): void => {
  sandbox.work = work;
  context ??= createContext(sandbox);
  // V8 can be stopped by the clock on the wall alone: where others had the processor, it starts anew with more time.
  for (let wallMs = Math.ceil(mostMs); ; wallMs *= 2) {
    const startedAtMs = usedMs();
    try {
      script.runInContext(context, { timeout: wallMs });
      return;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      if (usedMs() - startedAtMs > mostMs * nearlyAll)
        throw new TimeSpentError('It takes too much time; make it more direct.');
    }
  }
};

/**
 * Bounds what cannot be trusted to end, such as a caller's expression on a hostile page: V8 ends it wherever it is, in a
 * library or in a regular expression. What it was changing stays half changed, so it works on values of its own; and it
 * may be run more than once.
 *
 * @param wholeMs - processor time for all the work together. Each has half of what is left of it, so that one which
 *   takes too long leaves time to those behind it.
 * @returns a function that throws TimeSpentError for work that takes too long, and once nothing of the time is left.
 */
export const createTimeBudget = (wholeMs: number): RunBounded => {
  let leftMs = wholeMs;
  return (work) => {
    if (leftMs < 1) throw new TimeSpentError(`All that runs here has together used up its ${wholeMs} ms.`);
    const startedAtMs = usedMs();
    const mostMs = leftMs / 2;
    let outcome: { value: ReturnType<typeof work> } | undefined;
    try {
      runWithin(() => {
        outcome = { value: work() };
      }, mostMs);
    } finally {
      // Tries that others cut short are nothing that the work is to blame for.
      leftMs -= Math.min(mostMs, usedMs() - startedAtMs);
    }
    return outcome!.value;
  };
};
