import type { Element } from 'domhandler';
import type { EvidenceSource, Extraction } from '../../domain/result/site-result.ts';
import { cssPath, type Page } from '../page/page.ts';
import type { GatheredPage } from '../price/gather-page.ts';
import type { PriceDecision } from '../price/price-scene.ts';
import { compareTitles, meansFor } from '../product/compare-titles.ts';
import { namesProduct, type ProductNames, productNames, verdictOf } from '../product/judge-identity.ts';
import { samePrice } from '../sources/amounts.ts';
import type { Claim, OfferClaim, ProductClaim } from '../sources/claims.ts';
import { sameIdentifier } from '../sources/identifiers.ts';
import { plainName, shareOf, wordsOf } from '../words/tokens.ts';
import type { SellerMention } from './seller-mentions.ts';
import { isSameSeller, maxOffers, sellerKey, statedSellers } from './seller-names.ts';
import { withoutListHeading } from './seller-words.ts';
import { findVisibleSellers } from './visible-sellers.ts';

/** The product as stated by a page. */
type StatedPage = Pick<Extraction, 'Outcome' | 'Gtin' | 'Sku' | 'Brand' | 'Title'>;

/** True if a title is the product's name with an offer list heading: "All offers for", "12 offers". */
const isListOf = (title: string, name: string): boolean => {
  // "S24+" is not "S24".
  const [plain, own] = [title, name].map((text) => ` ${plainName(text.replaceAll('+', ' plus '))} `) as [
    string,
    string,
  ];
  const at = own.trim() === '' ? -1 : plain.indexOf(own);
  if (at < 0) return false;
  const besides = `${plain.slice(0, at)} ${plain.slice(at + own.length)}`;
  const rest = withoutListHeading(besides)?.split(' ') ?? [besides];
  return rest.every((word) => /^\d*$/.test(word) || meansFor(word));
};

/**
 * True if a page's title is that of the product. Additions to the name may be another product's: an
 * accessory's, a larger pack's, a newer model's.
 */
const namesSame = (title: string, name: string, brands: readonly string[]): boolean => {
  if (isListOf(title, name)) return true;
  const verdict = compareTitles(name, title, brands);
  if (verdict !== 'Unknown') return verdict === 'Same';
  const others = wordsOf(title);
  return others.size > 1 && shareOf(others, wordsOf(name)) === 1;
};

/** Compares two numbers of one kind; `undefined` if either is missing. */
const compared = (first: string | null, other: string | null): boolean | undefined =>
  first === null || other === null ? undefined : sameIdentifier(first, other);

/**
 * True if a page of offers is about the page's product: by its numbers, else by its name. "All offers" may
 * also lead to a general sale.
 */
export const isOfSameProduct = (first: StatedPage, other: StatedPage): boolean => {
  if (other.Outcome === 'NotFound' || other.Outcome === 'Blocked') return false;
  const byNumber = compared(first.Gtin, other.Gtin) ?? compared(first.Sku, other.Sku);
  if (byNumber !== undefined) return byNumber;
  if (first.Title === null || other.Title === null) return false;
  const brands = [first.Brand, other.Brand].filter((brand) => brand !== null);
  return namesSame(other.Title, first.Title, brands);
};

/** One of several offers of the page's product. */
export interface ListedOffer {
  offer: OfferClaim;
  claim: ProductClaim;
  /** Other sources stating the same offer. */
  agrees: readonly EvidenceSource[];
}

export interface GatheredOffers {
  /** In page order; at most one is featured. */
  listed: readonly ListedOffer[];
  /** The only seller, if no offers are listed. */
  soleSeller?: Claim<string> | undefined;
  /** Some offer titles may be about another product: the lowest price may be that one's. */
  mayDiffer: boolean;
  /** The page lists more offers than are kept. */
  isCut: boolean;
  /** Rows of the visible list of sellers. */
  rows: readonly Element[];
  /** Sellers named outside of the list. */
  mentions: readonly SellerMention[];
}

interface OfferList {
  claim: ProductClaim;
  offers: readonly OfferClaim[];
}

const isSameOffer = (one: OfferClaim, other: OfferClaim): boolean =>
  samePrice(one.price!, other.price!) &&
  (!one.seller || !other.seller || isSameSeller(one.seller.value, other.seller.value)) &&
  (!one.condition || !other.condition || one.condition.value === other.condition.value);

/** Adds details from a second source to an offer. */
const enriched = (
  { offer, claim, agrees }: ListedOffer,
  other: OfferClaim,
  { source }: ProductClaim,
): ListedOffer => ({
  claim,
  agrees: source === claim.source || agrees.includes(source) ? agrees : [...agrees, source],
  offer: {
    ...offer,
    seller: offer.seller ?? other.seller,
    shipping: offer.shipping ?? other.shipping,
    freeFrom: offer.freeFrom ?? other.freeFrom,
    condition: offer.condition ?? other.condition,
    availability: offer.availability ?? other.availability,
    isFeatured: offer.isFeatured || other.isFeatured,
  },
});

/** Joins another list to the first: equal offers are merged, and sellers named only there are added. */
const joined = (listed: readonly ListedOffer[], { claim, offers }: OfferList): ListedOffer[] => {
  const all = [...listed];
  const taken = new Set<number>();
  for (const other of offers) {
    const at = all.findIndex(({ offer }, index) => !taken.has(index) && isSameOffer(offer, other));
    if (at >= 0) {
      taken.add(at);
      all[at] = enriched(all[at]!, other, claim);
    } else if (other.seller && !all.some(({ offer }) => isSoldBy(offer, other.seller!.value))) {
      taken.add(all.length);
      all.push({ offer: other, claim, agrees: [] });
    }
  }
  return all;
};

export const isSoldBy = ({ seller }: OfferClaim, name: string): boolean =>
  seller !== undefined && isSameSeller(seller.value, name);

/** Sellers that only the visible page lists. */
const visibleClaim = (page: Page, offers: readonly OfferClaim[]): ProductClaim => ({
  source: 'Visible',
  path: offers[0]?.path ?? cssPath(page.headings[0]?.element ?? page.runs[0]!.pieces[0]!.element),
  identifiers: [],
  offers,
  variants: [],
  isRelated: false,
  certainty: 'guessed',
});

const claimOf = ({ name, element }: SellerMention): Claim<string> => ({
  value: name,
  raw: name,
  path: cssPath(element),
});

/** The page's own offer, if its list only has the others. */
const ownBeside = (
  listed: readonly ListedOffer[],
  listClaim: ProductClaim,
  { price, stated, source, visible }: PriceDecision,
  mentions: readonly SellerMention[],
): ListedOffer[] => {
  if (
    !price ||
    !source ||
    source === 'Selector' ||
    listed.some(({ offer }) => samePrice(offer.price!, price))
  )
    return [];
  const holder =
    stated?.offer.price !== undefined && samePrice(stated.offer.price, price) ? stated : undefined;
  const near = visible && nearestMention(mentions, visible.run);
  const seller = holder?.offer.seller ?? (near && claimOf(near));
  if (!seller || listed.some(({ offer }) => isSoldBy(offer, seller.value))) return [];
  const claim = holder?.claim ?? { ...listClaim, source };
  return [
    { claim, agrees: [], offer: { path: price.path, ...holder?.offer, price, seller, isFeatured: true } },
  ];
};

/** Most lines between an amount and its seller's name. */
const reach = 12;

const nearestMention = (mentions: readonly SellerMention[], run: number): SellerMention | undefined =>
  mentions
    .filter((mention) => Math.abs(mention.run - run) <= reach)
    .toSorted((one, other) => Math.abs(one.run - run) - Math.abs(other.run - run))[0];

/** The seller of a page without listed offers, if named explicitly beside its price and no other is named. */
const soleSeller = (
  { visible }: PriceDecision,
  mentions: readonly SellerMention[],
): Claim<string> | undefined => {
  const near = visible && nearestMention(mentions, visible.run);
  const names = new Set(mentions.map(({ name }) => sellerKey(name)));
  return near?.isExplicit && names.size === 1 ? claimOf(near) : undefined;
};

/** The listed offer whose seller is named beside the page's price, outside of the list. */
const soldByPage = (
  listed: readonly ListedOffer[],
  { price, visible }: PriceDecision,
  mentions: readonly SellerMention[],
): ListedOffer | undefined => {
  const near = visible && nearestMention(mentions, visible.run);
  if (!price || !near) return undefined;
  return listed.find(({ offer }) => samePrice(offer.price!, price) && isSoldBy(offer, near.name));
};

/** Marks one offer as featured, or none if the page marks several. */
const withOneFeatured = (listed: readonly ListedOffer[], found: ListedOffer | undefined): ListedOffer[] => {
  const marked = listed.filter(({ offer }) => offer.isFeatured);
  const featured = marked.length === 1 ? marked[0] : marked.length === 0 ? found : undefined;
  return listed.map((each) => ({ ...each, offer: { ...each.offer, isFeatured: each === featured } }));
};

/** Drops offers titled as another product, if titles distinguish products at all. */
const ofProduct = (listed: readonly ListedOffer[], product: ProductNames): readonly ListedOffer[] => {
  const isTitled = ({ offer: { name } }: ListedOffer): boolean =>
    name === undefined || namesProduct(name, product);
  return listed.some(isTitled)
    ? listed.filter(({ offer }) => verdictOf(offer.name, product) !== 'Different')
    : listed;
};

/** Limits the offers, keeping those of the requested seller. */
const cut = (listed: readonly ListedOffer[], requested: string | undefined): ListedOffer[] => {
  const isRequested = ({ offer }: ListedOffer): boolean =>
    requested !== undefined && isSoldBy(offer, requested);
  const own = listed.slice(maxOffers).filter(isRequested).slice(0, maxOffers);
  return [...listed.slice(0, maxOffers - own.length), ...own];
};

/**
 * Collects the offers for the product from the page's data, its state and its visible list.
 *
 * @param requested - the requested seller.
 */
export const gatherOffers = (
  page: Page,
  gathered: GatheredPage,
  decision: PriceDecision,
  requested: string | undefined,
): GatheredOffers => {
  const { claims, unnamedSellers } = gathered;
  const stated = [...claims, ...(unnamedSellers.length === 1 ? unnamedSellers : [])].map((claim) => ({
    claim,
    offers: statedSellers(claim),
  }));
  const known = new Set(
    stated.flatMap(({ offers }) => offers.flatMap(({ seller }) => (seller ? [sellerKey(seller.value)] : []))),
  );
  const sellsOne = (): boolean => gathered.ranking.sellsOne;
  const product = productNames(page, claims);
  const shown = findVisibleSellers(page, gathered.scored, gathered.hints, known, product, sellsOne);
  const lists = [
    ...stated,
    ...(shown.offers.length > 0 ? [{ claim: visibleClaim(page, shown.offers), offers: shown.offers }] : []),
  ].filter(({ offers }) => offers.length > 1);
  const [first, ...others] = lists;
  if (!first)
    return {
      listed: [],
      soleSeller: soleSeller(decision, shown.mentions),
      mayDiffer: false,
      isCut: false,
      rows: [],
      mentions: shown.mentions,
    };
  const every = first.offers.map((offer): ListedOffer => ({ offer, claim: first.claim, agrees: [] }));
  const own = ofProduct(others.reduce(joined, cut(every, requested)), product);
  const beside = ownBeside(own, first.claim, decision, shown.mentions);
  const whole = [...beside, ...own];
  return {
    listed: cut(withOneFeatured(whole, soldByPage(whole, decision, shown.mentions)), requested),
    mayDiffer: own.some(({ offer }) => verdictOf(offer.name, product) === 'Unknown'),
    isCut: Math.max(every.length, whole.length) > maxOffers,
    rows: shown.rows,
    mentions: shown.mentions,
  };
};
