import type { Availability, EvidenceSource } from '../../domain/site-result.ts';
import { readAvailabilityText } from '../availability-text.ts';
import type { Claim, ProductClaim } from '../claims.ts';
import { cssPath, type Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { findBuyRun, findTitleHeading } from '../visible/score-prices.ts';
import type { StatedPrice } from './resolve-offer.ts';

export interface AvailabilityDecision {
  value: Availability;
  source: EvidenceSource;
  claim: Claim<Availability>;
  agrees: readonly EvidenceSource[];
}

const away =
  zone.hidden |
  zone.related |
  zone.chrome |
  zone.review |
  zone.cart |
  zone.card |
  zone.maybeHidden |
  zone.option;

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
  for (const run of page.runs.slice(from, to + 1)) {
    if (run.text.length > 90) continue;
    const piece = run.pieces[0]!;
    if ((piece.zones & away & ~ignored) !== 0) continue;
    const value = readAvailabilityText(run.text);
    if (value) return { value, raw: run.text, path: cssPath(piece.element) };
  }
  return undefined;
};

const outNow = new Set<Availability>(['OutOfStock', 'Discontinued']);

/**
 * Decides whether the product can be had.
 *
 * | Situation | Availability |
 * | --- | --- |
 * | The chosen offer states it | as stated |
 * | No chosen offer; all of a source's offers state the same | that |
 * | Any of a product's variants is in stock | `InStock` |
 * | Only a text near title, price or buy button | as it reads |
 * | A price is seen, or a price was found and a working buy button is there; no text says otherwise | `InStock` |
 * | nothing | `Unknown` |
 */
export const decideAvailability = (
  claims: readonly ProductClaim[],
  stated: StatedPrice | undefined,
  page: Page,
  priceRun: number | undefined,
  shown: { raw: string; path: string; source: EvidenceSource } | undefined,
): AvailabilityDecision | undefined => {
  const spoken: { claim: Claim<Availability>; source: EvidenceSource }[] = [];
  // One of several equal offers speaks for all only when it was asked for: others may be in stock.
  const isOnly =
    stated !== undefined && claims.filter((claim) => claim.source === stated.claim.source).length === 1;
  if (
    stated?.offer.availability &&
    ((stated.isChosen && isOnly) || !outNow.has(stated.offer.availability.value))
  )
    spoken.push({ claim: stated.offer.availability, source: stated.claim.source });
  for (const source of new Set(claims.map((claim) => claim.source))) {
    if (spoken.some((each) => each.source === source)) continue;
    const offers = claims
      .filter((claim) => claim.source === source)
      .flatMap((claim) => [...claim.offers, ...claim.variants])
      .filter((offer) => offer.availability !== undefined);
    const best = offers.find((offer) => !outNow.has(offer.availability!.value)) ?? offers[0];
    if (best) spoken.push({ claim: best.availability!, source });
  }
  const visible = readVisibleAvailability(page, priceRun);
  if (visible) spoken.push({ claim: visible, source: 'Visible' });
  const first = spoken[0];
  if (first) {
    const agrees = spoken
      .slice(1)
      .filter((each) => each.claim.value === first.claim.value)
      .map((each) => each.source);
    return {
      value: first.claim.value,
      source: first.source,
      claim: first.claim,
      agrees: [...new Set(agrees)],
    };
  }
  // A page that shows a price or a button to buy, and says nothing of lacking stock, sells the product.
  const isShown =
    priceRun !== undefined ||
    page.buyButtons.some(
      ({ zones, disabled }) => !disabled && (zones & (zone.hidden | zone.related | zone.chrome)) === 0,
    );
  if (shown && isShown)
    return {
      value: 'InStock',
      source: shown.source,
      claim: { value: 'InStock', raw: shown.raw, path: shown.path },
      agrees: [],
    };
  return undefined;
};
