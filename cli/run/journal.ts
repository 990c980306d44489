import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RequestData, SellingSite, Webhook } from '../../client/index.ts';
import { maxBodyBytes, maxSellingSites } from '../../lambdas/domain/queue-request.ts';
import { stateFolder } from '../../local/state-files.ts';
import type { Connection } from '../connection.ts';
import { UsageError } from '../exit-codes.ts';
import { tell } from '../output/terminal.ts';

/** One request that is to be made. */
export interface Order {
  sku: string;
  /** 1 to 100. */
  sites: SellingSite[];
  /** Is told of its end. */
  webhook?: Webhook;
}

/** A SKU, and one site that is asked for it. */
export interface Pair {
  sku: string;
  site: SellingSite;
}

/** Room for the sites of one request; the rest is for credentials, the SKU and what stands around. */
const maxSitesBytes = maxBodyBytes - 8_192;

/** Puts pairs into as few requests as can take them, in order: a site whose SKU is not the request's names its own. */
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

/** How far one order has come. */
interface OrderState {
  /** From 1; the next one begins when a request has failed, or is gone with what it found. */
  attempt: number;
  /** Queued, as far as is known. */
  requestId: string | undefined;
  data: RequestData | undefined;
}

interface KeepOptions {
  /** Where the run is kept; else in a file of its own among those of the person's runs. */
  state?: string | undefined;
  /** Continues the run that the file holds, or decides by when that began; else that is laid aside. */
  resume: boolean | ((startedAtMs: number) => boolean);
  /** Told of an earlier run that is laid aside, and where to. */
  onLaidAside: (kept: { done: number; count: number; file: string }) => void;
}

/** Another process is at the same run. */
class RunInUseError extends UsageError {}

/** "spru": tells a run from any other database of SQLite. */
const applicationId = 0x73707275;

const schema = `
CREATE TABLE run (id TEXT NOT NULL, orders TEXT NOT NULL, count INTEGER NOT NULL, startedAtMs INTEGER NOT NULL) STRICT;
CREATE TABLE orders (number INTEGER PRIMARY KEY, attempt INTEGER NOT NULL, requestId TEXT, data TEXT) STRICT;
PRAGMA application_id = ${applicationId};
`;

interface Run {
  /** Begins the idempotency keys of the run; 32 hexadecimal digits. */
  id: string;
  /** Hash of what the run is: address, UID, SKUs and sites. */
  orders: string;
  count: number;
  startedAtMs: number;
}

const sqliteBusy = 5;
const sqliteNotADatabase = 26;

/** Opens a file for this process alone, until it is closed or the process ends. @throws UsageError where it is no run. */
const openFile = (file: string): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const isNew = database.prepare('PRAGMA schema_version').get()!.schema_version === 0;
    if (isNew) database.exec(schema);
    database.exec('COMMIT');
    if (database.prepare('PRAGMA application_id').get()!.application_id === applicationId) return database;
    throw new UsageError(`${file} is a database, but not a run that can be resumed.`);
  } catch (cause) {
    database.close();
    const { errcode } = cause as { errcode?: number };
    if (errcode === sqliteBusy)
      throw new RunInUseError(`Another process is working on this run: ${file} is in use.`, { cause });
    if (errcode === sqliteNotADatabase)
      throw new UsageError(`${file} is not a run that can be resumed.`, { cause });
    throw cause;
  }
};

/**
 * Opens the file in which a run is kept, so that one that was stopped or killed at any moment can be gone on with. What
 * was queued is asked for again under the same idempotency key, and so never queued twice while its request lives.
 *
 * The file is a database of SQLite, readable by its owner alone. It holds no license key.
 *
 * @param name - hash of what the run is.
 * @param count - of its orders.
 * @throws UsageError when there is nothing to go on with, or another process is at it.
 */
export const openJournal = (
  file: string,
  name: string,
  count: number,
  { resume, onLaidAside }: Omit<KeepOptions, 'state'>,
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
  const goesOn = run !== undefined && (typeof resume === 'function' ? resume(run.startedAtMs) : resume);
  if (run !== undefined && goesOn && run.orders !== name) {
    database.close();
    throw new UsageError(
      `${file} is a run of other SKUs, sites, address or UID; resume it with exactly the same ones.`,
    );
  }
  if (run !== undefined && !goesOn) {
    const kept = { done: countDone(), count: run.count, file: `${file}.before` };
    database.close();
    renameSync(file, kept.file);
    onLaidAside(kept);
    database = openFile(file);
    run = undefined;
  }
  if (run === undefined) {
    run = { id: randomBytes(16).toString('hex'), orders: name, count, startedAtMs: Date.now() };
    database.prepare('INSERT INTO run VALUES (?, ?, ?, ?)').run(...Object.values(run));
  }
  const { id } = run;
  const put = database.prepare('INSERT OR REPLACE INTO orders VALUES (?, ?, ?, ?)');
  const find = database.prepare('SELECT * FROM orders WHERE number = ?');
  return {
    /** 32 hexadecimal digits, the same ones whenever the run is gone on with. */
    run: id,
    stateOf: (order: number): OrderState => {
      const { attempt = 1, requestId, data } = find.get(order) ?? {};
      return {
        attempt: Number(attempt),
        requestId: typeof requestId === 'string' ? requestId : undefined,
        data: typeof data === 'string' ? (JSON.parse(data) as RequestData) : undefined,
      };
    },
    /** How many orders were done before. */
    doneBefore: countDone(),
    idempotencyKeyOf: (order: number, attempt: number): string => `${id}-${order}-${attempt}`,
    queued: (order: number, attempt: number, requestId: string) => put.run(order, attempt, requestId, null),
    completed: (order: number, attempt: number, data: RequestData) =>
      put.run(order, attempt, null, JSON.stringify(data)),
    /** The request has failed, or is gone: the next attempt is another request. */
    ended: (order: number, attempt: number) => put.run(order, attempt + 1, null, null),
    close: (): void => database.close(),
    /** Closes the file and deletes it. */
    finish: (): void => {
      database.close();
      rmSync(file, { force: true });
    },
  };
};

export type RunJournal = ReturnType<typeof openJournal>;

/** Identifies a run: the same orders to the same service have the same name. */
export const nameOfRun = (baseUrl: string, uid: string, orders: readonly Order[]): string =>
  createHash('sha256')
    .update(JSON.stringify([baseUrl, uid, orders]))
    .digest('hex');

const maxAgeMs = 30 * 24 * 3_600_000;

/** Deletes what was stopped a month ago and never gone on with, so that the folder does not grow without end. */
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
 * @returns `undefined` where the run cannot be kept, which only matters when somebody asked for it.
 * @throws UsageError where somebody did.
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
    // The same may be scraped twice at a time; only one of them can be gone on with.
    const mayGoOn = error instanceof RunInUseError && state === undefined && resume === false;
    if (error instanceof UsageError && !mayGoOn) throw error;
    const reason = `This run cannot be saved in ${file}: ${(error as Error).message}`;
    if (state !== undefined || resume === true) throw new UsageError(reason, { cause: error });
    tell(`${reason.replace(/\.?$/, '.')} It cannot be resumed.`);
    return undefined;
  }
};
