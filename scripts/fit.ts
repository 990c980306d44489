/**
 * `npm run fit -- [--drill] [--pages FOLDER ...] [--write] [--features] [--errors]`: fits the weights of the price
 * ranking, and judges them with each shop left out. Pages come from folders outside the project and, with `--drill`,
 * from the drill's archives. `--features` leaves out each feature in turn, `--errors` prints wrong answers, `--write`
 * saves the weights.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureNames } from '../lambdas/pricing/decide/rank-prices.ts';
import { pageArchives } from './drill/pages/archives.ts';
import { fetchArchive } from './drill/pages/fetch-archive.ts';
import { pagesOfArchive } from './drill/pages/pages-drill.ts';
import { outsidePagesOf } from './evaluate/outside-folder.ts';
import { describeAnswers, describeBands, wrongAnswers } from './fit/describe-ranking.ts';
import { answersLeftOut, fitPages } from './fit/leave-out.ts';
import { type ExamplePage, examplePageOf } from './fit/price-examples.ts';
import { programOptions } from './program-options.ts';

const drillCache = join(import.meta.dirname, '../.cache/drill/pages');
const modelFile = join(import.meta.dirname, '../lambdas/pricing/decide/price-model.json');
/** L2 penalty: keeps the weights of correlated features small. */
const ridge = 1;

const { values } = programOptions(import.meta.filename, {
  options: {
    drill: { type: 'boolean', default: false },
    pages: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
    features: { type: 'boolean', default: false },
    errors: { type: 'boolean', default: false },
  },
});

const labelledPages = async function* () {
  for (const archive of values.drill ? pageArchives : [])
    yield* pagesOfArchive(archive.set, await fetchArchive(archive, drillCache));
  for (const folder of values.pages) yield* outsidePagesOf(folder);
};

const pages: ExamplePage[] = [];
for await (const labelled of labelledPages()) {
  const page = examplePageOf(labelled);
  if (page) pages.push(page);
}
if (pages.length === 0)
  throw new Error('Nothing to fit: pass a folder of labelled pages with --pages, or --drill.');
const { thresholds } = JSON.parse(readFileSync(modelFile, 'utf8'));
const model = fitPages(pages, ridge);
const answers = answersLeftOut(pages, ridge, model);
console.log(`Each shop left out, of ${pages.length} pages:\n${describeAnswers(answers, thresholds.Low)}`);
console.log(describeBands(answers));
if (values.errors) console.log(wrongAnswers(answers, thresholds.Low).join('\n'));
if (values.features)
  for (const [index, name] of featureNames.entries()) {
    const without = pages.map((page) => ({
      ...page,
      examples: page.examples.map((example) => ({
        ...example,
        values: example.values.map((value, at) => (at === index ? 0 : value)),
      })),
    }));
    console.log(
      `without ${name.padEnd(20)} ${describeAnswers(answersLeftOut(without, ridge, model), thresholds.Low)}`,
    );
  }
if (values.write) {
  const rounded = (weight: number): number => Math.round(weight * 1000) / 1000;
  const weights = Object.fromEntries(
    featureNames.map((name, index) => [name, rounded(model.weights[index]!)]),
  );
  const written = { thresholds, bias: rounded(model.bias), weights };
  writeFileSync(modelFile, `${JSON.stringify(written, null, 2)}\n`);
  console.log(`Written to ${modelFile}. Compare with: npm run evaluate -- --base main`);
}
