import { compareDecimals } from '../../domain/money/decimals.ts';
import type { VariantWish } from '../../domain/site/selling-site.ts';
import { matchVariant } from '../facts/variants.ts';
import type { Page } from '../page/page.ts';
import { canonicalAmount, isZero } from '../sources/amounts.ts';
import { type MoneyClaim, type OfferClaim, offersOf, type ProductClaim } from '../sources/claims.ts';
import { type ExtractionContext, requestedSkuOf } from '../sources/extraction-context.ts';
import { hasGtin, isNumbered, sameIdentifier } from '../sources/identifiers.ts';
import { plainName } from '../words/tokens.ts';
import { addressMatch } from './choose-product.ts';

/** The price stated by one source, narrowed by the caller's requirements. */
export interface StatedPrice {
  claim: ProductClaim;
  offer: OfferClaim;
  /** The price, if the source has a definite one. */
  price: MoneyClaim | undefined;
  listPrice: MoneyClaim | undefined;
  range: { low: MoneyClaim; high: MoneyClaim } | undefined;
  /** Several prices without preference: other sources may decide. */
  rivals: readonly MoneyClaim[];
  /** The request or the page's URL selected this offer among others. */
  isChosen: boolean;
  /** The price is the lowest of a range. */
  isFrom: boolean;
  /**
   * The caller requested this variant, and others cost differently: text about the whole product is ignored.
   */
  isOfVariant: boolean;
  /** Only offers that are not new are stated, and no condition was requested. */
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

/** True if all offers are the same one. The path is not enough: elements with equal classes share it. */
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
  const sorted = [...ends].sort((a, b) => compareDecimals(a.amount, b.amount));
  const [low, high] = [sorted[0]!, sorted.at(-1)!];
  return compareDecimals(low.amount, high.amount) < 0 ? { low, high } : undefined;
};

/** Filters the offers; `undefined` unless that keeps some and drops some. */
const narrowed = (
  offers: readonly OfferClaim[],
  isMeant: (offer: OfferClaim) => boolean,
): OfferClaim[] | undefined => {
  const some = offers.filter(isMeant);
  return some.length > 0 && some.length < offers.length ? some : undefined;
};

/** True if only a single offer is stated, of the product or of a variant. */
const isSingle = ({ offers, variants }: ProductClaim): boolean => offers.length + variants.length <= 1;

const hasRange = ({ price, low, high }: OfferClaim): boolean =>
  price === undefined &&
  low !== undefined &&
  high !== undefined &&
  compareDecimals(low.amount, high.amount) < 0;

/** Builds a source's statement from one of its offers. */
const settled = (claim: ProductClaim, offer: OfferClaim, more: Partial<StatedPrice> = {}): StatedPrice => ({
  claim,
  offer,
  price: usable(offer) ? priceOf(offer) : undefined,
  listPrice: offer.listPrice,
  range: rangeOf(offersOf(claim).filter(usable)),
  rivals: [],
  isChosen: isSingle(claim),
  isFrom: hasRange(offer),
  isOfVariant: false,
  isOfUsed: false,
  failure: undefined,
  ...more,
});

/**
 * True if the page's general text does not apply to this variant: others cost differently, or only they are
 * available.
 */
const isOfVariant = (claim: ProductClaim, variant: OfferClaim): boolean => {
  const priced = claim.variants.filter(usable);
  return distinct(priced).length > 1 || (priced.length > 0 && !usable(variant));
};

/** The offer of the requested variant; `undefined` if the source has no variants. */
const resolveVariant = (
  claim: ProductClaim,
  empty: OfferClaim,
  wish: VariantWish,
): StatedPrice | undefined => {
  const variant = matchVariant(claim.variants, wish);
  if (variant)
    return settled(claim, variant, {
      range: undefined,
      isChosen: true,
      isOfVariant: isOfVariant(claim, variant),
    });
  if (claim.variants.length === 0 && claim.size === undefined && claim.color === undefined) return undefined;
  const itself: OfferClaim = {
    ...empty,
    size: empty.size ?? claim.size,
    sizeRegion: claim.sizeRegion,
    color: empty.color ?? claim.color,
    id: empty.id ?? claim.sku?.value,
  };
  return settled(
    claim,
    empty,
    matchVariant([itself], wish) ? {} : { price: undefined, failure: 'VariantNotFound' },
  );
};

/** The remaining offers, and whether the request or the page selected them. */
interface Choice {
  list: readonly OfferClaim[];
  isChosen: boolean;
  isOfVariant: boolean;
}

/** The offers with the requested GTIN, else with the requested SKU, where that distinguishes them. */
const ofNumber = (
  claim: ProductClaim,
  offers: readonly OfferClaim[],
  context: ExtractionContext,
): { named: readonly OfferClaim[] | undefined; isOfVariant: boolean } => {
  const sku = requestedSkuOf(context);
  const gtin = context.site?.Expect?.Gtin;
  const ofGtin = gtin === undefined ? undefined : narrowed(offers, hasGtin(gtin));
  const named = ofGtin ?? (sku ? narrowed(offers, (offer) => isNumbered(offer, sku)) : undefined);
  if (!named || distinct(named).length > 1 || distinct(offers).length === 1)
    return { named, isOfVariant: false };
  const isVariant =
    ofGtin !== undefined ||
    (named.every((offer) => claim.variants.includes(offer)) && !isNamedItself(claim, sku!));
  return { named, isOfVariant: isVariant };
};

/** Keeps offers in the requested currency, with the requested number, and those that the page names. */
const narrow = (
  claim: ProductClaim,
  offers: readonly OfferClaim[],
  isMixed: boolean,
  page: Page,
  context: ExtractionContext,
): Choice => {
  const currency = context.site?.Currency;
  let list = offers;
  // Aggregate bounds include other conditions if such offers are listed too.
  if (isMixed) list = narrowed(list, ({ price }) => price !== undefined) ?? list;
  if (currency) list = narrowed(list, (offer) => priceOf(offer)!.currency === currency) ?? list;
  const { named, isOfVariant } = ofNumber(claim, list, context);
  list = named ?? list;
  const { url } = page;
  const here =
    url && narrowed(list, (offer) => offer.url !== undefined && addressMatch(offer.url, url) === 2);
  list = here ?? list;
  const heading = list.length > 1 ? page.area.title : undefined;
  const isHeading = (name: string | undefined): boolean =>
    name !== undefined && plainName(name) === plainName(heading!.text);
  const headed =
    heading && !isHeading(claim.name?.value) ? narrowed(list, ({ name }) => isHeading(name)) : undefined;
  return { list: headed ?? list, isChosen: isOne(headed ?? here ?? named ?? offers), isOfVariant };
};

/** The offer with the requested GTIN if it has no price: another offer's price is not its own. */
const unpricedOfGtin = (claim: ProductClaim, requested: string | undefined): OfferClaim | undefined => {
  const own = requested === undefined ? undefined : narrowed(offersOf(claim), hasGtin(requested));
  return own === undefined || own.some(usable) ? undefined : own[0];
};

/** Returns the single remaining price, or several rivals. */
const settleAmong = (claim: ProductClaim, { list, isChosen, isOfVariant }: Choice): StatedPrice => {
  const prices = distinct(list);
  if (prices.length === 1)
    return settled(claim, list[0]!, { isChosen, isOfVariant, ...(isOfVariant && { range: undefined }) });
  const own = distinct(list.filter((offer) => claim.offers.includes(offer)));
  const [first] = own;
  const isOwnAlone = own.length === 1 && first!.price !== undefined && !claim.variants.includes(first!);
  if (isOwnAlone && claim.variants.length > 0) return settled(claim, first!);
  const aggregate = list.find((offer) => offer.price === undefined && offer.low !== undefined);
  if (aggregate && first) return settled(claim, aggregate, { isFrom: true });
  return settled(claim, list[0]!, { price: undefined, rivals: prices.map((offer) => priceOf(offer)!) });
};

/**
 * Chooses among the offers of one source, in this order: the requested variant; the requested condition and
 * currency; the requested GTIN, else SKU; the offer with the page's URL; the only price; the product's own
 * offer before its variants'; the low end of an aggregate. If several prices remain, none is preferred.
 */
export const resolveOffer = (claim: ProductClaim, page: Page, context: ExtractionContext): StatedPrice => {
  const { Variant, Condition: requested } = context.site ?? {};
  const empty: OfferClaim = claim.offers[0] ?? claim.variants[0] ?? { path: claim.path };
  const ofVariant = Variant && resolveVariant(claim, empty, Variant);
  if (ofVariant) return ofVariant;
  const unpriced = unpricedOfGtin(claim, context.site?.Expect?.Gtin);
  if (unpriced) return settled(claim, unpriced, { range: undefined, isChosen: true, isOfVariant: true });
  const everything = offersOf(claim).filter(usable);
  const isOther = ({ condition }: OfferClaim): boolean =>
    condition !== undefined && condition.value !== (requested ?? 'New');
  const fitting = everything.filter((offer) => !isOther(offer));
  // A requested number outweighs the default condition, new.
  const { named } = requested === undefined ? ofNumber(claim, everything, context) : {};
  const isOfUsed = everything.length > 0 && (named ?? fitting).every(isOther);
  if (isOfUsed && requested !== undefined)
    return settled(claim, empty, { price: undefined, failure: 'ConditionMismatch' });
  const offers = isOfUsed ? everything : fitting;
  if (offers.length === 0) return settled(claim, empty);
  const choice = narrow(claim, offers, everything.some(isOther), page, context);
  return { ...settleAmong(claim, choice), isOfUsed };
};

/** True if the SKU is the product's own: platforms also list variants' numbers among a product's. */
const isNamedItself = (claim: ProductClaim, sku: string): boolean =>
  claim.sku !== undefined
    ? sameIdentifier(claim.sku.value, sku)
    : claim.identifiers.some((each) => sameIdentifier(each, sku)) &&
      !claim.variants.some(({ sku: own }) => own !== undefined && sameIdentifier(own.value, sku));
