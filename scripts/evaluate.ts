/**
 * `npm run evaluate -- [--set NAME ...] [--pages FOLDER ...] [--archives] [--base REF] [--errors] [--write-floors [--lower]]`:
 * measures extraction on labelled pages by set and split; `--archives` fetches a thousand that others published. With `--ablate [--cases FILE ...] [--most N] [--write]`: what is
 * lost without each piece of the engine, on these pages, on cases in JSON lines and on the labelled sets of the tests;
 * `--most` inputs of each set are read again; `--write` puts the result into docs/pieces.md. Exit codes: 1 a set is
 * below its floors; 2 invalid arguments.
 */

import { answersOfRef } from './evaluate/answers-of-ref.ts';
import { archivedPages } from './evaluate/archive-labels.ts';
import { describeChanges, describeErrors } from './evaluate/describe-answers.ts';
import { describeAll, describeBreaches, describeFloorChanges } from './evaluate/describe-figures.ts';
import {
  findBreaches,
  type MeasuredFigures,
  raiseFloors,
  readFloors,
  writeFloors,
} from './evaluate/floors.ts';
import type { LabelledPage } from './evaluate/labelled-page.ts';
import { outsidePagesOf } from './evaluate/outside-folder.ts';
import { labelledPagesOf, listSets } from './evaluate/page-sets.ts';
import { partNames } from './evaluate/parts.ts';
import { describeLosses, rowOf, writePieces } from './evaluate/pieces-page.ts';
import { makeReplaceable, wrapped } from './evaluate/replaceable.ts';
import { programOptions } from './program-options.ts';

interface Options {
  set?: string[];
  pages?: string[];
  archives: boolean;
  base?: string;
  errors: boolean;
  'write-floors': boolean;
  lower: boolean;
  ablate: boolean;
  cases?: string[];
  most: string;
  write: boolean;
}

const chosenSets = ({ set, pages, archives }: Options): string[] => {
  const known = listSets();
  const unknown = (set ?? []).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no set ${unknown.join(', ')} in test/pages; there are ${known.join(', ')}.`);
  // --pages or --archives alone evaluates nothing else.
  return set ?? (pages || archives ? [] : known);
};

const pagesOf = function* (options: Options, archived: readonly LabelledPage[]): Generator<LabelledPage> {
  yield* labelledPagesOf(chosenSets(options));
  for (const folder of options.pages ?? []) yield* outsidePagesOf(folder);
  yield* archived;
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

/** Imports the engine again, with functions that can be left out. */
const showAblation = async (options: Options, pages: Iterable<LabelledPage>): Promise<void> => {
  const pricing = new URL('../lambdas/pricing/', import.meta.url).href;
  makeReplaceable(pricing, (file, name) => [...partNames, ...wrapped].includes(`${file}#${name}`));
  const { ablate, allKnockouts } = await import('./evaluate/ablate.ts');
  const { judgedInput, setsOfTests } = await import('./evaluate/judged-inputs.ts');
  const { casesOf, judgedPage } = await import('./evaluate/judged-page.ts');
  const inputs = [
    ...[...pages].map(judgedPage).map((page) => judgedInput('pages', page)),
    ...(options.cases ?? []).flatMap(casesOf).map((each) => judgedInput('cases', each)),
    ...setsOfTests(),
  ];
  const effects = [];
  for (const effect of ablate(inputs, Number(options.most), allKnockouts())) {
    console.log(`${effect.name} (${effect.read} of ${effect.acts}): ${describeLosses(effect) || 'nothing'}`);
    effects.push(effect);
  }
  if (options.write) writePieces(effects.map(rowOf));
};

const evaluate = async (options: Options): Promise<void> => {
  const archived = options.archives ? await archivedPages() : [];
  if (options.ablate) return showAblation(options, pagesOf(options, archived));
  const { evaluatePages, figuresBySetAndSplit } = await import('./evaluate/evaluate-pages.ts');
  const pages = evaluatePages(pagesOf(options, archived));
  console.log(describeAll(pages));
  if (options.errors) console.log(`\n${describeErrors(pages)}`);
  if (options.base !== undefined)
    console.log(
      `\n${describeChanges(pages, await answersOfRef(options.base, pagesOf(options, archived)), options.base)}`,
    );
  settleFloors(figuresBySetAndSplit(pages), options);
};

try {
  const { values } = programOptions(import.meta.filename, {
    options: {
      set: { type: 'string', multiple: true },
      pages: { type: 'string', multiple: true },
      archives: { type: 'boolean', default: false },
      base: { type: 'string' },
      errors: { type: 'boolean', default: false },
      'write-floors': { type: 'boolean', default: false },
      lower: { type: 'boolean', default: false },
      ablate: { type: 'boolean', default: false },
      cases: { type: 'string', multiple: true },
      most: { type: 'string', default: '25' },
      write: { type: 'boolean', default: false },
    },
  });
  await evaluate(values);
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 2;
}
