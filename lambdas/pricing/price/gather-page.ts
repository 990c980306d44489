import { findShownVariant } from '../facts/shown-variants.ts';
import { workingButtons } from '../page/buy-buttons.ts';
import type { Page } from '../page/page.ts';
import { findCurrencyOfPlace, findNamedCurrencies, findShownCodes } from '../page/page-currencies.ts';
import { zone } from '../page/page-zones.ts';
import { isFrontPage } from '../refusal/front-page.ts';
import { findHiddenPrice } from '../refusal/hidden-price.ts';
import type { ProductClaim } from '../sources/claims.ts';
import { type ExtractionContext, requestedSkuOf } from '../sources/extraction-context.ts';
import { carriesNumber } from '../sources/identifiers.ts';
import { currencyOfCountry } from '../text/currency-lexicon.ts';
import type { PriceHints } from '../text/price-hints.ts';
import { readSelectedFields, type SelectedFields } from './caller-selectors.ts';
import { type ChosenProduct, chooseProduct } from './choose-product.ts';
import { hintsOf } from './page-hints.ts';
import { viewPage } from './page-view.ts';
import { strong } from './price-decision.ts';
import { PriceScene } from './price-scene.ts';
import { type PriceRanking, rankPrices } from './rank-prices.ts';
import { filterRequested, isShownIn } from './requested-prices.ts';
import { resolveOffer, type StatedPrice } from './resolve-offer.ts';
import { scorePrices } from './score-prices.ts';
import type { ScoredPrice } from './scored-price.ts';
import { readAsShown, shownAsStated } from './settle-readings.ts';
import { findSkuRow, type SkuRow } from './sku-row.ts';
import { currenciesOf, findStatedProducts } from './stated-products.ts';
import { hasVariant } from './unfulfilled-wish.ts';
import { findVisiblePrices } from './visible-prices.ts';

/** True for a front page that sells no product by data or button: its prices are advertisements. */
const isBareFrontPage = (page: Page, stated: readonly ProductClaim[]): boolean =>
  stated.length === 0 && isFrontPage(page.url) && workingButtons(page, zone.card | zone.related).length === 0;

/**
 * Drops stated prices in another currency if the page shows prices in the requested one: shops that localize
 * prices often leave their own currency in the data.
 */
const inRequestedCurrency = (
  stated: readonly StatedPrice[],
  visible: readonly ScoredPrice[],
  requested: string | undefined,
): readonly StatedPrice[] =>
  requested !== undefined && isShownIn(visible, requested, strong)
    ? stated.filter(
        ({ price }) => price === undefined || price.currency === null || price.currency === requested,
      )
    : stated;

/** Everything a page states and shows, before any decision. */
export interface GatheredPage {
  /** ISO codes in the page's data. */
  codes: readonly string[];
  /** ISO codes elsewhere on the page, when its data contain none. */
  codesApart: readonly string[];
  hints: PriceHints;
  /** Warnings about the data. */
  warnings: readonly string[];
  chosen: ChosenProduct;
  selected: SelectedFields;
  /** The row with the requested SKU in a table of articles. */
  skuRow: SkuRow | undefined;
  requestedSku: string | undefined;
  /** Every visible amount, best first. */
  scored: readonly ScoredPrice[];
  /** Those that match the request. */
  visible: readonly ScoredPrice[];
  /** The page's own product, one claim per source. */
  claims: readonly ProductClaim[];
  /** Seller lists that name no product. */
  unnamedSellers: readonly ProductClaim[];
  /** The price stated by each claim. */
  stated: readonly StatedPrice[];
  /** The stated prices that meet the caller's requirements. */
  fitting: readonly StatedPrice[];
  /** The price is available on request only. */
  isOnRequest: boolean;
  prices: PriceScene;
  ranking: PriceRanking;
}

/** Reads every source of a page and chooses the page's own product. */
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
  // Amounts on a price-on-request page belong to something else.
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
  const isRequested =
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
    ranking: rankPrices(prices, viewPage(page, scored), isRequested),
  };
};
