import { exitCodes } from '../exit-codes.ts';

/** Standard output takes no more, since a disk is full, say. */
export class OutputError extends Error {
  override readonly name = 'OutputError';

  constructor(cause: Error, advice?: string) {
    super([`Standard output cannot be written: ${cause.message}`, advice].filter(Boolean).join('\n'), {
      cause,
    });
  }
}

/**
 * Resolves when it is written, so that what led to it may be forgotten.
 *
 * @throws OutputError
 */
export const writeOut = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(new OutputError(error)) : resolve()));
  });

/**
 * Says of output that could not be written, whoever wrote it, so that a script never takes half of it for all.
 *
 * A reader such as "head" may go before everything is written; that is no fault, and ends the program.
 *
 * @returns marks the error as told, for commands that have more to say of it.
 */
export const watchStandardOutput = (): (() => void) => {
  let untold: Error | undefined;
  let isTold = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    untold ??= error;
  });
  process.on('exit', () => {
    if (!untold || isTold) return;
    process.exitCode = exitCodes.fault;
    process.stderr.write(`error: ${new OutputError(untold).message}\n`);
  });
  return () => {
    isTold = true;
  };
};
