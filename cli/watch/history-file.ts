import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { readWatchState, type WatchState } from '../../lambdas/domain/watch/price-changes.ts';
import { stateFolder } from '../../local/state-files.ts';
import { UsageError } from '../exit-codes.ts';
import { openOwnDatabase, pragmaOf } from '../own-database.ts';
import type { Notice } from './notice.ts';

/** "sphi": distinguishes a history from other SQLite databases. */
const applicationId = 0x73706869;
const version = 1;

/** How long to wait for another process using the file. */
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
PRAGMA user_version = ${version}
`;

/** Default history file. */
export const historyFileOf = (variables: Readonly<Record<string, string | undefined>>): string =>
  join(stateFolder(variables), 'history.sqlite');

/** A product at a site. */
export interface Series {
  question: string;
  sku: string;
  site: string;
  /** Address of the site; null for a registered site. */
  url: string | null;
}

/** Findings of one scrape at a site. Prices are exact decimals. */
export interface Observation {
  at: string;
  outcome: string;
  /** As stated by the page in this scrape. */
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

export type ChannelName = 'Output' | 'Command' | 'Webhook';

interface Recorded {
  series: StoredSeries;
  /** Identifies the scrape; repeated results are stored once. */
  scrapeId: string;
  at: string;
  result: SiteResult;
  state: WatchState;
  notices: readonly Notice[];
  /** Every notice is reported on all of them. */
  channels: readonly ChannelName[];
}

type Row = Record<string, SQLOutputValue>;

const toSeries = ({ state, ...row }: Row): StoredSeries => ({
  ...(row as unknown as StoredSeries),
  state: typeof state === 'string' ? readWatchState(JSON.parse(state)) : undefined,
});

/** @throws UsageError if it cannot be opened or, where required, written, or is not a history. */
const openDatabase = (file: string, isWritten: boolean): DatabaseSync => {
  const own = { applicationId, schema, kind: 'a price history' };
  const options = { timeout: busyMs, enableForeignKeyConstraints: true };
  try {
    return openOwnDatabase(file, { ...own, options }, (database) => {
      const found = pragmaOf(database, 'user_version');
      if (found !== version)
        throw new UsageError(
          `${file} has version ${found}, but this program reads version ${version}; use the program version that wrote it.`,
        );
      // SQLite opens a read-only file without an error, and would fail only after everything was scraped.
      if (isWritten) database.exec(`PRAGMA user_version = ${version}`);
    });
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${file} cannot be used as a history: ${(cause as Error).message}.`, { cause });
  }
};

/**
 * Opens a price history: an SQLite database, which survives a process killed during a write. docs/watching.md describes
 * its tables.
 *
 * @param mustExist - open for reading only; otherwise creates a missing file, and checks that it can be written.
 * @throws UsageError if it cannot be opened or written, or is not a history. Later writes throw it too.
 */
export const openHistory = (file: string, mustExist = false) => {
  if (mustExist && !existsSync(file)) {
    throw new UsageError(`There is no history in ${file}; "scrap-prices watch" creates one.`);
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
      // A full disk has already ended the transaction.
      if (database.isTransaction) database.exec('ROLLBACK');
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw cause;
      throw new UsageError(
        `The history ${file} cannot be written: ${(cause as Error).message}. Fix this, then run the same command to continue.`,
        { cause },
      );
    }
  };

  return {
    /** The series of a question; `undefined` if there is none yet. */
    find,
    /** The series of a question, created if missing. Updates its names. */
    seriesOf: ({ question, sku, site, url }: Series): StoredSeries => {
      const found = find(question);
      if (found?.site === site && found.url === url) return found;
      write(() =>
        run(
          `INSERT INTO series (question, sku, site, url) VALUES (?, ?, ?, ?)
           ON CONFLICT (question) DO UPDATE SET site = excluded.site, url = excluded.url`,
          ...[question, sku, site, url],
        ),
      );
      return find(question)!;
    },
    hasResultOf: ({ id }: StoredSeries, scrapeId: string): boolean =>
      all('SELECT 1 FROM looks WHERE series = ? AND look = ?', id, scrapeId).length > 0,
    /** Stores a scrape, the resulting state and its notices in one transaction. */
    record: ({ series: { id }, scrapeId, at, result, state, notices, channels }: Recorded): void =>
      write(() => {
        const known = state.Items[0]?.Price.Known;
        const { Outcome, Price, Availability, Confidence, Title, Error: error } = result;
        const prices = [Price?.Amount, Price?.Currency, known?.Amount, known?.Currency];
        run(
          'INSERT INTO looks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
          ...[id, scrapeId, at, Outcome],
          ...prices.map((value) => value ?? null),
          ...[Availability, Confidence, Title, error?.Code ?? null],
        );
        run('UPDATE series SET state = ? WHERE id = ?', JSON.stringify(state), id);
        for (const notice of notices) {
          const { Id, At } = notice;
          const text = JSON.stringify(notice);
          run('INSERT INTO changes (id, at, notice, series) VALUES (?, ?, ?, ?)', Id, At, text, id);
          for (const channel of channels) run('INSERT INTO handovers VALUES (?, ?, NULL)', Id, channel);
        }
      }),
    seriesOfSku: (sku: string): StoredSeries[] =>
      all<Row>('SELECT * FROM series WHERE sku = ? ORDER BY site, id', sku).map(toSeries),
    skus: (): string[] =>
      all<{ sku: string }>('SELECT DISTINCT sku FROM series ORDER BY sku').map(({ sku }) => sku),
    /** In order of time. @param since - ISO 8601, UTC. */
    observationsOf: ({ id }: StoredSeries, since = ''): Observation[] =>
      all(
        `SELECT *, known_amount AS knownAmount, known_currency AS knownCurrency FROM looks
         WHERE series = ? AND at >= ? ORDER BY at, look`,
        id,
        since,
      ),
    /**
     * A channel's unreported changes of some series, oldest first. Catalogues that share a history each read only their own.
     */
    unreported: (channel: ChannelName, questions: readonly string[]): Notice[] =>
      all<{ notice: string }>(
        `SELECT notice FROM handovers JOIN changes ON changes.id = handovers.change
         JOIN series ON series.id = changes.series
         WHERE channel = ? AND done_at IS NULL AND question IN (SELECT value FROM json_each(?))
         ORDER BY changes.at, changes.rowid`,
        channel,
        JSON.stringify(questions),
      ).map(({ notice }) => JSON.parse(notice) as Notice),
    /** @param at - ISO 8601, UTC. */
    markReported: (id: string, channel: ChannelName, at: string): void =>
      write(() => run('UPDATE handovers SET done_at = ? WHERE change = ? AND channel = ?', at, id, channel)),
    [Symbol.dispose]: (): void => database.close(),
  };
};

export type PriceHistory = ReturnType<typeof openHistory>;
