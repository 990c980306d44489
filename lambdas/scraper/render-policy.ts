import { compareDecimals } from '../domain/decimals.ts';
import type { Extraction } from '../domain/site-result.ts';
import { type HostHistory, mayRecover, reasonToRender } from '../pricing/rendering/reason-to-render.ts';
import type { RenderingSigns } from '../pricing/rendering/rendering-signs.ts';
import type { WebError } from '../web/web-error.ts';

/** Result of plain HTTP, and what is known of the shop. */
export interface PlainOutcome {
  outcome: WebError | { extraction: Extraction; signs: RenderingSigns };
  history: HostHistory;
  isAudited: boolean;
}

/**
 * Why a page that came over plain HTTP is worth loading in the browser, as a part of a sentence for `Warnings`.
 *
 * @returns `undefined` when the browser would not help: the price can be believed, or the answer is final.
 */
export const reasonForBrowser = ({ outcome, history, isAudited }: PlainOutcome): string | undefined => {
  if (outcome instanceof Error)
    return mayRecover(outcome) ? `plain HTTP ended with ${outcome.code}` : undefined;
  return reasonToRender({ ...outcome, history, isAudited })?.reason;
};

const confidenceRank = { High: 3, Medium: 2, Low: 1 } as const;

/** How much an extraction tells; of two readings of one page the higher one is kept. */
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

/** True if two readings of one page tell a buyer the same. */
export const tellTheSame = (left: Extraction, right: Extraction): boolean =>
  left.Outcome === right.Outcome && isSamePrice(left.Price, right.Price);

/**
 * @returns of two readings of one page the one to answer with. What a buyer sees goes before what the server sent,
 *   however sure that was; where both are no price, or the same one, it is the one that tells more.
 */
export const betterOf = <T extends { extraction: Extraction }>(plain: T, rendered: T): T => {
  const [before, after] = [plain.extraction, rendered.extraction];
  if (hasAnswer(before) && hasAnswer(after) && !tellTheSame(before, after)) return rendered;
  return rank(before) > rank(after) ? plain : rendered;
};
