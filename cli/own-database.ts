import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite';
import { UsageError } from './exit-codes.ts';

interface OwnDatabase {
  /** Distinguishes it from other SQLite databases. */
  applicationId: number;
  /** SQL that creates the tables of a new file. */
  schema: string;
  /** Completes "FILE is a database, but not …". */
  kind: string;
  options: DatabaseSyncOptions;
  /** Locks the file until it is closed. */
  isExclusive?: boolean;
}

/** The value of a pragma, such as `user_version`. */
export const pragmaOf = (database: DatabaseSync, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];

/**
 * Opens an SQLite database that only its owner can read, and creates it if it is missing.
 *
 * @param check - runs in the same transaction.
 * @throws UsageError for another program's database; SQLite's own error if it cannot be opened, or is not a database.
 */
export const openOwnDatabase = (
  file: string,
  { applicationId, schema, kind, options, isExclusive = false }: OwnDatabase,
  check: (database: DatabaseSync) => void = () => {},
): DatabaseSync => {
  // Loaded on demand: Node.js 20 has none.
  const sqlite = process.getBuiltinModule('node:sqlite');
  if (sqlite === undefined)
    throw new UsageError(`The history needs Node.js 22.13 or newer; this is ${process.versions.node}.`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const database = new sqlite.DatabaseSync(file, options);
  try {
    database.exec(isExclusive ? 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE' : 'BEGIN IMMEDIATE');
    if (pragmaOf(database, 'schema_version') === 0)
      database.exec(`${schema};PRAGMA application_id = ${applicationId}`);
    if (pragmaOf(database, 'application_id') !== applicationId)
      throw new UsageError(`${file} is a database, but not ${kind}.`);
    check(database);
    database.exec('COMMIT');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};
