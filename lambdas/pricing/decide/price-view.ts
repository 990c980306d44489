import { compareDecimals } from '../../domain/decimals.ts';
import type { EvidenceSource } from '../../domain/site-result.ts';
import type { MoneyClaim } from '../claims.ts';
import type { Evidence } from '../evidence.ts';
import { samePrice } from '../money/amounts.ts';
import { zone } from '../page/page-zones.ts';
import { isAside, type ScoredPrice, withEvidence } from '../visible/scored-price.ts';
import { margin, plausible, strong } from './price-decision.ts';
import type { StatedPrice } from './resolve-offer.ts';

/** A price that one source states for the page's product. */
export interface StatedCandidate {
  money: MoneyClaim;
  source: EvidenceSource;
  stated: StatedPrice;
  isGuess: boolean;
}

/** Standards before tags for shares before guesses. */
export const sourceRank: Record<EvidenceSource, number> = {
  Selector: 0,
  JsonLd: 1,
  Microdata: 2,
  Rdfa: 3,
  OpenGraph: 4,
  EmbeddedState: 5,
  Visible: 6,
};

/** What takes back that an old price is the only one shown. */
const oldBesideStated: Evidence = { name: 'oldBesideStated', weight: 0 };

/** The page shows the amount, and wherever it does, for members only: its look that weighs most. */
const shownToMembers = (money: MoneyClaim, shown: readonly ScoredPrice[]): ScoredPrice | undefined => {
  const looks = shown.filter((price) => samePrice(price, money) && !price.isOld);
  return looks.every(({ qualifier }) => qualifier === 'Members') ? looks[0] : undefined;
};

/** What is called an old price, though no other is shown, is one where a lower one is stated that is not members'. */
const asOldBeside = (
  stated: readonly StatedPrice[],
  price: ScoredPrice,
  shown: readonly ScoredPrice[],
): ScoredPrice =>
  price.isReadmitted &&
  stated.some(
    (each) =>
      each.price !== undefined &&
      compareDecimals(each.price.amount, price.amount) < 0 &&
      shownToMembers(each.price, shown) === undefined,
  )
    ? { ...withEvidence(price, oldBesideStated), isOld: true }
    : price;

/** "18,90 – 41,50 €", and further below the price of what was chosen, named as the current one. */
const chosenWithin = (low: ScoredPrice, current: readonly ScoredPrice[]): ScoredPrice | undefined => {
  const high = current.find(({ run, qualifier }) => run === low.run && qualifier === 'RangeHigh');
  const within = current.filter(
    ({ amount, qualifier, score, isPlain, zones }) =>
      qualifier === undefined &&
      isPlain &&
      score >= plausible &&
      (zones & zone.current) !== 0 &&
      high !== undefined &&
      compareDecimals(amount, low.amount) > 0 &&
      compareDecimals(amount, high.amount) <= 0,
  );
  return new Set(within.map(({ amount }) => amount)).size === 1 ? within[0] : undefined;
};

/** Whether an amount is the upper end of a range whose lower one is shown before it: nobody is asked for that. */
const isUpperEnd = ({ qualifier, run }: ScoredPrice, current: readonly ScoredPrice[]): boolean =>
  qualifier === 'RangeHigh' && current.some((low) => low.run === run && low.qualifier === 'RangeLow');

/** What the page calls its price: the most prominent current one, or what it says within or beside that. */
const topOf = (current: readonly ScoredPrice[], within: ScoredPrice | undefined): ScoredPrice | undefined => {
  const lead = current.find((price) => !isUpperEnd(price, current));
  // "From 13,995" is what the product costs at least; a price beside it is what it costs as shown.
  if (lead?.qualifier !== 'From') return within ?? lead;
  const least = Math.max(plausible, lead.score - margin);
  return (
    current.find(
      ({ qualifier, score, amount }) =>
        qualifier === undefined && score >= least && compareDecimals(amount, lead.amount) > 0,
    ) ?? lead
  );
};

export const candidateOf = (stated: StatedPrice, money: MoneyClaim): StatedCandidate => ({
  money,
  source: stated.claim.source,
  stated,
  isGuess: stated.claim.standing === 'guessed',
});

/** What the sources state and what a reader sees, held against each other; asked by the situations. */
export class PriceView {
  /** What the sources say that are heard: where one variant is wanted, those that tell variants apart. */
  readonly stated: readonly StatedPrice[];
  readonly isOfVariant: boolean;
  readonly visible: readonly ScoredPrice[];
  readonly current: readonly ScoredPrice[];
  /** The page's own most prominent price. */
  readonly top: ScoredPrice | undefined;
  /** Among other words an amount may be anything: only one that stands alone speaks against what is stated. */
  readonly isStrong: boolean;
  /** Prices that are stated, the standards first. */
  readonly candidates: readonly StatedCandidate[];
  /** Those that are heard: guesses only where no standard states a price. */
  readonly heard: readonly StatedCandidate[];
  /** Sources that state several prices and prefer none. */
  readonly undecided: StatedPrice | undefined;
  private readonly range: ScoredPrice | undefined;
  private readonly withinRange: ScoredPrice | undefined;

  constructor(everything: readonly StatedPrice[], shown: readonly ScoredPrice[]) {
    const ofVariant = everything.filter((each) => each.isOfVariant);
    this.isOfVariant = ofVariant.length > 0;
    this.stated = this.isOfVariant ? ofVariant : everything;
    this.visible = shown.map((price) => asOldBeside(everything, price, shown));
    this.current = this.visible.filter((price) => !price.isOld);
    const [lead] = this.current;
    this.range = this.current.find(
      ({ qualifier, score }) => qualifier === 'RangeLow' && score >= lead!.score - margin,
    );
    this.withinRange = this.range && chosenWithin(this.range, this.current);
    this.top = topOf(this.current, this.withinRange);
    this.isStrong = this.top !== undefined && this.top.score >= strong && this.top.isPlain;
    this.candidates = this.stated
      .filter((each) => each.price !== undefined)
      .map((each) => candidateOf(each, each.price!))
      .sort((a, b) => sourceRank[a.source] - sourceRank[b.source]);
    const standards = this.candidates.filter(({ isGuess }) => !isGuess);
    this.heard = standards.length > 0 ? standards : this.candidates;
    this.undecided =
      this.candidates.length === 0
        ? this.stated.find(({ price, rivals }) => price === undefined && rivals.length > 1)
        : undefined;
  }

  /** The candidate that goes before the others, where any is stated. */
  get first(): StatedCandidate | undefined {
    return this.heard[0];
  }

  /** All sources that are heard state one price. */
  get areAgreed(): boolean {
    const { first } = this;
    return first !== undefined && this.heard.every(({ money }) => samePrice(money, first.money));
  }

  seen(money: MoneyClaim): ScoredPrice | undefined {
    return this.visible.find((price) => samePrice(price, money));
  }

  seenCurrent(money: MoneyClaim): ScoredPrice | undefined {
    return this.current.find(
      (price) => price.score >= plausible && !isAside(price) && samePrice(price, money),
    );
  }

  /** The amount that all sources that are heard state is shown for members only. */
  get isOfMembers(): boolean {
    return this.areAgreed && shownToMembers(this.first!.money, this.visible) !== undefined;
  }

  /** No other amount is nearly as prominent as the top. */
  get isClear(): boolean {
    const { top, range, withinRange } = this;
    return (
      top !== undefined &&
      !this.current.some(
        (price) =>
          price.score + price.withheld > top.score - margin &&
          (!isAside(price) || isAside(top)) &&
          compareDecimals(price.amount, top.amount) !== 0 &&
          !(price.qualifier === 'From' && top.qualifier === undefined) &&
          !(top === withinRange && price.run === range!.run),
      )
    );
  }

  /** The page shows the amount as an old price near its top. */
  isOldHere(money: MoneyClaim): boolean {
    const { top } = this;
    return this.visible.some(
      (price) =>
        price.isOld && samePrice(price, money) && top !== undefined && Math.abs(price.run - top.run) <= 8,
    );
  }

  /** The top is lower than a stated amount. */
  isTopLower(money: MoneyClaim): boolean {
    return this.top !== undefined && compareDecimals(this.top.amount, money.amount) < 0;
  }
}
