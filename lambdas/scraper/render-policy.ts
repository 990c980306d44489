import { compareDecimals } from '../domain/money/decimals.ts';
import type { Extraction } from '../domain/result/site-result.ts';
import { type HostHistory, reasonToRender } from '../pricing/rendering/reason-to-render.ts';
import type { RenderingSigns } from '../pricing/rendering/rendering-signs.ts';
import { WebError } from '../web/web-error.ts';

/** Result of plain HTTP, and what is known of the shop. */
export interface PlainOutcome {
  outcome: WebError | { extraction: Extraction; signs: RenderingSigns };
  history: HostHistory;
  isAudited: boolean;
}

/**
 * Why to load a page in the browser after plain HTTP, as part of a sentence in `Warnings`.
 *
 * @returns `undefined` if the browser would not help: the price is trustworthy, or the failure final.
 */
export const reasonForBrowser = ({ outcome, history, isAudited }: PlainOutcome): string | undefined => {
  if (outcome instanceof WebError)
    return outcome.mayRecover ? `plain HTTP ended with ${outcome.code}` : undefined;
  return reasonToRender({ ...outcome, history, isAudited })?.reason;
};

const confidenceRank = { High: 3, Medium: 2, Low: 1 } as const;

/** Information value of an extraction; of two readings of a page, the higher one is kept. */
const rank = (extraction: Extraction): number => {
  switch (extraction.Outcome) {
    case 'Priced':
    case 'OutOfStock':
      return 10 + confidenceRank[extraction.Confidence ?? 'Low'];
    case 'Ambiguous':
      return 5;
    case 'NotFound':
      return 4;
    case 'Blocked':
      return 2;
    case 'Failed':
      return 1;
  }
};

const hasAnswer = ({ Outcome }: Extraction): boolean => Outcome === 'Priced' || Outcome === 'OutOfStock';

const isSamePrice = (left: Extraction['Price'], right: Extraction['Price']): boolean =>
  left === null || right === null
    ? left === right
    : left.Currency === right.Currency && compareDecimals(left.Amount, right.Amount) === 0;

/** True if two readings of one page have the same outcome and price. */
export const agree = (left: Extraction, right: Extraction): boolean =>
  left.Outcome === right.Outcome && isSamePrice(left.Price, right.Price);

/**
 * @returns the better of two readings of one page. If both have prices that differ, the rendered page counts,
 *   since that is what buyers see; otherwise the more informative one.
 */
export const betterOf = <T extends { extraction: Extraction }>(plain: T, rendered: T): T => {
  const [before, after] = [plain.extraction, rendered.extraction];
  if (hasAnswer(before) && hasAnswer(after) && !agree(before, after)) return rendered;
  return rank(before) > rank(after) ? plain : rendered;
};
