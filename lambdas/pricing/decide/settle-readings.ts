import type { MoneyClaim, OfferClaim, ProductClaim } from '../claims.ts';
import { samePrice } from '../money/amounts.ts';
import { isAside, type ScoredPrice } from '../visible/scored-price.ts';

const priceMembers = ['price', 'listPrice', 'low', 'high', 'shipping'] as const;

const otherReading = ({ otherwise, ...money }: MoneyClaim): MoneyClaim =>
  otherwise === undefined ? money : { ...money, amount: otherwise };

const listsOf = ({ offers, variants, sellers = [] }: ProductClaim): OfferClaim[] => [
  ...offers,
  ...variants,
  ...sellers,
];

const readOtherwise = (offer: OfferClaim): OfferClaim => {
  const read = { ...offer };
  for (const member of priceMembers) if (offer[member]) read[member] = otherReading(offer[member]);
  return read;
};

/** Whether what a source states is shown in its other reading, and nothing of it as it was read. */
const isShownOtherwise = (claim: ProductClaim, shown: readonly ScoredPrice[]): boolean => {
  const open = listsOf(claim)
    .flatMap((offer) => [offer.price, offer.low])
    .filter((money) => money?.otherwise !== undefined) as MoneyClaim[];
  const isShown = (money: MoneyClaim): boolean => shown.some((price) => samePrice(price, money));
  return open.length > 0 && open.some((money) => isShown(otherReading(money))) && !open.some(isShown);
};

/**
 * Sources whose digits may mean two amounts ("30.000") as the page shows them. One source writes all its amounts alike: where
 * one of them is shown in its other reading, and none as it was read, all of them mean that.
 */
export const readAsShown = (
  claims: readonly ProductClaim[],
  scored: readonly ScoredPrice[],
): readonly ProductClaim[] => {
  const shown = scored.filter((price) => !isAside(price));
  return claims.map((claim) => {
    if (!isShownOtherwise(claim, shown)) return claim;
    return {
      ...claim,
      offers: claim.offers.map(readOtherwise),
      variants: claim.variants.map(readOtherwise),
      ...(claim.sellers && { sellers: claim.sellers.map(readOtherwise) }),
    };
  });
};
