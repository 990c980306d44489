import { compareDecimals } from '../../domain/money/decimals.ts';
import type { Condition, SiteError } from '../../domain/result/site-result.ts';
import { atMostMedium } from '../price/evidence-log.ts';
import type { PriceDecision } from '../price/price-scene.ts';
import type { StatedPrice } from '../price/resolve-offer.ts';
import type { SettledPrice } from '../price/settle-price.ts';
import { samePrice } from '../sources/amounts.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import { type GatheredOffers, isSoldBy, type ListedOffer } from './gather-offers.ts';
import { isSameSeller, sellerKey } from './seller-names.ts';

/** The price after considering the page's sellers. */
export interface OfferChoice {
  decision: PriceDecision;
  /** The listed offer with this price. */
  chosen: ListedOffer | undefined;
  failure: SiteError | undefined;
}

const statedBy = ({ offer, claim }: ListedOffer): StatedPrice => ({
  claim,
  offer,
  price: offer.price,
  listPrice: offer.listPrice,
  range: undefined,
  rivals: [],
  isChosen: true,
  isFrom: false,
  isOfVariant: false,
  isOfUsed: false,
  failure: undefined,
});

/** Takes the price of a listed offer. */
const takeOffer = (decision: PriceDecision, listed: ListedOffer, rule: string): PriceDecision => {
  const { offer, claim, agrees } = listed;
  const isSeen = claim.source === 'Visible' || agrees.includes('Visible');
  const isStated = claim.source !== 'Visible' || agrees.length > 0;
  return {
    ...decision,
    rule,
    price: offer.price,
    source: claim.source,
    agrees,
    confidence: isSeen && isStated ? 'High' : 'Medium',
    stated: statedBy(listed),
    visible: undefined,
    listPrice: offer.listPrice && { money: offer.listPrice, source: claim.source },
    candidates: [],
  };
};

const isOf = ({ offer }: ListedOffer, price: PriceDecision['price']): boolean =>
  price !== undefined && samePrice(offer.price!, price);

/** Attributes the price to one offer. */
const attributedTo = (decision: PriceDecision, listed: ListedOffer): PriceDecision => ({
  ...decision,
  stated: { ...(decision.stated ?? statedBy(listed)), claim: listed.claim, offer: listed.offer },
});

const mismatch = (requested: string, names: readonly string[]): SiteError => ({
  Code: 'SellerMismatch',
  Message:
    names.length === 0
      ? `The page names no seller of the product; expected "${requested}".`
      : `"${requested}" does not sell the product on this page; ${names.slice(0, 10).join(', ')} ${names.length > 1 ? 'do' : 'does'}.`,
  Retryable: false,
});

/** The requested seller's offer: in the requested condition, the featured one, else the first. */
const offerOf = (
  listed: readonly ListedOffer[],
  name: string,
  { site }: ExtractionContext,
): ListedOffer | undefined => {
  const own = listed.filter(({ offer }) => isSoldBy(offer, name));
  const condition = site?.Condition ?? 'New';
  const fitting = own.filter(({ offer }) => (offer.condition?.value ?? 'New') === condition);
  const among = fitting.length > 0 ? fitting : own;
  return among.find(({ offer }) => offer.isFeatured) ?? among[0];
};

const isAvailable = ({ offer }: ListedOffer): boolean =>
  offer.availability?.value !== 'OutOfStock' && offer.availability?.value !== 'Discontinued';

/**
 * The cheapest offer if none is featured: in the requested condition, else new if possible; available if
 * possible. None if currencies differ, a seller is unnamed, or one seller has several offers, whose
 * difference is unknown.
 */
const lowestOf = (
  listed: readonly ListedOffer[],
  requested: Condition | undefined,
): ListedOffer | undefined => {
  if (listed.some(({ offer }) => offer.seller === undefined)) return undefined;
  if (new Set(listed.map(({ offer }) => offer.price!.currency)).size > 1) return undefined;
  const sellers = new Set(listed.map(({ offer }) => sellerKey(offer.seller!.value)));
  if (requested === undefined && listed.length > 1 && sellers.size < 2) return undefined;
  const fitting = listed.filter(({ offer }) => (offer.condition?.value ?? 'New') === (requested ?? 'New'));
  if (fitting.length === 0 && requested !== undefined) return undefined;
  const among = fitting.length > 0 ? fitting : listed;
  const available = among.filter(isAvailable);
  return (available.length > 0 ? available : among).reduce((least, each) =>
    compareDecimals(each.offer.price!.amount, least.offer.price!.amount) < 0 ? each : least,
  );
};

const takeLowest = (decision: PriceDecision, lowest: ListedOffer): PriceDecision => ({
  ...takeOffer(decision, lowest, 'LowestOffer'),
  confidence: 'Low',
});

const chooseSeller = (
  { listed, mentions }: GatheredOffers,
  requested: string,
  decision: PriceDecision,
  lead: StatedPrice | undefined,
  context: ExtractionContext,
): OfferChoice => {
  const chosen = offerOf(listed, requested, context);
  if (chosen) {
    const isTaken = isOf(chosen, decision.price) && decision.source !== 'Selector';
    return {
      chosen,
      decision: isTaken ? attributedTo(decision, chosen) : takeOffer(decision, chosen, 'WantedSeller'),
      failure: undefined,
    };
  }
  const names = [
    ...listed.flatMap(({ offer }) => offer.seller?.value ?? []),
    ...(listed.length === 0 ? [lead?.offer.seller?.value ?? '', ...mentions.map(({ name }) => name)] : []),
  ].filter((name) => name !== '');
  const isSole =
    listed.length === 0 && names.length > 0 && names.every((name) => isSameSeller(name, requested));
  const failure = isSole ? undefined : mismatch(requested, [...new Set(names)]);
  return { chosen: undefined, decision, failure };
};

const chooseFeatured = (
  listed: readonly ListedOffer[],
  featured: ListedOffer,
  decision: PriceDecision,
  { site }: ExtractionContext,
): OfferChoice => {
  const kept: OfferChoice = { decision, chosen: undefined, failure: undefined };
  if (isOf(featured, decision.price))
    return { ...kept, chosen: featured, decision: attributedTo(decision, featured) };
  const isWished =
    site?.Variant === undefined && (featured.offer.condition?.value ?? 'New') === (site?.Condition ?? 'New');
  const isOpen =
    decision.price === undefined
      ? decision.candidates.length > 0
      : listed.some((each) => isOf(each, decision.price));
  return isWished && isOpen
    ? { ...kept, chosen: featured, decision: takeOffer(decision, featured, 'FeaturedOffer') }
    : { ...kept, decision: { ...decision, confidence: atMostMedium(decision.confidence) } };
};

/** @param mayChoose - an undecided price may be set to that of an offer. */
const chooseAmongEqual = (
  listed: readonly ListedOffer[],
  decision: PriceDecision,
  { site }: ExtractionContext,
  mayChoose: boolean,
): OfferChoice => {
  const isOpen = mayChoose && decision.price === undefined && site?.Variant === undefined;
  const lowest = isOpen ? lowestOf(listed, site?.Condition) : undefined;
  if (lowest) return { chosen: lowest, decision: takeLowest(decision, lowest), failure: undefined };
  const capped = { ...decision, confidence: atMostMedium(decision.confidence) };
  const [only, ...others] = listed.filter((each) => isOf(each, decision.price));
  return only && others.length === 0
    ? { chosen: only, decision: attributedTo(capped, only), failure: undefined }
    : { chosen: undefined, decision: capped, failure: undefined };
};

/**
 * If a condition other than new is requested and the price belongs to an offer in another one: the lowest
 * with the requested condition.
 */
const lowestInCondition = (
  listed: readonly ListedOffer[],
  decision: PriceDecision,
  { site }: ExtractionContext,
): ListedOffer | undefined => {
  const requested = site?.Condition;
  if (requested === undefined || requested === 'New' || site?.Variant !== undefined) return undefined;
  const isRequested = ({ offer }: ListedOffer): boolean => offer.condition?.value === requested;
  const taken = listed.filter((each) => isOf(each, decision.price));
  const isOpen = decision.price === undefined || (taken.length > 0 && !taken.some(isRequested));
  return isOpen ? lowestOf(listed.filter(isRequested), requested) : undefined;
};

/**
 * Reconciles the price with the offers of the page's sellers. A requested seller's price is taken, or the
 * result is an error. Otherwise the featured offer's price is taken if the current price is another seller's
 * or undecided, unless another condition is requested. Without a featured offer the price is uncertain, and
 * if undecided becomes the lowest.
 *
 * @param lead - the stated price for the result.
 */
export const chooseOffer = (
  gathered: GatheredOffers,
  { decision, isListed }: SettledPrice,
  lead: StatedPrice | undefined,
  context: ExtractionContext,
): OfferChoice => {
  const { listed } = gathered;
  const requested = context.site?.Seller;
  if (requested !== undefined) return chooseSeller(gathered, requested, decision, lead, context);
  if (listed.length === 0 || decision.source === 'Selector')
    return { decision, chosen: undefined, failure: undefined };
  const inCondition = lowestInCondition(listed, decision, context);
  if (inCondition)
    return {
      chosen: inCondition,
      decision: takeOffer(decision, inCondition, 'WantedCondition'),
      failure: undefined,
    };
  const featured = listed.find(({ offer }) => offer.isFeatured);
  if (featured) return chooseFeatured(listed, featured, decision, context);
  const mayChoose = !isListed && !gathered.mayDiffer && decision.rule !== 'SeveralProducts';
  return chooseAmongEqual(listed, decision, context, mayChoose);
};
