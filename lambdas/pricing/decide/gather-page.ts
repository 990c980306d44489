import type { ProductClaim } from '../claims.ts';
import { type ExtractionContext, requestedSkuOf } from '../extraction-context.ts';
import { viewPage } from '../features/page-view.ts';
import { carriesNumber } from '../identifiers.ts';
import { currencyOfCountry } from '../money/currency-lexicon.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { workingButtons } from '../page/buy-buttons.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { findCurrencyOfPlace, findNamedCurrencies, findShownCodes } from '../page-currencies.ts';
import { hintsOf } from '../page-hints.ts';
import { isFrontPage } from '../page-kind/front-page.ts';
import { findHiddenPrice } from '../page-kind/hidden-price.ts';
import { scorePrices } from '../visible/score-prices.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import { findShownVariant } from '../visible/shown-variants.ts';
import { findSkuRow, type SkuRow } from '../visible/sku-row.ts';
import { findVisiblePrices } from '../visible/visible-prices.ts';
import { readSelectedFields, type SelectedFields } from './caller-selectors.ts';
import { type ChosenProduct, chooseProduct } from './choose-product.ts';
import { strong } from './price-decision.ts';
import { PriceScene } from './price-scene.ts';
import { type PriceRanking, rankPrices } from './rank-prices.ts';
import { filterRequested, isShownIn } from './requested-prices.ts';
import { resolveOffer, type StatedPrice } from './resolve-offer.ts';
import { readAsShown, shownAsStated } from './settle-readings.ts';
import { currenciesOf, findStatedProducts } from './stated-products.ts';
import { hasVariant } from './unfulfilled-wish.ts';

/** A shop's front page advertises prices; one that sells a product there says so, by data or by a button. */
const isBareFrontPage = (page: Page, stated: readonly ProductClaim[]): boolean =>
  stated.length === 0 && isFrontPage(page.url) && workingButtons(page, zone.card | zone.related).length === 0;

/**
 * A price stated in another currency than the wanted one is no answer where the page shows the price in that: shops
 * leave their own currency in the data when they show a visitor another.
 */
const inRequestedCurrency = (
  stated: readonly StatedPrice[],
  visible: readonly ScoredPrice[],
  wanted: string | undefined,
): readonly StatedPrice[] =>
  wanted !== undefined && isShownIn(visible, wanted, strong)
    ? stated.filter(
        ({ price }) => price === undefined || price.currency === null || price.currency === wanted,
      )
    : stated;

/** All that a page states and shows, before anything is decided. */
export interface GatheredPage {
  /** ISO codes that the page's data name. */
  codes: readonly string[];
  /** Those that the page names apart from any price, where its data name none. */
  codesApart: readonly string[];
  hints: PriceHints;
  /** Warnings about the data. */
  warnings: readonly string[];
  chosen: ChosenProduct;
  /** Values found by the caller's selectors. */
  selected: SelectedFields;
  /** Of a table of articles the row that has the wanted SKU. */
  skuRow: SkuRow | undefined;
  requestedSku: string | undefined;
  /** Every amount that a reader sees, best first. */
  scored: readonly ScoredPrice[];
  /** Those of them that may be the wanted price. */
  visible: readonly ScoredPrice[];
  /** The page's own product, source by source. */
  claims: readonly ProductClaim[];
  /** Lists of sellers that name no product. */
  unnamedSellers: readonly ProductClaim[];
  /** The price that each of them states. */
  stated: readonly StatedPrice[];
  /** Those that fulfil the caller's wishes. */
  fitting: readonly StatedPrice[];
  /** The page tells its price to those who ask. */
  isOnRequest: boolean;
  prices: PriceScene;
  /** Which of the prices is the product's. */
  ranking: PriceRanking;
}

/** Reads every source of a page, and chooses the page's own product among what they state. */
export const gatherPage = (page: Page, context: ExtractionContext): GatheredPage => {
  const { site } = context;
  const given = findStatedProducts(page, hintsOf(page, context, []), context.fetchedAtMs);
  const codes = currenciesOf(given.products);
  const codesApart = codes.length > 0 ? [] : findNamedCurrencies(page);
  const hints = {
    ...hintsOf(page, context, codes),
    namedCurrencies: codes.length > 0 ? [] : [...codesApart, ...findShownCodes(page)],
    placeCurrency: codes.length > 0 || codesApart.length > 0 ? undefined : findCurrencyOfPlace(page),
  };
  const scored = shownAsStated(scorePrices(page, findVisiblePrices(page, hints)), given.products);
  const everything = readAsShown(given.products, scored);
  const chosen = chooseProduct(everything, page, context);
  const selected = readSelectedFields(page, context, hints);
  // A page that tells its price on request shows only what is asked beside it.
  const isOnRequest = findHiddenPrice(page)?.reason === 'OnRequest';
  const requestedSku = requestedSkuOf(context);
  const skuRow = requestedSku === undefined ? undefined : findSkuRow(page, requestedSku);
  const visible =
    isOnRequest || isBareFrontPage(page, everything) ? [] : filterRequested(scored, chosen, context, skuRow);
  const ofData = chosen.claims.map((claim) => resolveOffer(claim, page, context));
  const shown =
    site?.Variant && !ofData.some(hasVariant) ? findShownVariant(page, site.Variant, hints) : undefined;
  const stated = shown ? [...ofData, resolveOffer(shown, page, context)] : ofData;
  const fitting = inRequestedCurrency(
    stated.filter((each) => each.failure === undefined),
    visible,
    site?.Currency ?? currencyOfCountry(site?.Country),
  );
  const prices = new PriceScene(fitting, visible);
  const isWanted =
    requestedSku !== undefined &&
    (skuRow !== undefined || chosen.claims.some((claim) => carriesNumber(claim, requestedSku)));
  return {
    codes,
    codesApart,
    hints,
    warnings: given.warnings,
    isOnRequest,
    chosen,
    selected,
    skuRow,
    requestedSku,
    scored,
    visible,
    claims: shown ? [...chosen.claims, shown] : chosen.claims,
    unnamedSellers: everything.filter(
      ({ name, sellers, isRelated }) => name === undefined && sellers !== undefined && !isRelated,
    ),
    stated,
    fitting,
    prices,
    ranking: rankPrices(prices, viewPage(page, scored), isWanted),
  };
};
