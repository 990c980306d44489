/**
 * `npm run mutate -- [--set NAME ...] [--by SHARE] [--write]`: changes one weight after the other, up and down by a
 * share of itself (all of it, unless told), and looks whether any `train` page of test/pages is given another price,
 * Confidence or rule. Weights: those of the features and relations of shown prices, and those by which a page is asked
 * whether it sells one product. One that nothing notices goes, or gets a page that notices it: the exit code is 1
 * then. List prices are not looked at. `--write` keeps which page, the smallest one, noticed which change in
 * test/pages/weight-witnesses.json, where a test asks one for each weight again.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSets, setsFolder } from './evaluate/page-sets.ts';
import { allWeights, readCorpus, witnessOf } from './mutate/weights.ts';
import { programOptions } from './program-options.ts';

const { values } = programOptions(import.meta.filename, {
  options: {
    set: { type: 'string', multiple: true, default: listSets() },
    by: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const by = Number(values.by);
if (!(by > 0))
  throw new Error(`--by is the share of a weight to change: a number above 0, not ${values.by}.`);
const corpus = readCorpus(values.set);
const unnoticed: string[] = [];
const found: Record<string, { less: string | null; more: string | null }> = {};
for (const weight of allWeights) {
  const [less, more] = [witnessOf(corpus, weight, 1 - by), witnessOf(corpus, weight, 1 + by)];
  if (less === undefined && more === undefined) unnoticed.push(weight.name);
  found[weight.name] = { less: less ?? null, more: more ?? null };
  const start = `${weight.name.padEnd(28)} ${String(weight.get()).padStart(5)}`;
  console.log(`${start}  × ${1 - by}: ${(less ?? '-').padEnd(36)}  × ${1 + by}: ${more ?? '-'}`);
}
console.log(
  `\nOf ${allWeights.length} weights nothing notices ${unnoticed.length}, on ${corpus.length} pages: ${unnoticed.join(', ') || 'none'}`,
);
if (values.write)
  writeFileSync(
    join(setsFolder, 'weight-witnesses.json'),
    `${JSON.stringify({ by, witnesses: found }, null, 2)}\n`,
  );
if (unnoticed.length > 0) process.exitCode = 1;
