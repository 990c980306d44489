import { compareDecimals } from '../../domain/money/decimals.ts';
import type { Extraction, Money, Offer, SiteErrorCode } from '../../domain/result/site-result.ts';
import { atMostMedium, EvidenceLog } from '../price/evidence-log.ts';
import { addAmounts, isZero } from '../sources/amounts.ts';
import type { MoneyClaim } from '../sources/claims.ts';
import type { ListedOffer } from './gather-offers.ts';
import { isSameSeller, maxOffers, offersCut, shownName } from './seller-names.ts';

/** The total; null unless both amounts are known and in one currency. */
export const totalOf = (price: Money, shipping: Pick<Money, 'Amount' | 'Currency'> | null): Offer['Total'] =>
  shipping === null || shipping.Currency !== price.Currency
    ? null
    : { Amount: addAmounts(price.Amount, shipping.Amount), Currency: price.Currency };

/** Free shipping is 0 in the price's currency. */
export const reportedShipping = (money: Money, currency: string | null): Money =>
  isZero(money.Amount) ? { ...money, Amount: '0', Currency: currency } : money;

/** Converts an offer to its form in the result. */
export const reportedOffer = (
  { offer, claim, agrees }: ListedOffer,
  moneyOf: (claim: MoneyClaim, isPrice: boolean) => Money,
): Offer => {
  const { price, shipping, freeFrom, seller, condition, availability, isFeatured = false } = offer;
  const log = new EvidenceLog();
  log.note('Price', claim.source, price!, agrees);
  if (shipping) log.note('Shipping', claim.source, shipping);
  if (seller) log.note('Seller', claim.source, seller);
  const Price = moneyOf(price!, true);
  const Shipping = shipping ? reportedShipping(moneyOf(shipping, false), Price.Currency) : null;
  return {
    Seller: seller ? { Name: shownName(seller.value) } : null,
    Price,
    Shipping: Shipping && freeFrom ? { ...Shipping, FreeFrom: freeFrom.amount } : Shipping,
    Total: totalOf(Price, Shipping),
    Condition: condition?.value ?? null,
    Availability: availability?.value ?? 'Unknown',
    IsFeatured: isFeatured,
    Evidence: log.entries,
  };
};

/**
 * Completes the featured offer with shipping and stock of the page's price: the buy box states them once, and
 * the list does not repeat them.
 *
 * @param at - index of the offer with the page's price; -1 if unknown.
 */
export const withTermsOfPage = (
  offers: readonly Offer[],
  at: number,
  { Shipping, Availability }: Pick<Extraction, 'Shipping' | 'Availability'>,
): Offer[] =>
  offers.map((offer, index) => {
    if (index !== at || !offer.IsFeatured) return offer;
    const shipping = offer.Shipping ?? Shipping;
    return {
      ...offer,
      Shipping: shipping,
      Total: totalOf(offer.Price, shipping),
      Availability: offer.Availability === 'Unknown' ? Availability : offer.Availability,
    };
  });

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
