import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lazy } from '../lambdas/pricing/words/memoize.ts';
import { phraseTable } from '../lambdas/pricing/words/phrase-table.ts';

/** Where `imports` of package.json expects `#phrase-table` of a bundle. */
const file = join(import.meta.dirname, '../build/phrase-table.mjs');

/** Conditions that select the table of {@link writePhraseTable}; 'module' is esbuild's default. */
export const conditions = ['compiled', 'module'];

/** Precompiles the phrases of all languages for bundles. */
export const writePhraseTable = lazy((): void => {
  const code = `export const phraseTable = () => ${JSON.stringify(phraseTable())};\n`;
  if (existsSync(file) && readFileSync(file, 'utf8') === code) return;
  mkdirSync(dirname(file), { recursive: true });
  // Renamed into place, so that another process never bundles half of it.
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, code);
  renameSync(fresh, file);
});
