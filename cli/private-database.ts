import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

/** Opens an SQLite database, created if missing, that only its owner can read. */
export const openPrivateDatabase = (file: string, options: DatabaseSyncOptions): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  return new DatabaseSync(file, options);
};
