import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { answerTimeoutMs, isTaken, isUnwanted } from '../../lambdas/domain/delivery-record.ts';
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
 * Environment of a command: texts of the watched file, of this program and of standards, and amounts. No text
 * that a page wrote is among them, so that a command which makes a shell's words of them runs nothing of a page's.
 */
export const variablesOf = (notice: Notice): Record<string, string> => {
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

/** Credentials of this program are none of what it starts. */
const withheld: ReadonlySet<string> = new Set([
  'SCRAP_PRICES_LICENSE_KEY',
  'SCRAP_PRICES_WEBHOOK_SECRET',
  'SCRAP_PRICES_UID',
  'SCRAP_PRICES_BASE_URL',
]);

/** A change was not taken; the message says why. It is told again at the next run. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/** A command that hangs would hold up the watch, and those that come after it. */
const commandTimeoutMs = 60_000;

/** How long a command that is to end has for it; what is left of it then is killed. */
const commandGraceMs = 5_000;

/** A group of its own, so that what a shell has started ends with it; Windows has none, and opens a window for one. */
const hasGroups = process.platform !== 'win32';

const endGroup = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void => {
  if (child.pid === undefined) return;
  if (!hasGroups) return void child.kill(signal);
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // Nothing of it is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Ends a command, with all that it has started, as soon as the signal says so: politely at first. */
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
      // The shell has ended, and what it waited for may have not.
      if (signal.aborted) endGroup(child, 'SIGKILL');
    },
  };
};

/**
 * Runs the command of `--on-change` in a shell, exactly as it was given: nothing is put into it. The change is on its standard
 * input as one line of JSON, and in parts in its environment. What it prints goes to standard error.
 *
 * @param timeout - when it should have ended: by default in a minute.
 * @throws NotTaken when it cannot be started, ends with another code than 0, or had to be ended.
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
  // It need not read what it is given.
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
  // It may have ended with 0 because it was told to end.
  if (timeout.aborted) throw new NotTaken('The command of --on-change did not end in time, and was ended.');
  if (code !== 0) throw new NotTaken(`The command of --on-change ended with ${code ?? cause}; expected 0.`);
};

export interface Receiver {
  url: string;
  secret: string;
}

/** Body of the call, the same at every try. */
const webhookBodyOf = (notice: Notice): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    JSON.stringify({ type: 'scrap_prices.price_changed', timestamp: notice.At, data: notice }),
  );

/**
 * Posts a change, signed as Standard Webhooks says. No redirect is followed.
 *
 * @throws NotTaken when there is no answer in time, or one that is neither 2xx nor 410, which ends it.
 */
const postNotice = async (
  { url, secret }: Receiver,
  notice: Notice,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> => {
  const body = webhookBodyOf(notice);
  const timeout = AbortSignal.timeout(answerTimeoutMs);
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
    // The status is all that counts.
    await answer.body?.cancel().catch(() => {});
  } catch (cause) {
    signal.throwIfAborted();
    const reason = timeout.aborted ? `no answer within ${answerTimeoutMs} ms` : reasonOf(cause);
    throw new NotTaken(`The webhook at ${new URL(url).origin} did not take a change: ${reason}.`, { cause });
  }
  if (isTaken(status) || isUnwanted(status)) return;
  throw new NotTaken(`The webhook at ${new URL(url).origin} answered ${status}; expected 2xx.`);
};

/** Hands a change over. @throws NotTaken where it is not taken. */
type Hand = (notice: Notice) => Promise<void>;

/** How each channel takes a change, by the channels that changes of a run are to be told by. */
export type Hands = { Output: Hand } & Partial<Record<Channel, Hand>>;

/**
 * @param isJson - a line of JSON for each change on standard output, in place of words.
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
  /** Changes that went to the output. */
  notices: Notice[];
  /** Changes that a command or a webhook did not take. */
  notTaken: number;
}

/**
 * Tells what was not told yet of the pairs, by each channel in order of time, also what an earlier run has left. A channel
 * that does not take one is not asked for further ones at this run.
 *
 * @param pairs - whose changes are told; those of others stay open for them.
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
