import { CommanderError } from 'commander';
import { RateLimitedError, UnauthorizedError } from '../client/index.ts';
import { fileProblem } from '../lib/file-problem.ts';
import { quotaText } from '../terminal/progress.ts';
import { guardControls, isColored, OutputError } from '../terminal/streams.ts';
import { columnsOf, fitText } from '../terminal/table.ts';
import { bashCompletion } from './complete-bash.ts';
import { exitCodeOf, exitCodes, Interrupted } from './exit-codes.ts';
import { withLocalLast } from './local-option.ts';
import { createProgram } from './program.ts';
import { UnreachableError } from './reachable.ts';

/**
 * Reports output that could not be written, so that a script never mistakes a part of it for the whole.
 *
 * A reader such as "head" may go before everything is written; that is no fault, and ends the program.
 *
 * @returns a function that marks the error as reported, for commands that report it themselves.
 */
const watchStandardOutput = (): (() => void) => {
  let failure: Error | undefined;
  let isReported = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    failure ??= error;
  });
  process.on('exit', () => {
    if (!failure || isReported) return;
    process.exitCode = exitCodes.fault;
    process.stderr.write(`error: ${new OutputError(failure).message}\n`);
  });
  return () => {
    isReported = true;
  };
};

guardControls(process.stdout, isColored);
guardControls(process.stderr, false);

const markOutputErrorReported = watchStandardOutput();

const checkCredentials =
  'Check the UID and the license key: SCRAP_PRICES_UID and SCRAP_PRICES_LICENSE_KEY, or the profile (scrap-prices profile list). The operator of the service can replace a key with "scrap-prices license rotate".';

/** The message of an error that ends a command; with the stack trace only for defects. */
const textOf = (error: unknown, code: number): string => {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof RateLimitedError) return `${quotaText(error)}\n${error.message}`;
  if (error instanceof OutputError) return error.message;
  if (error instanceof UnauthorizedError) return `${error.message}\n${checkCredentials}`;
  const problem = fileProblem(error);
  if (problem !== undefined) return problem;
  return code === exitCodes.fault ? (error.stack ?? error.message) : error.message;
};

try {
  const [, , command, shell] = process.argv;
  if (command === 'complete' && shell === 'bash') process.stdout.write(bashCompletion);
  else await createProgram().parseAsync(withLocalLast(process.argv));
} catch (error) {
  process.exitCode = exitCodeOf(error);
  // Commander has printed its own errors, and an interruption is already reported.
  if (!(error instanceof CommanderError || error instanceof Interrupted)) {
    // A pending DNS lookup cannot be cancelled, and would delay the exit.
    if (error instanceof UnreachableError) setTimeout(() => process.exit(), 500).unref();
    if (error instanceof OutputError) markOutputErrorReported();
    const text = `error: ${textOf(error, exitCodeOf(error))}\n`;
    // Do not wrap for scripts, which may search for words.
    const { isTTY } = process.stderr;
    process.stderr.write(isTTY ? fitText(text, columnsOf(process.stderr)) : text);
  }
}
