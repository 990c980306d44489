import type { Element } from 'domhandler';
import { lineageOf } from '../page/ancestors.ts';
import { metaOf } from '../page/declared.ts';
import { contains, type Page } from '../page/page.ts';
import { zone, zonesOfElement, zonesOfTag } from '../page/page-zones.ts';
import { readProductArea } from '../page/product-area.ts';
import { isPriced, type ProductClaim } from '../sources/claims.ts';
import { type ExtractionContext, requestedSkuOf } from '../sources/extraction-context.ts';
import { carriesNumber } from '../sources/identifiers.ts';
import { plainName, shareOf, wordsOf } from '../words/word-share.ts';
import { addressMatch } from './addresses.ts';
import { type Feature, sumOf, weigh } from './evidence.ts';

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
