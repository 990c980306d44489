import { compareDecimals } from '../domain/money/decimals.ts';
import { emptyExtraction } from '../domain/result/empty-extraction.ts';
import { siteErrors } from '../domain/result/site-errors.ts';
import type { Candidate, Extraction, Money, SiteError, Variant } from '../domain/result/site-result.ts';
import { readVisibleCondition } from './facts/shown-facts.ts';
import type { Page } from './page/page.ts';
import { type AvailabilityDecision, decideAvailability } from './price/decide-availability.ts';
import { atMostMedium, EvidenceLog } from './price/evidence-log.ts';
import { type GatheredPage, gatherPage } from './price/gather-page.ts';
import type { PriceDecision } from './price/price-scene.ts';
import { identifyProduct } from './price/product-identity.ts';
import { reasonsAgainst } from './price/rank-prices.ts';
import { findUnfulfilledWish } from './price/requested-prices.ts';
import type { StatedPrice } from './price/resolve-offer.ts';
import type { ScoredPrice } from './price/scored-price.ts';
import { type SettledPrice, settlePrice } from './price/settle-price.ts';
import { withIdentity } from './product/judge-identity.ts';
import type { HiddenPrice } from './refusal/hidden-price.ts';
import {
  type RecognizedPage,
  recognizePageKind,
  siteErrorOfPageKind,
} from './refusal/recognize-page-kind.ts';
import { chooseOffer, type OfferChoice } from './sellers/choose-offer.ts';
import { type GatheredOffers, gatherOffers } from './sellers/gather-offers.ts';
import { reportedOffer, withTermsOfPage } from './sellers/merge-offer-pages.ts';
import { readPriceTerms } from './sellers/price-terms.ts';
import { offersCut, shownName } from './sellers/seller-names.ts';
import { printedLike } from './sources/amounts.ts';
import type { MoneyClaim, ProductClaim } from './sources/claims.ts';
import type { ExtractionContext } from './sources/extraction-context.ts';
import { mayBePrintedIn } from './text/currency-lexicon.ts';
import type { RegionalSize } from './text/regional-sizes.ts';

/** Caps untrusted text fields. */
const short = (text: string | undefined): string | null => text?.trim().slice(0, 200) || null;

/** The only currency of the page's visible prices, ignoring related products. */
const shownCurrency = (visible: readonly ScoredPrice[]): string | null => {
  const found = new Set(visible.filter(({ score }) => score > -40).flatMap(({ currency }) => currency ?? []));
  return found.size === 1 ? [...found][0]! : null;
};

/** The currency for prices without one: of the page's data, else visible prices, else named elsewhere. */
const currencyOfPage = ({ codes, codesApart, visible }: GatheredPage): string | null => {
  if (codes.length > 0) return codes.length === 1 ? codes[0]! : null;
  return shownCurrency(visible) ?? (codesApart.length === 1 ? codesApart[0]! : null);
};

/** Converts claims to money. Currency: the claim's, else the page's, else the requested one, else null. */
const moneyMaker = (
  gathered: GatheredPage,
  requested: string | undefined,
): ((claim: MoneyClaim) => Money) => {
  const ofPage = currencyOfPage(gathered);
  return ({ amount, currency, raw }) => {
    const supposed = currency ?? ofPage ?? requested ?? null;
    return {
      Amount: amount,
      Currency: supposed !== null && mayBePrintedIn(raw, supposed) ? supposed : currency,
      Raw: raw.slice(0, 200),
    };
  };
};

/** State has numbers ("6"), pages print amounts ("6.00"): a result uses one format. */
const likePrice = (money: Money, { price }: PriceDecision): Money =>
  price ? { ...money, Amount: printedLike(money.Amount, price.amount) } : money;

const maxVariants = 500;

const reportedSize = ({ region, size }: RegionalSize): NonNullable<Variant['Sizes']>[number] => ({
  Region: short(region),
  Size: size.slice(0, 200),
});

const variantsOf = (claims: readonly ProductClaim[], priceOf: (claim: MoneyClaim) => Money): Variant[] =>
  (claims.find(({ variants }) => variants.length > 0)?.variants ?? [])
    .slice(0, maxVariants)
    .map(
      ({
        id,
        sku,
        size,
        sizeRegion,
        sizes,
        color,
        price,
        highestBid,
        lastSale,
        offerCount,
        availability,
      }) => ({
        Id: short(id ?? sku?.value),
        Size: short(size),
        SizeRegion: short(sizeRegion),
        ...(sizes !== undefined && sizes.length > 0 && { Sizes: sizes.map(reportedSize) }),
        Color: short(color),
        Price: price ? priceOf(price) : null,
        ...(highestBid && { HighestBid: priceOf(highestBid) }),
        ...(lastSale && { LastSale: priceOf(lastSale) }),
        ...(offerCount !== undefined && { OfferCount: offerCount }),
        Availability: availability?.value ?? 'Unknown',
      }),
    )
    // Without any name or identifier a variant is useless.
    .filter(({ Id, Size, Color }) => Id !== null || Size !== null || Color !== null);

const isUnavailable = ({ Availability }: Pick<Extraction, 'Availability'>): boolean =>
  Availability === 'OutOfStock' || Availability === 'Discontinued';

const failed = (outcome: Extraction['Outcome'], error: SiteError): Partial<Extraction> => ({
  Outcome: outcome,
  Error: error,
});

const noPriceFound = (Message: string): Partial<Extraction> =>
  failed('Failed', { Code: 'NoPriceFound', Message, Retryable: true });

const hiddenPrice = ({ reason, text }: HiddenPrice): Partial<Extraction> => {
  const words = `"${text.replace(/\s+/g, ' ').trim().slice(0, 80)}"`;
  return reason === 'Login'
    ? failed('Blocked', {
        Code: 'LoginRequired',
        Message: `the price is for customers who log in: ${words}`,
        Retryable: true,
      })
    : noPriceFound(`The page says ${words} in place of a price.`);
};

/** The outcome without a price: ambiguous, sold out, or a failure. */
const withoutPrice = (
  result: Extraction,
  { decision, isListed }: SettledPrice,
  gathered: GatheredPage,
): Partial<Extraction> => {
  if (decision.rule === 'PriceHidden') return hiddenPrice(gathered.hidden!);
  // Visible prices on a sold-out page belong to other products.
  const isOthers = isUnavailable(result) && decision.candidates.every(({ source }) => source === 'Visible');
  if (decision.candidates.length > 1 && !isOthers)
    return failed('Ambiguous', {
      Code: 'AmbiguousPrice',
      Message: `${decision.candidates.length} prices are equally likely, and nothing on the page decides between them.`,
      Retryable: false,
    });
  if (isUnavailable(result) && decision.rule !== 'PageSellsNotOne')
    return { Outcome: 'OutOfStock', Confidence: 'Medium' };
  if (isListed) {
    const why = reasonsAgainst(gathered.ranking).join(', ');
    return noPriceFound(
      `The page shows prices, but does not seem to sell one product${why === '' ? '' : `: it ${why}`}. ` +
        'Give the URL of the product page, its Sku or a Selector for Price.',
    );
  }
  if (gathered.selected.isPriceMissed)
    return failed('Failed', {
      Code: 'SelectorNotMatched',
      Message: 'No Price selector matched a price, and automatic detection found none.',
      Retryable: true,
    });
  return noPriceFound('No price for the product was found on the page.');
};

/** Availability at the chosen seller. */
const availabilityOf = (chosen: OfferChoice['chosen']): AvailabilityDecision | undefined =>
  chosen?.offer.availability && {
    claim: chosen.offer.availability,
    source: chosen.claim.source,
    agrees: [],
  };

/** Reads availability, condition and seller, which do not depend on the price. */
const readTerms = (
  { selected, claims, stated }: GatheredPage,
  { decision, chosen }: OfferChoice,
  page: Page,
  lead: StatedPrice | undefined,
  { rows, soleSeller, listed }: GatheredOffers,
  log: EvidenceLog,
): { terms: Pick<Extraction, 'Availability' | 'Condition' | 'Seller'>; warning: string | undefined } => {
  const availability: AvailabilityDecision | undefined = selected.availability
    ? { claim: selected.availability, source: 'Selector', agrees: [] }
    : (availabilityOf(chosen) ?? decideAvailability(claims, stated, decision, page, chosen ? rows : []));
  if (availability) log.note('Availability', availability.source, availability.claim, availability.agrees);
  const isOnePiece = decision.price !== undefined && listed.length === 0;
  const { condition = isOnePiece ? readVisibleCondition(page) : undefined, seller = soleSeller } =
    lead?.offer ?? {};
  return {
    terms: {
      Availability: availability?.claim.value ?? 'Unknown',
      Condition: condition?.value ?? null,
      Seller: seller ? { Name: shownName(seller.value) } : null,
    },
    warning: availability?.warning,
  };
};

/** True if the page shows another price than its data: then nothing is believed of their offers. */
const isStaleIn = ({ rule, stated }: PriceDecision, { fitting }: GatheredPage): boolean =>
  rule === 'Ranked' && stated === undefined && fitting.some(({ price }) => price !== undefined);

const rangeOf = (
  lead: StatedPrice | undefined,
  moneyOf: (claim: MoneyClaim) => Money,
): Extraction['PriceRange'] => {
  const range = lead?.range;
  return range && compareDecimals(range.low.amount, range.high.amount) < 0
    ? { Low: moneyOf(range.low), High: moneyOf(range.high) }
    : null;
};

const priced = (
  price: Money,
  decision: PriceDecision,
  moneyOf: (claim: MoneyClaim) => Money,
  log: EvidenceLog,
): Pick<Extraction, 'Price' | 'ListPrice'> => {
  const { listPrice } = decision;
  log.note('Price', decision.source!, decision.price!, decision.agrees);
  if (listPrice) log.note('ListPrice', listPrice.source, listPrice.money);
  return {
    Price: price,
    ListPrice: listPrice
      ? { ...moneyOf(listPrice.money), Currency: listPrice.money.currency ?? price.Currency }
      : null,
  };
};

/** Everything known about a product page, from its sources to the result. */
export interface ProductAnalysis {
  gathered: GatheredPage;
  offers: GatheredOffers;
  choice: OfferChoice;
  /** The rule that decided the price, or its absence. */
  rule: string;
  extraction: Extraction;
}

/** Analyses a product page: collects what is stated and shown, decides, and builds the result. */
export const readProduct = (page: Page, context: ExtractionContext): ProductAnalysis => {
  const { site } = context;
  const gathered = gatherPage(page, context);
  const { selected, skuRow, claims } = gathered;
  const settled = settlePrice(gathered, page, context);
  const gatheredOffers = gatherOffers(page, gathered, settled.decision, site?.Seller);
  const { listed } = gatheredOffers;
  const isStale = isStaleIn(settled.decision, gathered);
  const stated = isStale ? [] : gathered.stated;
  const before = settled.decision.stated ?? stated[0];
  const offered = chooseOffer(gatheredOffers, settled, before, context);
  const { decision } = offered;
  const log = new EvidenceLog();
  const moneyOf = moneyMaker(gathered, site?.Currency);
  const lead = decision.stated ?? stated[0];
  const identity = identifyProduct(page, claims, context, selected.title, log, lead, skuRow);
  const ofOffers = isStale ? [] : claims;
  const { terms, warning } = readTerms(
    { ...gathered, claims: ofOffers, stated },
    offered,
    page,
    lead,
    gatheredOffers,
    log,
  );
  const { Condition } = terms;
  // A condition other than new was not requested: only the caller knows whether it is wanted.
  const isConditionOther = Condition !== null && Condition !== 'New' && site?.Condition === undefined;
  const conditionDiffers = `ConditionDiffers: the page offers the product ${Condition}; set Condition to reject others.`;
  const candidateOf = ({ money, source }: PriceDecision['candidates'][number]): Candidate => ({
    Price: moneyOf(money),
    Source: source,
    Path: money.path,
  });
  const result: Extraction = {
    ...emptyExtraction,
    ...identity,
    ...terms,
    Offers: listed.map((each) =>
      reportedOffer(each, (claim, isPrice) =>
        isPrice ? likePrice(moneyOf(claim), decision) : moneyOf(claim),
      ),
    ),
    Variants: variantsOf(ofOffers, (price) => likePrice(moneyOf(price), decision)),
    Candidates: decision.candidates.map(candidateOf),
    Evidence: log.entries,
    Warnings: [
      ...selected.warnings,
      ...gathered.warnings,
      ...decision.warnings,
      ...(warning ? [warning] : []),
      ...(gatheredOffers.isCut ? [offersCut] : []),
      ...(isConditionOther ? [conditionDiffers] : []),
    ],
  };
  const found = decision.price;
  const price = found ? moneyOf(found) : null;
  const analysis = (extraction: Extraction): ProductAnalysis => ({
    gathered,
    offers: gatheredOffers,
    choice: offered,
    rule: decision.rule,
    extraction,
  });
  const unfulfilled = offered.failure ?? findUnfulfilledWish(context, stated, decision, price, page.title);
  if (unfulfilled)
    return analysis({
      ...result,
      Outcome: 'Failed',
      Error: unfulfilled,
      ...(unfulfilled.Code === 'CurrencyMismatch' && {
        Candidates: [candidateOf({ money: found!, source: decision.source! })],
      }),
    });
  if (!price) return analysis({ ...result, ...withoutPrice(result, { ...settled, decision }, gathered) });
  const own = priced(price, decision, moneyOf, log);
  const beside = readPriceTerms(page, gathered, decision, lead, price, moneyOf, log, gatheredOffers.rows);
  return analysis({
    ...result,
    ...own,
    ...beside,
    Offers: withTermsOfPage(result.Offers, listed.indexOf(offered.chosen!), { ...terms, ...beside }),
    PriceRange: rangeOf(before, moneyOf),
    Outcome: isUnavailable(result) ? 'OutOfStock' : 'Priced',
    Confidence: isConditionOther ? atMostMedium(decision.confidence) : decision.confidence,
  });
};

/** Everything found on one page; the result and its explanation are two views of it. */
export interface Analysis {
  extraction: Extraction;
  /** Set when the page is not a product page (a wall, a 404); nothing else is read then. */
  wall: RecognizedPage | undefined;
  product: ProductAnalysis | undefined;
}

/**
 * Runs the pipeline on a parsed page: sources → candidates → features → probabilities → decision → result.
 */
export const analysePage = (page: Page, context: ExtractionContext): Analysis => {
  const { url, requestedUrl, httpStatus } = context;
  const wall = recognizePageKind({ html: page.html, page, url, requestedUrl, httpStatus });
  if (!wall) {
    const product = readProduct(page, context);
    return { extraction: withIdentity(product.extraction, page, context), wall, product };
  }
  const Code = siteErrorOfPageKind[wall.kind];
  const Outcome = siteErrors[Code].outcome;
  return {
    extraction: {
      ...emptyExtraction,
      Outcome,
      Title: page.title || null,
      Error: { Code, Message: wall.reason, Retryable: Outcome === 'Blocked' },
    },
    wall,
    product: undefined,
  };
};
