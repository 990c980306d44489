import { confidences } from '../../lambdas/domain/result/result-values.ts';
import type { Confidence } from '../../lambdas/domain/result/site-result.ts';
import { type Attribute, attributes, type Judgement } from './judge-answer.ts';

/** Counts for one attribute; shares are `null` if the denominator is zero. */
export interface AttributeFigures {
  right: number;
  wrong: number;
  missing: number;
  unwanted: number;
  /** Right among answered. */
  precision: number | null;
  /** Right among expected. */
  recall: number | null;
  f1: number | null;
}

export interface Figures extends Record<Attribute, AttributeFigures> {
  pages: number;
  /** Pages that sell nothing, and those with a false price. */
  sellNothing: { pages: number; falsePrices: number };
  /** Prices by confidence. */
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
