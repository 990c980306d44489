import type { Condition, Money, SiteError, SiteErrorCode } from '../../domain/result/site-result.ts';
import { offersOf } from '../sources/claims.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import type { PriceDecision } from './price-decision.ts';
import { namesUsedGoods } from './requested-prices.ts';
import type { StatedPrice } from './resolve-offer.ts';

const wish = (Code: SiteErrorCode, Message: string): SiteError => ({ Code, Message, Retryable: false });

/** True if a variant was found: a sold-out one needs no price, nor does one of several at the same price. */
export const hasVariant = ({ claim, failure, price, offer }: StatedPrice): boolean =>
  failure === undefined &&
  claim.variants.length > 0 &&
  (price !== undefined ||
    offer.availability?.value === 'OutOfStock' ||
    claim.variants.every((variant) => variant.price === undefined));

/** All conditions of the page's offers. */
const statedConditions = (stated: readonly StatedPrice[]): Set<Condition> =>
  new Set(
    stated
      .flatMap(({ claim }) => offersOf(claim))
      .flatMap(({ condition }) => (condition ? [condition.value] : [])),
  );

/**
 * True if the price is for another condition than requested. A page that states none sells new products,
 * unless words beside the price or in the title say otherwise.
 */
const isOtherCondition = (
  requested: Condition,
  stated: readonly StatedPrice[],
  { stated: own, visible }: PriceDecision,
  title: string,
): boolean => {
  const ownCondition = own?.offer.condition?.value;
  if (ownCondition !== undefined) return ownCondition !== requested;
  const conditions = statedConditions(stated);
  if (conditions.size > 0) return !conditions.has(requested);
  const isUsed = namesUsedGoods(visible?.label ?? '') || namesUsedGoods(title);
  return requested === 'New' ? namesUsedGoods(visible?.label ?? '') : !isUsed;
};

const conditionsInWords = (stated: readonly StatedPrice[]): string =>
  [...statedConditions(stated)].join(' and ') || 'without stating a condition other than new';

/**
 * Returns an error if the page does not meet a requirement of the caller, rather than a different answer:
 * `VariantNotFound`, `ConditionMismatch`, `CurrencyMismatch`.
 */
export const findUnfulfilledWish = (
  { site }: ExtractionContext,
  stated: readonly StatedPrice[],
  decision: PriceDecision,
  price: Money | null,
  title: string,
): SiteError | undefined => {
  if (!site) return undefined;
  if (site.Variant && decision.source !== 'Selector' && !stated.some(hasVariant)) {
    const requested = Object.entries(site.Variant).map(([name, value]) => `${name} ${value}`);
    return wish('VariantNotFound', `The page offers no variant with ${requested.join(', ')}.`);
  }
  const isRefused = stated.some(({ failure }) => failure === 'ConditionMismatch');
  const hasOther =
    site.Condition !== undefined &&
    decision.price !== undefined &&
    decision.source !== 'Selector' &&
    isOtherCondition(site.Condition, stated, decision, title);
  if (hasOther || (decision.price === undefined && isRefused))
    return wish(
      'ConditionMismatch',
      `The page offers the product ${conditionsInWords(stated)}, not ${site.Condition ?? 'New'}.`,
    );
  if (price && site.Currency && price.Currency !== null && price.Currency !== site.Currency)
    return wish('CurrencyMismatch', `The page's price is in ${price.Currency}, not ${site.Currency}.`);
  return undefined;
};
