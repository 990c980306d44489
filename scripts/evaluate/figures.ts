import { confidences } from '../../lambdas/domain/result-values.ts';
import type { Confidence } from '../../lambdas/domain/site-result.ts';
import { type Attribute, attributes, type Judgement } from './judge-answer.ts';

/** How often a value was right; shares are `null` where nothing was asked or answered. */
export interface AttributeFigures {
  right: number;
  wrong: number;
  missing: number;
  unwanted: number;
  /** Right of those answered. */
  precision: number | null;
  /** Right of those expected. */
  recall: number | null;
  f1: number | null;
}

export interface Figures extends Record<Attribute, AttributeFigures> {
  pages: number;
  /** Pages that sell nothing, and how many of them were given a price. */
  sellNothing: { pages: number; falsePrices: number };
  /** Prices by the confidence with which they were given. */
  calibration: Record<Confidence, { right: number; wrong: number }>;
}

export interface JudgedPage {
  sellsNothing: boolean;
  judgement: Judgement;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const attributeFigures = (pages: readonly JudgedPage[], attribute: Attribute): AttributeFigures => {
  const count = (verdict: string): number =>
    pages.filter(({ judgement }) => judgement.verdicts[attribute] === verdict).length;
  const [right, wrong, missing, unwanted] = [
    count('right'),
    count('wrong'),
    count('missing'),
    count('unwanted'),
  ];
  return {
    right,
    wrong,
    missing,
    unwanted,
    precision: share(right, right + wrong + unwanted),
    recall: share(right, right + wrong + missing),
    f1: share(2 * right, 2 * right + 2 * wrong + missing + unwanted),
  };
};

const calibrationOf = (pages: readonly JudgedPage[]): Figures['calibration'] => {
  const given = (confidence: Confidence, ...verdicts: string[]): number =>
    pages.filter(
      ({ judgement }) => judgement.confidence === confidence && verdicts.includes(judgement.verdicts.price),
    ).length;
  return Object.fromEntries(
    confidences.map((confidence) => [
      confidence,
      { right: given(confidence, 'right'), wrong: given(confidence, 'wrong', 'unwanted') },
    ]),
  ) as Figures['calibration'];
};

/** Sums up judged pages. */
export const figuresOf = (pages: readonly JudgedPage[]): Figures => {
  const without = pages.filter((page) => page.sellsNothing);
  return {
    pages: pages.length,
    ...(Object.fromEntries(
      attributes.map((attribute) => [attribute, attributeFigures(pages, attribute)]),
    ) as Record<Attribute, AttributeFigures>),
    sellNothing: {
      pages: without.length,
      falsePrices: without.filter(({ judgement }) => judgement.verdicts.price === 'unwanted').length,
    },
    calibration: calibrationOf(pages),
  };
};
