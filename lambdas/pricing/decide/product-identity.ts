import { toGtin14 } from '../../domain/gtin.ts';
import type { Extraction } from '../../domain/site-result.ts';
import { type Claim, offersOf, type ProductClaim } from '../claims.ts';
import type { EvidenceLog } from '../evidence-log.ts';
import { type ExtractionContext, requestedSkuOf } from '../extraction-context.ts';
import { hasGtin, sameIdentifier } from '../identifiers.ts';
import { samePrice } from '../money/amounts.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import type { Page } from '../page/page.ts';
import { readShownGtin } from '../visible/shown-facts.ts';
import type { SkuRow } from '../visible/sku-row.ts';
import { readModelCode, readVisibleMpn, readVisibleSku } from '../visible/visible-sku.ts';
import type { StatedPrice } from './resolve-offer.ts';
import { skuOfAddress } from './sku-of-address.ts';

/** The wanted number where the page's data have it: as a SKU, or else as another number of the product. */
const findWanted = (
  claims: readonly ProductClaim[],
  wanted: string,
  log: EvidenceLog,
): string | undefined => {
  for (const claim of claims) {
    const skus = [claim, ...claim.variants].map(({ sku }) => sku);
    const found = skus.find((sku) => sku !== undefined && sameIdentifier(sku.value, wanted));
    if (!found) continue;
    log.note('Sku', claim.source, found);
    return found.value;
  }
  for (const { identifiers, source, path, sku, mpn, gtin } of claims) {
    // The maker's number and the GTIN have members of their own.
    const isNamed = [sku, mpn, gtin].some((each) => each !== undefined && sameIdentifier(each.value, wanted));
    const raw = isNamed ? undefined : identifiers.find((each) => sameIdentifier(each, wanted));
    if (raw === undefined) continue;
    log.note('Sku', source, { raw, path });
    return raw;
  }
  return undefined;
};

/** The wanted SKU where the page carries it, else the number that the page shows to its buyers. */
const findSku = (
  page: Page,
  claims: readonly ProductClaim[],
  wanted: string | undefined,
  row: SkuRow | undefined,
  log: EvidenceLog,
): string | null => {
  const asked = wanted ? findWanted(claims, wanted, log) : undefined;
  if (asked !== undefined) return asked;
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

/** True if data that state a number of the shop's own call a shown one the maker's, and no address of the shop has it. */
const isMakers = (value: string, claims: readonly ProductClaim[], { url }: Page): boolean =>
  !url?.href.includes(value) &&
  claims.some(
    ({ sku, mpn }) =>
      sku !== undefined &&
      mpn !== undefined &&
      sameIdentifier(mpn.value, value) &&
      !sameIdentifier(sku.value, value),
  );

/** True if data state a number that is a step of the page's address by itself, and the shown one is another. */
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

/** The offer that was chosen among several, which has numbers of its own. */
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

/** Shops show the first variant where none is asked for, if that costs what the page asks. */
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

/** Read off the page where somebody asks for it by such a number. */
const findShownGtin = (page: Page, context: ExtractionContext, log: EvidenceLog): string | null => {
  const isAsked =
    context.site?.Expect?.Gtin !== undefined || toGtin14(requestedSkuOf(context) ?? '') !== undefined;
  const found = isAsked ? readShownGtin(page) : undefined;
  if (!found) return null;
  log.note('Gtin', 'Visible', found);
  return found.value;
};

const isGtinOfNone = (claims: readonly ProductClaim[], { site }: ExtractionContext): boolean => {
  const wanted = site?.Expect?.Gtin;
  return wanted !== undefined && !claims.flatMap(offersOf).some(hasGtin(wanted));
};

/**
 * Identifies the product: of each field the first source that states it, in the order of `claims`, and each
 * noted in `log`.
 *
 * @param selectedTitle - what the caller's selector gave, which goes before everything.
 * @param lead - the offer that the price was taken from: a variant that was chosen has its own SKU.
 * @param skuRow - the row of a table that has the wanted SKU.
 */
export const identifyProduct = (
  page: Page,
  claims: readonly ProductClaim[],
  context: ExtractionContext,
  selectedTitle: Claim<string> | undefined,
  log: EvidenceLog,
  lead?: StatedPrice,
  skuRow?: SkuRow,
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
    findTitleHeading(page)?.text ??
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
      // Where the wanted one is none of the variants', any of theirs says so.
      (isGtinOfNone(claims, context) ? pick('Gtin', (claim) => gtinsOf(claim)[0]) : null),
    Mpn: pick('Mpn', (claim) => claim.mpn) ?? findShownMpn(page, log),
    Brand: pick('Brand', (claim) => claim.brand),
  };
};
