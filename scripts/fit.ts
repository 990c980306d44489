/**
 * `npm run fit -- [--drill] [--pages FOLDER ...] [--write] [--features] [--errors] [--answers]`: fits the weights by which a page is
 * asked whether it sells one product, on the `train` halves of test/pages, with `--drill` on that of the archives that
 * the drill fetches, and on folders outside, and judges them with each shop and template left out. `--write` keeps them,
 * `--features` measures what each is worth by leaving it out, `--answers` compares the answers on the folders' pages with
 * those of weights that were fitted without each page's shop.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageFeatures } from '../lambdas/pricing/features/page-features.ts';
import { pageArchives } from './drill/pages/archives.ts';
import { fetchArchive } from './drill/pages/fetch-archive.ts';
import { pagesOfArchive } from './drill/pages/pages-drill.ts';
import { describeAll } from './evaluate/describe-figures.ts';
import { evaluatePages } from './evaluate/evaluate-pages.ts';
import { outsidePagesOf } from './evaluate/outside-folder.ts';
import { labelledPagesOf, listSets } from './evaluate/page-sets.ts';
import { evaluateLeftOut } from './fit/answers-left-out.ts';
import { crossValidate, meanLogLoss, type ScoredExample } from './fit/cross-validate.ts';
import { areaUnderCurve, fitLogistic, type LogisticModel, scoreOf } from './fit/logistic-regression.ts';
import { type PageExample, pageExamplesOf } from './fit/page-examples.ts';
import { roundedWeights } from './fit/rounded-weights.ts';
import { programOptions } from './program-options.ts';

const drillCache = join(import.meta.dirname, '../.cache/drill/pages');
const weightsFile = join(import.meta.dirname, '../lambdas/pricing/features/page-weights.json');
/** Keeps the weights of features that always come together small. */
const ridge = 2;
const lines = [-2, -1, -0.5, 0, 0.5, 1, 2];
const names = pageFeatures.map(({ name }) => name);

const describe = (title: string, scored: readonly ScoredExample[]): string => {
  const positives = scored.filter(({ isPositive }) => isPositive);
  const negatives = scored.filter(({ isPositive }) => !isPositive);
  if (positives.length === 0 || negatives.length === 0) return `${title}: ${scored.length} pages`;
  return [
    `${title}: ${positives.length} products, ${negatives.length} others, AUC ${areaUnderCurve(scored).toFixed(4)}`,
    ...lines.map((line) => {
      const [lost, passed] = [
        positives.filter(({ score }) => score < line).length,
        negatives.filter(({ score }) => score >= line).length,
      ];
      return `  line ${String(line).padStart(4)}: ${lost} products below, ${passed} others above`;
    }),
  ].join('\n');
};

const describeWorst = (scored: readonly ScoredExample[]): string =>
  scored
    .filter(({ score, isPositive, split }) => split !== 'kept' && score >= 0 !== isPositive)
    .sort((a, b) => Math.abs(b.score) - Math.abs(a.score))
    .slice(0, 60)
    .map(
      ({ score, isPositive, set, id, url }) =>
        `  ${score.toFixed(2).padStart(6)} ${isPositive ? 'product' : 'other'} [${set}] ${id} ${url.slice(0, 90)}`,
    )
    .join('\n');

const without = (example: PageExample, left: number): PageExample => ({
  ...example,
  values: example.values.filter((_, index) => index !== left),
});

const describeFeatures = (
  examples: readonly PageExample[],
  model: LogisticModel,
  scored: readonly ScoredExample[],
): string => {
  const [loss, area] = [meanLogLoss(scored), areaUnderCurve(scored)];
  const rows = names.map((name, left) => {
    const start = { bias: model.bias, weights: model.weights.filter((_, index) => index !== left) };
    const other = crossValidate(
      examples.map((example) => without(example, left)),
      ridge,
      start,
    );
    return { name, left, worth: meanLogLoss(other) - loss, areaLost: area - areaUnderCurve(other) };
  });
  return [
    'What each feature is worth: how much more the odds miss without it, in thousandths, and the AUC lost.',
    ...rows
      .sort((a, b) => b.worth - a.worth)
      .map(({ name, left, worth, areaLost }) => {
        const weight = model.weights[left]!.toFixed(1).padStart(5);
        const thousandths = (1000 * worth).toFixed(2).padStart(6);
        return `  ${name.padEnd(22)} weight ${weight}  ${thousandths}  ${areaLost.toFixed(5)}`;
      }),
  ].join('\n');
};

const { values } = programOptions(import.meta.filename, {
  options: {
    drill: { type: 'boolean', default: false },
    pages: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
    features: { type: 'boolean', default: false },
    errors: { type: 'boolean', default: false },
    answers: { type: 'boolean', default: false },
  },
});
const realPages = async function* () {
  for (const archive of values.drill ? pageArchives : [])
    yield* pagesOfArchive(archive.set, await fetchArchive(archive, drillCache));
  for (const folder of values.pages) yield* outsidePagesOf(folder);
};
const all: PageExample[] = [...pageExamplesOf(labelledPagesOf(listSets()), 'Imitated')];
for await (const page of realPages()) all.push(...pageExamplesOf([page], 'Saved'));
const examples = all.filter(({ split }) => split !== 'kept');
const model = fitLogistic(examples, ridge);
const scored = crossValidate(examples, ridge, model);
const kept = all
  .filter(({ split }) => split === 'kept')
  .map((example) => ({ ...example, score: scoreOf(model, example.values) }));
console.log(
  `Each shop and template left out:\n${[...Map.groupBy(scored, ({ set }) => set)].map(([set, of]) => describe(set, of)).join('\n')}`,
);
console.log(describe('all', scored));
console.log(`\nFitted on all of these, on halves that nothing is fitted on:\n${describe('kept', kept)}`);
if (values.errors) console.log(`\nOn the wrong side of 0:\n${describeWorst(scored)}`);
if (values.features) console.log(`\n${describeFeatures(examples, model, scored)}`);
if (values.answers) {
  for (const folder of values.pages) {
    const pages = [...outsidePagesOf(folder)];
    console.log(`\n${folder}, by the weights as they are:\n${describeAll(evaluatePages(pages))}`);
    const leftOut = evaluateLeftOut(pages, 'Saved', examples, ridge);
    console.log(`\n${folder}, by weights fitted without each page's shop:\n${describeAll(leftOut)}`);
  }
}
if (values.write) {
  const { bias, weights } = roundedWeights(model);
  writeFileSync(weightsFile, `${JSON.stringify({ bias, line: 0, weights }, null, 2)}\n`);
  console.log(`\nWritten to ${weightsFile}. See what it changes with: npm run evaluate -- --base main`);
}
