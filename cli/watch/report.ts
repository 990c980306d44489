import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAccepted, isDeclined, responseTimeoutMs } from '../../lambdas/domain/delivery/delivery-record.ts';
import { webhookHeaders } from '../../lambdas/domain/delivery/standard-webhooks.ts';
import type { WatchPlace } from '../../lambdas/domain/watch/price-changes.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { info, writeOut } from '../output/terminal.ts';
import { rootMessage } from '../reachable.ts';
import type { ChannelName, PriceHistory } from './history-file.ts';
import { type Notice, noticeText } from './notice.ts';
import type { WatchedPair } from './watched-pairs.ts';

const isNamed = ({ Variant, Seller }: WatchPlace): boolean => Variant !== undefined || Seller !== undefined;

const amountsOf = (notice: Notice): Record<string, string | null> => {
  switch (notice.Kind) {
    case 'Price':
    case 'Currency':
      return { FROM: notice.From.Amount, TO: notice.To.Amount, CURRENCY: notice.To.Currency };
    case 'BelowTarget':
      return { TO: notice.Price.Amount, TARGET: notice.Target.Amount, CURRENCY: notice.Price.Currency };
    default:
      return {};
  }
};

/**
 * Environment of a command: texts of the watched file and this program, standard codes, and amounts. Contains no text from
 * pages, so that careless shell expansion cannot run any.
 */
const variablesOf = (notice: Notice): Record<string, string> => {
  const texts = {
    ID: notice.Id,
    AT: notice.At,
    SKU: notice.Sku,
    SITE: notice.Site,
    URL: notice.Url,
    KIND: notice.Kind,
    PART: notice.Of.every(isNamed) ? 'Part' : 'Page',
    AVAILABILITY: notice.Availability,
    ...amountsOf(notice),
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) =>
      value === null ? [] : [[`SCRAP_PRICES_${name}`, value.replaceAll('\0', '')]],
    ),
  );
};

/** The command does not inherit this program's credentials. */
const withheld: ReadonlySet<string> = new Set(
  ['LICENSE_KEY', 'WEBHOOK_SECRET', 'UID', 'BASE_URL'].map((name) => `SCRAP_PRICES_${name}`),
);

/** A change was not accepted; the message says why. It is reported again on the next run. */
export class NotAccepted extends Error {
  override readonly name = 'NotAccepted';
}

/** Keeps a hanging command from blocking the watch. */
const commandTimeoutMs = 60_000;

/** Time between asking a command to end and killing it. */
const commandGraceMs = 5_000;

/** Own process group, so that children of the shell end too. Windows has no groups, and would open a window. */
const hasGroups = process.platform !== 'win32';

/**
 * Runs the command of `--on-change` unchanged in a shell. It gets the change as a line of JSON on standard input and as
 * environment variables. Its output goes to standard error.
 *
 * @param timeout - default: a minute. Then, or on the signal, the command and its children are terminated, and killed if
 *   they do not end.
 * @throws NotAccepted if it cannot be started, exits with a code other than 0, or times out.
 */
export const runCommand = async (
  command: string,
  notice: Notice,
  signal: AbortSignal,
  timeout = AbortSignal.timeout(commandTimeoutMs),
  graceMs = commandGraceMs,
): Promise<void> => {
  signal.throwIfAborted();
  const own = Object.entries(process.env).filter(([name]) => !withheld.has(name));
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', process.stderr, process.stderr],
    env: { ...Object.fromEntries(own), ...variablesOf(notice) },
    detached: hasGroups,
  });
  const kill = (name: 'SIGTERM' | 'SIGKILL'): void => {
    try {
      if (child.pid !== undefined) process.kill(hasGroups ? -child.pid : child.pid, name);
    } catch (error) {
      // The group is already gone.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  let killing: NodeJS.Timeout | undefined;
  const terminate = (): void => {
    kill('SIGTERM');
    killing = setTimeout(kill, graceMs, 'SIGKILL');
  };
  const ending = AbortSignal.any([signal, timeout]);
  ending.addEventListener('abort', terminate, { once: true });
  // The command need not read its input.
  child.stdin!.on('error', () => {}).end(`${JSON.stringify(notice)}\n`);
  try {
    const [code, cause] = (await once(child, 'exit')) as [number | null, string | null];
    signal.throwIfAborted();
    // A terminated command may exit with 0.
    if (timeout.aborted)
      throw new NotAccepted('The command of --on-change did not end in time, and was terminated.');
    if (code !== 0)
      throw new NotAccepted(`The command of --on-change ended with ${code ?? cause}; expected 0.`);
  } catch (error) {
    if (error !== signal.reason && !(error instanceof NotAccepted))
      throw new NotAccepted(`The command of --on-change could not be started: ${(error as Error).message}`);
    throw error;
  } finally {
    ending.removeEventListener('abort', terminate);
    clearTimeout(killing);
    // The shell has ended, but its children may not have.
    if (ending.aborted) kill('SIGKILL');
  }
};

export interface Receiver {
  url: string;
  secret: string;
}

/**
 * Posts a change, signed according to Standard Webhooks, with the same body on every attempt. Follows no redirects.
 *
 * @throws NotAccepted unless the receiver responds in time with 2xx, or with 410, which ends the reports.
 */
const postNotice = async (
  { url, secret }: Receiver,
  notice: Notice,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> => {
  const event = { type: 'scrap_prices.price_changed', timestamp: notice.At, data: notice };
  const body = new TextEncoder().encode(JSON.stringify(event));
  const timeout = AbortSignal.timeout(responseTimeoutMs);
  const { origin } = new URL(url);
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `scrap-prices/${packageJson.version}`,
        ...webhookHeaders({ id: notice.Id, atMs: nowMs, body, secrets: [secret] }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
  } catch (cause) {
    signal.throwIfAborted();
    const reason = timeout.aborted ? `no response within ${responseTimeoutMs} ms` : rootMessage(cause);
    throw new NotAccepted(`The webhook at ${origin} did not accept a change: ${reason}.`, { cause });
  }
  // Only the status matters.
  await response.body?.cancel().catch(() => {});
  const { status } = response;
  if (!isAccepted(status) && !isDeclined(status))
    throw new NotAccepted(`The webhook at ${origin} responded ${status}; expected 2xx.`);
};

/** Reports a change on one channel. @throws NotAccepted */
type Report = (notice: Notice) => Promise<void>;

/** The channels that report changes, by name. */
export type Channels = { Output: Report } & Partial<Record<ChannelName, Report>>;

/**
 * @param isJson - print a line of JSON for each change instead of text.
 * @param command - run for each change.
 */
export const channelsOf = (
  isJson: boolean | undefined,
  command: string | undefined,
  receiver: Receiver | undefined,
  signal: AbortSignal,
): Channels => ({
  Output: (notice) => writeOut(`${isJson ? JSON.stringify(notice) : noticeText(notice)}\n`),
  ...(command !== undefined && { Command: (notice) => runCommand(command, notice, signal) }),
  ...(receiver !== undefined && { Webhook: (notice) => postNotice(receiver, notice, Date.now(), signal) }),
});

export const channelNames = (channels: Channels): ChannelName[] => Object.keys(channels) as ChannelName[];

export interface Reported {
  /** Printed changes. */
  notices: Notice[];
  /** Number of changes that a command or webhook did not accept. */
  rejected: number;
}

/**
 * Reports all unreported changes of the pairs, including those of earlier runs, on each channel in order of time. A channel
 * that does not accept a change gets no more in this run.
 *
 * @param pairs - the pairs to report; changes of others stay unreported.
 */
export const reportChanges = async (
  history: PriceHistory,
  pairs: readonly Pick<WatchedPair, 'question'>[],
  channels: Channels,
): Promise<Reported> => {
  const questions = pairs.map(({ question }) => question);
  const reported: Reported = { notices: [], rejected: 0 };
  for (const channel of channelNames(channels)) {
    const unreported = history.unreported(channel, questions);
    for (const [index, notice] of unreported.entries()) {
      try {
        await channels[channel]!(notice);
      } catch (error) {
        if (!(error instanceof NotAccepted)) throw error;
        info(error.message);
        reported.rejected += unreported.length - index;
        break;
      }
      history.markReported(notice.Id, channel, new Date().toISOString());
      if (channel === 'Output') reported.notices.push(notice);
    }
  }
  return reported;
};
