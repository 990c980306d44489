import type { Money, SiteError, SiteErrorCode } from '../../domain/site-result.ts';
import type { ExtractionContext } from '../extraction-context.ts';
import type { PriceDecision } from './decide-price.ts';
import type { StatedPrice } from './resolve-offer.ts';

const wish = (Code: SiteErrorCode, Message: string): SiteError => ({ Code, Message, Retryable: false });

/** A variant that is sold out has no price, and is one all the same; so is one of those that cost the same. */
export const hasVariant = ({ claim, failure, price, offer }: StatedPrice): boolean =>
  failure === undefined &&
  claim.variants.length > 0 &&
  (price !== undefined ||
    offer.availability?.value === 'OutOfStock' ||
    claim.variants.every((variant) => variant.price === undefined));

/**
 * A wish of the caller that the page does not fulfil is an error, never another answer: `VariantNotFound`,
 * `ConditionMismatch`, `CurrencyMismatch`.
 */
export const findUnfulfilledWish = (
  { site }: ExtractionContext,
  stated: readonly StatedPrice[],
  decision: PriceDecision,
  price: Money | null,
): SiteError | undefined => {
  if (!site) return undefined;
  if (site.Variant && decision.source !== 'Selector' && !stated.some(hasVariant)) {
    const wanted = Object.entries(site.Variant).map(([name, value]) => `${name} ${value}`);
    return wish('VariantNotFound', `The page offers no variant with ${wanted.join(', ')}.`);
  }
  if (decision.price === undefined && stated.some(({ failure }) => failure === 'ConditionMismatch'))
    return wish(
      'ConditionMismatch',
      `The page offers the product in another condition than ${site.Condition ?? 'New'}.`,
    );
  const condition = decision.stated?.offer.condition?.value;
  if (site.Condition && condition && condition !== site.Condition)
    return wish('ConditionMismatch', `The page offers the product ${condition}, not ${site.Condition}.`);
  if (price && site.Currency && price.Currency !== null && price.Currency !== site.Currency)
    return wish('CurrencyMismatch', `The page's price is in ${price.Currency}, not ${site.Currency}.`);
  return undefined;
};
