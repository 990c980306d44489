import type { EvidenceSource } from '../../domain/site-result.ts';
import type { MoneyClaim } from '../claims.ts';
import { canonicalAmount, isZero, samePrice } from '../money/amounts.ts';
import { isCurrent, type ScoredPrice } from '../visible/scored-price.ts';
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
  /** What states it as the price, standards first. */
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

/** "18,90 – 41,50 €": nobody is asked for the upper end. */
const isUpperEnd = ({ qualifier, run }: ScoredPrice, shown: readonly ScoredPrice[]): boolean =>
  qualifier === 'RangeHigh' && shown.some((low) => low.run === run && low.qualifier === 'RangeLow');

/** What the sources state and what a reader sees, joined by amount. */
export class PriceScene {
  /** What is heard of the sources: where one variant is wanted, those that tell variants apart. */
  readonly stated: readonly StatedPrice[];
  /** The caller asked for one of several variants that cost differently. */
  readonly isOfVariant: boolean;
  readonly visible: readonly ScoredPrice[];
  /** Visible prices that a buyer may be asked now, best first. */
  readonly current: readonly ScoredPrice[];
  /** Prices that are stated, standards first. */
  readonly candidates: readonly StatedCandidate[];
  readonly hypotheses: readonly Hypothesis[];

  constructor(everything: readonly StatedPrice[], visible: readonly ScoredPrice[]) {
    const ofVariant = everything.filter((each) => each.isOfVariant);
    this.isOfVariant = ofVariant.length > 0;
    this.stated = this.isOfVariant ? ofVariant : everything;
    this.visible = visible;
    this.candidates = this.stated
      .flatMap((stated) =>
        stated.price ? [{ money: stated.price, source: stated.claim.source, stated }] : [],
      )
      .sort((a, b) => sourceRank[a.source] - sourceRank[b.source]);
    // An old price is the only one that some pages show; beside a stated one it is old all the same.
    const isOld = (price: ScoredPrice): boolean =>
      price.isReadmitted === true && this.candidates.some(({ money }) => !samePrice(money, price));
    this.current = visible.filter(
      (price) => isCurrent(price) && !isOld(price) && !isUpperEnd(price, visible),
    );
    this.hypotheses = this.join();
  }

  /** The most prominent price that is asked now. */
  get top(): ScoredPrice | undefined {
    return this.current[0];
  }

  /** What the sources say that are believed: guesses only where no standard states a price. */
  get heard(): readonly StatedCandidate[] {
    const standards = this.candidates.filter(({ stated }) => stated.claim.standing === 'stated');
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
    return [...amounts]
      .filter((amount) => !isZero(amount))
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
