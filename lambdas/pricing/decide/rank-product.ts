import type { Element } from 'domhandler';
import { isPriced, type ProductClaim } from '../claims.ts';
import { type ExtractionContext, wantedSkuOf } from '../extraction-context.ts';
import { carriesNumber } from '../identifiers.ts';
import { lineageOf } from '../page/ancestors.ts';
import { metaOf } from '../page/declared.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import { contains, type Page } from '../page/page.ts';
import { zone, zonesOfElement, zonesOfTag } from '../page/page-zones.ts';
import { plainName, shareOf, wordsOf } from '../word-share.ts';
import { addressMatch } from './addresses.ts';

/** A stated product, and what speaks for its being the page's own. */
export interface RankedProduct {
  claim: ProductClaim;
  score: number;
  /** The page itself names this product: by address, title or the wanted SKU. */
  isNamed: boolean;
  /** Its name is not the page's. */
  isStranger: boolean;
  /** Its name is another product's, and so is its address or its place: markup that does not hold the title. */
  isOther: boolean;
}

/** Addresses of one product, those of its variants among them, that are compared with the page's. */
const maxAddresses = 500;

const awayZones = zone.related | zone.chrome | zone.cart | zone.card;

const zonesAround = (element: Element): number => {
  let zones = 0;
  for (const around of lineageOf(element, 60)) {
    zones |= zonesOfTag(around.name);
    if (around.name === 'body' || around.name === 'html') continue;
    zones |= zonesOfElement(around);
  }
  return zones;
};

const pathDepth = (url: URL): number => url.pathname.split('/').filter(Boolean).length;

/**
 * Makes the function that ranks the products which a page's sources state.
 *
 * | Sign | Weight |
 * | --- | --- |
 * | carries the wanted SKU | 80 |
 * | is a group, one of whose variants has the main heading's name | 70 |
 * | its address is the page's or the canonical one (by path; more with the query) | 40 (50) |
 * | its address is another page's | -25 |
 * | its name's words stand in the title, the main heading, `og:title` | up to 50 |
 * | its name is the main heading's, letter by letter | 20 |
 * | its markup encloses the main heading | 25 |
 * | has a price | 10 |
 * | an identifier stands in the page's address | 15 |
 * | stated as another product's companion, or marked up where other products stand | -80 |
 */
export const productRanker = (
  page: Page,
  context: ExtractionContext,
): ((claim: ProductClaim) => RankedProduct) => {
  const heading = findTitleHeading(page);
  const headed = heading && wordsOf(heading.text);
  const headedName = heading && plainName(heading.text);
  const openTitle = metaOf(page, 'og:title');
  const titles = [page.title, openTitle].map(wordsOf);
  const canonical = page.canonical && page.url ? URL.parse(page.canonical, page.url.href) : null;
  const address = page.url ? page.url.href.toLowerCase() : '';
  const wantedSku = wantedSkuOf(context);
  const headingZones = heading ? zonesAround(heading.element) : 0;

  const matchOf = (addresses: readonly string[]): number =>
    Math.max(
      0,
      ...addresses
        .slice(0, maxAddresses)
        .flatMap((each) => [
          page.url ? addressMatch(each, page.url) : 0,
          canonical && pathDepth(canonical) > 0 ? addressMatch(each, canonical) : 0,
        ]),
    );

  return (claim) => {
    let score = 0;
    let isNamed = false;
    let isElsewhere = false;
    if (wantedSku && carriesNumber(claim, wantedSku)) {
      score += 80;
      isNamed = true;
    }
    const given = [claim.url, ...claim.variants.map(({ url }) => url)];
    const addresses = given.filter((each) => each !== undefined);
    const match = matchOf([...new Set([...addresses, ...(claim.namesakes ?? [])])]);
    if (match > 0) {
      score += match === 2 ? 50 : 40;
      isNamed = true;
    } else if (addresses.length > 0 && page.url) {
      score -= 25;
      isElsewhere = true;
    }
    let isStranger = false;
    if (claim.name) {
      const name = wordsOf(claim.name.value);
      const share = Math.max(
        ...titles.map((title) => shareOf(name, title)),
        headed ? (shareOf(name, headed) + shareOf(headed, name)) / 2 : 0,
      );
      score += 50 * share;
      // "iPhone 15" stands in "iPhone 15 Pro" as well.
      if (plainName(claim.name.value) === headedName) score += 20;
      if (share >= 0.6) isNamed = true;
      isStranger = share < 0.5;
    }
    if (claim.element && heading && contains(claim.element, heading.element) && claim.element.name !== 'body')
      score += 25;
    if (isPriced(claim)) score += 10;
    if (claim.identifiers.some((each) => each.length >= 4 && address.includes(each.toLowerCase())))
      score += 15;
    // A page that is named as one variant is its group's as well.
    if (claim.variants.some(({ name }) => name !== undefined && plainName(name) === headedName)) {
      score += 70;
      isNamed = true;
    }
    if (claim.isRelated) score -= 80;
    if (claim.element && (zonesAround(claim.element) & awayZones & ~headingZones) !== 0) score -= 80;
    const isApart =
      isElsewhere ||
      (isStranger &&
        claim.element !== undefined &&
        heading !== undefined &&
        !contains(claim.element, heading.element));
    const isOther = isApart && !isNamed && claim.name !== undefined && heading !== undefined;
    return { claim, score, isNamed, isStranger: isStranger && !isNamed, isOther };
  };
};
