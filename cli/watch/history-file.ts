import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { readWatchState, type WatchState } from '../../lambdas/domain/price-changes.ts';
import type { SiteResult } from '../../lambdas/domain/site-result.ts';
import { stateFolder } from '../../local/state-files.ts';
import { UsageError } from '../exit-codes.ts';
import type { Notice } from './notice.ts';

/** "sphi": tells a history from any other database of SQLite. */
const applicationId = 0x73706869;
const version = 1;

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
  notice TEXT NOT NULL,
  series INTEGER REFERENCES series
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
PRAGMA user_version = ${version};
`;

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

export type Channel = 'Output' | 'Command' | 'Webhook';

interface Recorded {
  series: StoredSeries;
  /** Names the scrape: what comes twice is kept once. */
  look: string;
  at: string;
  result: SiteResult;
  state: WatchState;
  notices: readonly Notice[];
  /** Each notice is to be told by each of them. */
  channels: readonly Channel[];
}

type Row = Record<string, SQLOutputValue>;

const toSeries = ({ state, ...row }: Row): StoredSeries => ({
  ...(row as unknown as StoredSeries),
  state: typeof state === 'string' ? readWatchState(JSON.parse(state)) : undefined,
});

/** Makes the tables of a new file. @throws UsageError for a file that is another's, or of another version. */
const prepare = (database: DatabaseSync, file: string, isWritten: boolean): void => {
  const numberOf = (pragma: string): number =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  database.exec('BEGIN IMMEDIATE');
  if (numberOf('schema_version') === 0) database.exec(schema);
  const isHistory = numberOf('application_id') === applicationId;
  const found = numberOf('user_version');
  // SQLite opens what it may not write for reading, and says so at the first write: after all was asked.
  if (isWritten && isHistory && found === version) database.exec(`PRAGMA user_version = ${version}`);
  database.exec('COMMIT');
  if (!isHistory) throw new UsageError(`${file} is a database, but no history of prices.`);
  if (found !== version) {
    throw new UsageError(
      `${file} is of version ${found}, and this program reads version ${version}; use the one that wrote it.`,
    );
  }
};

/** @throws UsageError when it cannot be opened, or written where it is to be, or is no history. */
const openDatabase = (file: string, isWritten: boolean): DatabaseSync => {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Purchases are private.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    database = new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: true });
    prepare(database, file, isWritten);
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${file} cannot be used as a history: ${(cause as Error).message}.`, { cause });
  }
};

/**
 * Opens a history of prices: a database of SQLite, which any program for such opens, and which is whole again after a
 * process was killed in the middle of a write. docs/watching.md describes its tables.
 *
 * @param mustExist - to be read alone; else a new one is begun where there is none, and that it can be written is tried.
 * @throws UsageError when it cannot be opened or written, or is no history. So does whatever writes to it.
 */
export const openHistory = (file: string, mustExist = false) => {
  if (mustExist && !existsSync(file)) {
    throw new UsageError(`There is no history in ${file}; "scrap-prices watch" begins one.`);
  }
  const database = openDatabase(file, !mustExist);
  const all = <T>(sql: string, ...values: SQLInputValue[]): T[] =>
    database.prepare(sql).all(...values) as T[];
  const run = (sql: string, ...values: SQLInputValue[]): unknown => database.prepare(sql).run(...values);
  const find = (question: string): StoredSeries | undefined =>
    all<Row>('SELECT * FROM series WHERE question = ?', question).map(toSeries)[0];

  const write = (work: () => void): void => {
    try {
      database.exec('BEGIN IMMEDIATE');
      work();
      database.exec('COMMIT');
    } catch (cause) {
      // A full disk has ended it already.
      if (database.isTransaction) database.exec('ROLLBACK');
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw cause;
      throw new UsageError(
        `The history ${file} cannot be written: ${(cause as Error).message}. The same command goes on when it can be.`,
        { cause },
      );
    }
  };

  return {
    /** The series of a question; `undefined` where there is none yet. */
    find,
    /** The series of a question; begun where there is none. What it is called may have changed since. */
    seriesOf: ({ question, sku, site, url }: Series): StoredSeries => {
      const found = find(question);
      if (found?.site === site && found.url === url) return found;
      write(() =>
        run(
          `INSERT INTO series (question, sku, site, url) VALUES (?, ?, ?, ?)
           ON CONFLICT (question) DO UPDATE SET site = excluded.site, url = excluded.url`,
          question,
          sku,
          site,
          url,
        ),
      );
      return find(question)!;
    },
    hasLook: ({ id }: StoredSeries, look: string): boolean =>
      all('SELECT 1 FROM looks WHERE series = ? AND look = ?', id, look).length > 0,
    /** Keeps a look, what is known after it and what is to be told of it: all or nothing. */
    record: ({ series: { id }, look, at, result, state, notices, channels }: Recorded): void =>
      write(() => {
        const known = state.Items[0]?.Price.Known;
        run(
          'INSERT INTO looks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
          id,
          look,
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
        run('UPDATE series SET state = ? WHERE id = ?', JSON.stringify(state), id);
        for (const notice of notices) {
          const { Id, At } = notice;
          run(
            'INSERT INTO changes (id, at, notice, series) VALUES (?, ?, ?, ?)',
            Id,
            At,
            JSON.stringify(notice),
            id,
          );
          for (const channel of channels) run('INSERT INTO handovers VALUES (?, ?, NULL)', Id, channel);
        }
      }),
    seriesOfSku: (sku: string): StoredSeries[] =>
      all<Row>('SELECT * FROM series WHERE sku = ? ORDER BY site, id', sku).map(toSeries),
    skus: (): string[] =>
      all<{ sku: string }>('SELECT DISTINCT sku FROM series ORDER BY sku').map(({ sku }) => sku),
    /** In order of time, from a moment on. @param since - ISO 8601, UTC. */
    looksOf: ({ id }: StoredSeries, since = ''): SeenPrice[] =>
      all(
        `SELECT *, known_amount AS knownAmount, known_currency AS knownCurrency FROM looks
         WHERE series = ? AND at >= ? ORDER BY at, look`,
        id,
        since,
      ),
    /**
     * Pending changes of a channel for some series, oldest first: several catalogues may share a history, and each
     * takes only its own.
     */
    untold: (channel: Channel, questions: readonly string[]): Notice[] =>
      all<{ notice: string }>(
        `SELECT notice FROM handovers JOIN changes ON changes.id = handovers.change
         JOIN series ON series.id = changes.series
         WHERE channel = ? AND done_at IS NULL AND question IN (SELECT value FROM json_each(?))
         ORDER BY changes.at, changes.rowid`,
        channel,
        JSON.stringify(questions),
      ).map(({ notice }) => JSON.parse(notice) as Notice),
    /** @param at - ISO 8601, UTC. */
    markTold: (id: string, channel: Channel, at: string): void =>
      write(() => run('UPDATE handovers SET done_at = ? WHERE change = ? AND channel = ?', at, id, channel)),
    [Symbol.dispose]: (): void => database.close(),
  };
};

export type PriceHistory = ReturnType<typeof openHistory>;
