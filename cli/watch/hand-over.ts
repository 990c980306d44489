import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isAccepted, isDeclined, responseTimeoutMs } from '../../lambdas/domain/delivery-record.ts';
import type { WatchPlace } from '../../lambdas/domain/price-changes.ts';
import { webhookHeaders } from '../../lambdas/domain/standard-webhooks.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { tell, writeOut } from '../output/terminal.ts';
import { reasonOf } from '../reachable.ts';
import type { Channel, PriceHistory } from './history-file.ts';
import { type Notice, noticeText } from './notice.ts';
import type { WatchedPair } from './watched-pairs.ts';

const isNamed = ({ Variant, Seller }: WatchPlace): boolean => Variant !== undefined || Seller !== undefined;

/**
 * Environment of a command: texts of the watched file and this program, standard codes, and amounts. Contains no text from
 * pages, so that careless shell expansion cannot run any.
 */
const variablesOf = (notice: Notice): Record<string, string> => {
  const texts: Record<string, string | null | undefined> = {
    ID: notice.Id,
    AT: notice.At,
    SKU: notice.Sku,
    SITE: notice.Site,
    URL: notice.Url,
    KIND: notice.Kind,
    PART: notice.Of.every(isNamed) ? 'Part' : 'Page',
    AVAILABILITY: notice.Availability,
  };
  if (notice.Kind === 'Price' || notice.Kind === 'Currency') {
    texts.FROM = notice.From.Amount;
    texts.TO = notice.To.Amount;
    texts.CURRENCY = notice.To.Currency;
  } else if (notice.Kind === 'BelowTarget') {
    texts.TO = notice.Price.Amount;
    texts.TARGET = notice.Target.Amount;
    texts.CURRENCY = notice.Price.Currency;
  }
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) =>
      value == null ? [] : [[`SCRAP_PRICES_${name}`, value.replaceAll('\0', '')]],
    ),
  );
};

/** The command does not inherit this program's credentials. */
const withheld: ReadonlySet<string> = new Set([
  'SCRAP_PRICES_LICENSE_KEY',
  'SCRAP_PRICES_WEBHOOK_SECRET',
  'SCRAP_PRICES_UID',
  'SCRAP_PRICES_BASE_URL',
]);

/** A change was not accepted; the message says why. It is reported again on the next run. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/** Keeps a hanging command from blocking the watch. */
const commandTimeoutMs = 60_000;

/** Time between asking a command to end and killing it. */
const commandGraceMs = 5_000;

/** Own process group, so that children of the shell end too. Windows has no groups, and would open a window. */
const hasGroups = process.platform !== 'win32';

const endGroup = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void => {
  if (child.pid === undefined) return;
  if (!hasGroups) return void child.kill(signal);
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The group is already gone.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Terminates a command and its children when the signal fires, and kills them if they do not end. */
const endOn = (signal: AbortSignal, child: ChildProcess, graceMs: number): Disposable => {
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    endGroup(child, 'SIGTERM');
    killing = setTimeout(endGroup, graceMs, child, 'SIGKILL');
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return {
    [Symbol.dispose]: () => {
      signal.removeEventListener('abort', end);
      clearTimeout(killing);
      // The shell has ended, but its children may not have.
      if (signal.aborted) endGroup(child, 'SIGKILL');
    },
  };
};

/**
 * Runs the command of `--on-change` unchanged in a shell. It gets the change as a line of JSON on standard input and as
 * environment variables. Its output goes to standard error.
 *
 * @param timeout - default: a minute.
 * @throws NotTaken if it cannot be started, exits with a code other than 0, or times out.
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
  using _ending = endOn(AbortSignal.any([signal, timeout]), child, graceMs);
  // The command need not read its input.
  child.stdin!.on('error', () => {});
  child.stdin!.end(`${JSON.stringify(notice)}\n`);
  let code: unknown;
  let cause: unknown;
  try {
    [code, cause] = (await once(child, 'exit')) as [number | null, string | null];
  } catch (error) {
    throw new NotTaken(`The command of --on-change could not be started: ${(error as Error).message}`);
  }
  signal.throwIfAborted();
  // A terminated command may exit with 0.
  if (timeout.aborted)
    throw new NotTaken('The command of --on-change did not end in time, and was terminated.');
  if (code !== 0) throw new NotTaken(`The command of --on-change ended with ${code ?? cause}; expected 0.`);
};

export interface Receiver {
  url: string;
  secret: string;
}

/** Body of the call, the same on every attempt. */
const webhookBodyOf = (notice: Notice): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    JSON.stringify({ type: 'scrap_prices.price_changed', timestamp: notice.At, data: notice }),
  );

/**
 * Posts a change, signed according to Standard Webhooks. Follows no redirects.
 *
 * @throws NotTaken unless the receiver responds in time with 2xx, or with 410, which ends the reports.
 */
const postNotice = async (
  { url, secret }: Receiver,
  notice: Notice,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> => {
  const body = webhookBodyOf(notice);
  const timeout = AbortSignal.timeout(responseTimeoutMs);
  let status: number;
  try {
    const answer = await fetch(url, {
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
    status = answer.status;
    // Only the status matters.
    await answer.body?.cancel().catch(() => {});
  } catch (cause) {
    signal.throwIfAborted();
    const reason = timeout.aborted ? `no response within ${responseTimeoutMs} ms` : reasonOf(cause);
    throw new NotTaken(`The webhook at ${new URL(url).origin} did not accept a change: ${reason}.`, {
      cause,
    });
  }
  if (isAccepted(status) || isDeclined(status)) return;
  throw new NotTaken(`The webhook at ${new URL(url).origin} responded ${status}; expected 2xx.`);
};

/** Reports a change. @throws NotTaken if it is not accepted. */
type Hand = (notice: Notice) => Promise<void>;

/** The channels that report changes, by name. */
export type Hands = { Output: Hand } & Partial<Record<Channel, Hand>>;

/**
 * @param isJson - print a line of JSON for each change instead of text.
 * @param command - run for each change.
 */
export const handsOf = (
  isJson: boolean | undefined,
  command: string | undefined,
  receiver: Receiver | undefined,
  signal: AbortSignal,
): Hands => ({
  Output: (notice) => writeOut(`${isJson ? JSON.stringify(notice) : noticeText(notice)}\n`),
  ...(command !== undefined && { Command: (notice) => runCommand(command, notice, signal) }),
  ...(receiver !== undefined && { Webhook: (notice) => postNotice(receiver, notice, Date.now(), signal) }),
});

export const channelsOf = (hands: Hands): Channel[] => Object.keys(hands) as Channel[];

export interface Told {
  /** Printed changes. */
  notices: Notice[];
  /** Number of changes that a command or webhook did not accept. */
  notTaken: number;
}

/**
 * Reports all unreported changes of the pairs, including those of earlier runs, on each channel in order of time. A channel
 * that does not accept a change gets no more in this run.
 *
 * @param pairs - the pairs to report; changes of others stay unreported.
 */
export const tellChanges = async (
  history: PriceHistory,
  pairs: readonly Pick<WatchedPair, 'question'>[],
  hands: Hands,
): Promise<Told> => {
  const questions = pairs.map(({ question }) => question);
  const told: Told = { notices: [], notTaken: 0 };
  for (const channel of channelsOf(hands)) {
    const untold = history.untold(channel, questions);
    for (const [index, notice] of untold.entries()) {
      try {
        await hands[channel]!(notice);
      } catch (error) {
        if (!(error instanceof NotTaken)) throw error;
        tell(error.message);
        told.notTaken += untold.length - index;
        break;
      }
      history.markTold(notice.Id, channel, new Date().toISOString());
      if (channel === 'Output') told.notices.push(notice);
    }
  }
  return told;
};
