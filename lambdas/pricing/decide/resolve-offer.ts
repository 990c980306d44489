import type { Condition } from '../../domain/site-result.ts';
import { type MoneyClaim, type OfferClaim, offersOf, type ProductClaim } from '../claims.ts';
import { type ExtractionContext, wantedSkuOf } from '../extraction-context.ts';
import { isNumbered, sameIdentifier } from '../identifiers.ts';
import { canonicalAmount, compareAmounts, isZero } from '../money/amounts.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import type { Page } from '../page/page.ts';
import { plainName } from '../word-share.ts';
import { addressMatch } from './addresses.ts';
import { matchVariant } from './match-variant.ts';

/** What one source says the price is, after the caller's wishes. */
export interface StatedPrice {
  claim: ProductClaim;
  offer: OfferClaim;
  /** The one price, when the source decides for one. */
  price: MoneyClaim | undefined;
  listPrice: MoneyClaim | undefined;
  range: { low: MoneyClaim; high: MoneyClaim } | undefined;
  /** Several prices of which the source prefers none: other sources may decide. */
  rivals: readonly MoneyClaim[];
  /** The caller's wishes or the page's address chose this offer among others. */
  isChosen: boolean;
  /** The price is the lowest of a range. */
  isFrom: boolean;
  /** The caller asked for this variant, and others cost otherwise: what the page says as a whole is not its price. */
  isOfVariant: boolean;
  /** Only offers in another condition than new are stated, and no condition was asked for. */
  isOfUsed: boolean;
  failure: 'VariantNotFound' | 'ConditionMismatch' | undefined;
}

const priceOf = (offer: OfferClaim): MoneyClaim | undefined => offer.price ?? offer.low;

const usable = (offer: OfferClaim): boolean => {
  const price = priceOf(offer);
  return price !== undefined && (offer.mayBeFree === true || !isZero(price.amount));
};

const distinct = (offers: readonly OfferClaim[]): OfferClaim[] => {
  const seen = new Map<string, OfferClaim>();
  for (const offer of offers) {
    const price = priceOf(offer)!;
    const key = `${canonicalAmount(price.amount)} ${price.currency ?? ''}`;
    if (!seen.has(key)) seen.set(key, offer);
  }
  return [...seen.values()];
};

/**
 * Whether offers are one: those that differ in size, colour or SKU stand among the variants as well. A path names the
 * element's place by its classes, which many offers may share.
 */
const isOne = (offers: readonly OfferClaim[]): boolean =>
  new Set(
    offers.map(({ path, sku, gtin, size, color, availability }) =>
      [path, sku?.value, gtin?.value, size, color, availability?.value].join('\n'),
    ),
  ).size === 1;

const rangeOf = (offers: readonly OfferClaim[]): StatedPrice['range'] => {
  const ends = offers
    .flatMap((offer) => [offer.price, offer.low, offer.high])
    .filter((each): each is MoneyClaim => each !== undefined && !isZero(each.amount));
  if (ends.length === 0 || new Set(ends.map((end) => end.currency)).size > 1) return undefined;
  const sorted = [...ends].sort((a, b) => compareAmounts(a.amount, b.amount));
  const [low, high] = [sorted[0]!, sorted.at(-1)!];
  return compareAmounts(low.amount, high.amount) < 0 ? { low, high } : undefined;
};

const byCondition = (offers: readonly OfferClaim[], wish: Condition): OfferClaim[] =>
  offers.filter((offer) => offer.condition === undefined || offer.condition.value === wish);

/**
 * Chooses among the offers that one source states. In this order: the wanted variant; the wanted condition and
 * currency; the wanted SKU; the offer whose address is the page's; the only price there is; the product's own
 * offer before its variants'; the low end of an aggregate. Where several prices remain, none is preferred.
 */
export const resolveOffer = (claim: ProductClaim, page: Page, context: ExtractionContext): StatedPrice => {
  const { site } = context;
  const wantedSku = wantedSkuOf(context);
  const settled = (offer: OfferClaim, more: Partial<StatedPrice> = {}): StatedPrice => {
    const price = usable(offer) ? priceOf(offer) : undefined;
    return {
      claim,
      offer,
      price,
      listPrice: offer.listPrice,
      range: rangeOf(everything),
      rivals: [],
      isChosen: claim.offers.length + claim.variants.length <= 1,
      isFrom:
        offer.price === undefined &&
        offer.low !== undefined &&
        offer.high !== undefined &&
        compareAmounts(offer.low.amount, offer.high.amount) < 0,
      isOfVariant: false,
      isOfUsed: false,
      failure: undefined,
      ...more,
    };
  };
  const empty: OfferClaim = claim.offers[0] ?? claim.variants[0] ?? { path: claim.path };
  const everything = offersOf(claim).filter(usable);

  if (site?.Variant) {
    const variant = matchVariant(claim.variants, site.Variant);
    if (variant)
      return settled(variant, {
        range: undefined,
        isChosen: true,
        isOfVariant: distinct(claim.variants.filter(usable)).length > 1,
      });
    if (claim.variants.length > 0 || ownMarks(claim)) {
      const self = matchVariant(
        [
          {
            ...empty,
            size: empty.size ?? claim.size,
            sizeRegion: claim.sizeRegion,
            color: empty.color ?? claim.color,
            id: empty.id ?? claim.sku?.value,
          },
        ],
        site.Variant,
      );
      if (self) return settled(empty);
      return settled(empty, { price: undefined, failure: 'VariantNotFound' });
    }
  }

  const wish = site?.Condition ?? 'New';
  const fitting = byCondition(everything, wish);
  if (fitting.length === 0 && everything.length > 0) {
    if (site?.Condition !== undefined)
      return settled(empty, { price: undefined, failure: 'ConditionMismatch' });
    return { ...choose(everything), isOfUsed: true };
  }
  return choose(fitting);

  function choose(offers: readonly OfferClaim[]): StatedPrice {
    if (offers.length === 0) return settled(empty);
    // The ends of an aggregate also count offers in other conditions, where those stand beside it.
    const isMixed = everything.some(
      (offer) => offer.condition !== undefined && offer.condition.value !== wish,
    );
    const single = offers.filter((offer) => offer.price !== undefined);
    let list = isMixed && single.length > 0 ? single : offers;
    let isChosen = isOne(offers);
    let isOfVariant = false;
    if (site?.Currency) {
      const inCurrency = list.filter((offer) => priceOf(offer)!.currency === site.Currency);
      if (inCurrency.length > 0) list = inCurrency;
    }
    if (wantedSku) {
      const named = list.filter((offer) => isNumbered(offer, wantedSku));
      if (named.length > 0 && named.length < list.length) {
        isOfVariant =
          distinct(named).length === 1 &&
          distinct(list).length > 1 &&
          named.every((offer) => claim.variants.includes(offer)) &&
          !isNamedItself(claim, wantedSku);
        list = named;
        isChosen = isOne(named);
      }
    }
    if (page.url && list.length > 1) {
      const here = list.filter(
        (offer) => offer.url !== undefined && addressMatch(offer.url, page.url!) === 2,
      );
      if (here.length > 0 && here.length < list.length) {
        list = here;
        isChosen = isOne(here);
      }
    }
    const heading = list.length > 1 ? findTitleHeading(page) : undefined;
    const headedName = heading && plainName(heading.text);
    if (heading && !(claim.name && plainName(claim.name.value) === headedName)) {
      const named = list.filter(({ name }) => name !== undefined && plainName(name) === headedName);
      if (named.length > 0 && named.length < list.length) {
        list = named;
        isChosen = isOne(named);
      }
    }
    const prices = distinct(list);
    if (prices.length === 1)
      return settled(list[0]!, { isChosen, isOfVariant, ...(isOfVariant && { range: undefined }) });
    const own = distinct(list.filter((offer) => claim.offers.includes(offer)));
    if (
      own.length === 1 &&
      own[0]!.price !== undefined &&
      claim.variants.length > 0 &&
      !claim.variants.includes(own[0]!)
    )
      return settled(own[0]!);
    const aggregate = list.find((offer) => offer.price === undefined && offer.low !== undefined);
    if (aggregate && own.length >= 1) return settled(aggregate, { isFrom: true });
    return settled(list[0]!, { price: undefined, rivals: prices.map((offer) => priceOf(offer)!) });
  }
};

/** By a number of its own: platforms list those of the variants among a product's. */
const isNamedItself = (claim: ProductClaim, sku: string): boolean =>
  claim.sku !== undefined
    ? sameIdentifier(claim.sku.value, sku)
    : claim.identifiers.some((each) => sameIdentifier(each, sku)) &&
      !claim.variants.some(({ sku: own }) => own !== undefined && sameIdentifier(own.value, sku));

const ownMarks = (claim: ProductClaim): boolean => claim.size !== undefined || claim.color !== undefined;
