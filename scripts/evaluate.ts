/**
 * `npm run evaluate -- [--set NAME ...] [--pages FOLDER ...] [--base REF] [--errors] [--write-floors [--lower]]`:
 * measures extraction on labelled pages by set and split. With `--ablate [--cases FILE ...]`: what each rule, relation,
 * piece of evidence and phrase role contributes on these pages and on cases in JSON lines. Exit codes: 1 a set is below
 * its floors; 2 invalid arguments.
 */

import { ablate, describeEffect } from './evaluate/ablate.ts';
import { answersOfRef } from './evaluate/answers-of-ref.ts';
import { describeChanges, describeErrors } from './evaluate/describe-answers.ts';
import { describeAll, describeBreaches, describeFloorChanges } from './evaluate/describe-figures.ts';
import { evaluatePages, figuresBySetAndSplit } from './evaluate/evaluate-pages.ts';
import {
  findBreaches,
  type MeasuredFigures,
  raiseFloors,
  readFloors,
  writeFloors,
} from './evaluate/floors.ts';
import { casesOf, judgedPage } from './evaluate/judged-page.ts';
import type { LabelledPage } from './evaluate/labelled-page.ts';
import { outsidePagesOf } from './evaluate/outside-folder.ts';
import { labelledPagesOf, listSets } from './evaluate/page-sets.ts';
import { programOptions } from './program-options.ts';

interface Options {
  set?: string[];
  pages?: string[];
  base?: string;
  errors: boolean;
  'write-floors': boolean;
  lower: boolean;
  ablate: boolean;
  cases?: string[];
}

const chosenSets = ({ set, pages }: Options): string[] => {
  const known = listSets();
  const unknown = (set ?? []).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no set ${unknown.join(', ')} in test/pages; there are ${known.join(', ')}.`);
  // --pages alone evaluates only that folder.
  return set ?? (pages ? [] : known);
};

const pagesOf = function* (options: Options): Generator<LabelledPage> {
  yield* labelledPagesOf(chosenSets(options));
  for (const folder of options.pages ?? []) yield* outsidePagesOf(folder);
};

const settleFloors = (measured: MeasuredFigures, options: Options): void => {
  let floors = readFloors();
  if (options['write-floors']) {
    const raised = raiseFloors(floors, measured, options.lower);
    floors = raised.floors;
    writeFloors(floors);
    console.log(`\n${describeFloorChanges(raised.changes)}`);
  }
  const breaches = findBreaches(floors, measured);
  if (breaches.length === 0) return;
  console.error(`\n${describeBreaches(breaches)}`);
  process.exitCode = 1;
};

const showAblation = (options: Options): void => {
  const pages = [...pagesOf(options)].map(judgedPage);
  const cases = (options.cases ?? []).flatMap(casesOf);
  console.log('knocked out                             pages  change');
  for (const effect of ablate([...pages, ...cases])) console.log(describeEffect(effect));
};

const evaluate = async (options: Options): Promise<void> => {
  if (options.ablate) return showAblation(options);
  const pages = evaluatePages(pagesOf(options));
  console.log(describeAll(pages));
  if (options.errors) console.log(`\n${describeErrors(pages)}`);
  if (options.base !== undefined)
    console.log(
      `\n${describeChanges(pages, await answersOfRef(options.base, pagesOf(options)), options.base)}`,
    );
  settleFloors(figuresBySetAndSplit(pages), options);
};

try {
  const { values } = programOptions(import.meta.filename, {
    options: {
      set: { type: 'string', multiple: true },
      pages: { type: 'string', multiple: true },
      base: { type: 'string' },
      errors: { type: 'boolean', default: false },
      'write-floors': { type: 'boolean', default: false },
      lower: { type: 'boolean', default: false },
      ablate: { type: 'boolean', default: false },
      cases: { type: 'string', multiple: true },
    },
  });
  await evaluate(values);
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 2;
}
