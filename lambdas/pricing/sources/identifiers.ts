import { toGtin14 } from '../../domain/site/gtin.ts';
import type { OfferClaim, ProductClaim } from './claims.ts';

/** Ignores case, spaces and dashes. */
const normalIdentifier = (text: string): string => text.toLowerCase().replace(/[\s\-_./]/g, '');

export const sameIdentifier = (first: string, second: string): boolean => {
  const [a, b] = [normalIdentifier(first), normalIdentifier(second)];
  return (
    a !== '' &&
    (a === b ||
      (/^\d+$/.test(a) && /^\d+$/.test(b) && a.replace(/^0+/, '') === b.replace(/^0+/, '') && a.length > 6))
  );
};

/** True if the number is an offer's SKU, GTIN or ID. */
export const isNumbered = ({ sku, gtin, id }: OfferClaim, requested: string): boolean =>
  [sku?.value, gtin?.value, id].some((each) => each !== undefined && sameIdentifier(each, requested));

/** Returns a test for offers with a GTIN of any length, as such or as the shop's own number. */
export const hasGtin = (requested: string): ((offer: OfferClaim) => boolean) => {
  const gtin = toGtin14(requested);
  return ({ gtin: own, sku, id }) =>
    gtin !== undefined &&
    [own?.value, sku?.value, id].some((each) => each !== undefined && toGtin14(each) === gtin);
};

/** True if a product or one of its variants has the number. */
export const carriesNumber = ({ identifiers, variants }: ProductClaim, requested: string): boolean =>
  identifiers.some((each) => sameIdentifier(each, requested)) ||
  variants.some((variant) => isNumbered(variant, requested));
