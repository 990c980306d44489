import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { RequestData, SellingSite, Webhook } from '../../client/index.ts';
import { maxBodyBytes, maxSellingSites } from '../../lambdas/domain/queue-request.ts';
import { stateFolder } from '../../local/state-files.ts';
import type { Connection } from '../connection.ts';
import { UsageError } from '../exit-codes.ts';
import { info } from '../output/terminal.ts';
import { openOwnDatabase } from '../own-database.ts';

/** One request to make. */
export interface Order {
  sku: string;
  /** 1 to 100. */
  sites: SellingSite[];
  /** Notified of its end. */
  webhook?: Webhook;
}

/** A SKU and one of its sites. */
export interface Pair {
  sku: string;
  site: SellingSite;
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
  /** Continues the run in the file, or decides by its start; otherwise that run is renamed. */
  resume: boolean | ((startedAtMs: number) => boolean);
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

/** "spru": distinguishes a run from other SQLite databases. */
const applicationId = 0x73707275;

const schema = `
CREATE TABLE run (id TEXT NOT NULL, orders TEXT NOT NULL, count INTEGER NOT NULL, startedAtMs INTEGER NOT NULL) STRICT;
CREATE TABLE orders (number INTEGER PRIMARY KEY, attempt INTEGER NOT NULL, requestId TEXT, data TEXT) STRICT
`;

interface Run {
  /** Prefix of the run's idempotency keys: 32 hexadecimal digits. */
  id: string;
  /** Hash of the run's address, UID, SKUs and sites. */
  orders: string;
  count: number;
  startedAtMs: number;
}

const sqliteBusy = 5;
const sqliteNotADatabase = 26;

/** Opens a file exclusively, until it is closed or the process ends. @throws UsageError if it is not a run. */
const openFile = (file: string): DatabaseSync => {
  const kind = 'a run that can be resumed';
  try {
    return openOwnDatabase(file, { applicationId, schema, kind, options: { timeout: 0 }, isExclusive: true });
  } catch (cause) {
    const { errcode } = cause as { errcode?: number };
    if (errcode === sqliteBusy)
      throw new RunInUseError(`Another process is working on this run: ${file} is in use.`, { cause });
    if (errcode === sqliteNotADatabase) throw new UsageError(`${file} is not ${kind}.`, { cause });
    throw cause;
  }
};

/**
 * Opens a run's file, so that a run can be resumed after being stopped or killed at any moment. Requests are repeated with
 * the same idempotency keys, and so never queued twice while they exist.
 *
 * The file is an SQLite database that only its owner can read, without the license key.
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
  if (resume === true && !existsSync(file))
    throw new UsageError(
      `There is no interrupted run of these SKUs and sites: ${file} does not exist. Omit --resume to start a new run.`,
    );
  let database = openFile(file);
  const runIn = (): Run | undefined => database.prepare('SELECT * FROM run').get() as Run | undefined;
  const countDone = (): number =>
    Number(database.prepare('SELECT count(data) AS done FROM orders').get()!.done);
  let run = runIn();
  if (run && !(typeof resume === 'function' ? resume(run.startedAtMs) : resume)) {
    const earlier = { done: countDone(), count: run.count, file: `${file}.before` };
    database.close();
    renameSync(file, earlier.file);
    onSetAside(earlier);
    database = openFile(file);
    run = undefined;
  }
  if (run && run.orders !== name) {
    database.close();
    throw new UsageError(
      `${file} is a run of other SKUs, sites, address or UID; resume it with exactly the same ones.`,
    );
  }
  if (run === undefined) {
    run = { id: randomBytes(16).toString('hex'), orders: name, count, startedAtMs: Date.now() };
    database.prepare('INSERT INTO run VALUES (?, ?, ?, ?)').run(...Object.values(run));
  }
  const { id } = run;
  const put = database.prepare('INSERT OR REPLACE INTO orders VALUES (?, ?, ?, ?)');
  const find = database.prepare('SELECT * FROM orders WHERE number = ?');
  return {
    /** 32 hexadecimal digits, the same each time the run is resumed. */
    run: id,
    stateOf: (order: number): OrderState => {
      const { attempt = 1, requestId, data } = find.get(order) ?? {};
      return {
        attempt: Number(attempt),
        requestId: typeof requestId === 'string' ? requestId : undefined,
        data: typeof data === 'string' ? (JSON.parse(data) as RequestData) : undefined,
      };
    },
    /** Orders done before this start. */
    doneBefore: countDone(),
    idempotencyKeyOf: (order: number, attempt: number): string => `${id}-${order}-${attempt}`,
    queued: (order: number, attempt: number, requestId: string) => put.run(order, attempt, requestId, null),
    completed: (order: number, attempt: number, data: RequestData) =>
      put.run(order, attempt, null, JSON.stringify(data)),
    /** The request has failed or is gone; the next attempt is a new request. */
    ended: (order: number, attempt: number) => put.run(order, attempt + 1, null, null),
    /** Closes the file; deletes it if the run is complete. */
    close: (isComplete = false): void => {
      database.close();
      if (isComplete) rmSync(file, { force: true });
    },
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
  const file = state ?? join(folder, `${name.slice(0, 16)}.sqlite`);
  try {
    if (state === undefined) removeOldRuns(folder);
    return openJournal(file, name, orders.length, options);
  } catch (error) {
    // The same scrape may run twice at a time, but only one can be resumed.
    const mayGoOn = error instanceof RunInUseError && state === undefined && resume === false;
    if (error instanceof UsageError && !mayGoOn) throw error;
    const reason = `This run cannot be saved in ${file}: ${(error as Error).message}`;
    if (state !== undefined || resume === true) throw new UsageError(reason, { cause: error });
    info(`${reason.replace(/\.?$/, '.')} It cannot be resumed.`);
    return undefined;
  }
};
