import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { RequestData, SellingSite, Webhook } from '../../client/index.ts';
import { maxBodyBytes, maxSellingSites } from '../../lambdas/domain/queue-request.ts';
import { type ExclusiveLock, takeExclusiveLock } from '../../local/exclusive-lock.ts';
import { stateFolder } from '../../local/state-folder.ts';
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

const form = 'scrap-prices-run/1';

const headSchema = z.object({
  Form: z.literal(form),
  /** Begins the idempotency keys of the run; 32 hexadecimal digits. */
  Run: z.string().regex(/^[0-9a-f]{32}$/),
  /** Of what the run is: SHA-256 of address, UID, and orders. */
  Orders: z.string().regex(/^[0-9a-f]{64}$/),
  BaseUrl: z.string(),
  UID: z.string(),
  Count: z.int().positive(),
  StartedAt: z.iso.datetime(),
});

const lineSchema = z.object({
  Order: z.int().min(0),
  Attempt: z.int().positive(),
  RequestId: z.string().optional(),
  Data: z.custom<RequestData>((value) => typeof value === 'object' && value !== null).optional(),
  Ended: z.enum(['Failed', 'Gone']).optional(),
});
type Line = z.infer<typeof lineSchema>;

/** How far one order has come. */
export interface OrderState {
  /** From 1; the next one begins when a request has failed, or is gone with what it found. */
  attempt: number;
  /** Queued, as far as is known. */
  requestId: string | undefined;
  data: RequestData | undefined;
}

/** Identifies a run: the same orders to the same service have the same name. */
export const nameOfRun = (baseUrl: string, uid: string, orders: readonly Order[]): string =>
  createHash('sha256')
    .update(JSON.stringify([baseUrl, uid, orders]))
    .digest('hex');

const runsFolder = (variables: Readonly<Record<string, string | undefined>>): string =>
  join(stateFolder(variables), 'runs');

/** Where a run is kept when nothing else is said. */
export const stateFileOf = (name: string, variables: Readonly<Record<string, string | undefined>>): string =>
  join(runsFolder(variables), `${name.slice(0, 16)}.ndjson`);

const maxAgeMs = 30 * 24 * 3_600_000;

/** Deletes what was stopped a month ago and never gone on with, so that the folder does not grow without end. */
export const removeOldRuns = (
  variables: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): void => {
  const folder = runsFolder(variables);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const isOld = nowMs - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? nowMs) > maxAgeMs;
    if (isOld && /^[0-9a-f]{16}\.ndjson/.test(name)) rmSync(file, { force: true });
  }
};

interface Kept {
  head: z.infer<typeof headSchema>;
  orders: Map<number, OrderState>;
  /** Up to the end of the last whole line. */
  bytes: number;
}

const freshState = (): OrderState => ({ attempt: 1, requestId: undefined, data: undefined });

const applyLine = (
  orders: Map<number, OrderState>,
  { Order, Attempt, RequestId, Data, Ended }: Line,
): void => {
  const state = orders.get(Order) ?? freshState();
  orders.set(Order, state);
  state.attempt = Attempt;
  if (RequestId !== undefined) state.requestId = RequestId;
  if (Data !== undefined) state.data = Data;
  if (Ended === undefined) return;
  state.attempt = Attempt + 1;
  state.requestId = undefined;
};

const parseLine = <T>(schema: z.ZodType<T>, text: string, file: string, number: number): T => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const { data } = schema.safeParse(value);
  if (data === undefined)
    throw new UsageError(`${file} is not a run that can be resumed: line ${number} is invalid.`);
  return data;
};

/** Reads a run; what a killed process wrote of its last line is passed over. */
const readRun = (file: string): Kept | undefined => {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(10) + 1;
  if (end === 0) return undefined;
  const [first = '', ...rest] = bytes.subarray(0, end).toString('utf8').trimEnd().split('\n');
  const head = parseLine(headSchema, first, file, 1);
  const orders = new Map<number, OrderState>();
  for (const [index, text] of rest.entries()) applyLine(orders, parseLine(lineSchema, text, file, index + 2));
  return { head, orders, bytes: end };
};

/** When the run began that a file holds; `undefined` where it holds none that can be read. */
export const startOfRun = (file: string): Date | undefined => {
  try {
    const kept = readRun(file);
    return kept && new Date(kept.head.StartedAt);
  } catch {
    return undefined;
  }
};

export interface JournalOptions {
  file: string;
  baseUrl: string;
  uid: string;
  orders: readonly Order[];
  /** Goes on with what the file holds; else that is laid aside. */
  resume: boolean;
  /** Told of an earlier run that is laid aside, and where to. */
  onLaidAside: (kept: { done: number; count: number; file: string }) => void;
}

const countDone = (orders: ReadonlyMap<number, OrderState>): number =>
  [...orders.values()].filter(({ data }) => data !== undefined).length;

/** Another process is at the same run. */
export class RunInUseError extends UsageError {}

const lock = (file: string): ExclusiveLock => {
  try {
    return takeExclusiveLock(`${file}.lock`);
  } catch (cause) {
    throw new RunInUseError(`Another process is working on this run: ${file} is in use.`, { cause });
  }
};

/** @returns what to go on with; `undefined` for a new run, before which an unfinished one is laid aside. */
const takeUp = ({ file, resume, onLaidAside }: JournalOptions, name: string): Kept | undefined => {
  if (!existsSync(file)) {
    if (!resume) return undefined;
    throw new UsageError(
      `There is no interrupted run of these SKUs and sites: ${file} does not exist. Omit --resume to start a new run.`,
    );
  }
  const kept = readRun(file);
  if (resume && kept !== undefined && kept.head.Orders !== name) {
    throw new UsageError(
      `${file} is a run of other SKUs, sites, address or UID; resume it with exactly the same ones.`,
    );
  }
  if (resume || kept === undefined) return kept;
  renameSync(file, `${file}.before`);
  onLaidAside({ done: countDone(kept.orders), count: kept.head.Count, file: `${file}.before` });
  return undefined;
};

/**
 * Opens the file in which a run is kept, so that one that was stopped or killed at any moment can be gone on with. What
 * was queued is asked for again under the same idempotency key, and so never queued twice while its request lives.
 *
 * The file is NDJSON, readable by its owner alone; docs/cli.md describes its lines. It holds no license key.
 *
 * @throws UsageError when there is nothing to go on with, or another process is at it.
 */
export const openJournal = (options: JournalOptions) => {
  const { file, baseUrl, uid, orders } = options;
  const name = nameOfRun(baseUrl, uid, orders);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const held = lock(file);
  try {
    const kept = takeUp(options, name);
    const head = kept?.head ?? {
      Form: form,
      Run: randomBytes(16).toString('hex'),
      Orders: name,
      BaseUrl: baseUrl,
      UID: uid,
      Count: orders.length,
      StartedAt: new Date().toISOString(),
    };
    const descriptor = openSync(file, kept ? 'r+' : 'w', 0o600);
    ftruncateSync(descriptor, kept?.bytes ?? 0);
    let position = kept?.bytes ?? 0;
    const write = (line: object): void => {
      position += writeSync(descriptor, `${JSON.stringify(line)}\n`, position);
      // The machine may go, too.
      fdatasyncSync(descriptor);
    };
    if (!kept) write(head);
    const close = (): void => {
      closeSync(descriptor);
      held.release();
    };
    return {
      /** 32 hexadecimal digits, the same ones whenever the run is gone on with. */
      run: head.Run,
      /** From an earlier start; the fresh one of an order that had not begun. */
      stateOf: (order: number): OrderState => kept?.orders.get(order) ?? freshState(),
      /** How many orders were done before. */
      doneBefore: kept ? countDone(kept.orders) : 0,
      idempotencyKeyOf: (order: number, attempt: number): string => `${head.Run}-${order}-${attempt}`,
      queued: (Order: number, Attempt: number, RequestId: string): void =>
        write({ Order, Attempt, RequestId }),
      completed: (Order: number, Attempt: number, Data: RequestData): void => write({ Order, Attempt, Data }),
      /** The request has failed, or is gone: the next attempt is another request. */
      ended: (Order: number, Attempt: number, Ended: 'Failed' | 'Gone'): void =>
        write({ Order, Attempt, Ended }),
      close,
      /** Closes it and deletes the file. */
      finish: (): void => {
        rmSync(file, { force: true });
        close();
        rmSync(`${file}.lock`, { force: true });
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
};

export type RunJournal = ReturnType<typeof openJournal>;

export interface KeepOptions {
  /** Where the run is kept; else in a file of its own among those of the person's runs. */
  state?: string | undefined;
  /** Continues the run that is kept there. */
  resume: boolean;
  /** Told of an earlier run that is laid aside. */
  onLaidAside: JournalOptions['onLaidAside'];
}

/** Where a run of these orders is kept. */
export const fileOfRun = (
  state: string | undefined,
  { baseUrl, uid }: Pick<Connection, 'baseUrl' | 'uid'>,
  orders: readonly Order[],
): string => state ?? stateFileOf(nameOfRun(baseUrl, uid, orders), process.env);

/**
 * Opens the file of a run.
 *
 * @returns `undefined` where the run cannot be kept, which only matters when somebody asked for it.
 * @throws UsageError where somebody did.
 */
export const keepRun = (
  { state, resume, onLaidAside }: KeepOptions,
  connection: Connection,
  orders: readonly Order[],
): RunJournal | undefined => {
  const { baseUrl, uid } = connection;
  const file = fileOfRun(state, connection, orders);
  try {
    if (state === undefined) removeOldRuns(process.env, Date.now());
    return openJournal({ file, baseUrl, uid, orders, resume, onLaidAside });
  } catch (error) {
    const isWanted = state !== undefined || resume;
    // The same may be scraped twice at a time; only one of them can be gone on with.
    if (error instanceof UsageError && (isWanted || !(error instanceof RunInUseError))) throw error;
    const reason = `This run cannot be saved in ${file}: ${(error as Error).message}`;
    if (isWanted) throw new UsageError(reason, { cause: error });
    tell(`${reason.replace(/\.?$/, '.')} It cannot be resumed.`);
    return undefined;
  }
};
