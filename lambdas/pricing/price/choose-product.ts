import type { Element } from 'domhandler';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { contains, metaOf, type Page } from '../page/page.ts';
import { zone, zonesOfElement, zonesOfTag } from '../page/page-zones.ts';
import { readProductArea } from '../page/product-area.ts';
import { lineageOf } from '../page/walk.ts';
import { isPriced, type ProductClaim } from '../sources/claims.ts';
import { type ExtractionContext, requestedSkuOf } from '../sources/extraction-context.ts';
import { carriesNumber, sameIdentifier } from '../sources/identifiers.ts';
import { plainName, shareOf, wordsOf } from '../words/tokens.ts';
import { type Feature, sumOf, weigh } from './evidence.ts';

/** Query parameters that describe where the visitor came from, not the page. */
const tracking =
  /^(?:utm_.*|gclid|fbclid|msclkid|ref|referrer|src|source|campaign|cid|affiliate.*|_.*|srsltid|position|list|from)$/i;

const pathOf = (url: URL): string => decodedPart(url.pathname).replace(/\/+$/, '').toLowerCase();

const queryOf = (url: URL): string =>
  [...url.searchParams]
    .filter(([name]) => !tracking.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');

/** How exactly a URL matches the page's: 2 including the query, 1 by path, 0 not at all. */
export const addressMatch = (address: string, page: URL): 0 | 1 | 2 => {
  const url = URL.parse(address, page.href);
  if (!url || !/^https?:$/.test(url.protocol)) return 0;
  if (pathOf(url) !== pathOf(page)) return 0;
  // The front page's URL identifies no product.
  if (pathOf(url) === '' && queryOf(url) === '' && url.hash === '') return queryOf(page) === '' ? 1 : 0;
  return queryOf(url) === queryOf(page) ? 2 : 1;
};

/** A stated product with its score as the page's own. */
export interface RankedProduct {
  claim: ProductClaim;
  score: number;
  /** The page identifies it by URL, title or the requested SKU. */
  isNamed: boolean;
  /** Its name differs from the page's. */
  isStranger: boolean;
  /** Its name differs, and so does its URL or its place: its markup does not contain the title. */
  isOther: boolean;
}

/** Most URLs of one product compared with the page's, its variants' included. */
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

/** A stated product compared with the page. */
interface Compared {
  claim: ProductClaim;
  hasRequestedSku: boolean;
  /** Best match of its URLs, see `addressMatch`. */
  match: 0 | 1 | 2;
  /** None of its URLs is the page's. */
  isElsewhere: boolean;
  /** Fraction of its name found in the page's titles; absent without a name. */
  share: number | undefined;
  /** Its name equals the main heading: "iPhone 15" is also contained in "iPhone 15 Pro". */
  isHeading: boolean;
  /** A variant's name equals the main heading, so the page is its group's as well. */
  isVariantHeading: boolean;
  /** Its markup contains the main heading; absent without markup or heading. */
  holdsHeading: boolean | undefined;
  isInAddress: boolean;
  isAway: boolean;
}

/** Evidence that a product is the page's own; some of it identifies the product. */
const signs: readonly (Feature<Compared> & { names?: true })[] = [
  { name: 'carriesWantedSku', weight: 80, names: true, applies: ({ hasRequestedSku }) => hasRequestedSku },
  { name: 'variantIsHeading', weight: 70, names: true, applies: ({ isVariantHeading }) => isVariantHeading },
  { name: 'hasAddress', weight: 40, names: true, applies: ({ match }) => match > 0 },
  { name: 'hasWholeAddress', weight: 10, applies: ({ match }) => match === 2 },
  { name: 'isElsewhere', weight: -25, applies: ({ isElsewhere }) => isElsewhere },
  { name: 'nameInTitles', weight: 50, applies: ({ share }) => share ?? 0 },
  { name: 'isTitled', weight: 0, names: true, applies: ({ share = 0 }) => share >= 0.6 },
  { name: 'isHeading', weight: 20, applies: ({ isHeading }) => isHeading },
  {
    name: 'holdsHeading',
    weight: 25,
    applies: ({ holdsHeading, claim }) => holdsHeading === true && claim.element?.name !== 'body',
  },
  { name: 'isPriced', weight: 10, applies: ({ claim }) => isPriced(claim) },
  { name: 'identifierInAddress', weight: 15, applies: ({ isInAddress }) => isInAddress },
  { name: 'isCompanion', weight: -80, applies: ({ claim }) => claim.isRelated },
  { name: 'standsAmongOthers', weight: -80, applies: ({ isAway }) => isAway },
];

/** Returns a function that scores stated products by the {@link signs}. */
export const productRanker = (
  page: Page,
  context: ExtractionContext,
): ((claim: ProductClaim) => RankedProduct) => {
  const heading = page.area.title;
  const headed = heading && wordsOf(heading.text);
  const headedName = heading && plainName(heading.text);
  const titles = [page.title, metaOf(page, 'og:title')].map(wordsOf);
  const canonical = page.canonical && page.url ? URL.parse(page.canonical, page.url.href) : null;
  const pages = [page.url, canonical && pathDepth(canonical) > 0 ? canonical : null].filter((url) => !!url);
  const address = page.url ? page.url.href.toLowerCase() : '';
  const requestedSku = requestedSkuOf(context);
  const headingZones = heading ? zonesAround(heading.element) : 0;

  const matchOf = (addresses: Iterable<string>): Compared['match'] =>
    [...new Set(addresses)]
      .slice(0, maxAddresses)
      .flatMap((each) => pages.map((url) => addressMatch(each, url)))
      .reduce((best, match) => (match > best ? match : best), 0);

  const shareOfTitles = (name: ReadonlySet<string>): number =>
    Math.max(
      ...titles.map((title) => shareOf(name, title)),
      headed ? (shareOf(name, headed) + shareOf(headed, name)) / 2 : 0,
    );

  const isHeadingName = (name: string | undefined): boolean =>
    name !== undefined && plainName(name) === headedName;

  let sells: boolean | undefined;
  const sellsOne = (): boolean => {
    sells ??= readProductArea(page).sells;
    return sells;
  };

  /** True for a related product on a page that sells another one, even if it has the requested number. */
  const isBesideOwn = ({ isRelated }: ProductClaim, zones: number): boolean =>
    (isRelated || (zones & zone.related & ~headingZones) !== 0) && sellsOne();

  const compare = (claim: ProductClaim): Compared => {
    const { element, identifiers, name, variants } = claim;
    const zones = element === undefined ? 0 : zonesAround(element);
    const addresses = [claim, ...variants].map(({ url }) => url).filter((url) => url !== undefined);
    const match = matchOf([...addresses, ...(claim.namesakes ?? [])]);
    return {
      claim,
      hasRequestedSku:
        requestedSku !== undefined && carriesNumber(claim, requestedSku) && !isBesideOwn(claim, zones),
      match,
      isElsewhere: match === 0 && addresses.length > 0 && page.url !== undefined,
      share: name && shareOfTitles(wordsOf(name.value)),
      isHeading: isHeadingName(name?.value),
      isVariantHeading: variants.some((variant) => isHeadingName(variant.name)),
      holdsHeading: element && heading && contains(element, heading.element),
      isInAddress: identifiers.some((each) => each.length >= 4 && address.includes(each.toLowerCase())),
      isAway: (zones & awayZones & ~headingZones) !== 0,
    };
  };

  return (claim) => {
    const compared = compare(claim);
    const { share, isElsewhere, holdsHeading } = compared;
    const isNamed = signs.some(({ names, applies }) => names && applies(compared) === true);
    const isStranger = !isNamed && share !== undefined && share < 0.5;
    const isApart = isElsewhere || (isStranger && holdsHeading === false);
    return {
      claim,
      score: sumOf(weigh(signs, compared)),
      isNamed,
      isStranger,
      isOther: isApart && !isNamed && share !== undefined && heading !== undefined,
    };
  };
};

/** The claims about the page's own product, best first, and its rivals. */
export interface ChosenProduct {
  claims: readonly ProductClaim[];
  /** Products indistinguishable from the chosen one: the page may be a list. */
  rivals: readonly ProductClaim[];
  /** Elements that describe other products. */
  elsewhere: readonly Element[];
}

/** A product with this score that the page names is its own. */
const sure = 50;
/** A product with a lower score is not the page's own. */
const minScore = -20;
/** Elements of other products that are checked for visible prices. */
const maxElsewhere = 500;

const isSameProduct = (first: ProductClaim, second: ProductClaim): boolean => {
  if (first.identifiers.some((each) => second.identifiers.some((other) => sameIdentifier(each, other))))
    return true;
  return first.name !== undefined && first.name.value.toLowerCase() === second.name?.value.toLowerCase();
};

/**
 * Where one source names the page's product, a differently named one of another source is another product.
 */
const withStrangersAsOthers = (all: readonly RankedProduct[]): readonly RankedProduct[] => {
  const named = all.filter(
    ({ claim, isNamed, score }) => isNamed && claim.name && isPriced(claim) && score >= sure,
  );
  if (named.length === 0) return all;
  return all.map((each) =>
    each.isStranger && !named.some(({ claim }) => isSameProduct(claim, each.claim))
      ? { ...each, isOther: true }
      : each,
  );
};

/** True if a source's best product may be the page's own. Guesses also have to be named by the page. */
const mayBeOwn = ({ score, isOther, isNamed, claim }: RankedProduct): boolean =>
  score >= minScore && !isOther && (isNamed || claim.certainty !== 'guessed');

/** Chooses the page's own product from one source's products, best first; also returns its rivals. */
const chooseOfSource = ([best, ...others]: readonly RankedProduct[]): {
  chosen: RankedProduct[];
  rivals: ProductClaim[];
} => {
  if (!best || !mayBeOwn(best)) return { chosen: [], rivals: [] };
  const equals =
    best.isNamed || !isPriced(best.claim)
      ? []
      : others.filter(
          ({ claim, score }) =>
            score >= best.score - 5 && isPriced(claim) && claim.name?.value !== best.claim.name?.value,
        );
  const same = others.filter(
    ({ claim, score }) => score >= best.score - 30 && score > minScore && isSameProduct(claim, best.claim),
  );
  return {
    chosen: [best, ...same],
    rivals: equals.length > 0 ? [best, ...equals].map(({ claim }) => claim) : [],
  };
};

/**
 * Finds the page's own product among all stated ones: per source the best by {@link productRanker}, with the
 * source's other claims about it.
 *
 * A product is excluded if both its name and its URL differ from the page's, or if its name differs and
 * either a second source names the page's product or its markup does not contain the page's title.
 */
export const chooseProduct = (
  claims: readonly ProductClaim[],
  page: Page,
  context: ExtractionContext,
): ChosenProduct => {
  const ranked = withStrangersAsOthers(claims.map(productRanker(page, context)));
  const bySource = [...Map.groupBy(ranked, ({ claim }) => claim.source).values()].map((own) =>
    chooseOfSource(own.sort((a, b) => b.score - a.score)),
  );
  const chosen = bySource.flatMap((each) => each.chosen).sort((a, b) => b.score - a.score);
  const heading = page.area.title;
  const elsewhere = ranked
    .filter(({ claim, isOther }) => claim.isRelated || isOther)
    .flatMap(({ claim }) => claim.element ?? [])
    .filter((element) => !(heading && contains(element, heading.element)));
  return {
    claims: chosen.map(({ claim }) => claim),
    rivals: bySource.flatMap((each) => each.rivals),
    elsewhere: chosen.length > 0 ? elsewhere.slice(0, maxElsewhere) : [],
  };
};
