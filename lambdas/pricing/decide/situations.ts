import { compareDecimals } from '../../domain/decimals.ts';
import type { Confidence, EvidenceSource } from '../../domain/site-result.ts';
import { type MoneyClaim, offersOf } from '../claims.ts';
import { samePrice } from '../money/amounts.ts';
import { mayBePrintedIn } from '../money/currency-lexicon.ts';
import { selectingPath } from '../page/selecting-path.ts';
import { isAside, type ScoredPrice } from '../visible/scored-price.ts';
import { areApartByTax } from '../visible/tax-amounts.ts';
import { margin, plausible, plausibleAlone, visibleMoney } from './price-decision.ts';
import { candidateOf, type PriceView, type StatedCandidate, sourceRank } from './price-view.ts';
import type { StatedPrice } from './resolve-offer.ts';

/** What a situation takes for the price: what a source states, what the page shows, or nothing, with what is left. */
export type Taken =
  | { candidate: StatedCandidate }
  | { shown: ScoredPrice }
  | {
      none: readonly { money: MoneyClaim; source: EvidenceSource }[];
      stated: StatedPrice | undefined;
    };

/** One row of the table: where it applies it decides, and no later row is asked. */
export interface Situation {
  name: string;
  when: (view: PriceView) => boolean;
  take: (view: PriceView) => Taken;
  confidence: Confidence | null;
  warning?: (view: PriceView) => string;
}

/** What is said of these amounts makes them no price, whatever else the page shows. */
const neverPaid: ReadonlySet<string> = new Set([
  'Saving',
  'Threshold',
  'Shipping',
  'Surcharge',
  'Deposit',
  'Bid',
  'Worth',
]);

const takeFirst = ({ first }: PriceView): Taken => ({ candidate: first! });
const takeTop = ({ top }: PriceView): Taken => ({ shown: top! });

/** Of several prices that one source states, the one that the page shows most prominently. */
const rivalShown = ({ undecided, top }: PriceView): MoneyClaim | undefined =>
  top && top.score >= plausible ? undecided?.rivals.find((money) => samePrice(money, top)) : undefined;

const confirmed = (view: PriceView): StatedCandidate[] =>
  view.heard.filter(({ money }) => view.seenCurrent(money) !== undefined);

const isConfirmed = (view: PriceView): boolean => view.areAgreed && confirmed(view).length > 0;

/** Of a range the markup names the ends; the one price that the page shows in it is what is asked here. */
const isWithinRange = (view: PriceView): boolean => {
  const { first, top } = view;
  if (!view.areAgreed || !first || !top) return false;
  const { isFrom, range } = first.stated;
  return (
    isFrom &&
    range !== undefined &&
    top.score >= plausible &&
    top.qualifier === undefined &&
    view.isClear &&
    (top.currency === null || first.money.currency === null || top.currency === first.money.currency) &&
    compareDecimals(top.amount, range.low.amount) > 0 &&
    compareDecimals(top.amount, range.high.amount) <= 0
  );
};

/** Who is no member pays more: the one higher price beside the members', whatever source states theirs. */
const isPaidByOthers = (view: PriceView): boolean => {
  const { top, first } = view;
  return (
    view.isOfMembers &&
    top !== undefined &&
    !isAside(top) &&
    top.qualifier === undefined &&
    top.score >= plausible &&
    view.isClear &&
    compareDecimals(top.amount, first!.money.amount) > 0
  );
};

/** Used ones are stated, and what everybody wants is shown. */
const isNewShown = (view: PriceView): boolean =>
  view.areAgreed &&
  view.isStrong &&
  view.isClear &&
  !isAside(view.top!) &&
  view.heard.every(({ stated }) => stated.isOfUsed) &&
  !samePrice(view.top!, view.first!.money);

/** The stated amount is only the old price beside the current one. */
const isStatedOld = (view: PriceView): boolean => {
  if (!view.areAgreed || !view.isStrong) return false;
  const { money } = view.first!;
  if (!view.isOldHere(money) || !view.isTopLower(money)) return false;
  const look = confirmed(view).length > 0 ? view.seenCurrent(money) : undefined;
  return look === undefined || (view.top !== look && view.top!.score - look.score > 25);
};

/** The stated amount stands nowhere in the product's area, and another one does, without rival. */
const isStatedUnseen = (view: PriceView): boolean => {
  if (!view.areAgreed || !view.isStrong || confirmed(view).length > 0) return false;
  const look = view.seen(view.first!.money);
  return (!look || isAside(look)) && !isAside(view.top!) && view.isClear && !view.first!.stated.isFrom;
};

const doAllDiffer = (view: PriceView): boolean =>
  view.first !== undefined &&
  !view.areAgreed &&
  topCandidate(view) === undefined &&
  confirmed(view).length === 0;

/** The shown amount is to be believed before the stated one, unless something explains why they differ. */
const isOutdated = (view: PriceView): boolean =>
  isStatedOld(view) || isStatedUnseen(view) || (doAllDiffer(view) && view.isStrong && view.isClear);

/** The stated price that the page shows most prominently. */
const topCandidate = ({ top, candidates }: PriceView): StatedCandidate | undefined =>
  top && top.score >= plausible
    ? candidates.find(({ isGuess, money }) => !isGuess && samePrice(money, top))
    : undefined;

const isOtherCurrency = ({ first, top }: PriceView): boolean => {
  const { currency } = first!.money;
  return (
    currency !== null && ((top!.currency ?? currency) !== currency || !mayBePrintedIn(top!.raw, currency))
  );
};

/** What standards of the same standing state otherwise than the first. */
const contradicting = ({ heard, first }: PriceView): StatedCandidate[] =>
  sourceRank[first!.source] > sourceRank.Rdfa
    ? []
    : heard.filter(
        ({ source, money }) => sourceRank[source] <= sourceRank.Rdfa && !samePrice(money, first!.money),
      );

const isShownOfVariants = ({ first, top }: PriceView): boolean => {
  return offersOf(first!.stated.claim).some(({ price }) => price && samePrice(price, top!));
};

/** Current prices as good as the top, each amount once. */
const rivalsOfTop = ({ current, top }: PriceView): ScoredPrice[] => {
  const rivals = current.filter(
    ({ score, withheld }) => score + withheld >= Math.max(plausibleAlone, top!.score - margin),
  );
  return [...new Map(rivals.map((price) => [price.amount, price])).values()].slice(0, 10);
};

const isNothingShown = ({ top, isOfVariant }: PriceView): boolean =>
  !top ||
  top.score < (top.isPlain ? plausibleAlone : plausible) ||
  isOfVariant ||
  neverPaid.has(top.qualifier ?? '');

/** Every way in which sources and page may lie to each other, first match first. The last row always applies. */
export const situations: readonly Situation[] = [
  {
    name: 'OneOfSeveralStatedIsShown',
    when: (view) => rivalShown(view) !== undefined,
    take: (view) => ({ candidate: candidateOf(view.undecided!, rivalShown(view)!) }),
    confidence: 'High',
  },
  {
    name: 'SeveralStated',
    when: ({ undecided }) => undecided !== undefined,
    take: ({ undecided }) => ({
      none: undecided!.rivals.map((money) => ({ money, source: undecided!.claim.source })),
      stated: undecided,
    }),
    confidence: null,
  },
  { name: 'ShownWithinStatedRange', when: isWithinRange, take: takeTop, confidence: 'Medium' },
  { name: 'MembersStatedOthersShown', when: isPaidByOthers, take: takeTop, confidence: 'Low' },
  { name: 'UsedStatedNewShown', when: isNewShown, take: takeTop, confidence: 'Medium' },
  {
    // Amounts of different currencies say nothing about each other: a shop shows visitors their own.
    name: 'ShownInOtherCurrency',
    when: (view) => isOutdated(view) && isOtherCurrency(view),
    take: takeFirst,
    confidence: 'Medium',
    warning: ({ first, top }) =>
      `SourcesDiffer: ${first!.source} states ${first!.money.amount} ${first!.money.currency}, the page ` +
      `shows ${top!.amount} ${top!.currency ?? 'in another one'}; ` +
      'name the wanted Currency or Country to have that one.',
  },
  {
    // "From 19 €" says nothing against what is dearer.
    name: 'ShownAsFrom',
    when: (view) => isOutdated(view) && view.top!.qualifier === 'From' && view.isTopLower(view.first!.money),
    take: takeFirst,
    confidence: 'Medium',
  },
  {
    name: 'ShownWithoutTax',
    when: (view) =>
      isOutdated(view) &&
      view.top!.isNet === true &&
      areApartByTax(view.first!.money.amount, view.top!.amount),
    take: takeFirst,
    confidence: 'Medium',
  },
  {
    name: 'OtherVariantShown',
    when: (view) => isOutdated(view) && view.first!.stated.isOfVariant && isShownOfVariants(view),
    take: takeFirst,
    confidence: 'Medium',
  },
  {
    name: 'NoVariantShown',
    when: (view) => isOutdated(view) && view.first!.stated.isOfVariant,
    take: takeFirst,
    confidence: 'Low',
  },
  {
    // Right on 33 of 36 labelled pages.
    name: 'StatedIsOutdated',
    when: isOutdated,
    take: takeTop,
    confidence: 'Low',
    warning: ({ first, top }) =>
      `StalePrice: ${first!.source} states ${first!.money.amount}, the page shows ${top!.amount}; ` +
      'the shown price was taken.',
  },
  {
    // What state means is guessed: a price that is far more prominent than its own is rather the page's.
    name: 'GuessedIsLessProminent',
    when: (view) =>
      isConfirmed(view) &&
      view.first!.isGuess &&
      view.isStrong &&
      !samePrice(view.first!.money, view.top!) &&
      view.top!.score - view.seenCurrent(view.first!.money)!.score >= margin,
    take: takeTop,
    confidence: 'Low',
  },
  {
    name: 'GuessedIsShown',
    when: (view) => isConfirmed(view) && view.first!.isGuess,
    take: takeFirst,
    confidence: 'Medium',
  },
  { name: 'StatedIsShown', when: isConfirmed, take: takeFirst, confidence: 'High' },
  {
    name: 'GuessedAlone',
    when: (view) => view.areAgreed && view.first!.isGuess,
    take: takeFirst,
    confidence: 'Low',
  },
  // Several kinds are one witness: one template fills them from one variable.
  { name: 'StatedAlone', when: ({ areAgreed }) => areAgreed, take: takeFirst, confidence: 'Medium' },
  {
    name: 'OneOfDifferingIsMostProminent',
    when: (view) => topCandidate(view) !== undefined,
    take: (view) => ({ candidate: topCandidate(view)! }),
    confidence: 'Medium',
  },
  {
    name: 'OneOfDifferingIsShown',
    when: (view) => confirmed(view).length > 0,
    take: (view) => ({ candidate: confirmed(view)[0]! }),
    confidence: 'Medium',
  },
  {
    name: 'StandardsContradictEachOther',
    when: (view) => view.first !== undefined && contradicting(view).length > 0,
    take: (view) => ({
      none: [view.first!, ...contradicting(view)].map(({ money, source }) => ({ money, source })),
      stated: view.first!.stated,
    }),
    confidence: null,
  },
  {
    name: 'KindsDifferNoneShown',
    when: ({ first }) => first !== undefined,
    take: takeFirst,
    confidence: 'Low',
  },
  {
    name: 'NothingShown',
    when: isNothingShown,
    take: ({ stated }) => ({ none: [], stated: stated[0] }),
    confidence: null,
  },
  { name: 'ShownAlone', when: ({ isClear }) => isClear, take: takeTop, confidence: 'Low' },
  {
    name: 'SeveralShown',
    when: () => true,
    take: (view) => ({
      none: rivalsOfTop(view).map((price) => ({
        money: { ...visibleMoney(price), path: selectingPath(price.element) },
        source: 'Visible',
      })),
      stated: view.stated[0],
    }),
    confidence: null,
  },
];
