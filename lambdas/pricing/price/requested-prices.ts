import type { Element } from 'domhandler';
import type { Condition, Money, SiteError, SiteErrorCode } from '../../domain/result/site-result.ts';
import { contains, cssPath, type Page } from '../page/page.ts';
import { rowOf, tableRowOf } from '../page/table-row.ts';
import { samePrice } from '../sources/amounts.ts';
import { type Claim, offersOf } from '../sources/claims.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import { sameIdentifier } from '../sources/identifiers.ts';
import { mayBePrintedIn } from '../text/currency-lexicon.ts';
import { anyOf } from '../words/word-lists.ts';
import type { ChosenProduct } from './choose-product.ts';
import type { FeaturePart } from './evidence.ts';
import { type PriceDecision, plausible } from './price-scene.ts';
import type { StatedPrice } from './resolve-offer.ts';
import type { ScoredPrice } from './scored-price.ts';

/** Weight of the requested number in a price's row, which may be far from title and button. */
const namedBySku: FeaturePart = { name: 'namedBySku', value: 1, weight: 25 };
/** Longest cell with a product number. */
const maxCell = 60;

/** The only table row with a cell that is the requested SKU. */
export interface SkuRow {
  sku: Claim<string>;
  row: Element;
}

/** @returns `undefined` if no row has it, or several. */
export const findSkuRow = (page: Page, sku: string): SkuRow | undefined => {
  let found: SkuRow | undefined;
  for (const { text, pieces } of page.runs) {
    if (text.length > maxCell || !sameIdentifier(text, sku)) continue;
    const { element } = pieces[0]!;
    const row = tableRowOf(element);
    if (!row || row === found?.row) continue;
    if (found) return undefined;
    found = { sku: { value: text.trim(), raw: text, path: cssPath(element) }, row };
  }
  return found;
};

/**
 * The prices of the requested product in a table of products.
 *
 * @returns `undefined` if the row has none, as in a property table.
 */
const pricesOfRow = ({ row }: SkuRow, prices: readonly ScoredPrice[]): readonly ScoredPrice[] | undefined => {
  const own = prices
    .filter(({ element }) => rowOf(element) === row)
    .map((price) => ({
      ...price,
      score: price.score + namedBySku.weight,
      parts: [...price.parts, namedBySku],
    }));
  return own.length > 0 ? own : undefined;
};

/** True if the page shows a current price in the currency with at least this score. */
export const isShownIn = (visible: readonly ScoredPrice[], requested: string, least: number): boolean =>
  visible.some(({ currency, score, isOld }) => currency === requested && score >= least && !isOld);

/** If a price is shown in the requested currency, those in others are conversions. */
const inCurrency = (
  visible: readonly ScoredPrice[],
  requested: string | undefined,
): readonly ScoredPrice[] =>
  requested !== undefined && isShownIn(visible, requested, plausible)
    ? visible.filter(
        ({ currency, raw }) =>
          currency === requested || (currency === null && mayBePrintedIn(raw, requested)),
      )
    : visible;

/** Drops amounts that the markup describes as another product's price, or as no price. */
const ofThisProduct = (
  visible: readonly ScoredPrice[],
  { claims, elsewhere }: ChosenProduct,
): readonly ScoredPrice[] => {
  const offers = claims.flatMap(offersOf);
  const asides = offers.flatMap((offer) => offer.asides ?? []);
  const isAside = (price: ScoredPrice): boolean =>
    asides.some((aside) => samePrice(aside, price)) &&
    !offers.some((offer) => offer.price && samePrice(offer.price, price));
  return asides.length + elsewhere.length === 0
    ? visible
    : visible.filter(
        (price) => !isAside(price) && !elsewhere.some((element) => contains(element, price.element)),
      );
};

const usedLabel = new RegExp(String.raw`(?<!\p{L})(?:${anyOf('usedGoods')})(?!\p{L})`, 'iu');
const newLabel = new RegExp(String.raw`(?<!\p{L})(?:${anyOf('newGoods')})(?!\p{L})`, 'iu');

/** True if a text describes used goods. */
const namesUsedGoods = (text: string): boolean => usedLabel.test(text);

/** If a used product is requested, and the page labels a used price and a new one, keeps the used one. */
const inCondition = (
  visible: readonly ScoredPrice[],
  requested: Condition | undefined,
): readonly ScoredPrice[] => {
  if (requested === undefined || requested === 'New') return visible;
  return visible.some(({ label, score }) => score >= plausible && namesUsedGoods(label))
    ? visible.filter(({ label }) => !newLabel.test(label) || namesUsedGoods(label))
    : visible;
};

/**
 * Filters the visible prices by the request: this product, the requested currency and condition.
 *
 * @param row - the table row with the requested SKU: only its prices count.
 */
export const filterRequested = (
  visible: readonly ScoredPrice[],
  chosen: ChosenProduct,
  { site }: ExtractionContext,
  row: SkuRow | undefined,
): readonly ScoredPrice[] => {
  const own = ofThisProduct(visible, chosen);
  const fitting = inCondition(inCurrency(own, site?.Currency), site?.Condition);
  return (row && pricesOfRow(row, fitting)) ?? fitting;
};

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
