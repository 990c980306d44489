import { compareDecimals } from '../../domain/decimals.ts';
import type { EvidenceSource } from '../../domain/site-result.ts';
import type { MoneyClaim } from '../claims.ts';
import { canonicalAmount, isZero, samePrice } from '../money/amounts.ts';
import { mayBePrintedIn } from '../money/currency-lexicon.ts';
import { isCurrent, type ScoredPrice } from '../visible/scored-price.ts';
import { plausible } from './price-decision.ts';
import type { StatedPrice } from './resolve-offer.ts';

/** A price that one source states for the page's product. */
export interface StatedCandidate {
  money: MoneyClaim;
  source: EvidenceSource;
  stated: StatedPrice;
}

/** An amount of the page that may be the price, with everything that states or shows it. */
export interface Hypothesis {
  /** Decimal string without superfluous zeros, so that `49` and `49.00` are one. */
  amount: string;
  /** Sources that state it as the price, standards first. */
  stated: readonly StatedCandidate[];
  /** Sources that state it as one of several prices and prefer none. */
  listedBy: readonly StatedPrice[];
  /** Where a reader sees it, the most prominent first, prices that are asked now before old ones. */
  shown: readonly ScoredPrice[];
  /** The most prominent place where it is asked now. */
  current: ScoredPrice | undefined;
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

/** Hypotheses of one page that are weighed; a page of a shop has tens, a page of an attacker has thousands. */
const maxHypotheses = 200;

const isPresented = (price: ScoredPrice): boolean =>
  isCurrent(price) && price.isPlain && price.score >= plausible;

/** True if a shown price is in another currency than the stated one: then they say nothing about each other. */
export const isInOtherCurrency = ({ currency }: MoneyClaim, price: ScoredPrice): boolean =>
  currency !== null && ((price.currency ?? currency) !== currency || !mayBePrintedIn(price.raw, currency));

/** True if an amount is shown as what members pay, and as nothing else. */
const areForMembers = (places: readonly ScoredPrice[]): boolean =>
  places.length > 0 && places.every(({ qualifier }) => qualifier === 'Members');

/** Stated and visible prices of one page, joined by amount. */
export class PriceScene {
  /** The sources that count: where one variant is wanted, those that tell variants apart. */
  readonly stated: readonly StatedPrice[];
  /** The caller asked for one of several variants that cost differently. */
  readonly isOfVariant: boolean;
  readonly visible: readonly ScoredPrice[];
  /** The most prominent price in another currency than the stated one. */
  readonly topElsewhere: ScoredPrice | undefined;
  /** Visible prices that a buyer may be asked now, best first. */
  readonly current: readonly ScoredPrice[];
  /** Prices that are stated, standards first. */
  readonly candidates: readonly StatedCandidate[];
  readonly hypotheses: readonly Hypothesis[];

  constructor(everything: readonly StatedPrice[], visible: readonly ScoredPrice[]) {
    const ofVariant = everything.filter((each) => each.isOfVariant);
    this.isOfVariant = ofVariant.length > 0;
    const believed = this.isOfVariant ? ofVariant : everything;
    // Used goods are not wanted while the page presents new ones.
    const presented = visible.find(isPresented);
    this.stated = believed.filter(
      ({ isOfUsed, price }) => !isOfUsed || !price || !presented || samePrice(price, presented),
    );
    this.candidates = this.stated
      .flatMap((stated) =>
        stated.price ? [{ money: stated.price, source: stated.claim.source, stated }] : [],
      )
      .sort((a, b) => sourceRank[a.source] - sourceRank[b.source]);
    const first = this.believed[0];
    const isElsewhere = (price: ScoredPrice): boolean =>
      first !== undefined && isInOtherCurrency(first.money, price);
    this.visible = visible.filter((price) => !isElsewhere(price));
    this.topElsewhere = visible.find((price) => isCurrent(price) && isElsewhere(price));
    const isOfMembers = (money: MoneyClaim): boolean =>
      areForMembers(visible.filter((price) => samePrice(money, price)));
    // An old price is the only one that some pages show; beside a lower one that is stated it is old all the same,
    // unless that is for members: then the regular price is everybody's.
    const isOld = (price: ScoredPrice): boolean =>
      price.isReadmitted === true &&
      this.candidates.some(
        ({ money }) => compareDecimals(money.amount, price.amount) < 0 && !isOfMembers(money),
      );
    /** "From 19 €" says nothing against what is stated and dearer. */
    const isBoundOfStated = (price: ScoredPrice): boolean =>
      price.qualifier === 'From' &&
      this.candidates.some(
        ({ money, stated }) => !stated.isFrom && compareDecimals(price.amount, money.amount) < 0,
      );
    this.current = this.visible.filter(
      (price) =>
        isCurrent(price) &&
        // "18,90 – 41,50 €": nobody is asked for the upper end.
        price.qualifier !== 'RangeHigh' &&
        !isOld(price) &&
        !isBoundOfStated(price),
    );
    this.hypotheses = this.join();
  }

  /** The most prominent price that is asked now. */
  get top(): ScoredPrice | undefined {
    return this.current[0];
  }

  /** True if the page presents any amount as its price: among other words it may be anything. */
  get presentsPrice(): boolean {
    return this.current.some(isPresented);
  }

  /** Statements of the believed sources: guesses only where no standard states a price. */
  get believed(): readonly StatedCandidate[] {
    const standards = this.candidates.filter(({ stated }) => stated.claim.certainty === 'stated');
    return standards.length > 0 ? standards : this.candidates;
  }

  /** A source that states several prices and prefers none, where no source states one. */
  get undecided(): StatedPrice | undefined {
    return this.candidates.length > 0 ? undefined : this.stated.find(({ rivals }) => rivals.length > 1);
  }

  private join(): Hypothesis[] {
    const stated = Map.groupBy(this.candidates, ({ money }) => canonicalAmount(money.amount));
    const listed = Map.groupBy(
      this.stated.flatMap((each) => each.rivals.map(({ amount }) => ({ amount, each }))),
      ({ amount }) => canonicalAmount(amount),
    );
    const isMeant = (amount: string): boolean => !this.isOfVariant || stated.has(canonicalAmount(amount));
    const shown = Map.groupBy(
      this.visible.filter(({ amount }) => isMeant(amount)),
      ({ amount }) => canonicalAmount(amount),
    );
    const current = new Set(this.current);
    const amounts = new Set([...stated.keys(), ...listed.keys(), ...shown.keys()]);
    const forAll = this.current.filter(({ score }) => score > 0);
    const mayBeFree = (amount: string): boolean =>
      stated.get(amount)?.some(({ stated: { offer } }) => offer.mayBeFree) === true;
    /** Who is no member pays the higher price beside it. */
    const isForMembers = (amount: string): boolean => {
      const places = shown.get(amount) ?? [];
      return areForMembers(places) && forAll.some((price) => compareDecimals(price.amount, amount) > 0);
    };
    return [...amounts]
      .filter((amount) => !isZero(amount) || mayBeFree(amount))
      .filter((amount) => !isForMembers(amount))
      .slice(0, maxHypotheses)
      .map((amount) => {
        const places = shown.get(amount) ?? [];
        return {
          amount,
          stated: stated.get(amount) ?? [],
          listedBy: (listed.get(amount) ?? []).map(({ each }) => each),
          shown: places,
          current: places.find((price) => current.has(price)),
        };
      });
  }
}
