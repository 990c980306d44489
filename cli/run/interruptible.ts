import { exitCodes, Interrupted } from '../exit-codes.ts';
import { tell } from '../output/tell.ts';

/**
 * Works until it is done or Ctrl-C is pressed; a second Ctrl-C ends the program at once.
 *
 * @param words - said at the first.
 */
export const interruptible = async <T>(
  words: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const interrupt = new AbortController();
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    tell(words);
    process.exitCode = exitCodes.interrupted;
    interrupt.abort(new Interrupted());
  };
  // Not `once`: libraries that restore the cursor kill the process when no other listener is left.
  process.on('SIGINT', onInterrupt);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off('SIGINT', onInterrupt);
  }
};
