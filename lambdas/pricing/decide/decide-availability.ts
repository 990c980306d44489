import type { Element } from 'domhandler';
import type { Availability, EvidenceSource } from '../../domain/site-result.ts';
import { readAvailabilityText } from '../availability-text.ts';
import type { Claim, ProductClaim } from '../claims.ts';
import { lineageOf } from '../page/ancestors.ts';
import { findBuyRun, findTitleHeading } from '../page/landmarks.ts';
import { type BuyButton, cssPath, type Page, type TextRun } from '../page/page.ts';
import { buyWords } from '../page/page-words.ts';
import { zone } from '../page/page-zones.ts';
import type { PriceDecision } from './decide-price.ts';

export interface AvailabilityDecision {
  source: EvidenceSource;
  claim: Claim<Availability>;
  agrees: readonly EvidenceSource[];
  warning?: string;
}

const away =
  zone.hidden |
  zone.related |
  zone.chrome |
  zone.review |
  zone.cart |
  zone.card |
  zone.maybeHidden |
  zone.option |
  zone.prose;

const outNow = new Set<Availability>(['OutOfStock', 'Discontinued']);

const size = '(?:\\d{1,3}(?:[.,]\\d{1,2})?|X{0,4}[SML]|\\d{1,2}XL)';
const startsWithSize = new RegExp(`^\\s*${size}\\s`, 'i');
const isSize = new RegExp(`^\\s*${size}\\s*$`, 'i');
const sizes = new RegExp(`(?:^|\\s)${size}(?=\\s|$)`, 'gi');

/** "9 out of stock" beside "9.5": of several sizes one. */
const isOfOneSize = (page: Page, { text, index }: TextRun): boolean =>
  startsWithSize.test(text) &&
  ((text.match(sizes)?.length ?? 0) > 1 ||
    page.runs.slice(Math.max(0, index - 2), index + 3).some((other) => isSize.test(other.text)));

/** Whether a text stands in one of several choices, or in a link to another page: it says nothing of the product. */
const isOfChoice = (element: Element): boolean =>
  lineageOf(element, 4).some(
    ({ name, attribs, parent }) =>
      name === 'label' ||
      name === 'button' ||
      (name === 'a' && attribs.href !== undefined && !/^(?:#|javascript:)/i.test(attribs.href)) ||
      (name === 'li' && (parent?.children ?? []).filter((each) => each.type === 'tag').length > 1),
  );

/** Reads the availability that stands in the product's own area: between the title and shortly behind the button. */
export const readVisibleAvailability = (
  page: Page,
  priceRun: number | undefined,
): Claim<Availability> | undefined => {
  const title = findTitleHeading(page);
  const buyRun = findBuyRun(page, title?.run);
  const anchors = [title?.run, buyRun, priceRun].filter((run): run is number => run !== undefined);
  if (anchors.length === 0) return undefined;
  const from = Math.max(0, Math.min(...anchors) - 3);
  const to = Math.min(Math.max(...anchors) + 15, (priceRun ?? buyRun ?? from) + 60, from + 150);
  const ignored = title?.zones ?? 0;
  const isSold = page.buyButtons.some(
    ({ run, zones, disabled }) => !disabled && run >= from && (zones & away & ~ignored & ~zone.cart) === 0,
  );
  for (const run of page.runs.slice(from, to + 1)) {
    if (run.text.length > 90) continue;
    const piece = run.pieces[0]!;
    if ((piece.zones & away & ~ignored) !== 0) continue;
    const value = readAvailabilityText(run.text);
    if (value && outNow.has(value) && (isOfOneSize(page, run) || (isSold && isOfChoice(piece.element))))
      continue;
    if (value) return { value, raw: run.text, path: cssPath(piece.element) };
  }
  return undefined;
};

/** The button that sells the titled product: one that submits, is not disabled, and stands behind the title. */
const findSellingButton = (page: Page): BuyButton | undefined => {
  const title = findTitleHeading(page);
  if (!title) return undefined;
  return page.buyButtons.find(
    ({ element, run, zones, disabled, label }) =>
      !disabled &&
      (element.name === 'button' || element.name === 'input') &&
      element.attribs.type !== 'button' &&
      element.attribs['aria-disabled'] !== 'true' &&
      run >= title.run &&
      run - title.run < 60 &&
      (zones & away & ~title.zones & ~zone.cart) === 0 &&
      buyWords.test(label) &&
      readAvailabilityText(label) === undefined,
  );
};

/** The button in the place of the one to buy that is disabled and says why, where no other one sells. */
const findSoldOutButton = (page: Page): Claim<Availability> | undefined => {
  const title = findTitleHeading(page);
  if (!title || page.buyButtons.some(({ zones, disabled }) => !disabled && (zones & away) === 0))
    return undefined;
  for (const { text, pieces } of page.runs.slice(title.run, title.run + 60)) {
    const { element, zones } = pieces[0]!;
    if (text.length > 40 || (zones & away & ~title.zones) !== 0) continue;
    const button = lineageOf(element, 3).find(({ name }) => name === 'button');
    if (button?.attribs.disabled === undefined) continue;
    const value = readAvailabilityText(text);
    if (value && outNow.has(value)) return { value, raw: text, path: cssPath(button) };
  }
  return undefined;
};

/**
 * Decides whether the product can be had.
 *
 * | Situation | Availability |
 * | --- | --- |
 * | One kind of markup says that it is out of stock, no text does, and a working button in the product's area sells it | `InStock`, `AvailabilityDiffers` |
 * | All markup says that it is in stock, and the only button to buy is disabled and says that it is not | `OutOfStock`, `AvailabilityDiffers` |
 * | The chosen offer states it | as stated |
 * | The chosen offer is the wanted variant, and does not state it | what the page says of the whole product says nothing |
 * | No chosen offer; all of a source's offers state the same | that |
 * | Any of a product's variants is in stock | `InStock` |
 * | Only a text near title, price or buy button | as it reads |
 * | A price is seen, or a price was found and a working buy button is there; no text says otherwise | `InStock` |
 * | nothing | `Unknown` |
 */
export const decideAvailability = (
  claims: readonly ProductClaim[],
  { stated, price, source, visible: look }: PriceDecision,
  page: Page,
): AvailabilityDecision | undefined => {
  const spoken: { claim: Claim<Availability>; source: EvidenceSource }[] = [];
  // One of several equal offers speaks for all only when it was asked for: others may be in stock.
  const isOnly =
    stated !== undefined && claims.filter((claim) => claim.source === stated.claim.source).length === 1;
  if (
    stated?.offer.availability &&
    ((stated.isChosen && (isOnly || stated.isOfVariant)) || !outNow.has(stated.offer.availability.value))
  )
    spoken.push({ claim: stated.offer.availability, source: stated.claim.source });
  // Others speak of other variants.
  const sources = stated?.isOfVariant ? [] : new Set(claims.map((claim) => claim.source));
  for (const source of sources) {
    if (spoken.some((each) => each.source === source)) continue;
    const offers = claims
      .filter((claim) => claim.source === source)
      .flatMap((claim) => [...claim.offers, ...claim.variants])
      .filter((offer) => offer.availability !== undefined);
    const best = offers.find((offer) => !outNow.has(offer.availability!.value)) ?? offers[0];
    if (best) spoken.push({ claim: best.availability!, source });
  }
  const visible = stated?.isOfVariant ? undefined : readVisibleAvailability(page, look?.run);
  if (visible) spoken.push({ claim: visible, source: 'Visible' });
  const marked = spoken.filter((each) => each.source !== 'Visible');
  const isMarkedIn = marked.length > 0 && marked.every(({ claim }) => !outNow.has(claim.value));
  const soldOut = isMarkedIn && !stated?.isOfVariant ? findSoldOutButton(page) : undefined;
  if (soldOut)
    return {
      source: 'Visible',
      claim: soldOut,
      agrees: [],
      warning: `AvailabilityDiffers: ${marked[0]!.source} states ${marked[0]!.claim.value}, and the only button to buy says "${soldOut.raw}"; the button was believed.`,
    };
  const first = spoken[0];
  // A chosen variant may be sold out while the button sells another one.
  const mayDoubt =
    spoken.filter(({ claim }) => outNow.has(claim.value)).length === 1 &&
    first?.source !== 'Visible' &&
    !(stated?.isChosen && stated.claim.variants.length > 0);
  const button = first && mayDoubt && outNow.has(first.claim.value) ? findSellingButton(page) : undefined;
  if (first && button)
    return {
      source: 'Visible',
      claim: { value: 'InStock', raw: button.label, path: cssPath(button.element) },
      agrees: [],
      warning: `AvailabilityDiffers: ${first.source} states ${first.claim.value}, and the page has a working button to buy; the button was believed.`,
    };
  if (first) {
    const agrees = spoken
      .slice(1)
      .filter((each) => each.claim.value === first.claim.value)
      .map((each) => each.source);
    return {
      source: first.source,
      claim: first.claim,
      agrees: [...new Set(agrees)],
    };
  }
  // A page that shows a price or a button to buy, and says nothing of lacking stock, sells the product.
  if (!price || !source) return undefined;
  const offered = page.buyButtons.find(
    ({ zones, disabled }) => !disabled && (zones & (zone.hidden | zone.related | zone.chrome)) === 0,
  );
  const sold = (from: EvidenceSource, raw: string, path: string): AvailabilityDecision => ({
    source: from,
    claim: { value: 'InStock', raw, path },
    agrees: [],
  });
  if (offered) return sold('Visible', offered.label, cssPath(offered.element));
  return look ? sold(source, price.raw, price.path) : undefined;
};
