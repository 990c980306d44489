import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { RequestData, SellingSite, Webhook } from '../../client/index.ts';
import { maxBodyBytes, maxSellingSites } from '../../lambdas/domain/request/queue-request.ts';
import { stateFolder } from '../../local/state-files.ts';
import { info } from '../../terminal/streams.ts';
import type { Connection } from '../connection.ts';
import { UsageError } from '../exit-codes.ts';
import type { Pair } from '../products.ts';

/** One request to make. */
export interface Order {
  sku: string;
  /** 1 to 100. */
  sites: SellingSite[];
  /** Notified of its end. */
  webhook?: Webhook;
}

/** Room for the sites of one request, leaving some for credentials, SKU and syntax. */
const maxSitesBytes = maxBodyBytes - 8_192;

/** Packs pairs into as few requests as possible, in order. A site with another SKU than the request's carries its own. */
export const inBatches = (pairs: readonly Pair[]): Order[] => {
  const orders: Order[] = [];
  let bytes = 0;
  for (const { sku, site } of pairs) {
    const last = orders.at(-1);
    const named = last && last.sku !== sku ? { Sku: sku, ...site } : site;
    const ownBytes = Buffer.byteLength(JSON.stringify(named)) + 1;
    if (last && last.sites.length < maxSellingSites && bytes + ownBytes <= maxSitesBytes) {
      last.sites.push(named);
      bytes += ownBytes;
    } else {
      orders.push({ sku, sites: [site] });
      bytes = ownBytes;
    }
  }
  return orders;
};

/** A short title of an order. */
export const titleOf = ({ sku, sites }: Order): string => {
  const others = new Set(sites.flatMap(({ Sku }) => (Sku === undefined || Sku === sku ? [] : [Sku]))).size;
  return others === 0 ? sku : `${sku} and ${others} more`;
};

/** Progress of one order. */
interface OrderState {
  /** From 1; incremented if a request has failed, or its results have expired. */
  attempt: number;
  requestId: string | undefined;
  data: RequestData | undefined;
}

interface KeepOptions {
  /** File of the run; default: a file in the user's state folder. */
  state?: string | undefined;
  /** Continues the run in the file; otherwise that run is renamed. */
  resume: boolean;
  /** Called if an earlier run is renamed. */
  onSetAside: (earlier: SetAside) => void;
}

/** An earlier run that was renamed: orders done, all orders, and its new file. */
export interface SetAside {
  done: number;
  count: number;
  file: string;
}

/** Another process is working on the same run. */
class RunInUseError extends UsageError {}

interface Run {
  /** Prefix of the run's idempotency keys: 32 hexadecimal digits. */
  id: string;
  /** Hash of the run's address, UID, SKUs and sites. */
  orders: string;
  count: number;
}

/** First line of the file of a run. */
const kind = 'scrap-prices run';

/** Locked by this process, whose identifier may be that of a dead process in another container. */
const lockedHere = new Set<string>();

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Locks a file until the returned function is called, or the process ends. @throws RunInUseError */
const lockFile = (file: string): (() => void) => {
  const lock = `${file}.lock`;
  if (existsSync(lock)) {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (lockedHere.has(lock) || (pid !== process.pid && pid > 0 && isAlive(pid)))
      throw new RunInUseError(
        `Another process is working on this run. If process ${pid} is another program's, delete ${lock} and try again.`,
      );
    rmSync(lock, { force: true });
  }
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw new RunInUseError(`Another process is working on this run: ${file} is in use.`, { cause });
  }
  lockedHere.add(lock);
  return () => {
    lockedHere.delete(lock);
    rmSync(lock, { force: true });
  };
};

/** A change of one order's progress. */
type Entry = [order: number, attempt: number, requestId: string | null, data?: RequestData];

/** The run in a file and its entries; `undefined` for a new or empty file. @throws UsageError if it is not a run. */
const readRun = (file: string): { run: Run; entries: Entry[]; bytes: number } | undefined => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text === '') return undefined;
  // The process may have been killed while it wrote the last line.
  const [head = '', ...lines] = text.split('\n').slice(0, -1);
  try {
    const { Kind, ...run } = JSON.parse(head) as Run & { Kind: string };
    if (Kind !== kind) throw new Error(`Expected "${kind}", got ${JSON.stringify(Kind)}.`);
    const bytes = Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1));
    return { run, entries: lines.map((line) => JSON.parse(line) as Entry), bytes };
  } catch (cause) {
    throw new UsageError(`${file} is not a run that can be resumed.`, { cause });
  }
};

/**
 * Opens a run's file, so that a run can be resumed after being stopped or killed at any moment. Requests are repeated with
 * the same idempotency keys, and so never queued twice while they exist.
 *
 * The file has a line of JSON for each change. Only its owner can read it, and it never holds the license key.
 *
 * @param name - hash that identifies the run.
 * @param count - number of its orders.
 * @throws UsageError if there is nothing to resume, or another process is working on it.
 */
export const openJournal = (
  file: string,
  name: string,
  count: number,
  { resume, onSetAside }: Omit<KeepOptions, 'state'>,
) => {
  if (resume && !existsSync(file))
    throw new UsageError(
      `There is no interrupted run of these SKUs and sites: ${file} does not exist. Omit --resume to start a new run.`,
    );
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unlock = lockFile(file);
  try {
    const { append, ...journal } = openLocked(file, name, count, { resume, onSetAside });
    return {
      ...journal,
      /** Closes the file. @param isDeleted - because the run is complete, or was refused as a whole. */
      close: (isDeleted = false): void => {
        closeSync(append);
        if (isDeleted) rmSync(file, { force: true });
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
};

const openLocked = (
  file: string,
  name: string,
  count: number,
  { resume, onSetAside }: Omit<KeepOptions, 'state'>,
) => {
  const states = new Map<number, OrderState>();
  const keep = ([order, attempt, requestId, data]: Entry): void => {
    states.set(order, { attempt, requestId: requestId ?? undefined, data });
  };
  const countDone = (): number => [...states.values()].filter(({ data }) => data !== undefined).length;
  let found = readRun(file);
  found?.entries.forEach(keep);
  if (found && !resume) {
    const earlier = { done: countDone(), count: found.run.count, file: `${file}.before` };
    renameSync(file, earlier.file);
    onSetAside(earlier);
    states.clear();
    found = undefined;
  }
  if (found && found.run.orders !== name)
    throw new UsageError(
      `${file} is a run of other SKUs, sites, address or UID; resume it with exactly the same ones.`,
    );
  const append = openSync(file, 'a', 0o600);
  const write = (line: object): void => appendFileSync(append, `${JSON.stringify(line)}\n`);
  const put = (...entry: Entry): void => {
    keep(entry);
    write(entry);
  };
  const run = found?.run ?? { id: randomBytes(16).toString('hex'), orders: name, count };
  if (found) ftruncateSync(append, found.bytes);
  else write({ Kind: kind, ...run });
  const { id } = run;
  return {
    append,
    stateOf: (order: number): OrderState =>
      states.get(order) ?? { attempt: 1, requestId: undefined, data: undefined },
    /** Orders done before this start. */
    doneBefore: countDone(),
    idempotencyKeyOf: (order: number, attempt: number): string => `${id}-${order}-${attempt}`,
    /** True if no request was queued. */
    isUntouched: (): boolean => states.size === 0,
    queued: (order: number, attempt: number, requestId: string) => put(order, attempt, requestId),
    completed: (order: number, attempt: number, data: RequestData) => put(order, attempt, null, data),
    /** The request has failed or is gone; the next attempt is a new request. */
    ended: (order: number, attempt: number) => put(order, attempt + 1, null),
  };
};

export type RunJournal = ReturnType<typeof openJournal>;

/** Identifies a run by its orders and service. */
export const nameOfRun = (baseUrl: string, uid: string, orders: readonly Order[]): string =>
  createHash('sha256')
    .update(JSON.stringify([baseUrl, uid, orders]))
    .digest('hex');

const maxAgeMs = 30 * 24 * 3_600_000;

/** Deletes runs that were interrupted over a month ago, so that the folder does not grow without limit. */
const removeOldRuns = (folder: string): void => {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const changedAtMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changedAtMs > maxAgeMs && /^[0-9a-f]{16}\./.test(name)) rmSync(file, { force: true });
  }
};

/**
 * Opens the file of a run.
 *
 * @returns `undefined` if the run cannot be saved and neither `state` nor `resume` was given.
 * @throws UsageError if one of them was.
 */
export const keepRun = (
  options: KeepOptions,
  { baseUrl, uid }: Connection,
  orders: readonly Order[],
): RunJournal | undefined => {
  const { state, resume } = options;
  const name = nameOfRun(baseUrl, uid, orders);
  const folder = join(stateFolder(process.env), 'runs');
  const file = state ?? join(folder, `${name.slice(0, 16)}.ndjson`);
  try {
    if (state === undefined) removeOldRuns(folder);
    return openJournal(file, name, orders.length, options);
  } catch (error) {
    // The same scrape may run twice at a time, but only one can be resumed.
    const mayGoOn = error instanceof RunInUseError && state === undefined && !resume;
    if (error instanceof UsageError && !mayGoOn) throw error;
    const reason = `This run cannot be saved in ${file}: ${(error as Error).message}`;
    if (state !== undefined || resume) throw new UsageError(reason, { cause: error });
    info(`${reason.replace(/\.?$/, '.')} It cannot be resumed.`);
    return undefined;
  }
};
