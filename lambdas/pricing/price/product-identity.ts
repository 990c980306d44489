import type { Extraction } from '../../domain/result/site-result.ts';
import { toGtin14 } from '../../domain/site/gtin.ts';
import { readShownGtin } from '../facts/shown-facts.ts';
import { readModelCode, readVisibleMpn, readVisibleSku, skuOfAddress } from '../facts/visible-sku.ts';
import type { Page } from '../page/page.ts';
import { samePrice } from '../sources/amounts.ts';
import { type Claim, offersOf, type ProductClaim } from '../sources/claims.ts';
import { type ExtractionContext, requestedSkuOf } from '../sources/extraction-context.ts';
import { hasGtin, sameIdentifier } from '../sources/identifiers.ts';
import type { EvidenceLog } from './evidence-log.ts';
import type { SkuRow } from './requested-prices.ts';
import type { StatedPrice } from './resolve-offer.ts';

/** Finds the requested number in the page's data: as a SKU, else as another identifier. */
const findWanted = (
  claims: readonly ProductClaim[],
  requested: string,
  log: EvidenceLog,
): string | undefined => {
  for (const claim of claims) {
    const skus = [claim, ...claim.variants].map(({ sku }) => sku);
    const found = skus.find((sku) => sku !== undefined && sameIdentifier(sku.value, requested));
    if (!found) continue;
    log.note('Sku', claim.source, found);
    return found.value;
  }
  for (const { identifiers, source, path, sku, mpn, gtin } of claims) {
    // Manufacturer number and GTIN have fields of their own.
    const isNamed = [sku, mpn, gtin].some(
      (each) => each !== undefined && sameIdentifier(each.value, requested),
    );
    const raw = isNamed ? undefined : identifiers.find((each) => sameIdentifier(each, requested));
    if (raw === undefined) continue;
    log.note('Sku', source, { raw, path });
    return raw;
  }
  return undefined;
};

/** The requested SKU if the page has it, else the number shown to buyers. */
const findSku = (
  page: Page,
  claims: readonly ProductClaim[],
  requested: string | undefined,
  row: SkuRow | undefined,
  log: EvidenceLog,
): string | null => {
  const found = requested ? findWanted(claims, requested, log) : undefined;
  if (found !== undefined) return found;
  const shown =
    row?.sku ??
    readVisibleSku(
      page,
      claims.some(({ sku }) => sku !== undefined),
    );
  if (!shown || isMakers(shown.value, claims, page) || isBesideAddressed(shown.value, claims, page))
    return null;
  log.note('Sku', 'Visible', shown);
  return shown.value;
};

/**
 * True if the data list the shown number as the manufacturer's beside a SKU, and the URL does not contain it.
 */
const isMakers = (value: string, claims: readonly ProductClaim[], { url }: Page): boolean =>
  !url?.href.includes(value) &&
  claims.some(
    ({ sku, mpn }) =>
      sku !== undefined &&
      mpn !== undefined &&
      sameIdentifier(mpn.value, value) &&
      !sameIdentifier(sku.value, value),
  );

/** True if the data state a number that is a path segment of the page's URL, and the shown one is not. */
const isBesideAddressed = (value: string, claims: readonly ProductClaim[], { url }: Page): boolean => {
  const steps = url?.pathname.split('/').filter((step) => step !== '') ?? [];
  const isStep = (number: string): boolean => steps.some((step) => sameIdentifier(step, number));
  return claims.some(
    ({ sku }) =>
      sku !== undefined && !sameIdentifier(sku.value, value) && isStep(sku.value) && !isStep(value),
  );
};

const findAddressed = (page: Page, log: EvidenceLog): string | null => {
  const found = skuOfAddress(page);
  if (!found) return null;
  log.note('Sku', 'EmbeddedState', found);
  return found.value;
};

const findModel = (page: Page, log: EvidenceLog): string | null => {
  const found = readModelCode(page);
  if (!found) return null;
  log.note('Sku', 'Visible', found);
  return found.value;
};

const findShownMpn = (page: Page, log: EvidenceLog): string | null => {
  const found = readVisibleMpn(page);
  if (!found) return null;
  log.note('Mpn', 'Visible', found);
  return found.value;
};

/** The offer chosen among several, which has identifiers of its own. */
const chosenAmong = (lead: StatedPrice | undefined): StatedPrice | undefined =>
  lead?.isChosen && offersOf(lead.claim).length > 1 ? lead : undefined;

const skuOfVariant = (lead: StatedPrice | undefined, log: EvidenceLog): string | null => {
  const chosen = chosenAmong(lead);
  if (!chosen || chosen.claim.variants.length < 2 || !chosen.claim.variants.includes(chosen.offer))
    return null;
  const { sku } = chosen.offer;
  if (!sku) return null;
  log.note('Sku', chosen.claim.source, sku);
  return sku.value;
};

/** Shops preselect the first variant, provided that its price is the page's. */
const skuOfFirstVariant = (
  claims: readonly ProductClaim[],
  lead: StatedPrice | undefined,
  log: EvidenceLog,
): string | null => {
  for (const { source, variants } of claims) {
    const [first] = variants;
    if (!first?.sku || !first.price || !lead?.price || !samePrice(first.price, lead.price)) continue;
    log.note('Sku', source, first.sku);
    return first.sku.value;
  }
  return null;
};

const gtinOfVariant = (lead: StatedPrice | undefined, log: EvidenceLog): string | null => {
  const chosen = chosenAmong(lead);
  if (!chosen?.offer.gtin) return null;
  log.note('Gtin', chosen.claim.source, chosen.offer.gtin);
  return chosen.offer.gtin.value;
};

const gtinsOf = (claim: ProductClaim): Claim<string>[] => offersOf(claim).flatMap(({ gtin }) => gtin ?? []);

/** Reads the GTIN from the page text if the request contains one. */
const findShownGtin = (page: Page, context: ExtractionContext, log: EvidenceLog): string | null => {
  const isRequested =
    context.site?.Expect?.Gtin !== undefined || toGtin14(requestedSkuOf(context) ?? '') !== undefined;
  const found = isRequested ? readShownGtin(page) : undefined;
  if (!found) return null;
  log.note('Gtin', 'Visible', found);
  return found.value;
};

const isGtinOfNone = (claims: readonly ProductClaim[], { site }: ExtractionContext): boolean => {
  const requested = site?.Expect?.Gtin;
  return requested !== undefined && !claims.flatMap(offersOf).some(hasGtin(requested));
};

/**
 * Identifies the product: for each field the first source with a value, in the order of `claims`, recorded in
 * `log`.
 *
 * @param selectedTitle - from the caller's selector; overrides everything.
 * @param lead - the offer with the chosen price: a chosen variant has its own SKU.
 * @param skuRow - the table row with the requested SKU.
 */
export const identifyProduct = (
  page: Page,
  claims: readonly ProductClaim[],
  context: ExtractionContext,
  selectedTitle: Claim<string> | undefined,
  log: EvidenceLog,
  lead: StatedPrice | undefined,
  skuRow: SkuRow | undefined,
): Pick<Extraction, 'Sku' | 'Gtin' | 'Mpn' | 'Title' | 'Brand'> => {
  const pick = (name: string, read: (claim: ProductClaim) => Claim<string> | undefined): string | null => {
    for (const claim of claims) {
      const found = read(claim);
      if (found?.value.trim()) {
        log.note(name, claim.source, found);
        return found.value.replace(/\s+/g, ' ').trim().slice(0, 1_000);
      }
    }
    return null;
  };
  if (selectedTitle) log.note('Title', 'Selector', selectedTitle);
  const title =
    selectedTitle?.value ??
    pick('Title', (claim) => claim.name) ??
    page.area.title?.text ??
    (page.title || null);
  return {
    Title: title,
    Sku:
      skuOfVariant(lead, log) ??
      findSku(page, claims, requestedSkuOf(context), skuRow, log) ??
      pick('Sku', (claim) => claim.sku) ??
      findAddressed(page, log) ??
      findModel(page, log) ??
      skuOfFirstVariant(claims, lead, log),
    Gtin:
      gtinOfVariant(lead, log) ??
      pick('Gtin', (claim) => claim.gtin) ??
      findShownGtin(page, context, log) ??
      // If no variant has the requested GTIN, any of theirs shows the mismatch.
      (isGtinOfNone(claims, context) ? pick('Gtin', (claim) => gtinsOf(claim)[0]) : null),
    Mpn: pick('Mpn', (claim) => claim.mpn) ?? findShownMpn(page, log),
    Brand: pick('Brand', (claim) => claim.brand),
  };
};
