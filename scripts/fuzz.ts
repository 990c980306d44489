/**
 * `npm run fuzz -- [NAME] [--runs N] [--seed N]`: runs every `test/fuzz/*.fuzz.ts` with many inputs. Each exports
 * `run(runs, seed)`, which throws with the smallest input that breaks a property. The seed is printed first, so
 * that a failure can be had again.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { programOptions } from './program-options.ts';

interface FuzzEntry {
  run: (runs: number, seed: number) => void | Promise<void>;
}

const { values, positionals } = programOptions(import.meta.filename, {
  allowPositionals: true,
  options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string' } },
});
const runs = Number(values.runs);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error(
    'Expected --runs and --seed to be whole numbers, as in: npm run fuzz -- money --runs 1000 --seed 42',
  );
  process.exit(2);
}

const folder = join(import.meta.dirname, '../test/fuzz');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.fuzz.ts'))
  .map((file) => file.replace(/\.fuzz\.ts$/, ''))
  .filter((name) => positionals.length === 0 || positionals.includes(name));
if (names.length === 0) {
  console.error(`No fuzz named ${positionals.join(', ')} in test/fuzz.`);
  process.exit(2);
}

console.log(`seed ${seed}, ${runs.toLocaleString('en')} inputs for each property`);
for (const name of names) {
  const started = performance.now();
  const entry = (await import(join(folder, `${name}.fuzz.ts`))) as FuzzEntry;
  try {
    await entry.run(runs, seed);
    console.log(`ok      ${name}  ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  } catch (error) {
    console.error(`failed  ${name}  again with: npm run fuzz -- ${name} --runs ${runs} --seed ${seed}`);
    console.error(error);
    process.exitCode = 1;
  }
}
