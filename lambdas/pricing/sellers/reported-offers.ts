import type { Extraction, Money, Offer } from '../../domain/result/site-result.ts';
import { EvidenceLog } from '../price/evidence-log.ts';
import { addAmounts, isZero } from '../sources/amounts.ts';
import type { MoneyClaim } from '../sources/claims.ts';
import type { ListedOffer } from './gather-offers.ts';
import { shownName } from './seller-names.ts';

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
