import {
  type Extraction,
  emptyExtraction,
  type Money,
  type SiteError,
  type Variant,
} from '../../domain/site-result.ts';
import type { MoneyClaim, OfferClaim } from '../claims.ts';
import type { ExtractionContext } from '../extraction-context.ts';
import { namesAgainst, type PageJudgement } from '../features/sells-one-product.ts';
import { compareAmounts, printedLike } from '../money/amounts.ts';
import { mayBePrintedIn } from '../money/currency-lexicon.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import type { Page } from '../page/page.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import { decideAvailability } from './decide-availability.ts';
import { EvidenceLog } from './evidence-log.ts';
import { gatherPage } from './gather-page.ts';
import type { PriceDecision } from './price-decision.ts';
import { identifyProduct } from './product-identity.ts';
import { settlePrice } from './settle-price.ts';
import { findUnfulfilledWish } from './unfulfilled-wish.ts';

/** A page may put a novel where a size stands; the result must not grow with it. */
const short = (text: string | undefined): string | null => text?.trim().slice(0, 200) || null;

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
  listed: PageJudgement | undefined,
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
  if (listed)
    return failed('Failed', {
      Code: 'NoPriceFound',
      Message: `The page shows prices and does not sell one product; what speaks most against it: ${namesAgainst(listed).join(', ')}. The address of the product's own page, its Sku or a Selector for Price helps.`,
      Retryable: true,
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
  const gathered = gatherPage(page, context);
  const { codes, apart, selected, skuRow, visible, claims, stated, judgement } = gathered;
  const { decision, isListed } = settlePrice(gathered, page, context);
  const warnings = [...selected.warnings, ...gathered.warnings, ...decision.warnings];
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
  /** State holds numbers ("6"), the page prints amounts ("6.00"): one result has one print. */
  const likePrice = (money: Money): Money =>
    decision.price ? { ...money, Amount: printedLike(money.Amount, decision.price.amount) } : money;
  const variantOf = (variant: OfferClaim): Variant => ({
    Id: short(variant.id ?? variant.sku?.value),
    Size: short(variant.size),
    SizeRegion: short(variant.sizeRegion),
    Color: short(variant.color),
    Price: variant.price ? likePrice(moneyOf(variant.price)) : null,
    Availability: variant.availability?.value ?? 'Unknown',
  });

  const lead = decision.stated ?? stated[0];
  const identity = identifyProduct(page, claims, context, selected.title, log, lead, skuRow);
  const availability = selected.availability
    ? { claim: selected.availability, source: 'Selector' as const, agrees: [], warning: undefined }
    : decideAvailability(claims, stated, decision, page);
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
    return {
      ...result,
      ...withoutPrice(result, decision, selected.isPriceMissed, isListed ? judgement : undefined),
    };

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
