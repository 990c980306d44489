import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { type Figures, figuresOf } from './figures.ts';
import { type Answer, type Judgement, judgeAnswer } from './judge-answer.ts';
import type { LabelledPage } from './labelled-page.ts';

/** An evaluated page without its markup. */
export interface EvaluatedPage extends Omit<LabelledPage, 'html'> {
  answer: Answer;
  judgement: Judgement;
}

/** Reads and judges pages with the current rules. */
export const evaluatePages = (pages: Iterable<LabelledPage>): EvaluatedPage[] => {
  const evaluated: EvaluatedPage[] = [];
  for (const { html, ...page } of pages) {
    const answer = extractOffer(html, { url: page.url });
    evaluated.push({ ...page, answer, judgement: judgeAnswer(page.expected, answer) });
  }
  return evaluated;
};

/** Computes figures by set and split, in the order of the pages. */
export const figuresBySetAndSplit = (
  pages: readonly EvaluatedPage[],
): Map<string, Map<EvaluatedPage['split'], Figures>> => {
  const figures = new Map<string, Map<EvaluatedPage['split'], Figures>>();
  for (const [set, ofSet] of Map.groupBy(pages, (page) => page.set)) {
    const bySplit = new Map<EvaluatedPage['split'], Figures>();
    for (const [split, ofSplit] of Map.groupBy(ofSet, (page) => page.split))
      bySplit.set(split, figuresOf(ofSplit));
    figures.set(set, bySplit);
  }
  return figures;
};
