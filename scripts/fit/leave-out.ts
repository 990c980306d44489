import { plainAmount } from '../evaluate/judge-answer.ts';
import { fitLogistic, type LogisticModel, scoreOf } from './logistic-regression.ts';
import type { ExamplePage } from './price-examples.ts';

/** Answer of a model that has not seen the page's shop. */
export interface LeftOutAnswer {
  page: ExamplePage;
  /** The most probable amount; absent if the page has none. */
  amount: string | undefined;
  probability: number;
  isRight: boolean;
}

/** Number of folds. */
const folds = 10;

/** Assigns each shop to a fold. */
const foldsOf = (pages: readonly ExamplePage[]): Map<string, number> =>
  new Map([...new Set(pages.map(({ shop }) => shop))].sort().map((shop, index) => [shop, index % folds]));

export const fitPages = (
  pages: readonly ExamplePage[],
  ridge: number,
  start?: LogisticModel,
): LogisticModel =>
  fitLogistic(
    pages.flatMap(({ examples, halves }) => [...examples, ...halves]),
    ridge,
    start,
  );

const answerOf = (page: ExamplePage, model: LogisticModel): LeftOutAnswer => {
  const scored = page.examples
    .map(({ amount, values }) => ({ amount, score: scoreOf(model, values) }))
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  return {
    page,
    amount: best?.amount,
    probability: best ? 1 / (1 + Math.exp(-best.score)) : 0,
    isRight: best !== undefined && page.right.includes(plainAmount(best.amount)),
  };
};

/** Cross-validates: answers every page with a model fitted without its shop. */
export const answersLeftOut = (
  pages: readonly ExamplePage[],
  ridge: number,
  start?: LogisticModel,
): LeftOutAnswer[] => {
  const foldOf = foldsOf(pages);
  return [...Map.groupBy(pages, ({ shop }) => foldOf.get(shop)!)].flatMap(([fold, inside]) => {
    const outside = pages.filter(({ shop }) => foldOf.get(shop) !== fold);
    const model = fitPages(outside, ridge, start);
    return inside.map((page) => answerOf(page, model));
  });
};
