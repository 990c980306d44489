import type { Availability } from '../../domain/result/site-result.ts';
import { findShownVariant } from '../facts/variants.ts';
import type { Page } from '../page/page.ts';
import { workingButtons } from '../page/page.ts';
import { findCurrencyOfPlace, findNamedCurrencies, findShownCodes } from '../page/page-currencies.ts';
import { zone } from '../page/page-zones.ts';
import { findHiddenPrice, type HiddenPrice } from '../refusal/hidden-price.ts';
import { isFrontPage } from '../refusal/recognize-page-kind.ts';
import { canonicalAmount, samePrice } from '../sources/amounts.ts';
import type { Claim, MoneyClaim, ProductClaim } from '../sources/claims.ts';
import { type ExtractionContext, requestedSkuOf } from '../sources/extraction-context.ts';
import { carriesNumber } from '../sources/identifiers.ts';
import { applySelectors } from '../sources/selectors/apply-selectors.ts';
import { SelectablePage } from '../sources/selectors/selectable-page.ts';
import { readAvailabilityText, readAvailabilityUrl } from '../text/availability-text.ts';
import type { PriceHints } from '../text/currency-lexicon.ts';
import { currencyOfCountry } from '../text/currency-lexicon.ts';
import { parsePriceText } from '../text/parse-price-text.ts';
import { type ChosenProduct, chooseProduct } from './choose-product.ts';
import { viewPage } from './page-features.ts';
import { PriceScene, plausibleAlone, strong } from './price-scene.ts';
import { type PriceRanking, rankPrices } from './rank-prices.ts';
import { filterRequested, findSkuRow, hasVariant, isShownIn, type SkuRow } from './requested-prices.ts';
import { resolveOffer, type StatedPrice } from './resolve-offer.ts';
import { scorePrices } from './score-prices.ts';
import { isCurrent, type ScoredPrice } from './scored-price.ts';
import { currenciesOf, findStatedProducts, readAsShown, shownAsStated } from './stated-products.ts';
import { findVisiblePrices } from './visible-prices.ts';

/** Values found by the caller's own selectors. */
export interface SelectedFields {
  price?: MoneyClaim | undefined;
  listPrice?: MoneyClaim | undefined;
  availability?: Claim<Availability> | undefined;
  title?: Claim<string> | undefined;
  /** The caller gave price selectors and none returned a price. */
  isPriceMissed: boolean;
  warnings: readonly string[];
}

/** Applies the caller's selectors, which override everything else on the page. */
const readSelectedFields = (page: Page, context: ExtractionContext, hints: PriceHints): SelectedFields => {
  const selectors = context.site?.Selectors;
  if (!selectors) return { isPriceMissed: false, warnings: [] };
  const warnings: string[] = [];
  const selectable = new SelectablePage(page.document, page.html);
  const read = (field: keyof typeof selectors): Claim<string> | undefined => {
    const list = selectors[field];
    if (!list) return undefined;
    const { match, problems } = applySelectors(selectable, list, context.engines ?? {}, context.runBounded);
    for (const { selector, message } of problems)
      warnings.push(
        `SelectorInvalid: the ${field} selector ${JSON.stringify(selector.Value)} was ignored: ${message}`,
      );
    if (!match)
      warnings.push(
        `SelectorNotMatched: no selector for ${field} matched; the price was detected automatically.`,
      );
    return match && { value: match.raw, raw: match.raw, path: match.path };
  };
  const currency = read('Currency');
  const readMoney = (field: 'Price' | 'ListPrice'): MoneyClaim | undefined => {
    const found = read(field);
    const parsed =
      found && parsePriceText(found.value, currency ? { ...hints, currency: currency.value } : hints);
    if (found && !parsed)
      warnings.push(
        `SelectorNotMatched: ${JSON.stringify(found.value.slice(0, 80))}, selected for ${field}, contains no price.`,
      );
    return (
      found &&
      parsed && { amount: parsed.amount, currency: parsed.currency, raw: found.raw, path: found.path }
    );
  };
  const price = readMoney('Price');
  const listPrice = readMoney('ListPrice');
  const stock = read('Availability');
  const availability = stock && (readAvailabilityText(stock.value) ?? readAvailabilityUrl(stock.value));
  return {
    price,
    listPrice,
    availability: stock && availability ? { ...stock, value: availability } : undefined,
    title: read('Title'),
    isPriceMissed: selectors.Price !== undefined && price === undefined,
    warnings,
  };
};

/** Country domains used worldwide as generic ones. */
const borrowedDomains = new Set([
  'io',
  'co',
  'ai',
  'me',
  'tv',
  'cc',
  'to',
  'ly',
  'fm',
  'gg',
  'sh',
  'ws',
  'eu',
  'im',
  'app',
  'st',
  'la',
  'bz',
  'nu',
  'su',
]);

/** "AT" from "de-AT" and "de_AT", "TW" from "zh-Hant-TW"; `Intl.Locale` would take 2% of a page's time. */
const regionOf = (locale: string | undefined): string | undefined =>
  locale && /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})(?![^-_])/i.exec(locale)?.[1]?.toUpperCase();

/** The country of a host's top-level domain, or of a locale at the start of the path (`/en-gb/`). */
const countryOfAddress = (url: URL | undefined): string | undefined => {
  if (!url) return undefined;
  const step = /^\/(?:[a-z]{2}[-_]([a-z]{2}))(?:\/|$)/i.exec(url.pathname)?.[1];
  if (step) return step.toUpperCase() === 'UK' ? 'GB' : step.toUpperCase();
  const domain = url.hostname.split('.').at(-1) ?? '';
  if (!/^[a-z]{2}$/.test(domain) || borrowedDomains.has(domain)) return undefined;
  return domain === 'uk' ? 'GB' : domain.toUpperCase();
};

/** Collects the hints from request and page that resolve "$" and "1.000". */
export const hintsOf = (
  page: Page,
  context: ExtractionContext,
  pageCurrencies: readonly string[],
): PriceHints => {
  const { site } = context;
  const locale = site?.Locale ?? page.language?.replace('_', '-') ?? ogLocale(page);
  return {
    currency: site?.Currency,
    locale,
    country:
      site?.Country ??
      regionOf(site?.Locale) ??
      countryOfAddress(page.url) ??
      regionOf(page.language) ??
      regionOf(ogLocale(page)),
    pageCurrencies:
      pageCurrencies.length > 0 || !page.currency ? [...new Set(pageCurrencies)] : [page.currency],
  };
};

const ogLocale = (page: Page): string | undefined =>
  page.metas.find(({ name }) => name === 'og:locale')?.content.replace('_', '-');

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

const placeholder = /^(?:0?\.0*1|1|9{5,}(?:\.9+)?)$/;

/** True if a stated number is one that shops fill in where they have no price, and the page does not show it. */
const isPlaceholder = ({ price }: StatedPrice, visible: readonly ScoredPrice[]): boolean =>
  price !== undefined &&
  placeholder.test(canonicalAmount(price.amount)) &&
  !visible.some((each) => isCurrent(each) && each.score >= plausibleAlone && samePrice(each, price));

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
  /** Set if the page hides the price. */
  hidden: HiddenPrice | undefined;
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
  const hidden = findHiddenPrice(page);
  const requestedSku = requestedSkuOf(context);
  const skuRow = requestedSku === undefined ? undefined : findSkuRow(page, requestedSku);
  const visible =
    // Amounts on a page that hides its price belong to something else.
    hidden || isBareFrontPage(page, everything) ? [] : filterRequested(scored, chosen, context, skuRow);
  const ofData = chosen.claims.map((claim) => resolveOffer(claim, page, context));
  const shown =
    site?.Variant && !ofData.some(hasVariant) ? findShownVariant(page, site.Variant, hints) : undefined;
  const stated = shown ? [...ofData, resolveOffer(shown, page, context)] : ofData;
  const fitting = inRequestedCurrency(
    stated.filter((each) => each.failure === undefined && !isPlaceholder(each, visible)),
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
    hidden,
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
