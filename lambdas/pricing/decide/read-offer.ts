import {
  type Extraction,
  emptyExtraction,
  type Money,
  type SiteError,
  type Variant,
} from '../../domain/site-result.ts';
import type { MoneyClaim, OfferClaim, ProductClaim } from '../claims.ts';
import type { ExtractionContext } from '../extraction-context.ts';
import { compareAmounts } from '../money/amounts.ts';
import { currencyOfCountry, mayBePrintedIn } from '../money/currency-lexicon.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { findNamedCurrencies, findShownCodes } from '../page-currencies.ts';
import { hintsOf } from '../page-hints.ts';
import { findHiddenPrice } from '../page-kind/hidden-price.ts';
import { readProductArea } from '../page-kind/product-area.ts';
import { isFrontPageUrl } from '../page-kind/recognize-page-kind.ts';
import { scorePrices } from '../visible/score-prices.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import { findShownVariant } from '../visible/shown-variants.ts';
import { findSkuRow } from '../visible/sku-row.ts';
import { findVisiblePrices } from '../visible/visible-prices.ts';
import { readSelectedFields } from './caller-selectors.ts';
import { chooseProduct } from './choose-product.ts';
import { decideAvailability } from './decide-availability.ts';
import { decidePrice, decideSelected, noPrice, type PriceDecision, strong } from './decide-price.ts';
import { EvidenceLog } from './evidence-log.ts';
import { findPlainAreaPrice } from './plain-area-price.ts';
import { identifyProduct } from './product-identity.ts';
import { resolveOffer, type StatedPrice } from './resolve-offer.ts';
import { currenciesOf, currenciesOfMetas, findStatedProducts } from './stated-products.ts';
import { isToldAmount } from './told-amount.ts';
import { findUnfulfilledWish, hasVariant } from './unfulfilled-wish.ts';
import { wantedAmong } from './wanted-prices.ts';

/** A page may put a novel where a size stands; the result must not grow with it. */
const short = (text: string | undefined): string | null => text?.trim().slice(0, 200) || null;

/** Several products are stated, and none of them is the page's own. */
const ambiguousAmong = (
  rivals: readonly ProductClaim[],
  page: Page,
  context: ExtractionContext,
): PriceDecision => ({
  ...noPrice,
  candidates: rivals
    .flatMap((claim) => {
      const { price } = resolveOffer(claim, page, context);
      return price ? [{ money: price, source: claim.source }] : [];
    })
    .slice(0, 20),
  warnings: ['SeveralProducts: the page states several products and none of them as its own.'],
});

const successorWords =
  /nachfolg|ersatz|alternativ|successor|replac|remplac|sostitu|reemplaz|sustitu|substitu|zast[ęe]p|następc|náhrad|nástupc|opvolger|vervang|ersätt|efterträd|erstatn|afløser|korvaa|seuraaja|замен|заміна|преемник|後継|替代|대체|후속/iu;
/** Lines between the title and the price of another product in its place, by how surely the own one is gone. */
const successorReach: Partial<Record<Extraction['Availability'], number>> = {
  Discontinued: 40,
  OutOfStock: 3,
};

/** Whether a price that the page alone shows is that of what takes the product's place. */
const isOfSuccessor = (page: Page, { source, visible }: PriceDecision, reach: number): boolean => {
  if (source !== 'Visible' || !visible) return false;
  const from = Math.max(findTitleHeading(page)?.run ?? 0, visible.run - reach);
  return page.runs
    .slice(Math.min(from + 1, visible.run), visible.run + 1)
    .some(({ text }) => text.length <= 120 && successorWords.test(text));
};

/** A shop's front page advertises prices; one that sells a product there says so, by data or by a button. */
const isBareFrontPage = (page: Page, stated: readonly ProductClaim[]): boolean =>
  stated.length === 0 &&
  page.url !== undefined &&
  isFrontPageUrl(page.url.href) &&
  !page.buyButtons.some(({ disabled, zones }) => !disabled && (zones & (zone.card | zone.related)) === 0);

/**
 * What is stated in another currency than the wanted one is no answer where the page shows the price in that: shops
 * leave their own currency in the data when they show a visitor another.
 */
const inWantedCurrency = (
  stated: readonly StatedPrice[],
  visible: readonly ScoredPrice[],
  wanted: string | undefined,
): readonly StatedPrice[] =>
  wanted !== undefined &&
  visible.some(({ currency, score, isOld }) => currency === wanted && score >= strong && !isOld)
    ? stated.filter(
        ({ price }) => price === undefined || price.currency === null || price.currency === wanted,
      )
    : stated;

/** What is written where a field asks for an amount and there is none: "99999.99", "1.00", "0.01". */
const placeholder = /^(?:9{4,}(?:\.9+)?|1(?:\.0+)?|0\.0*1)$/;

/** A page that tells its price on request states what is none. */
const withoutPlaceholders = (page: Page, stated: readonly StatedPrice[]): readonly StatedPrice[] => {
  const isPlaceholder = ({ price }: StatedPrice): boolean =>
    price !== undefined && placeholder.test(price.amount);
  if (!stated.some(isPlaceholder)) return stated;
  const area = { ...readProductArea(page), isPriced: false };
  return findHiddenPrice(page, area)?.reason === 'OnRequest'
    ? stated.map((each) => (isPlaceholder(each) ? { ...each, price: undefined } : each))
    : stated;
};

/** The one currency in which the page shows prices, other than those of its related products. */
const shownCurrency = (visible: readonly ScoredPrice[]): string | null => {
  const found = new Set(visible.filter(({ score }) => score > -40).map(({ currency }) => currency));
  found.delete(null);
  return found.size === 1 ? [...found][0]! : null;
};

const isGone = ({ Availability }: Pick<Extraction, 'Availability'>): boolean =>
  Availability === 'OutOfStock' || Availability === 'Discontinued';

/** What a page without a decided price is: undecided, sold out, or a failure. */
const withoutPrice = (
  result: Extraction,
  decision: PriceDecision,
  isSelectorMissed: boolean,
): Partial<Extraction> => {
  const failed = (outcome: Extraction['Outcome'], error: SiteError): Partial<Extraction> => ({
    Outcome: outcome,
    Error: error,
  });
  // What a sold-out page shows beside its own product are others'.
  const isOthers = isGone(result) && decision.candidates.every(({ source }) => source === 'Visible');
  if (decision.candidates.length > 1 && !isOthers)
    return failed('Ambiguous', {
      Code: 'AmbiguousPrice',
      Message: `${decision.candidates.length} prices are equally good, and nothing on the page decides between them.`,
      Retryable: false,
    });
  if (isGone(result)) return { Outcome: 'OutOfStock', Confidence: 'Medium' };
  if (isSelectorMissed)
    return failed('Failed', {
      Code: 'SelectorNotMatched',
      Message: 'None of the selectors for Price gave a price, nor did the automatic ways.',
      Retryable: true,
    });
  return failed('Failed', {
    Code: 'NoPriceFound',
    Message: 'No price of the product was found on the page.',
    Retryable: true,
  });
};

/** Reads the offer of a page that is a product's: gathers what is stated and seen, decides, and says why. */
export const readOffer = (page: Page, context: ExtractionContext): Extraction => {
  const { site } = context;
  const given = findStatedProducts(page, hintsOf(page, context, []), context.fetchedAtMs);
  const everything = given.products;
  const named = currenciesOf(everything);
  const codes = named.length > 0 ? named : currenciesOfMetas(page);
  const apart = codes.length > 0 ? [] : findNamedCurrencies(page);
  const hints = {
    ...hintsOf(page, context, codes),
    namedCurrencies: codes.length > 0 ? [] : [...apart, ...findShownCodes(page)],
  };
  const chosen = chooseProduct(everything, page, context);
  const selected = readSelectedFields(page, context, hints);
  // A page that tells its price on request shows only what is asked beside it.
  const isOnRequest = findHiddenPrice(page)?.reason === 'OnRequest';
  const wantedSku = site?.Sku ?? context.sku;
  const skuRow = wantedSku === undefined ? undefined : findSkuRow(page, wantedSku);
  const visible =
    isOnRequest || isBareFrontPage(page, everything)
      ? []
      : wantedAmong(scorePrices(page, findVisiblePrices(page, hints)), chosen, context, skuRow);
  const ofData = withoutPlaceholders(
    page,
    chosen.claims.map((claim) => resolveOffer(claim, page, context)),
  );
  const shown =
    site?.Variant && !ofData.some(hasVariant) ? findShownVariant(page, site.Variant, hints) : undefined;
  const claims = shown ? [...chosen.claims, shown] : chosen.claims;
  const stated = shown ? [...ofData, resolveOffer(shown, page, context)] : ofData;
  const fitting = inWantedCurrency(
    stated.filter((each) => each.failure === undefined),
    visible,
    site?.Currency ?? currencyOfCountry(site?.Country),
  );
  const decided = selected.price
    ? decideSelected(selected.price, selected.listPrice, fitting, visible)
    : chosen.rivals.length > 1
      ? ambiguousAmong(chosen.rivals, page, context)
      : decidePrice(fitting, visible);
  const isTold =
    decided.confidence === 'Low' &&
    decided.visible !== undefined &&
    decided.stated?.price === undefined &&
    isToldAmount(page, decided.visible);
  const isOpen = decided.price === undefined && decided.candidates.length === 0 && !isOnRequest;
  const plain = isOpen ? findPlainAreaPrice(page, hints) : undefined;
  const decision = isTold
    ? { ...noPrice, stated: decided.stated, warnings: decided.warnings }
    : plain
      ? { ...plain, stated: decided.stated, warnings: decided.warnings }
      : decided;
  const warnings = [...selected.warnings, ...given.warnings, ...decision.warnings];
  const log = new EvidenceLog();

  /** Currency: of the price's own place, else of the page, else of the request, else null. */
  const namedAlone = apart.length === 1 ? apart[0]! : null;
  const pageCurrency =
    codes.length === 1 ? codes[0]! : codes.length === 0 ? (shownCurrency(visible) ?? namedAlone) : null;
  const moneyOf = (claim: MoneyClaim): Money => {
    const supposed = claim.currency ?? pageCurrency ?? site?.Currency ?? null;
    return {
      Amount: claim.amount,
      Currency: supposed !== null && mayBePrintedIn(claim.raw, supposed) ? supposed : claim.currency,
      Raw: claim.raw.slice(0, 200),
    };
  };
  const variantOf = (variant: OfferClaim): Variant => ({
    Id: short(variant.id ?? variant.sku?.value),
    Size: short(variant.size),
    SizeRegion: short(variant.sizeRegion),
    Color: short(variant.color),
    Price: variant.price ? moneyOf(variant.price) : null,
    Availability: variant.availability?.value ?? 'Unknown',
  });

  const lead = decision.stated ?? stated[0];
  const identity = identifyProduct(page, claims, context, selected.title, log, lead, skuRow);
  const availability = selected.availability
    ? { claim: selected.availability, source: 'Selector' as const, agrees: [], warning: undefined }
    : decideAvailability(claims, decision, page);
  if (availability) log.note('Availability', availability.source, availability.claim, availability.agrees);
  if (availability?.warning) warnings.push(availability.warning);
  const Condition = lead?.offer.condition?.value ?? null;
  const isConditionOther = Condition !== null && Condition !== 'New' && site?.Condition === undefined;
  if (isConditionOther)
    warnings.push(
      `ConditionDiffers: the page offers the product ${Condition}; name the wanted Condition to have others refused.`,
    );
  const result: Extraction = {
    ...emptyExtraction,
    ...identity,
    Availability: availability?.claim.value ?? 'Unknown',
    Condition,
    Seller: lead?.offer.seller ? { Name: lead.offer.seller.value } : null,
    Variants: (claims.find((claim) => claim.variants.length > 0)?.variants ?? [])
      .slice(0, 500)
      .map(variantOf)
      // What has neither name nor number tells nobody which one it is.
      .filter(({ Id, Size, Color }) => Id !== null || Size !== null || Color !== null),
    Candidates: decision.candidates.map(({ money, source }) => ({
      Price: moneyOf(money),
      Source: source,
      Path: money.path,
    })),
    Evidence: log.entries,
    Warnings: warnings,
  };
  const reach = successorReach[result.Availability];
  const isOther = reach !== undefined && isOfSuccessor(page, decision, reach);
  const price = decision.price && !isOther ? moneyOf(decision.price) : null;
  const unfulfilled = findUnfulfilledWish(context, stated, decision, price, page.title);
  if (unfulfilled)
    return {
      ...result,
      Outcome: 'Failed',
      Error: unfulfilled,
      Candidates:
        unfulfilled.Code === 'CurrencyMismatch'
          ? [{ Price: price!, Source: decision.source!, Path: decision.price!.path }]
          : result.Candidates,
    };
  if (!price || !decision.source || !decision.price)
    return { ...result, ...withoutPrice(result, decision, selected.isPriceMissed) };

  log.note('Price', decision.source, decision.price, decision.agrees);
  const list = decision.listPrice;
  if (list) log.note('ListPrice', list.source, list.money);
  const shipping = lead?.offer.shipping;
  if (lead && shipping) log.note('Shipping', lead.claim.source, shipping);
  const range = lead?.range;
  return {
    ...result,
    Outcome: isGone(result) ? 'OutOfStock' : 'Priced',
    Price: price,
    ListPrice: list ? { ...moneyOf(list.money), Currency: list.money.currency ?? price.Currency } : null,
    PriceRange:
      range && compareAmounts(range.low.amount, range.high.amount) < 0
        ? { Low: moneyOf(range.low), High: moneyOf(range.high) }
        : null,
    Shipping: shipping ? moneyOf(shipping) : null,
    // Nobody asked for what is not new: whether it is what is meant, only the caller knows.
    Confidence: isConditionOther && decision.confidence === 'High' ? 'Medium' : decision.confidence,
  };
};
