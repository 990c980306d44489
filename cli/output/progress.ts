import { Listr, ListrLogger, ProcessOutput } from 'listr2';
import { type Pause, type Progress, RateLimitedError, type SiteResult } from '../../client/index.ts';
import { formatMoney } from '../../client/result-rows.ts';
import { isScreen, withCursor } from './terminal.ts';
import { formatDuration, formatLocalTime, printable } from './text.ts';

const daySeconds = 86_400;

const quotaName = ({ quota }: RateLimitedError): string => {
  if (quota === undefined) return 'quota';
  if (quota.windowSeconds === daySeconds) return 'daily quota';
  return quota.windowSeconds === 60
    ? 'per-minute quota'
    : `quota of ${formatDuration(quota.windowSeconds * 1_000)}`;
};

/**
 * Which quota is used up, and when there is something of it again, in this machine's time: `daily quota reached; free
 * again at 11:30`.
 */
export const quotaText = (error: RateLimitedError): string => {
  const { freeAgainAt } = error;
  const again = freeAgainAt && `; available again at ${formatLocalTime(freeAgainAt)}`;
  return `${quotaName(error)} reached${again ?? ''}`;
};

/** Why no time helps, where one request asks for more than a whole window has. @param sites - of the largest request. */
export const neverFitsText = ({ quota }: RateLimitedError, sites: number): string | undefined =>
  quota?.name === 'sites' && sites > quota.limit
    ? `One request asks for ${sites} sites, but this license allows only ${quota.limit}. Use fewer sites per request.`
    : undefined;

/** A line's last words, and whether they are good news. */
export interface LineEnd {
  words: string;
  isFine: boolean;
}

/** How the line of a site ends: with its price, or with why there is none. */
export const siteEnd = (site: SiteResult): LineEnd => ({
  words: site.Price ? formatMoney(site.Price) : (site.Error?.Code ?? site.Outcome),
  isFine: site.Outcome === 'Priced' || site.Outcome === 'OutOfStock',
});

/** A line of progress that somebody else brings to its end. */
export interface ProgressLine {
  title: string;
  note?: () => string;
  done: Promise<LineEnd>;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Shorter pauses are nobody's business. */
const toldPauseMs = 5_000;

/** Keeps how far a request has come, and what it waits for, for the line that shows it. */
export const createSiteCount = () => {
  let latest: Progress['sites'];
  let pause = '';
  return {
    onProgress: ({ sites }: Progress): void => {
      latest = sites ?? latest;
      pause = '';
    },
    onWait: ({ error, waitMs }: Pause): void => {
      if (waitMs < toldPauseMs) return;
      const why = error instanceof RateLimitedError ? quotaName(error) : 'the service';
      pause = `, waiting for ${why} until ${formatLocalTime(Date.now() + waitMs)}`;
      if (!isScreen(process.stderr)) process.stderr.write(`${pause.slice(2)}\n`);
    },
    note: (): string =>
      `${latest === undefined ? '' : `, ${latest.Done} of ${latest.Sites} sites done`}${pause}`,
  };
};

/** More lines than these would scroll out of sight. */
export const maxProgressLines = 30;

/**
 * Shows lines with a spinner and the elapsed time while they last. It writes to standard error, so that results
 * stay alone on standard output; into a file or pipe it writes one plain line when each ends.
 *
 * @param options.isCleared - takes the lines away at the end.
 */
export const showProgress = async (
  lines: readonly ProgressLine[],
  { isCleared = false } = {},
): Promise<void> => {
  const startedAtMs = performance.now();
  if (!isScreen(process.stderr)) {
    await Promise.all(
      lines.map(async ({ title, done }) => {
        const words = await done.then(
          (end) => end.words,
          (error: Error) => printable(error.message.split('\n')[0] ?? ''),
        );
        process.stderr.write(`${printable(title)}: ${words} (${seconds(performance.now() - startedAtMs)})\n`);
      }),
    );
    return;
  }
  const tasks = lines.map(({ title, note, done }) => ({
    title: printable(title, 60),
    task: async (_context: unknown, task: { title: string }): Promise<void> => {
      const name = printable(title, 60);
      const ticking = setInterval(() => {
        task.title = `${name}  ${seconds(performance.now() - startedAtMs)}${note?.() ?? ''}`;
      }, 100);
      const { words, isFine } = await done
        .catch((error: Error) => ({ words: error.message.split('\n')[0] ?? '', isFine: false }))
        .finally(() => clearInterval(ticking));
      task.title = `${name}  ${printable(words, 80)}`;
      // Marks the line; whoever made the promise hears of errors there.
      if (!isFine) throw new Error(words);
    },
  }));
  const screen = withCursor(process.stderr) as never;
  const output = new ProcessOutput(screen, screen);
  const list = new Listr(tasks, {
    concurrent: true,
    exitOnError: false,
    registerSignalListeners: false,
    rendererOptions: {
      logger: new ListrLogger({ processOutput: output }),
      showErrorMessage: false,
      clearOutput: isCleared,
    } as never,
  });
  await list.run();
};
