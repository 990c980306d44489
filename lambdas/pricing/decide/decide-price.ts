import type { Element } from 'domhandler';
import type { Confidence, EvidenceSource } from '../../domain/site-result.ts';
import type { MoneyClaim } from '../claims.ts';
import { compareAmounts, samePrice } from '../money/amounts.ts';
import { mayBePrintedIn } from '../money/currency-lexicon.ts';
import { lineageOf } from '../page/ancestors.ts';
import { cssPath } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { isAside, isLowest, type ScoredPrice } from '../visible/scored-price.ts';
import { areApartByTax } from '../visible/tax-amounts.ts';
import type { StatedPrice } from './resolve-offer.ts';

/** A visible price this high is in the product's own area and named as a price. */
export const strong = 70;
/** From this score on a visible price is worth comparing with what is stated. */
const plausible = 45;
/**
 * The least score at which a visible price alone is worth an answer, on a page of which is known that it sells one
 * product: whether it does is asked of the page, not of its price. Among other words an amount may be anything.
 */
export const plausibleAlone = 15;
/** A rival this close to the best visible price is as good as it. */
const margin = 12;

export interface PriceDecision {
  price: MoneyClaim | undefined;
  source: EvidenceSource | undefined;
  agrees: readonly EvidenceSource[];
  confidence: Confidence | null;
  /** The stated price that was chosen or confirmed, with its offer; absent when the page alone decided. */
  stated: StatedPrice | undefined;
  visible: ScoredPrice | undefined;
  listPrice: { money: MoneyClaim; source: EvidenceSource } | undefined;
  candidates: readonly { money: MoneyClaim; source: EvidenceSource }[];
  warnings: readonly string[];
}

/** The decision that there is none. */
export const noPrice: PriceDecision = {
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

const standardRank: Record<EvidenceSource, number> = {
  Selector: 0,
  JsonLd: 1,
  Microdata: 2,
  Rdfa: 3,
  OpenGraph: 4,
  EmbeddedState: 5,
  Visible: 6,
};

export const visibleMoney = (price: ScoredPrice): MoneyClaim => ({
  amount: price.amount,
  currency: price.currency,
  raw: price.raw,
  path: cssPath(price.element),
});

/** A class that templates give to what is not shown now, such as the old price of what is not on sale. */
const isHiddenByName = (element: Element): boolean =>
  lineageOf(element, 3).some(({ attribs }) =>
    /(?:^|\s)(?:d-none|hidden|is-hidden|hide|u-hidden)(?:\s|$)/.test(attribs.class ?? ''),
  );

/** No price is less than this part of its list price. */
const mostReduced = 20;

/** What is called an old price, though no other is shown, is one where a lower one is stated. */
const asOldBeside = (stated: readonly StatedPrice[], price: ScoredPrice): ScoredPrice =>
  price.isReadmitted &&
  stated.some((each) => each.price !== undefined && compareAmounts(each.price.amount, price.amount) < 0)
    ? { ...price, isOld: true, score: price.score - 60 }
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
      compareAmounts(amount, low.amount) > 0 &&
      compareAmounts(amount, high.amount) <= 0,
  );
  return new Set(within.map(({ amount }) => amount)).size === 1 ? within[0] : undefined;
};

/** What is said of these amounts makes them no price, whatever else the page shows. */
const neverPaid: ReadonlySet<string> = new Set(['Saving', 'Threshold', 'Shipping', 'Surcharge', 'Deposit']);

interface Voice {
  money: MoneyClaim;
  source: EvidenceSource;
  stated: StatedPrice;
  isGuess: boolean;
}

/**
 * Decides which price holds, from what the sources state and what a reader sees.
 *
 * | Situation | Price | Confidence |
 * | --- | --- | --- |
 * | The caller's selector gives a price (`decideSelected`) | that | High when another source agrees, else Medium |
 * | Markup (JSON-LD, microdata, RDFa, OpenGraph) agrees with a visible price in the product's area | markup | High |
 * | Two kinds of markup agree, and no strong visible price speaks against them | markup | High |
 * | One kind of markup alone | markup | Medium |
 * | Markup gives a range, and the page shows one price in it, other than the low end | visible | Medium |
 * | Markup states what the page shows as the old price, beside a current one | visible, `StalePrice` | Medium |
 * | Markup's price stands nowhere on the page, and a strong visible price does, without rival | visible, `StalePrice` | Medium |
 * | Markup's price is seen in the product's area, though another is seen more prominently | markup | Medium |
 * | Kinds of markup contradict each other, and one is seen | the one seen, `SourcesDiffer` | Medium |
 * | Kinds of markup contradict each other, and none is seen: standard markup before OpenGraph before guesses | the first, `SourcesDiffer` | Low |
 * | Two of the same standing contradict each other, and none is seen | none: ambiguous | |
 * | A source states several prices, and exactly one of them is the most prominent on the page | that one | High |
 * | A source states several prices, and nothing decides | none: ambiguous | |
 * | Application state alone, whose meaning is guessed | it | Low; Medium when seen |
 * | Such state is seen, and another amount is seen far more prominently | visible | Low |
 * | Only visible prices: the best is clear of its rivals | visible | Low |
 * | Only visible prices: rivals are as good | none: ambiguous | |
 *
 * Where the caller asked for one of several variants, only the sources that tell variants apart are heard; a
 * visible price that is another variant's says nothing, and one that is no variant's leaves `Low`.
 */
export const decidePrice = (
  everything: readonly StatedPrice[],
  shown: readonly ScoredPrice[],
): PriceDecision => {
  const visible = shown.map((price) => asOldBeside(everything, price));
  const ofVariant = everything.filter((each) => each.isOfVariant);
  const stated = ofVariant.length > 0 ? ofVariant : everything;
  const warnings: string[] = [];
  const current = visible.filter((price) => !price.isOld);
  const [lead] = current;
  const range = current.find(
    ({ qualifier, score }) => qualifier === 'RangeLow' && score >= lead!.score - margin,
  );
  const withinRange = range && chosenWithin(range, current);
  // "From 13,995" is what the product costs at least; a price beside it is what it costs as shown.
  const top =
    lead?.qualifier === 'From'
      ? (current.find(
          (price) =>
            price.qualifier === undefined &&
            price.score >= Math.max(plausible, lead.score - margin) &&
            compareAmounts(price.amount, lead.amount) > 0,
        ) ?? lead)
      : (withinRange ?? lead);
  // Among other words an amount may be anything: only one that stands alone speaks against what is stated.
  const isStrong = top !== undefined && top.score >= strong && top.isPlain;
  const seen = (money: MoneyClaim): ScoredPrice | undefined =>
    visible.find((price) => samePrice(price, money));
  const seenCurrent = (money: MoneyClaim): ScoredPrice | undefined =>
    current.find((price) => price.score >= plausible && !isAside(price) && samePrice(price, money));

  const voices: Voice[] = stated
    .filter((each) => each.price !== undefined)
    .map((each) => ({
      money: each.price!,
      source: each.claim.source,
      stated: each,
      isGuess: each.claim.standing === 'guessed',
    }))
    .sort((a, b) => standardRank[a.source] - standardRank[b.source]);

  const none = (more: Partial<PriceDecision> = {}): PriceDecision => ({ ...noPrice, warnings, ...more });
  const chosen = (voice: Voice, confidence: Confidence): PriceDecision => {
    const look = seenCurrent(voice.money) ?? seen(voice.money);
    const agrees = new Set<EvidenceSource>(
      voices
        .filter((other) => other.source !== voice.source && samePrice(other.money, voice.money))
        .map((other) => other.source),
    );
    if (look && !look.isOld && look.score >= plausible) agrees.add('Visible');
    return {
      price: withCurrencyOf(voice.money, look, voices),
      source: voice.source,
      agrees: [...agrees],
      confidence,
      stated: voice.stated,
      visible: look,
      listPrice: listPriceOf(voice.money, voice, look),
      candidates: [],
      warnings,
    };
  };
  const byEye = (price: ScoredPrice, confidence: Confidence): PriceDecision => {
    const money = visibleMoney(price);
    const agreeing = voices.filter((voice) => samePrice(voice.money, money));
    return {
      price: withCurrencyOf(money, price, voices),
      source: 'Visible',
      agrees: [...new Set(agreeing.map((voice) => voice.source))],
      confidence,
      stated: agreeing[0]?.stated ?? stated.find((each) => each.failure === undefined),
      visible: price,
      listPrice: listPriceOf(money, undefined, price),
      candidates: [],
      warnings,
    };
  };

  /** An old price belongs to the current one beside it, which may be another product's. */
  function isNearest(old: ScoredPrice, look: ScoredPrice): boolean {
    if (old.run === look.run) return true;
    const reach = Math.abs(old.run - look.run) <= 3 ? 0 : 1;
    return !current.some(
      (other) =>
        Math.abs(other.run - old.run) <= reach &&
        !isAside(other) &&
        compareAmounts(other.amount, look.amount) !== 0,
    );
  }

  function listPriceOf(
    money: MoneyClaim,
    voice: Voice | undefined,
    look: ScoredPrice | undefined,
  ): PriceDecision['listPrice'] {
    const isHigher = (other: MoneyClaim | undefined): other is MoneyClaim =>
      other !== undefined &&
      compareAmounts(other.amount, money.amount) > 0 &&
      // What a source counts in cents is no list price of what the page shows.
      (voice !== undefined || Number(other.amount) < mostReduced * Number(money.amount)) &&
      (other.currency === null || money.currency === null || other.currency === money.currency);
    const spoken = voice
      ? [voice, ...voices.filter((other) => other !== voice && samePrice(other.money, voice.money))]
      : voices;
    for (const each of spoken)
      if (isHigher(each.stated.listPrice)) return { money: each.stated.listPrice, source: each.source };
    // One amount may be shown in several places, and the old price beside one of them only.
    const looks = look
      ? [
          look,
          ...current.filter((price) => price !== look && price.score >= plausible && samePrice(price, money)),
        ]
      : [];
    for (const each of looks) {
      const found = oldBeside(each, voice, isHigher);
      if (found) return found;
    }
    return undefined;
  }

  function oldBeside(
    look: ScoredPrice,
    voice: Voice | undefined,
    isHigher: (other: MoneyClaim) => boolean,
  ): PriceDecision['listPrice'] {
    const near = visible
      .filter(
        (price) =>
          (price.isOld || (price.zones & zone.regular) !== 0) &&
          !isAside(price) &&
          price.qualifier !== 'RangeHigh' &&
          (!price.isSentence || price.run === look.run || (price.zones & (zone.struck | zone.price)) !== 0) &&
          (price.zones & ~look.zones & zone.review) === 0 &&
          isNearest(price, look) &&
          (price.zones & ~look.zones & zone.prose) === 0 &&
          (!isHiddenByName(price.element) || isHiddenByName(look.element)) &&
          Math.abs(price.run - look.run) <= 6 &&
          (price.zones & (zone.related | zone.unit)) === (look.zones & (zone.related | zone.unit)),
      )
      // The lowest price of the last thirty days is what sellers must print; what they strike out is the list price.
      .sort(
        (a, b) =>
          Number(isLowest(a)) - Number(isLowest(b)) ||
          Math.abs(a.run - look.run) - Math.abs(b.run - look.run) ||
          compareAmounts(b.amount, a.amount),
      );
    for (const price of near) {
      const old = visibleMoney(price);
      // The other end of a range is no old price.
      if (voice?.stated.range && samePrice(voice.stated.range.high, old)) continue;
      if (isHigher(old)) return { money: old, source: 'Visible' };
    }
    return undefined;
  }

  // Several prices within one source: the page's most prominent price may be one of them.
  const undecided = stated.find((each) => each.price === undefined && each.rivals.length > 1);
  if (voices.length === 0 && undecided) {
    const rival =
      top && top.score >= plausible ? undecided.rivals.find((money) => samePrice(money, top)) : undefined;
    if (!rival) {
      // "From 74,95 €" in the product's area names the lowest of the stated prices as the page's own.
      const from = current.find((price) => price.qualifier === 'From' && price.score >= strong);
      const lowest = [...undecided.rivals].sort((a, b) => compareAmounts(a.amount, b.amount))[0]!;
      if (from && samePrice(from, lowest)) return chosenRival(lowest, undecided);
    }
    if (rival) return { ...chosenRival(rival, undecided), warnings };
    return none({
      candidates: undecided.rivals.map((money) => ({ money, source: undecided.claim.source })),
      stated: undecided,
    });
  }
  function chosenRival(money: MoneyClaim, from: StatedPrice): PriceDecision {
    return chosen(
      { money, source: from.claim.source, stated: from, isGuess: from.claim.standing === 'guessed' },
      'High',
    );
  }

  if (voices.length > 0) {
    const markup = voices.filter((voice) => !voice.isGuess);
    const speaking = markup.length > 0 ? markup : voices;
    const first = speaking[0]!;
    const inTop = top ? voices.filter((voice) => samePrice(voice.money, top)) : [];
    const confirmed = speaking.filter((voice) => seenCurrent(voice.money));
    const allAgree = speaking.every((voice) => samePrice(voice.money, first.money));

    if (allAgree) {
      if (isWithinRangeOf(first)) return byEye(top!, 'Medium');
      // Used ones are stated, and what everybody wants is shown.
      if (
        isStrong &&
        isClear(top) &&
        !isAside(top) &&
        speaking.every(({ stated: { isOfUsed } }) => isOfUsed) &&
        !samePrice(top, first.money)
      )
        return byEye(top, 'Medium');
      if (confirmed.length > 0) {
        // The same amount is seen; unless it is only the old price beside the current one, it holds.
        const look = seenCurrent(first.money)!;
        if (
          isStrong &&
          top !== look &&
          top.score - look.score > 25 &&
          compareAmounts(top.amount, first.money.amount) < 0 &&
          isOldHere(first.money)
        )
          return stale(first);
        // What state means is guessed: a price that is far more prominent than its own is rather the page's.
        if (first.isGuess && isStrong && !samePrice(first.money, top) && top.score - look.score >= margin)
          return byEye(top, 'Low');
        return chosen(first, first.isGuess ? 'Medium' : 'High');
      }
      if (isStrong) {
        if (isOldHere(first.money) && compareAmounts(top.amount, first.money.amount) < 0) return stale(first);
        const look = seen(first.money);
        if ((!look || isAside(look)) && !isAside(top) && isClear(top) && !first.stated.isFrom)
          return stale(first);
      }
      const sources = new Set(speaking.map((voice) => voice.source));
      if (first.isGuess) return chosen(first, 'Low');
      return chosen(first, sources.size > 1 && !isStrong ? 'High' : 'Medium');
    }
    warnings.push(
      `SourcesDiffer: the page states ${[...new Set(speaking.map((voice) => `${voice.money.amount} (${voice.source})`))].slice(0, 5).join(' and ')}.`,
    );
    const topMarkup = inTop.find((voice) => !voice.isGuess);
    if (topMarkup && top!.score >= plausible) return chosen(topMarkup, 'Medium');
    if (confirmed.length > 0) return chosen(confirmed[0]!, 'Medium');
    if (isStrong && isClear(top)) return stale(first);
    const contradicting = speaking.filter(
      (voice) =>
        standardRank[voice.source] <= 3 &&
        standardRank[first.source] <= 3 &&
        !samePrice(voice.money, first.money),
    );
    if (contradicting.length > 0)
      return none({
        candidates: [first, ...contradicting].map(({ money, source }) => ({ money, source })),
        stated: first.stated,
      });
    return chosen(first, 'Low');
  }

  if (
    !top ||
    top.score < (top.isPlain ? plausibleAlone : plausible) ||
    ofVariant.length > 0 ||
    neverPaid.has(top.qualifier ?? '')
  )
    return none({ stated: stated[0] });
  if (!isClear(top)) {
    const rivals = current.filter((price) => price.score >= Math.max(plausibleAlone, top.score - margin));
    const different = [...new Map(rivals.map((price) => [price.amount, price])).values()];
    return none({
      candidates: different
        .slice(0, 10)
        .map((price) => ({ money: visibleMoney(price), source: 'Visible' as const })),
      stated: stated[0],
    });
  }
  return byEye(top, 'Low');

  /** No other amount is nearly as prominent. */
  function isClear(best: ScoredPrice): boolean {
    return !current.some(
      (price) =>
        price.score > best.score - margin &&
        (!isAside(price) || isAside(best)) &&
        compareAmounts(price.amount, best.amount) !== 0 &&
        !(price.qualifier === 'From' && best.qualifier === undefined) &&
        !(best === withinRange && price.run === range!.run),
    );
  }

  /** Of a range the markup names the ends; the one price that the page shows in it is what is asked here. */
  function isWithinRangeOf({ stated: { isFrom, range }, money }: Voice): boolean {
    return (
      isFrom &&
      range !== undefined &&
      top !== undefined &&
      top.score >= plausible &&
      top.qualifier === undefined &&
      !isAside(top) &&
      isClear(top) &&
      (top.currency === null || money.currency === null || top.currency === money.currency) &&
      compareAmounts(top.amount, range.low.amount) > 0 &&
      compareAmounts(top.amount, range.high.amount) <= 0
    );
  }

  function isOldHere(money: MoneyClaim): boolean {
    return visible.some(
      (price) =>
        price.isOld && samePrice(price, money) && top !== undefined && Math.abs(price.run - top.run) <= 8,
    );
  }

  function stale(voice: Voice): PriceDecision {
    // Amounts of different currencies say nothing about each other: a shop shows visitors their own.
    const { currency } = voice.money;
    if (currency !== null && (top!.currency ?? currency) !== currency) {
      warnings.push(
        `SourcesDiffer: ${voice.source} states ${voice.money.amount} ${currency}, the page shows ${top!.amount} ${top!.currency}; name the wanted Currency or Country to have that one.`,
      );
      return chosen(voice, 'Medium');
    }
    if (currency !== null && !mayBePrintedIn(top!.raw, currency)) return chosen(voice, 'Medium');
    // "From 19 €" says nothing against what is dearer.
    if (top!.qualifier === 'From' && compareAmounts(voice.money.amount, top!.amount) > 0)
      return chosen(voice, 'Medium');
    // Shown without its tax, stated with it.
    if (top!.isNet && areApartByTax(voice.money.amount, top!.amount)) return chosen(voice, 'Medium');
    if (voice.stated.isOfVariant) {
      const { offers, variants } = voice.stated.claim;
      const isOthers = [...offers, ...variants].some(({ price }) => price && samePrice(price, top!));
      return chosen(voice, isOthers ? 'Medium' : 'Low');
    }
    warnings.push(
      `StalePrice: ${voice.source} states ${voice.money.amount}, the page shows ${top!.amount}; the shown price was taken.`,
    );
    return byEye(top!, 'Medium');
  }
};

/** The currency of the price's own place, else of a source that states the same amount. */
const withCurrencyOf = (
  money: MoneyClaim,
  look: ScoredPrice | undefined,
  voices: readonly Voice[],
): MoneyClaim => {
  if (money.currency !== null) return money;
  const same = voices.find(
    (voice) => voice.money.currency !== null && compareAmounts(voice.money.amount, money.amount) === 0,
  );
  const currency =
    (look && compareAmounts(look.amount, money.amount) === 0 ? look.currency : null) ??
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
  const list = listPrice && compareAmounts(listPrice.amount, price.amount) > 0 ? listPrice : undefined;
  return {
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
