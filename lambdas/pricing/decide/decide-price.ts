import { compareDecimals } from '../../domain/decimals.ts';
import type { EvidenceSource } from '../../domain/site-result.ts';
import type { MoneyClaim } from '../claims.ts';
import { samePrice } from '../money/amounts.ts';
import { digitsOfCurrency } from '../money/currency-lexicon.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import { findListPrice } from './list-price.ts';
import { noPrice, type PriceDecision, plausible, visibleMoney } from './price-decision.ts';
import { PriceView, type StatedCandidate } from './price-view.ts';
import type { StatedPrice } from './resolve-offer.ts';
import { situations } from './situations.ts';

type Settled = Pick<PriceDecision, 'rule' | 'confidence' | 'warnings'>;

/** Whether the page leaves open which of two amounts its data mean: "30.000" in a currency of two decimals. */
const mayMeanThousands = ({ otherwise, currency }: MoneyClaim): boolean =>
  otherwise !== undefined && (currency === null || digitsOfCurrency(currency) === 2);

const takeCandidate = (view: PriceView, candidate: StatedCandidate, settled: Settled): PriceDecision => {
  const { money, source, stated } = candidate;
  const look = view.seenCurrent(money) ?? view.seen(money);
  const agrees = new Set<EvidenceSource>(
    view.candidates
      .filter((other) => other.source !== source && samePrice(other.money, money))
      .map((other) => other.source),
  );
  if (look && !look.isOld && look.score >= plausible) agrees.add('Visible');
  return {
    ...settled,
    confidence: look === undefined && mayMeanThousands(money) ? 'Low' : settled.confidence,
    price: withCurrencyOf(money, look, view.candidates),
    source,
    agrees: [...agrees],
    stated,
    visible: look,
    listPrice: findListPrice(view, money, candidate, look),
    candidates: [],
  };
};

const takeShown = (view: PriceView, price: ScoredPrice, settled: Settled): PriceDecision => {
  const money = visibleMoney(price);
  const agreeing = view.candidates.filter((candidate) => samePrice(candidate.money, money));
  return {
    ...settled,
    price: withCurrencyOf(money, price, view.candidates),
    source: 'Visible',
    agrees: [...new Set(agreeing.map(({ source }) => source))],
    stated: agreeing[0]?.stated ?? view.stated.find((each) => each.failure === undefined),
    visible: price,
    listPrice: findListPrice(view, money, undefined, price),
    candidates: [],
  };
};

/** What the sources that are heard state, where they differ. */
const differences = ({ heard, areAgreed }: PriceView): string[] => {
  if (heard.length === 0 || areAgreed) return [];
  const stated = new Set(heard.map(({ money, source }) => `${money.amount} (${source})`));
  return [`SourcesDiffer: the page states ${[...stated].slice(0, 5).join(' and ')}.`];
};

/**
 * Decides which price holds, from what the sources state and what a reader sees, by the first of the
 * {@link situations} that applies.
 *
 * Where the caller asked for one of several variants, only the sources that tell variants apart are heard; a
 * visible price that is another variant's says nothing, and one that is no variant's leaves `Low`.
 */
export const decidePrice = (
  everything: readonly StatedPrice[],
  shown: readonly ScoredPrice[],
): PriceDecision => {
  const view = new PriceView(everything, shown);
  const { name, take, confidence, warning } = situations.find(({ when }) => when(view))!;
  const taken = take(view);
  const warnings = [...differences(view), ...(warning ? [warning(view)] : [])];
  const settled: Settled = { rule: name, confidence, warnings };
  if ('candidate' in taken) return takeCandidate(view, taken.candidate, settled);
  if ('shown' in taken) return takeShown(view, taken.shown, settled);
  return { ...noPrice, ...settled, candidates: taken.none, stated: taken.stated };
};

/** The currency of the price's own place, else of a source that states the same amount. */
const withCurrencyOf = (
  money: MoneyClaim,
  look: ScoredPrice | undefined,
  candidates: readonly StatedCandidate[],
): MoneyClaim => {
  if (money.currency !== null) return money;
  const same = candidates.find(
    (each) => each.money.currency !== null && compareDecimals(each.money.amount, money.amount) === 0,
  );
  const currency =
    (look && compareDecimals(look.amount, money.amount) === 0 ? look.currency : null) ??
    same?.money.currency ??
    null;
  return { ...money, currency };
};

/** The caller's own selector goes before everything; other sources only confirm it. */
export const decideSelected = (
  price: MoneyClaim,
  listPrice: MoneyClaim | undefined,
  stated: readonly StatedPrice[],
  visible: readonly ScoredPrice[],
): PriceDecision => {
  const agreeing = stated.filter((each) => each.price !== undefined && samePrice(each.price, price));
  const look = visible.find((each) => !each.isOld && each.score >= plausible && samePrice(each, price));
  const agrees = new Set<EvidenceSource>(agreeing.map((each) => each.claim.source));
  if (look) agrees.add('Visible');
  const named = agreeing.flatMap((each) => each.price?.currency ?? []);
  const currency = price.currency ?? named[0] ?? look?.currency ?? null;
  const list = listPrice && compareDecimals(listPrice.amount, price.amount) > 0 ? listPrice : undefined;
  return {
    rule: agrees.size > 0 ? 'SelectedAndConfirmed' : 'Selected',
    price: { ...price, currency },
    source: 'Selector',
    agrees: [...agrees],
    confidence: agrees.size > 0 ? 'High' : 'Medium',
    stated: agreeing[0] ?? stated[0],
    visible: look,
    listPrice: list && { money: list, source: 'Selector' },
    candidates: [],
    warnings: [],
  };
};
