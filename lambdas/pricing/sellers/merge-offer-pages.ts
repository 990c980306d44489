import { compareDecimals } from '../../domain/money/decimals.ts';
import type { Extraction, Offer, SiteErrorCode } from '../../domain/result/site-result.ts';
import { atMostMedium } from '../price/evidence-log.ts';
import { totalOf } from './reported-offers.ts';
import { isSameSeller } from './seller-names.ts';
import { maxOffers, offersCut } from './stated-sellers.ts';

/** The offers of a page: its list, or its own offer. */
const offersOf = (page: Extraction, isFeatured: boolean): Offer[] => {
  const { Offers, Price, Seller, Shipping, Condition, Availability, Evidence } = page;
  if (Offers.length > 0) return Offers;
  if (Price === null || Seller === null) return [];
  return [
    {
      Seller,
      Price,
      Shipping,
      Total: totalOf(Price, Shipping),
      Condition,
      Availability,
      IsFeatured: isFeatured,
      Evidence: Evidence.filter(({ Field }) => ['Price', 'Shipping', 'Seller'].includes(Field)),
    },
  ];
};

const isSameOffer = (one: Offer, other: Offer): boolean =>
  one.Seller !== null &&
  other.Seller !== null &&
  one.Price.Currency === other.Price.Currency &&
  compareDecimals(one.Price.Amount, other.Price.Amount) === 0 &&
  (one.Condition === null || other.Condition === null || one.Condition === other.Condition) &&
  // Compared last, as the most expensive check.
  isSameSeller(one.Seller.Name, other.Seller.Name);

/** Adds details from another page to an offer. */
const enriched = (offer: Offer, other: Offer): Offer => ({
  ...offer,
  Shipping: offer.Shipping ?? other.Shipping,
  Total: offer.Total ?? other.Total,
  Condition: offer.Condition ?? other.Condition,
  Availability: offer.Availability === 'Unknown' ? other.Availability : offer.Availability,
});

const joined = (offers: readonly Offer[], more: readonly Offer[]): Offer[] => {
  const all = [...offers];
  const taken = new Set<number>();
  for (const other of more) {
    const at = all.findIndex((offer, index) => !taken.has(index) && isSameOffer(offer, other));
    taken.add(at < 0 ? all.length : at);
    if (at < 0) all.push({ ...other, IsFeatured: false });
    else all[at] = enriched(all[at]!, other);
  }
  return all;
};

/** Errors that offers on further pages may resolve. */
const openCodes: ReadonlySet<SiteErrorCode> = new Set(['SellerMismatch', 'NoPriceFound', 'AmbiguousPrice']);

/** Fields of a product rather than of an offer. */
const productFields: ReadonlySet<string> = new Set(['Title', 'Sku', 'Mpn', 'Gtin', 'Brand', 'Identity']);

/** The first page's product with a later page's price: from the requested seller, or any price at all. */
const withPriceOf = (first: Extraction, later: Extraction, pageNumber: number): Extraction => ({
  ...later,
  Sku: first.Sku,
  Gtin: first.Gtin,
  Mpn: first.Mpn,
  Title: first.Title,
  Brand: first.Brand,
  Identity: first.Identity,
  Variants: first.Variants,
  Confidence: atMostMedium(later.Confidence),
  Evidence: [
    ...first.Evidence.filter(({ Field }) => productFields.has(Field)),
    ...later.Evidence.filter(({ Field }) => !productFields.has(Field)),
  ],
  Warnings: [
    ...first.Warnings,
    `OfferOnOtherPage: the price and its evidence are from page ${pageNumber} of the product's offers.`,
  ],
});

/**
 * Merges the offers of further pages into those of the product page, in page order and without duplicates. If
 * the product page has no price, or lacks the requested seller, a later page's price is taken.
 *
 * @param pages - further pages of offers, in order.
 */
export const mergeOfferPages = (first: Extraction, pages: readonly Extraction[]): Extraction => {
  const all = pages.reduce<Offer[]>(
    (offers, page) => joined(offers, offersOf(page, false)),
    offersOf(first, true),
  );
  const isOpen = first.Error !== null && openCodes.has(first.Error.Code);
  const at = isOpen ? pages.findIndex((page) => page.Error === null && page.Price !== null) : -1;
  const result = at < 0 ? first : withPriceOf(first, pages[at]!, at + 1);
  const Offers = all.length > 1 ? all.slice(0, maxOffers) : first.Offers;
  const isCertain = Offers.length === 0 || Offers.some(({ IsFeatured }) => IsFeatured);
  const isCut = all.length > maxOffers && !result.Warnings.includes(offersCut);
  return {
    ...result,
    Offers,
    Confidence: isCertain ? result.Confidence : atMostMedium(result.Confidence),
    Warnings: isCut ? [...result.Warnings, offersCut] : result.Warnings,
  };
};
