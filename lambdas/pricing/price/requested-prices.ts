import type { Condition } from '../../domain/result/site-result.ts';
import { contains } from '../page/page.ts';
import { samePrice } from '../sources/amounts.ts';
import { offersOf } from '../sources/claims.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import { mayBePrintedIn } from '../text/currency-lexicon.ts';
import { anyOf } from '../words/word-lists.ts';
import type { ChosenProduct } from './choose-product.ts';
import { plausible } from './price-decision.ts';
import type { ScoredPrice } from './scored-price.ts';
import { pricesOfRow, type SkuRow } from './sku-row.ts';

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
export const namesUsedGoods = (text: string): boolean => usedLabel.test(text);

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
