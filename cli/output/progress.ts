import { Listr, ListrLogger, ProcessOutput } from 'listr2';
import { printable } from './printable.ts';

/** A line of progress that somebody else brings to its end. */
export interface ProgressLine {
  title: string;
  /** Resolves to the line's last words; a rejection marks it as failed. */
  done: Promise<string>;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** More lines than these would scroll out of sight. */
export const maxProgressLines = 30;

/**
 * Shows lines with a spinner and the elapsed time while they last. It writes to standard error, so that results
 * stay alone on standard output; into a file or pipe it writes one plain line when each ends.
 */
export const showProgress = async (lines: readonly ProgressLine[]): Promise<void> => {
  const startedAtMs = performance.now();
  if (!process.stderr.isTTY) {
    await Promise.all(
      lines.map(async ({ title, done }) => {
        const words = await done.catch((error: Error) => printable(error.message.split('\n')[0] ?? ''));
        process.stderr.write(`${printable(title)}: ${words} (${seconds(performance.now() - startedAtMs)})\n`);
      }),
    );
    return;
  }
  const tasks = lines.map(({ title, done }) => ({
    title: printable(title, 60),
    task: async (_context: unknown, task: { title: string }): Promise<void> => {
      const name = printable(title, 60);
      const ticking = setInterval(() => {
        task.title = `${name}  ${seconds(performance.now() - startedAtMs)}`;
      }, 100);
      try {
        const words = await done;
        task.title = `${name}  ${words}`;
      } catch (error) {
        task.title = `${name}  ${printable((error as Error).message.split('\n')[0] ?? '', 80)}`;
        throw error;
      } finally {
        clearInterval(ticking);
      }
    },
  }));
  const output = new ProcessOutput(process.stderr as never, process.stderr as never);
  const list = new Listr(tasks, {
    concurrent: true,
    exitOnError: false,
    registerSignalListeners: false,
    rendererOptions: { logger: new ListrLogger({ processOutput: output }), showErrorMessage: false } as never,
  });
  await list.run();
};
