/**
 * `npm run fit -- [--archives] [--pages FOLDER ...] [--write] [--features] [--errors]`: fits the points of places and the
 * weights of the price ranking, and judges them with each shop left out. Pages come from folders outside the project and,
 * with `--archives`, from published archives. `--features` leaves out each feature in turn, `--errors` prints wrong
 * answers, `--write` saves the weights.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fittedPlaces from '../lambdas/pricing/price/place-model.json' with { type: 'json' };
import fittedPrices from '../lambdas/pricing/price/price-model.json' with { type: 'json' };
import { archivedPages } from './evaluate/archive-labels.ts';
import { outsidePagesOf } from './evaluate/outside-folder.ts';
import { describeAnswers, wrongAnswers } from './fit/describe-ranking.ts';
import { allNames, fitModels } from './fit/fit-models.ts';
import { answersLeftOut, answersOf } from './fit/leave-out.ts';
import { madePages } from './fit/made-pages.ts';
import { type ExamplePage, examplePageOf } from './fit/price-examples.ts';
import { programOptions } from './program-options.ts';

const modelFiles = {
  place: join(import.meta.dirname, '../lambdas/pricing/price/place-model.json'),
  price: join(import.meta.dirname, '../lambdas/pricing/price/price-model.json'),
};

const { values } = programOptions(import.meta.filename, {
  options: {
    archives: { type: 'boolean', default: false },
    pages: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
    features: { type: 'boolean', default: false },
    errors: { type: 'boolean', default: false },
  },
});

const labelledPages = async function* () {
  if (values.archives) yield* await archivedPages();
  for (const folder of values.pages) yield* outsidePagesOf(folder);
};

const pages: ExamplePage[] = [];
for await (const labelled of labelledPages()) {
  const page = examplePageOf(labelled);
  if (page) pages.push(page);
}
if (pages.length === 0)
  throw new Error('Nothing to fit: pass a folder of labelled pages with --pages, or --archives.');
const made = madePages().flatMap((page) => examplePageOf(page) ?? []);
const { thresholds } = fittedPrices;
const saved = { place: fittedPlaces, price: fittedPrices };
console.log(`${pages.length} pages and ${made.length} made ones`);
console.log(`with the saved weights         ${describeAnswers(answersOf(pages, saved))}`);
const answers = answersLeftOut(pages, made, thresholds);
console.log(`fitted, each shop left out     ${describeAnswers(answers)}`);
if (values.errors) console.log(wrongAnswers(answers).join('\n'));
if (values.features)
  for (const name of allNames)
    console.log(
      `without ${name.padEnd(22)} ${describeAnswers(answersLeftOut(pages, made, thresholds, name))}`,
    );
if (values.write) {
  const { place, price } = fitModels(pages, made, thresholds);
  const rounded = (weights: Readonly<Record<string, number>>, digits: number) =>
    Object.fromEntries(
      Object.entries(weights).map(([name, weight]) => [name, Number(weight.toFixed(digits))]),
    );
  const write = (part: 'place' | 'price', model: object): void =>
    writeFileSync(modelFiles[part], `${JSON.stringify(model, null, 2)}\n`);
  write('place', rounded(place, 1));
  write('price', { ...price, bias: Number(price.bias.toFixed(3)), weights: rounded(price.weights, 3) });
  console.log(
    'Written. Fit again, since some features depend on the points; compare with: npm run evaluate -- --base main',
  );
}
