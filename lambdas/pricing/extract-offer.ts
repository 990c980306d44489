import {
  type Evidence,
  type EvidenceSource,
  type Extraction,
  emptyExtraction,
  type Money,
  type SiteError,
  type SiteErrorCode,
  type Variant,
} from '../domain/site-result.ts';
import type { Claim, MoneyClaim, OfferClaim, ProductClaim } from './claims.ts';
import { compareAmounts } from './decide/amounts.ts';
import { readSelectedFields, type SelectedFields } from './decide/caller-selectors.ts';
import { chooseProduct } from './decide/choose-product.ts';
import { decideAvailability } from './decide/decide-availability.ts';
import { decidePrice, decideSelected, type PriceDecision } from './decide/decide-price.ts';
import { sameIdentifier } from './decide/identifiers.ts';
import { resolveOffer, type StatedPrice } from './decide/resolve-offer.ts';
import { skuOfAddress } from './decide/sku-of-address.ts';
import { readEmbeddedProducts } from './embedded/read-embedded.ts';
import type { ExtractionContext } from './extraction-context.ts';
import type { PriceHints } from './money/price-hints.ts';
import type { Page } from './page/page.ts';
import { readPage } from './page/read-page.ts';
import { hintsOf } from './page-hints.ts';
import { recognizePageKind, siteErrorOfPageKind } from './page-kind/recognize-page-kind.ts';
import { readJsonLd } from './structured/json-ld.ts';
import { readMicrodata } from './structured/microdata.ts';
import { readOpenGraph } from './structured/open-graph.ts';
import { readRdfa } from './structured/rdfa.ts';
import { productsOfGraph } from './structured/schema-products.ts';
import { findTitleHeading, scorePrices } from './visible/score-prices.ts';
import { findVisiblePrices } from './visible/visible-prices.ts';
import { readVisibleSku } from './visible/visible-sku.ts';

const error = (Code: SiteErrorCode, Message: string, Retryable = false): SiteError => ({
  Code,
  Message,
  Retryable,
});

const statedProducts = (page: Page, hints: PriceHints): ProductClaim[] => {
  const openGraph = readOpenGraph(page, hints);
  return [
    ...productsOfGraph(readJsonLd(page), hints),
    ...productsOfGraph(readMicrodata(page), hints),
    ...productsOfGraph(readRdfa(page), hints),
    ...(openGraph ? [openGraph] : []),
    ...readEmbeddedProducts(page, hints),
  ];
};

const currenciesOf = (claims: readonly ProductClaim[]): string[] =>
  claims
    .flatMap((claim) =>
      [...claim.offers, ...claim.variants].flatMap((offer) => [offer.price?.currency, offer.low?.currency]),
    )
    .filter((code): code is string => typeof code === 'string');

/**
 * Reads the offer on one page: price, list price, availability, variants and what identifies the product, each
 * with the place it was read from. Pure and total: any text is an answer, none throws. Time grows linearly with
 * the page.
 *
 * @param html - markup as received, or as the browser serialized it.
 */
export const extractOffer = (html: string, context: ExtractionContext): Extraction => {
  const page = readPage(html, context.url);
  if (context.httpStatus === 404 || context.httpStatus === 410)
    return {
      ...emptyExtraction,
      Outcome: 'NotFound',
      Error: error('NotFound', `The page answers ${context.httpStatus}: the product is gone.`),
    };
  const recognized = recognizePageKind({
    html,
    document: page.document,
    url: context.url,
    httpStatus: context.httpStatus,
  });
  if (recognized) {
    const code = siteErrorOfPageKind[recognized.kind];
    const Outcome = code === 'NotFound' ? 'NotFound' : 'Blocked';
    return {
      ...emptyExtraction,
      Outcome,
      Title: page.title || null,
      Error: error(code, recognized.reason, Outcome === 'Blocked'),
    };
  }
  const claims = statedProducts(page, hintsOf(page, context, []));
  return new OfferReading(page, context, claims).read();
};

class OfferReading {
  private readonly page: Page;
  private readonly context: ExtractionContext;
  private readonly hints: PriceHints;
  private readonly pageCurrency: string | null;
  private readonly claims: readonly ProductClaim[];
  private readonly rivals: readonly ProductClaim[];
  private readonly selected: SelectedFields;
  private readonly evidence: Evidence[] = [];
  private readonly warnings: string[] = [];

  constructor(page: Page, context: ExtractionContext, claims: readonly ProductClaim[]) {
    this.page = page;
    this.context = context;
    const codes = [...new Set(currenciesOf(claims))];
    this.hints = hintsOf(page, context, codes);
    this.pageCurrency = codes.length === 1 ? codes[0]! : null;
    const { claims: own, rivals } = chooseProduct(claims, page, context);
    this.claims = own;
    this.rivals = rivals;
    this.selected = readSelectedFields(page, context, this.hints);
    this.warnings.push(...this.selected.warnings);
  }

  read(): Extraction {
    const { page, context } = this;
    const visible = scorePrices(page, findVisiblePrices(page, this.hints));
    const stated = this.claims.map((claim) => resolveOffer(claim, page, context));
    const fitting = stated.filter((each) => each.failure === undefined);
    const { selected } = this;
    const decision = selected.price
      ? decideSelected(selected.price, selected.listPrice, fitting, visible)
      : this.rivals.length > 1
        ? ambiguousAmong(this.rivals, page, context)
        : decidePrice(fitting, visible);
    this.warnings.push(...decision.warnings);
    const lead = decision.stated ?? stated[0];
    const identity = this.identity();
    const availability = selected.availability
      ? {
          value: selected.availability.value,
          source: 'Selector' as const,
          claim: selected.availability,
          agrees: [],
        }
      : decideAvailability(
          this.claims,
          decision.stated,
          page,
          decision.visible?.run,
          decision.price && decision.source
            ? { raw: decision.price.raw, path: decision.price.path, source: decision.source }
            : undefined,
        );
    if (availability) this.note('Availability', availability.source, availability.claim, availability.agrees);
    const price = this.moneyOf(decision.price);
    const currency = price?.Currency ?? null;
    const result: Extraction = {
      ...emptyExtraction,
      ...identity,
      Availability: availability?.value ?? 'Unknown',
      Condition: lead?.offer.condition?.value ?? null,
      Seller: lead?.offer.seller ? { Name: lead.offer.seller.value } : null,
      Variants: this.variants(),
      Candidates: decision.candidates.map(({ money, source }) => ({
        Price: this.moneyOf(money)!,
        Source: source,
        Path: money.path,
      })),
    };
    const { Condition } = result;
    if (Condition !== null && Condition !== 'New' && context.site?.Condition === undefined)
      this.warnings.push(
        `ConditionDiffers: the page offers the product ${Condition}; name the wanted Condition to have others refused.`,
      );
    const failure = this.failureOf(stated, decision, price);
    if (failure) return { ...result, ...failure, Evidence: this.evidence, Warnings: this.warnings };
    if (!price || !decision.source || !decision.price)
      return { ...result, ...this.withoutPrice(result, decision) };
    const addressed = result.Sku === null ? skuOfAddress(page) : undefined;
    if (addressed) this.note('Sku', 'EmbeddedState', addressed);

    this.note('Price', decision.source, decision.price, decision.agrees);
    const list = decision.listPrice;
    if (list) this.note('ListPrice', list.source, list.money);
    const range = lead?.range;
    if (lead?.offer.shipping) this.note('Shipping', lead.claim.source, lead.offer.shipping);
    return {
      ...result,
      Sku: result.Sku ?? addressed?.value ?? null,
      Outcome:
        result.Availability === 'OutOfStock' || result.Availability === 'Discontinued'
          ? 'OutOfStock'
          : 'Priced',
      Price: price,
      ListPrice: list ? { ...this.moneyOf(list.money)!, Currency: list.money.currency ?? currency } : null,
      PriceRange:
        range && compareAmounts(range.low.amount, range.high.amount) < 0
          ? { Low: this.moneyOf(range.low)!, High: this.moneyOf(range.high)! }
          : null,
      Shipping: lead?.offer.shipping ? this.moneyOf(lead.offer.shipping)! : null,
      Confidence: decision.confidence,
      Evidence: this.evidence,
      Warnings: this.warnings,
    };
  }

  private withoutPrice(result: Extraction, decision: PriceDecision): Partial<Extraction> {
    const { evidence: Evidence, warnings: Warnings } = this;
    if (decision.candidates.length > 1)
      return {
        Outcome: 'Ambiguous',
        Evidence,
        Warnings,
        Error: error(
          'AmbiguousPrice',
          `${decision.candidates.length} prices are equally good, and nothing on the page decides between them.`,
        ),
      };
    if (result.Availability === 'OutOfStock' || result.Availability === 'Discontinued')
      return { Outcome: 'OutOfStock', Evidence, Warnings, Confidence: 'Medium' };
    if (this.selected.isPriceMissed)
      return {
        Outcome: 'Failed',
        Evidence,
        Warnings,
        Error: error(
          'SelectorNotMatched',
          'None of the selectors for Price gave a price, nor did the automatic ways.',
          true,
        ),
      };
    return {
      Outcome: 'Failed',
      Evidence,
      Warnings,
      Error: error('NoPriceFound', 'No price of the product was found on the page.', true),
    };
  }

  /** A wish of the caller that the page does not fulfil is an error, never another answer. */
  private failureOf(
    stated: readonly StatedPrice[],
    decision: PriceDecision,
    price: Money | null,
  ): Partial<Extraction> | undefined {
    const { site } = this.context;
    const failed = (code: SiteErrorCode, message: string): Partial<Extraction> => ({
      Outcome: 'Failed',
      Error: error(code, message),
    });
    if (
      site?.Variant &&
      !this.selected.price &&
      !stated.some(
        (each) => each.failure === undefined && each.claim.variants.length > 0 && each.price !== undefined,
      )
    ) {
      const wish = Object.entries(site.Variant)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ');
      const soldOut = stated.find(
        (each) =>
          each.failure === undefined &&
          each.claim.variants.length > 0 &&
          each.offer.availability?.value === 'OutOfStock',
      );
      if (!soldOut) return failed('VariantNotFound', `The page offers no variant with ${wish}.`);
    }
    if (decision.price === undefined && stated.some((each) => each.failure === 'ConditionMismatch'))
      return failed(
        'ConditionMismatch',
        `The page offers the product in another condition than ${site?.Condition ?? 'New'}.`,
      );
    if (
      site?.Condition &&
      decision.stated?.offer.condition &&
      decision.stated.offer.condition.value !== site.Condition
    )
      return failed(
        'ConditionMismatch',
        `The page offers the product ${decision.stated.offer.condition.value}, not ${site.Condition}.`,
      );
    if (price && site?.Currency && price.Currency !== null && price.Currency !== site.Currency)
      return {
        ...failed('CurrencyMismatch', `The page's price is in ${price.Currency}, not ${site.Currency}.`),
        Candidates: [{ Price: price, Source: decision.source!, Path: decision.price!.path }],
      };
    return undefined;
  }

  /** Currency: of the price's own place, else of the page, else of the request, else null. */
  private moneyOf(claim: MoneyClaim | undefined): Money | null {
    if (!claim) return null;
    return {
      Amount: claim.amount,
      Currency: claim.currency ?? this.pageCurrency ?? this.context.site?.Currency ?? null,
      Raw: claim.raw.slice(0, 200),
    };
  }

  private note(
    field: string,
    source: EvidenceSource,
    claim: { raw: string; path: string },
    agrees: readonly EvidenceSource[] = [],
  ): void {
    this.evidence.push({
      Field: field,
      Source: source,
      Path: claim.path.slice(0, 300),
      Raw: claim.raw.slice(0, 300),
      Agrees: [...agrees],
    });
  }

  private identity(): Pick<Extraction, 'Sku' | 'Gtin' | 'Title' | 'Brand'> {
    const pick = (name: string, read: (claim: ProductClaim) => Claim<string> | undefined): string | null => {
      for (const claim of this.claims) {
        const found = read(claim);
        if (found?.value.trim()) {
          this.note(name, claim.source, found);
          return found.value.replace(/\s+/g, ' ').trim().slice(0, 1_000);
        }
      }
      return null;
    };
    const chosenTitle = this.selected.title;
    if (chosenTitle) this.note('Title', 'Selector', chosenTitle);
    const title =
      chosenTitle?.value ??
      pick('Title', (claim) => claim.name) ??
      findTitleHeading(this.page)?.text ??
      (this.page.title || null);
    return {
      Title: title,
      Sku: this.sku() ?? pick('Sku', (claim) => claim.sku),
      Gtin: pick('Gtin', (claim) => claim.gtin),
      Brand: pick('Brand', (claim) => claim.brand),
    };
  }

  /** The wanted SKU where the page carries it, else the number that the page shows to its buyers. */
  private sku(): string | null {
    const { context } = this;
    const wanted = context.site?.Sku ?? context.sku;
    if (wanted)
      for (const claim of this.claims)
        for (const each of [claim, ...claim.variants])
          if (each.sku && sameIdentifier(each.sku.value, wanted)) {
            this.note('Sku', claim.source, each.sku);
            return each.sku.value;
          }
    const shown = readVisibleSku(this.page);
    if (!shown) return null;
    this.note('Sku', 'Visible', shown);
    return shown.value;
  }

  private variants(): Variant[] {
    const claim = this.claims.find((each) => each.variants.length > 0);
    return (claim?.variants ?? []).slice(0, 500).map((variant) => this.variantOf(variant));
  }

  private variantOf(variant: OfferClaim): Variant {
    return {
      Id: short(variant.id ?? variant.sku?.value),
      Size: short(variant.size),
      SizeRegion: short(variant.sizeRegion),
      Color: short(variant.color),
      Price: this.moneyOf(variant.price),
      Availability: variant.availability?.value ?? 'Unknown',
    };
  }
}

/** A page may put a novel where a size stands; the result must not grow with it. */
const short = (text: string | undefined): string | null => text?.trim().slice(0, 200) || null;

const ambiguousAmong = (
  rivals: readonly ProductClaim[],
  page: Page,
  context: ExtractionContext,
): PriceDecision => ({
  price: undefined,
  source: undefined,
  agrees: [],
  confidence: null,
  stated: undefined,
  visible: undefined,
  listPrice: undefined,
  candidates: rivals
    .flatMap((claim) => {
      const { price } = resolveOffer(claim, page, context);
      return price ? [{ money: price, source: claim.source }] : [];
    })
    .slice(0, 20),
  warnings: ['SeveralProducts: the page states several products and none of them as its own.'],
});

/**
 * Whether a result needs no better look at the page: priced or out of stock, by more than a heuristic. The
 * browser tier stops loading when it does, and the mode Auto then does without the browser.
 */
export const isTrustworthy = (extraction: Extraction): boolean =>
  (extraction.Outcome === 'Priced' || extraction.Outcome === 'OutOfStock') &&
  (extraction.Confidence === 'High' || extraction.Confidence === 'Medium');
