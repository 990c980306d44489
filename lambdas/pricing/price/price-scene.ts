import { compareDecimals } from '../../domain/money/decimals.ts';
import type { Confidence, EvidenceSource } from '../../domain/result/site-result.ts';
import { cssPath } from '../page/page.ts';
import { canonicalAmount, isZero, samePrice } from '../sources/amounts.ts';
import type { MoneyClaim } from '../sources/claims.ts';
import { mayBePrintedIn } from '../text/currency-lexicon.ts';
import type { StatedPrice } from './resolve-offer.ts';
import { isCurrent, type ScoredPrice } from './scored-price.ts';

/** A visible price this prominent is in the product's own area and named as a price. */
export const strong = 70;
/** Minimum prominence for comparing a visible price with the stated ones. */
export const plausible = 45;
/** Minimum prominence of an amount that can be the price on its own. */
export const plausibleAlone = 15;

/** The chosen price, and how it was chosen. */
export interface PriceDecision {
  /** The rule that decided: `Ranked` by probability, or one that preceded it. */
  rule: string;
  price: MoneyClaim | undefined;
  source: EvidenceSource | undefined;
  agrees: readonly EvidenceSource[];
  confidence: Confidence | null;
  /** The chosen or confirmed stated price with its offer; absent if the page alone decided. */
  stated: StatedPrice | undefined;
  visible: ScoredPrice | undefined;
  listPrice: { money: MoneyClaim; source: EvidenceSource } | undefined;
  candidates: readonly { money: MoneyClaim; source: EvidenceSource }[];
  warnings: readonly string[];
}

export const noPrice: PriceDecision = {
  rule: 'NoPrice',
  price: undefined,
  source: undefined,
  agrees: [],
  confidence: null,
  stated: undefined,
  visible: undefined,
  listPrice: undefined,
  candidates: [],
  warnings: [],
};

export const visibleMoney = (price: ScoredPrice): MoneyClaim => ({
  amount: price.amount,
  currency: price.currency,
  raw: price.raw,
  path: cssPath(price.element),
});

/** A price that one source states for the product. */
export interface StatedCandidate {
  money: MoneyClaim;
  source: EvidenceSource;
  stated: StatedPrice;
}

/** A candidate amount with every place that states or shows it. */
export interface Hypothesis {
  /** Decimal string without trailing zeros, so that `49` and `49.00` are one. */
  amount: string;
  /** Sources that state it as the price, standards first. */
  stated: readonly StatedCandidate[];
  /** Sources that list it among several prices without preference. */
  listedBy: readonly StatedPrice[];
  /** Places where it is shown: current prices first, then by prominence. */
  shown: readonly ScoredPrice[];
  /** The most prominent place where it is a current price. */
  current: ScoredPrice | undefined;
}

/** Standards first, then share tags, then guesses. */
const sourceRank: Record<EvidenceSource, number> = {
  Selector: 0,
  JsonLd: 1,
  Microdata: 2,
  Rdfa: 3,
  OpenGraph: 4,
  EmbeddedState: 5,
  Visible: 6,
};

/** Caps hypotheses per page; shops have tens, an attacker's page thousands. */
const maxHypotheses = 200;

const isPresented = (price: ScoredPrice): boolean =>
  isCurrent(price) && price.isPlain && price.score >= plausible;

/** True if a shown price is in another currency than the stated one, so that the two cannot be compared. */
const isInOtherCurrency = ({ currency }: MoneyClaim, price: ScoredPrice): boolean =>
  currency !== null && ((price.currency ?? currency) !== currency || !mayBePrintedIn(price.raw, currency));

/** True if an amount is shown only as a member price. */
const areForMembers = (places: readonly ScoredPrice[]): boolean =>
  places.length > 0 && places.every(({ qualifier }) => qualifier === 'Members');

/** The stated and visible prices of one page, grouped by amount. */
export class PriceScene {
  /** Sources that count: for a requested variant, those that distinguish variants. */
  readonly stated: readonly StatedPrice[];
  /** The caller requested one of several variants with different prices. */
  readonly isOfVariant: boolean;
  readonly visible: readonly ScoredPrice[];
  /** The most prominent price in another currency than the stated one. */
  readonly topElsewhere: ScoredPrice | undefined;
  /** Visible current prices, best first. */
  readonly current: readonly ScoredPrice[];
  /** Stated prices, standards first. */
  readonly candidates: readonly StatedCandidate[];
  readonly hypotheses: readonly Hypothesis[];

  constructor(everything: readonly StatedPrice[], visible: readonly ScoredPrice[]) {
    const ofVariant = everything.filter((each) => each.isOfVariant);
    this.isOfVariant = ofVariant.length > 0;
    const believed = this.isOfVariant ? ofVariant : everything;
    // Used offers are dropped if the page presents a new one.
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
    // Some pages show only an old price. It stays old beside a lower stated price, unless that is for
    // members: then the regular price is everybody's.
    const isOld = (price: ScoredPrice): boolean =>
      price.isReadmitted === true &&
      this.candidates.some(
        ({ money }) => compareDecimals(money.amount, price.amount) < 0 && !isOfMembers(money),
      );
    /** "From 19 €" does not contradict a higher stated price. */
    const isBoundOfStated = (price: ScoredPrice): boolean =>
      price.qualifier === 'From' &&
      this.candidates.some(
        ({ money, stated }) => !stated.isFrom && compareDecimals(price.amount, money.amount) < 0,
      );
    this.current = this.visible.filter(
      (price) =>
        isCurrent(price) &&
        // "18,90 – 41,50 €": the upper end is nobody's price.
        price.qualifier !== 'RangeHigh' &&
        !isOld(price) &&
        !isBoundOfStated(price),
    );
    this.hypotheses = this.join();
  }

  /** The most prominent current price. */
  get top(): ScoredPrice | undefined {
    return this.current[0];
  }

  /** True if the page presents an amount as its price, rather than among other words. */
  get presentsPrice(): boolean {
    return this.current.some(isPresented);
  }

  /** Statements of the believed sources: guesses count only if no standard states a price. */
  get believed(): readonly StatedCandidate[] {
    const standards = this.candidates.filter(({ stated }) => stated.claim.certainty === 'stated');
    return standards.length > 0 ? standards : this.candidates;
  }

  /** A source that lists several prices without preference, if no source states one. */
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
    /** True if a higher price is shown for everybody else. */
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
