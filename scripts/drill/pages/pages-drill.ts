import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeErrors } from '../../evaluate/describe-answers.ts';
import { describeAll, describeBreaches, describeFloorChanges } from '../../evaluate/describe-figures.ts';
import { type EvaluatedPage, evaluatePages, figuresBySetAndSplit } from '../../evaluate/evaluate-pages.ts';
import { findBreaches, raiseFloors, readFloors, writeFloors } from '../../evaluate/floors.ts';
import type { LabelledPage } from '../../evaluate/labelled-page.ts';
import { sellsNothing } from '../../evaluate/page-kinds.ts';
import { pageArchives } from './archives.ts';
import { drillLabelsFolder, readDrillLabels } from './drill-labels.ts';
import { fetchArchive } from './fetch-archive.ts';

export const pagesUsage = 'pages [--errors] [--write-floors [--lower]]';

const floorsFile = join(drillLabelsFolder, 'floors.json');

const advice =
  'All wrong values of train: node scripts/bootstrap.mjs scripts/drill.ts pages --errors. New floors after intended changes of labels: ' +
  'node scripts/bootstrap.mjs scripts/drill.ts pages --write-floors --lower.';

/** Reads the labelled pages of an unpacked archive. */
export const pagesOfArchive = function* (set: string, folder: string): Generator<LabelledPage> {
  // Bytes that are no UTF-8 become U+FFFD, as they do for a reader of the archive.
  for (const { file, ...label } of readDrillLabels(set))
    yield {
      ...label,
      set,
      sellsNothing: sellsNothing(label.kind),
      html: readFileSync(join(folder, file), 'utf8'),
    };
};

const settleFloors = (pages: readonly EvaluatedPage[], isWritten: boolean, isLowered: boolean): boolean => {
  const measured = figuresBySetAndSplit(pages);
  let floors = readFloors(floorsFile);
  if (isWritten) {
    const raised = raiseFloors(floors, measured, isLowered);
    floors = raised.floors;
    writeFloors(floors, floorsFile);
    process.stdout.write(`\n${describeFloorChanges(raised.changes)}\n`);
  }
  const breaches = findBreaches(floors, measured);
  if (breaches.length > 0) process.stdout.write(`\n${describeBreaches(breaches, advice)}\n`);
  return breaches.length === 0;
};

/**
 * Evaluates the pricing engine on published real pages.
 *
 * @param cache - kept between runs.
 * @returns false if a download fails or a figure is below its floor.
 */
export const drillPages = async (args: readonly string[], cache: string): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      errors: { type: 'boolean', default: false },
      'write-floors': { type: 'boolean', default: false },
      lower: { type: 'boolean', default: false },
    },
  });
  const pages: EvaluatedPage[] = [];
  let isWhole = true;
  for (const archive of pageArchives)
    try {
      const folder = await fetchArchive(archive, cache);
      pages.push(...evaluatePages(pagesOfArchive(archive.set, folder)));
    } catch (error) {
      isWhole = false;
      const reason = error instanceof Error ? error.message : String(error);
      process.stdout.write(`${archive.set} ${archive.version}: COULD NOT BE READ: ${reason}\n`);
    }
  process.stdout.write(`${describeAll(pages)}\n`);
  if (values.errors) process.stdout.write(`\n${describeErrors(pages)}\n`);
  return settleFloors(pages, values['write-floors'], values.lower) && isWhole;
};
