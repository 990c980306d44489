import { canonicalAmount, isZero } from '../sources/amounts.ts';
import type { OfferClaim, ProductClaim } from '../sources/claims.ts';

// Separate from the sellers' words, for the thread that keeps the deadlines: it only compares names.

/** Folds case and compatibility forms for comparison. Most texts are ASCII and need no normalization. */
export const folded = (text: string): string =>
  (/[^\0-\x7f]/.test(text) ? text.normalize('NFKC') : text).toLowerCase();

/** Normalizes a seller's name: "Shop A" equals "shop-a", and "Straßen" equals "STRASSEN". */
export const sellerKey = (name: string): string => folded(name.toUpperCase()).replace(/[^\p{L}\p{N}]+/gu, '');

export const isSameSeller = (first: string, second: string): boolean =>
  sellerKey(first) !== '' && sellerKey(first) === sellerKey(second);

/** Ratings printed after a name: "(98.7%)", "(4,210 ratings)". */
const rating = /\s*\([^()]{0,40}\d[^()]{0,40}\)$/;

export const withoutRating = (name: string): string => name.trim().slice(0, 300).replace(rating, '').trim();

const maxShownName = 200;

/** A name for output: one line, without bidirectional controls. */
export const shownName = (name: string): string =>
  name
    .replace(/\p{Bidi_Control}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxShownName);

/** Most offers per product in a result. */
export const maxOffers = 100;
/** The warning that more are listed. */
export const offersCut =
  `OffersTruncated: the page lists more offers than a result can hold; the first ${maxOffers} are included, the requested ` +
  "Seller's among them.";
/** Most offers examined. */
const maxRead = 2_000;

const isPriced = ({ price, low }: OfferClaim): boolean =>
  price !== undefined && low === undefined && !isZero(price.amount);

const namesOf = (offers: readonly OfferClaim[]): Set<string> =>
  new Set(offers.flatMap(({ seller }) => (seller ? [sellerKey(seller.value)] : [])));

/** Removes duplicates, which templates state in several places. */
const distinct = (offers: readonly OfferClaim[]): OfferClaim[] =>
  [
    ...new Map(
      offers
        .toReversed()
        .map((offer) => [
          JSON.stringify([
            canonicalAmount(offer.price!.amount),
            offer.price!.currency,
            sellerKey(offer.seller?.value ?? ''),
            offer.condition?.value,
            offer.shipping?.amount,
            ...[offer.size, offer.color, offer.sku?.value ?? offer.gtin?.value ?? offer.id],
          ]),
          offer,
        ]),
    ).values(),
  ].toReversed();

/** True if offers differ in what they offer: sizes, colours and numbers mean variants, not sellers. */
const areVariants = (offers: readonly OfferClaim[], { variants }: ProductClaim): boolean =>
  offers.some((offer) => variants.includes(offer)) ||
  ['size', 'color', 'name'].some((mark) => new Set(offers.map((offer) => offer[mark as 'size'])).size > 1) ||
  new Set(offers.map(({ sku, gtin, id }) => sku?.value ?? gtin?.value ?? id)).size > 1;

/** True if there is one price per currency, which is a single offer. */
const areOneInCurrencies = (offers: readonly OfferClaim[]): boolean =>
  new Set(offers.map(({ price }) => price?.currency)).size === offers.length;

/**
 * The offers of several sellers stated by one source, in its order.
 *
 * @returns none for a single offer, or if the offers differ in what they offer.
 */
export const statedSellers = (claim: ProductClaim): readonly OfferClaim[] => {
  for (const given of [claim.sellers ?? [], claim.offers, claim.variants]) {
    const offers = distinct(given.filter(isPriced).slice(0, maxRead));
    if (offers.length < 2) continue;
    const names = namesOf(offers);
    const haveMarks = ['size', 'color'].some(
      (mark) => new Set(offers.map((offer) => offer[mark as 'size'])).size > 1,
    );
    if (names.size > 1 && !haveMarks) return offers;
    if (given !== claim.variants && !areVariants(offers, claim) && !areOneInCurrencies(offers)) return offers;
  }
  return [];
};
