import { fitModels } from './fit-models.ts';
import { answerOf, type ExamplePage, type Models, type PageAnswer } from './price-examples.ts';

/** Answer of models that have not seen the page's shop. */
export interface LeftOutAnswer extends PageAnswer {
  page: ExamplePage;
  isRight: boolean;
}

/** Number of folds. */
const folds = 10;

/** Assigns each shop to a fold. */
const foldsOf = (pages: readonly ExamplePage[]): Map<string, number> =>
  new Map([...new Set(pages.map(({ shop }) => shop))].sort().map((shop, index) => [shop, index % folds]));

/** Answers pages. */
export const answersOf = (pages: readonly ExamplePage[], models: Models): LeftOutAnswer[] =>
  pages.map((page) => {
    const answer = answerOf(page, models);
    return { page, ...answer, isRight: answer.amount !== undefined && page.right.includes(answer.amount) };
  });

/** Cross-validates: answers every page with models fitted without its shop, and without a feature. */
export const answersLeftOut = (
  pages: readonly ExamplePage[],
  made: readonly ExamplePage[],
  thresholds: Models['price']['thresholds'],
  without?: string,
): LeftOutAnswer[] => {
  const foldOf = foldsOf(pages);
  return [...Map.groupBy(pages, ({ shop }) => foldOf.get(shop)!)].flatMap(([fold, inside]) =>
    answersOf(
      inside,
      fitModels(
        pages.filter(({ shop }) => foldOf.get(shop) !== fold),
        made,
        thresholds,
        without,
      ),
    ),
  );
};
