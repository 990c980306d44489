import { Listr, ListrLogger, ProcessOutput } from 'listr2';
import { type Pause, type Progress, RateLimitedError, type SiteResult } from '../client/index.ts';
import { formatMoney } from '../client/result-rows.ts';
import { isScreen, withCursor } from './streams.ts';
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
 * Which quota is used up, and when it is available again in local time: `daily quota reached; available again at 11:30`.
 */
export const quotaText = (error: RateLimitedError): string => {
  const { freeAgainAt } = error;
  const again = freeAgainAt && `; available again at ${formatLocalTime(freeAgainAt)}`;
  return `${quotaName(error)} reached${again ?? ''}`;
};

/** Explains if a single request exceeds the whole quota, so that waiting does not help. @param sites - of the largest request. */
export const neverFitsText = ({ quota }: RateLimitedError, sites: number): string | undefined =>
  quota?.name === 'sites' && sites > quota.limit
    ? `One request asks for ${sites} sites, but this license allows only ${quota.limit}. Use fewer sites per request.`
    : undefined;

/** The final text of a progress line. */
export interface LineEnd {
  text: string;
  isFine: boolean;
}

/** The end of a site's line: its price, or the reason for having none. */
export const siteEnd = (site: SiteResult): LineEnd => ({
  text: site.Price ? formatMoney(site.Price) : (site.Error?.Code ?? site.Outcome),
  isFine: site.Outcome === 'Priced' || site.Outcome === 'OutOfStock',
});

/** A progress line and the promise that ends it. */
export interface ProgressLine {
  title: string;
  note?: () => string;
  /** `undefined`: nothing to say, because an error is reported elsewhere. */
  done: Promise<LineEnd | undefined>;
}

const failed = ({ message }: Error): LineEnd => ({ text: message.split('\n')[0] ?? '', isFine: false });

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Shorter waits are not shown. */
const leastShownPauseMs = 5_000;

/** Collects a request's progress, and what it waits for, for its line. */
export const createSiteCount = () => {
  let latest: Progress['sites'];
  let pause = '';
  return {
    onProgress: ({ sites }: Progress): void => {
      latest = sites ?? latest;
      pause = '';
    },
    onWait: ({ error, waitMs }: Pause): void => {
      if (waitMs < leastShownPauseMs) return;
      const why = error instanceof RateLimitedError ? quotaName(error) : 'the service';
      pause = `, waiting for ${why} until ${formatLocalTime(Date.now() + waitMs)}`;
      if (!isScreen(process.stderr)) process.stderr.write(`${pause.slice(2)}\n`);
    },
    sitesDone: (): number => latest?.Done ?? 0,
    pause: (): string => pause,
    note: (): string =>
      `${latest === undefined ? '' : `, ${latest.Done} of ${latest.Sites} sites done`}${pause}`,
  };
};

export type SiteCount = ReturnType<typeof createSiteCount>;

/** Before that, the time left cannot be estimated. */
const leastMeasuredMs = 3_000;

/**
 * Progress of a whole run, and the time left at its pace so far: `, 120 of 300 sites done, about 40 s left`.
 *
 * @param done - sites done so far.
 */
export const createRunNote = (done: () => number, total: number, now = (): number => performance.now()) => {
  const startedAtMs = now();
  let doneBefore: number | undefined;
  return (): string => {
    const count = done();
    // Those of an earlier, interrupted run took no time.
    doneBefore ??= count;
    const elapsedMs = now() - startedAtMs;
    const leftMs = ((total - count) * elapsedMs) / (count - doneBefore);
    const left =
      elapsedMs < leastMeasuredMs || !Number.isFinite(leftMs) ? '' : `, about ${formatDuration(leftMs)} left`;
    return `, ${count} of ${total} sites done${left}`;
  };
};

/** More lines would scroll out of sight. */
export const maxProgressLines = 30;

/**
 * Shows lines with a spinner and the elapsed time, on standard error, which keeps results alone on standard output. In a
 * file or pipe, writes one plain line as each ends.
 *
 * @param options.isCleared - removes the lines at the end.
 */
export const showProgress = async (
  lines: readonly ProgressLine[],
  { isCleared = false } = {},
): Promise<void> => {
  const startedAtMs = performance.now();
  if (!isScreen(process.stderr)) {
    await Promise.all(
      lines.map(async ({ title, done }) => {
        const end = await done.catch(failed);
        if (end === undefined) return;
        const elapsed = seconds(performance.now() - startedAtMs);
        process.stderr.write(`${printable(title)}: ${printable(end.text)}, after ${elapsed}\n`);
      }),
    );
    return;
  }
  const tasks = lines.map(({ title, note, done }) => ({
    title: printable(title, 60),
    task: async (_context: unknown, task: { title: string }): Promise<void> => {
      const name = printable(title, 60);
      const ticking = setInterval(() => {
        task.title = `${name}  started ${seconds(performance.now() - startedAtMs)} ago${note?.() ?? ''}`;
      }, 100);
      const end = await done.catch(failed).finally(() => clearInterval(ticking));
      task.title = end ? `${name}  ${printable(end.text, 80)}` : name;
      // Only marks the line; the promise's owner handles errors.
      if (!end?.isFine) throw new Error(task.title);
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
