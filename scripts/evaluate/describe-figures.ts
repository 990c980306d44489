import { confidences } from '../../lambdas/domain/result/result-values.ts';
import { promised, shareRight } from './calibration.ts';
import type { EvaluatedPage } from './evaluate-pages.ts';
import { type Figures, figuresOf } from './figures.ts';
import type { FloorBreach, FloorChange } from './floors.ts';
import { attributes } from './judge-answer.ts';

const shareText = (share: number | null): string => (share === null ? '-' : share.toFixed(3)).padStart(6);

const describeFigures = (title: string, figures: Figures): string => {
  const rows = attributes.map((attribute) => {
    const { right, wrong, missing, unwanted, precision, recall, f1 } = figures[attribute];
    return [
      `  ${(attribute === 'listPrice' ? 'list price' : attribute).padEnd(13)}`,
      `precision ${shareText(precision)}  recall ${shareText(recall)}  F1 ${shareText(f1)}`,
      `  ${right} right, ${wrong} wrong, ${missing} missing, ${unwanted} unwanted`,
    ].join('');
  });
  const calibration = confidences.map((confidence) => {
    const { right, wrong } = figures.calibration[confidence];
    const share = shareRight(figures.calibration[confidence]);
    const kept =
      share === null ? '' : ` (${(100 * share).toFixed(1)} %, promised ${100 * promised[confidence]})`;
    return `${confidence} ${right} right, ${wrong} wrong${kept}`;
  });
  return [
    `${title}: ${figures.pages} pages`,
    ...rows,
    `  false prices on ${figures.sellNothing.falsePrices} of ${figures.sellNothing.pages} pages that sell nothing`,
    `  ${calibration.join('; ')}`,
  ].join('\n');
};

const splitsOf = (pages: readonly EvaluatedPage[]): string[] => [...new Set(pages.map(({ split }) => split))];

/** Formats the figures of every set and split, then totals by split, then the total. */
export const describeAll = (pages: readonly EvaluatedPage[]): string => {
  const blocks: string[] = [];
  const sets = Map.groupBy(pages, ({ set }) => set);
  const add = (title: string, some: readonly EvaluatedPage[]): void => {
    blocks.push(describeFigures(title, figuresOf(some)));
  };
  for (const [set, ofSet] of sets)
    for (const split of splitsOf(ofSet))
      add(
        `${set}, ${split}`,
        ofSet.filter((page) => page.split === split),
      );
  if (sets.size > 1)
    for (const split of splitsOf(pages))
      add(
        `all sets, ${split}`,
        pages.filter((page) => page.split === split),
      );
  add('all pages', pages);
  return blocks.join('\n\n');
};

const evaluateAdvice =
  'To see what changed: npm run evaluate -- --base main. To set new floors after intended changes of pages or labels:\n' +
  'npm run evaluate -- --set NAME --write-floors --lower.';

/** Formats figures below their floor, and advice. */
export const describeBreaches = (breaches: readonly FloorBreach[], advice: string = evaluateAdvice): string =>
  [
    ...breaches.map(
      ({ set, split, figure, floor, measured }) =>
        `${set}, ${split}: ${figure} lies below its floor of ${floor}: ${
          measured === null ? 'there is nothing left to measure' : `measured ${measured.toFixed(4)}`
        }.`,
    ),
    advice,
  ].join('\n');

export const describeFloorChanges = (changes: readonly FloorChange[]): string =>
  changes.length === 0
    ? 'No floor changes.'
    : changes
        .map(
          ({ set, split, figure, before, after }) =>
            `${set}, ${split}: ${figure} ${before ?? '-'} → ${after}`,
        )
        .join('\n');
