import type { Element } from 'domhandler';
import type { Availability, EvidenceSource } from '../../domain/result/site-result.ts';
import { away, readVisibleAvailability, type StockLine, unavailableStates } from '../facts/stock-lines.ts';
import { buyWords } from '../page/landmarks.ts';
import {
  type BuyButton,
  cssPath,
  otherProductZones,
  type Page,
  sellsByButton,
  workingButtons,
} from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { readProductArea } from '../page/product-area.ts';
import { findHiddenPrice } from '../refusal/hidden-price.ts';
import { type Claim, offersOf, type ProductClaim } from '../sources/claims.ts';
import { readAvailabilityText } from '../text/availability-text.ts';
import type { PriceDecision } from './price-scene.ts';
import type { StatedPrice } from './resolve-offer.ts';

export interface AvailabilityDecision {
  source: EvidenceSource;
  claim: Claim<Availability>;
  agrees: readonly EvidenceSource[];
  warning?: string;
}

/** Finds the button that sells the titled product: a submit button, enabled, after the title. */
const findSellingButton = (page: Page): BuyButton | undefined => {
  const title = page.area.title;
  if (!title) return undefined;
  return workingButtons(page, away & ~title.zones & ~zone.cart).find(
    ({ element, run, label }) =>
      (element.name === 'button' || element.name === 'input') &&
      element.attribs.type !== 'button' &&
      element.attribs['aria-disabled'] !== 'true' &&
      run >= title.run &&
      run - title.run < 60 &&
      buyWords.test(label) &&
      readAvailabilityText(label) === undefined,
  );
};

/** Availability stated by one source. */
interface Statement {
  claim: Claim<Availability>;
  source: EvidenceSource;
}

/** True if the request or the page's URL selected one of several variants, and it states its stock. */
const isRequestedVariant = ({ claim, offer, isChosen }: StatedPrice): boolean =>
  isChosen && claim.variants.length > 1 && claim.variants.includes(offer) && offer.availability !== undefined;

/** Availability in the data: the chosen offer first, then each further source by its best offer. */
const statedByData = (
  claims: readonly ProductClaim[],
  stated: PriceDecision['stated'],
  requested: StatedPrice | undefined,
): Statement[] => {
  const statements: Statement[] = [];
  // The price may come from sources that do not distinguish variants.
  if (requested?.offer.availability)
    return [{ claim: requested.offer.availability, source: requested.claim.source }];
  // One of several equal offers counts for all only if requested: others may be in stock.
  const isOnly =
    stated !== undefined && claims.filter((claim) => claim.source === stated.claim.source).length === 1;
  if (
    stated?.offer.availability &&
    ((stated.isChosen && (isOnly || stated.isOfVariant)) ||
      !unavailableStates.has(stated.offer.availability.value))
  )
    statements.push({ claim: stated.offer.availability, source: stated.claim.source });
  // Other statements are about other variants.
  if (stated?.isOfVariant) return statements;
  for (const source of new Set(claims.map((claim) => claim.source))) {
    if (statements.some((each) => each.source === source)) continue;
    const offers = claims
      .filter((claim) => claim.source === source)
      .flatMap(offersOf)
      .filter((offer) => offer.availability !== undefined);
    const best = offers.find((offer) => !unavailableStates.has(offer.availability!.value)) ?? offers[0];
    if (best) statements.push({ claim: best.availability!, source });
  }
  return statements;
};

const differing = ({ source, claim }: Statement, than: string): string =>
  `AvailabilityDiffers: ${source} states ${claim.value}, ${than} used.`;

/** Prefers the visible availability over the stated one. */
const shownInstead = (claim: Claim<Availability>, first: Statement, than: string): AvailabilityDecision => ({
  source: 'Visible',
  claim,
  agrees: [],
  warning: differing(first, than),
});

const soldBy = ({ label, element }: BuyButton): Claim<Availability> => ({
  value: 'InStock',
  raw: label,
  path: cssPath(element),
});

/** Unavailable but orderable; templates state these as in stock too. */
const comesLater: ReadonlySet<Availability> = new Set<Availability>(['BackOrder', 'PreOrder']);

/** Finds visible text that contradicts data which all state that the product is in stock. */
const shownAgainst = (
  page: Page,
  marked: readonly Statement[],
  visible: StockLine | undefined,
): AvailabilityDecision | undefined => {
  const [first] = marked;
  if (!first || marked.some(({ claim }) => unavailableStates.has(claim.value))) return undefined;
  if (!visible || visible.clarity === 'Beside') return undefined;
  const { claim } = visible;
  if (comesLater.has(claim.value) && !marked.some((each) => comesLater.has(each.claim.value)))
    return shownInstead(claim, first, `the page says "${claim.raw}"; the page was`);
  if (!unavailableStates.has(claim.value) || sellsByButton(page)) return undefined;
  return shownInstead(claim, first, `the page says "${claim.raw}" and has no button to buy; the page was`);
};

/** Combines the first statement with the sources that agree, and warns if the page contradicts it. */
const settle = (first: Statement, statements: readonly Statement[]): AvailabilityDecision => {
  const others = statements.slice(1);
  const shown = others.find(({ source }) => source === 'Visible');
  const differs =
    shown !== undefined &&
    unavailableStates.has(shown.claim.value) !== unavailableStates.has(first.claim.value);
  return {
    source: first.source,
    claim: first.claim,
    agrees: [
      ...new Set(others.filter(({ claim }) => claim.value === first.claim.value).map(({ source }) => source)),
    ],
    ...(differs && {
      warning: differing(first, `the page says "${shown.claim.raw}"; ${first.source} was`),
    }),
  };
};

/** True if the page invites price inquiries although it shows an amount. */
const asksForQuote = (page: Page): boolean =>
  findHiddenPrice(page, { ...readProductArea(page), isShown: false, isPriced: false })?.reason ===
  'OnRequest';

/** Infers availability from a price or a working buy button when nothing states it. */
const offeredBy = (
  page: Page,
  { price, source, visible: shown }: PriceDecision,
): AvailabilityDecision | undefined => {
  const isPriced = price !== undefined && source !== undefined;
  const button = isPriced ? workingButtons(page, otherProductZones)[0] : findSellingButton(page);
  if (button) return { source: 'Visible', claim: soldBy(button), agrees: [] };
  return isPriced && shown && !asksForQuote(page)
    ? { source, claim: { value: 'InStock', raw: price.raw, path: price.path }, agrees: [] }
    : undefined;
};

/**
 * Decides whether the product is available.
 *
 * @param all - the price stated by each source, after the caller's requirements.
 * @param rows - of the list from which an offer was chosen.
 *
 * | Situation | Availability |
 * | --- | --- |
 * | One kind of markup states out of stock, no text does, and a working button in the product's area sells it | `InStock`, `AvailabilityDiffers` |
 * | All markup states in stock, and the only buy button is disabled and labelled unavailable | `OutOfStock`, `AvailabilityDiffers` |
 * | All markup states in stock, a line plainly contradicts it, and no button sells it | as the line states, `AvailabilityDiffers` |
 * | All markup states in stock, and a line plainly states back-order or pre-order | as the line states, `AvailabilityDiffers` |
 * | The chosen offer states it | as stated; `AvailabilityDiffers` if the page contradicts it |
 * | One of several variants was requested, and a source states its stock | that, whichever source decided the price |
 * | The chosen offer is the requested variant, and states nothing | text about the whole product is ignored |
 * | No chosen offer; all of a source's offers agree | that |
 * | Any of a product's variants is in stock | `InStock` |
 * | Only a text near title, price or buy button | as it reads |
 * | A price is shown; or one was found, and there is a working buy button or a submit button below the title; no text contradicts it | `InStock` |
 * | nothing | `Unknown` |
 */
export const decideAvailability = (
  claims: readonly ProductClaim[],
  all: readonly StatedPrice[],
  decision: PriceDecision,
  page: Page,
  rows: readonly Element[],
): AvailabilityDecision | undefined => {
  const { stated, visible: shown } = decision;
  const requested = all.find(isRequestedVariant);
  const isOfVariant = stated?.isOfVariant === true || requested !== undefined;
  const marked = statedByData(claims, stated, requested);
  const visible = isOfVariant ? undefined : readVisibleAvailability(page, shown?.run, rows);
  const against = isOfVariant ? undefined : shownAgainst(page, marked, visible);
  if (against) return against;
  const statements: Statement[] = visible ? [...marked, { claim: visible.claim, source: 'Visible' }] : marked;
  const [first] = statements;
  if (!first) return offeredBy(page, decision);
  // A sold-out variant may be chosen while the button sells another one.
  const mayDoubt =
    unavailableStates.has(first.claim.value) &&
    statements.filter(({ claim }) => unavailableStates.has(claim.value)).length === 1 &&
    first.source !== 'Visible' &&
    requested === undefined &&
    !(stated?.isChosen && stated.claim.variants.length > 0);
  const button = mayDoubt ? findSellingButton(page) : undefined;
  if (!button) return settle(first, statements);
  return shownInstead(soldBy(button), first, 'and the page has a working button to buy; the button was');
};
