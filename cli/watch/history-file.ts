import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { readWatchState, type WatchState } from '../../lambdas/domain/price-changes.ts';
import type { SiteResult } from '../../lambdas/domain/site-result.ts';
import { stateFolder } from '../../local/state-folder.ts';
import { UsageError } from '../exit-codes.ts';

/** "sphi": tells a history from any other database of SQLite. */
const applicationId = 0x73706869;
const version = 2;

/** Another process that is at the same file is waited for so long. */
const busyMs = 30_000;

const schema = `
CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  question TEXT NOT NULL UNIQUE,
  sku TEXT NOT NULL,
  site TEXT NOT NULL,
  url TEXT,
  state TEXT
) STRICT;
CREATE TABLE looks (
  series INTEGER NOT NULL REFERENCES series,
  look TEXT NOT NULL,
  at TEXT NOT NULL,
  outcome TEXT NOT NULL,
  amount TEXT,
  currency TEXT,
  known_amount TEXT,
  known_currency TEXT,
  availability TEXT NOT NULL,
  confidence TEXT,
  title TEXT,
  error TEXT,
  PRIMARY KEY (series, look)
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_by_time ON looks (series, at);
CREATE TABLE changes (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  notice TEXT NOT NULL
) STRICT;
CREATE TABLE handovers (
  change TEXT NOT NULL REFERENCES changes,
  channel TEXT NOT NULL,
  done_at TEXT,
  PRIMARY KEY (change, channel)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_handovers ON handovers (channel) WHERE done_at IS NULL;
CREATE VIEW prices AS
  SELECT at, sku, site, known_amount AS price, known_currency AS currency, availability, outcome, amount AS stated,
    confidence, title, error, url
  FROM looks JOIN series ON series.id = looks.series;
PRAGMA application_id = ${applicationId};
PRAGMA user_version = 1;
`;

/** From each version to the next. A change of version 1 did not say of which series it is, and is found by what it tells. */
const upgrades: readonly { from: number; sql: string }[] = [
  {
    from: 1,
    sql: `
ALTER TABLE changes ADD COLUMN series INTEGER REFERENCES series;
UPDATE changes SET series = (
  SELECT id FROM series WHERE sku = notice ->> 'Sku' AND url IS notice ->> 'Url'
  ORDER BY site = notice ->> 'Site' DESC, id LIMIT 1
);
PRAGMA user_version = 2;
`,
  },
];

/** Where the history is kept when nothing else is said. */
export const historyFileOf = (variables: Readonly<Record<string, string | undefined>>): string =>
  join(stateFolder(variables), 'history.sqlite');

/** A product at a site. */
export interface Series {
  question: string;
  sku: string;
  site: string;
  /** As the file or the request names it; null where the service knows it by its name. */
  url: string | null;
}

/** One scrape's view of a site. Prices are exact decimals. */
export interface SeenPrice {
  /** Which look it was: what comes twice is kept once. */
  look: string;
  /** ISO 8601, UTC. */
  at: string;
  outcome: string;
  /** As the page stated it at this look. */
  amount: string | null;
  currency: string | null;
  /** The confirmed value, from this scrape or an earlier one. */
  knownAmount: string | null;
  knownCurrency: string | null;
  availability: string;
  confidence: string | null;
  title: string | null;
  error: string | null;
}

export interface StoredSeries extends Series {
  id: number;
  state: WatchState | undefined;
}

/** A change that is to be told, as JSON. */
export interface StoredNotice {
  id: string;
  at: string;
  notice: string;
}

/** How changes are told. */
export type Channel = 'Output' | 'Command' | 'Webhook';

export interface Recorded {
  series: StoredSeries;
  look: Pick<SeenPrice, 'look' | 'at'>;
  result: SiteResult;
  state: WatchState;
  notices: readonly StoredNotice[];
  /** Each notice is to be told by each of them. */
  channels: readonly Channel[];
}

export interface PriceHistory extends Disposable {
  /** The series of a question; begun where there is none. What it is called may have changed since. */
  seriesOf: (series: Series) => StoredSeries;
  /** `undefined` where there is none yet. */
  find: (question: string) => StoredSeries | undefined;
  hasLook: (series: StoredSeries, look: string) => boolean;
  /** Keeps a look, what is known after it and what is to be told of it: all or nothing. */
  record: (recorded: Recorded) => void;
  /** Series of a SKU, by their sites. */
  seriesOfSku: (sku: string) => StoredSeries[];
  /** SKUs, each once. */
  skus: () => string[];
  /** In order of time, from a moment on. @param since - ISO 8601, UTC. */
  looksOf: (series: StoredSeries, since?: string) => SeenPrice[];
  /** When a series began; `undefined` where it has not. */
  beginningOf: (series: StoredSeries) => string | undefined;
  /**
   * Pending changes of a channel for some series, oldest first: several catalogues may share a history, and each
   * takes only its own.
   */
  untold: (channel: Channel, questions: readonly string[]) => StoredNotice[];
  /** @param at - ISO 8601, UTC. */
  markTold: (id: string, channel: Channel, at: string) => void;
}

type Row = Record<string, SQLOutputValue>;

const textOr = (value: SQLOutputValue | undefined, otherwise: string | null = null): string | null =>
  typeof value === 'string' ? value : otherwise;
const text = (value: SQLOutputValue | undefined): string => textOr(value, '') as string;

const toSeries = (row: Row): StoredSeries => {
  const state = textOr(row.state);
  return {
    id: Number(row.id),
    question: text(row.question),
    sku: text(row.sku),
    site: text(row.site),
    url: textOr(row.url),
    state: state === null ? undefined : readWatchState(JSON.parse(state)),
  };
};

const toSeenPrice = (row: Row): SeenPrice => ({
  look: text(row.look),
  at: text(row.at),
  outcome: text(row.outcome),
  amount: textOr(row.amount),
  currency: textOr(row.currency),
  knownAmount: textOr(row.known_amount),
  knownCurrency: textOr(row.known_currency),
  availability: text(row.availability),
  confidence: textOr(row.confidence),
  title: textOr(row.title),
  error: textOr(row.error),
});

const toNotice = (row: Row): StoredNotice => ({
  id: text(row.id),
  at: text(row.at),
  notice: text(row.notice),
});

const numberOf = (database: DatabaseSync, pragma: string): number =>
  Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);

/** Makes the tables of a new file, and those that are new since an older one. @throws UsageError for a file that is another's, or of a later version. */
const prepare = (database: DatabaseSync, file: string, isWritten: boolean): void => {
  database.exec(`PRAGMA busy_timeout = ${busyMs}; BEGIN IMMEDIATE`);
  const isNew = numberOf(database, 'schema_version') === 0;
  if (isNew) database.exec(schema);
  const id = numberOf(database, 'application_id');
  if (id === applicationId) {
    for (const { from, sql } of upgrades) {
      if (numberOf(database, 'user_version') === from) database.exec(sql);
    }
  }
  const found = { id, version: numberOf(database, 'user_version') };
  // SQLite opens what it may not write for reading, and says so at the first write: after all was asked.
  if (isWritten && found.version === version) database.exec(`PRAGMA user_version = ${version}`);
  database.exec('COMMIT');
  if (found.id !== applicationId) throw new UsageError(`${file} is a database, but no history of prices.`);
  if (found.version !== version) {
    throw new UsageError(
      `${file} is of version ${found.version}, and this program reads version ${version}; use the one that wrote it.`,
    );
  }
};

const openDatabase = (file: string, isWritten: boolean): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Purchases are private.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: true });
  try {
    prepare(database, file, isWritten);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** @throws UsageError when it cannot be opened, or written where it is to be, or is no history. */
const openedDatabase = (file: string, isWritten: boolean): DatabaseSync => {
  try {
    return openDatabase(file, isWritten);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be used as a history: ${(error as Error).message}.`, {
      cause: error,
    });
  }
};

/**
 * Opens a history of prices: a database of SQLite, which any program for such opens, and which is whole again after a
 * process was killed in the middle of a write. docs/watching.md describes its tables.
 *
 * @param mustExist - to be read alone; else a new one is begun where there is none, and that it can be written is tried.
 * @throws UsageError when it cannot be opened or written, or is no history. So does whatever writes to it.
 */
export const openHistory = (file: string, mustExist = false): PriceHistory => {
  if (mustExist && !existsSync(file)) {
    throw new UsageError(`There is no history in ${file}; "scrap-prices watch" begins one.`);
  }
  const database = openedDatabase(file, !mustExist);
  const find = database.prepare('SELECT * FROM series WHERE question = ?');
  const begin = database.prepare(
    `INSERT INTO series (question, sku, site, url) VALUES (?, ?, ?, ?)
     ON CONFLICT (question) DO UPDATE SET site = excluded.site, url = excluded.url`,
  );
  const look = database.prepare('SELECT 1 FROM looks WHERE series = ? AND look = ?');
  const addLook = database.prepare('INSERT INTO looks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const setState = database.prepare('UPDATE series SET state = ? WHERE id = ?');
  const addChange = database.prepare('INSERT INTO changes (id, at, notice, series) VALUES (?, ?, ?, ?)');
  const addHandover = database.prepare('INSERT INTO handovers VALUES (?, ?, NULL)');
  const looks = database.prepare('SELECT * FROM looks WHERE series = ? AND at >= ? ORDER BY at, look');
  const first = database.prepare('SELECT min(at) AS at FROM looks WHERE series = ?');
  const ofSku = database.prepare('SELECT * FROM series WHERE sku = ? ORDER BY site, id');
  const skus = database.prepare('SELECT DISTINCT sku FROM series ORDER BY sku');
  const untold = database.prepare(
    `SELECT changes.* FROM handovers JOIN changes ON changes.id = handovers.change
     JOIN series ON series.id = changes.series
     WHERE channel = ? AND done_at IS NULL AND question IN (SELECT value FROM json_each(?)) ORDER BY changes.at, changes.rowid`,
  );
  const told = database.prepare('UPDATE handovers SET done_at = ? WHERE change = ? AND channel = ?');

  const write = (work: () => void): void => {
    try {
      database.exec('BEGIN IMMEDIATE');
      work();
      database.exec('COMMIT');
    } catch (error) {
      // A full disk has ended it already.
      if (database.isTransaction) database.exec('ROLLBACK');
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
      throw new UsageError(
        `The history ${file} cannot be written: ${(error as Error).message}. The same command goes on when it can be.`,
        { cause: error },
      );
    }
  };

  return {
    seriesOf: ({ question, sku, site, url }) => {
      const found = find.get(question);
      if (found?.site !== site || found.url !== url) write(() => begin.run(question, sku, site, url));
      return toSeries(find.get(question)!);
    },
    find: (question) => {
      const found = find.get(question);
      return found && toSeries(found);
    },
    hasLook: ({ id }, name) => look.get(id, name) !== undefined,
    record: ({ series: { id }, look: { look: name, at }, result, state, notices, channels }) =>
      write(() => {
        const known = state.Items[0]?.Price.Known;
        addLook.run(
          id,
          name,
          at,
          result.Outcome,
          result.Price?.Amount ?? null,
          result.Price?.Currency ?? null,
          known?.Amount ?? null,
          known?.Currency ?? null,
          result.Availability,
          result.Confidence,
          result.Title,
          result.Error?.Code ?? null,
        );
        setState.run(JSON.stringify(state), id);
        for (const change of notices) {
          addChange.run(change.id, change.at, change.notice, id);
          for (const channel of channels) addHandover.run(change.id, channel);
        }
      }),
    seriesOfSku: (sku) => ofSku.all(sku).map(toSeries),
    skus: () => skus.all().map(({ sku }) => text(sku)),
    looksOf: ({ id }, since = '') => looks.all(id, since).map(toSeenPrice),
    beginningOf: ({ id }) => textOr(first.get(id)?.at) ?? undefined,
    untold: (channel, questions) => untold.all(channel, JSON.stringify(questions)).map(toNotice),
    markTold: (id, channel, at) => write(() => told.run(at, id, channel)),
    [Symbol.dispose]: () => database.close(),
  };
};
