import type { Element } from 'domhandler';
import type { EvidenceSource } from '../../domain/site-result.ts';
import type { Claim, OfferClaim, ProductClaim } from '../claims.ts';
import type { GatheredPage } from '../decide/gather-page.ts';
import type { PriceDecision } from '../decide/price-decision.ts';
import { sourceRank } from '../decide/price-scene.ts';
import { namesProduct, type ProductNames, productNames, verdictOf } from '../identity/other-title.ts';
import { samePrice } from '../money/amounts.ts';
import { cssPath, type Page } from '../page/page.ts';
import type { SellerMention } from './seller-mentions.ts';
import { isSameSeller, sellerKey } from './seller-names.ts';
import { maxOffers, statedSellers } from './stated-sellers.ts';
import { findVisibleSellers } from './visible-sellers.ts';

/** One of several offers of the page's product. */
export interface ListedOffer {
  offer: OfferClaim;
  claim: ProductClaim;
  /** Other sources that state the same. */
  agrees: readonly EvidenceSource[];
}

export interface GatheredOffers {
  /** In the page's order; at most one is marked as featured. */
  listed: readonly ListedOffer[];
  /** Who sells, where nothing is listed. */
  soleSeller?: Claim<string> | undefined;
  /** Titles of offers leave open whether they are of the product: the lowest may be another's. */
  mayDiffer: boolean;
  /** The page lists more than are taken up. */
  isCut: boolean;
  /** Rows of the visible list of sellers. */
  rows: readonly Element[];
  /** Sellers that the page names apart from a list of them. */
  mentions: readonly SellerMention[];
}

interface OfferList {
  claim: ProductClaim;
  offers: readonly OfferClaim[];
}

const namedCount = ({ offers }: OfferList): number =>
  offers.filter(({ seller }) => seller !== undefined).length;

/** The list that says most goes first: who sells, how many, and then by how far its source is believed. */
const mostInformativeFirst = (one: OfferList, other: OfferList): number =>
  namedCount(other) - namedCount(one) ||
  other.offers.length - one.offers.length ||
  sourceRank[one.claim.source] - sourceRank[other.claim.source];

const isSameOffer = (one: OfferClaim, other: OfferClaim): boolean =>
  samePrice(one.price!, other.price!) &&
  (!one.seller || !other.seller || isSameSeller(one.seller.value, other.seller.value)) &&
  (!one.condition || !other.condition || one.condition.value === other.condition.value);

/** Details that a second source adds to an offer. */
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

/** Joins a further list to the first: what both have is one offer, and a seller that only the further one names is added. */
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

/** The offer that the page sells by itself, where its list has only the others. */
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
  const stands =
    stated?.offer.price !== undefined && samePrice(stated.offer.price, price) ? stated : undefined;
  const near = visible && nearestMention(mentions, visible.run);
  const seller = stands?.offer.seller ?? (near && claimOf(near));
  if (!seller || listed.some(({ offer }) => isSoldBy(offer, seller.value))) return [];
  const claim = stands?.claim ?? { ...listClaim, source };
  return [
    { claim, agrees: [], offer: { path: price.path, ...stands?.offer, price, seller, isFeatured: true } },
  ];
};

/** Lines between an amount and the name of who sells for it. */
const reach = 12;

const nearestMention = (mentions: readonly SellerMention[], run: number): SellerMention | undefined =>
  mentions
    .filter((mention) => Math.abs(mention.run - run) <= reach)
    .toSorted((one, other) => Math.abs(one.run - run) - Math.abs(other.run - run))[0];

/** Who sells by a page that lists no offers, and says of one alone beside its price that he sells. */
const soleSeller = (
  { visible }: PriceDecision,
  mentions: readonly SellerMention[],
): Claim<string> | undefined => {
  const near = visible && nearestMention(mentions, visible.run);
  const names = new Set(mentions.map(({ name }) => sellerKey(name)));
  return near?.isExplicit && names.size === 1 ? claimOf(near) : undefined;
};

/** The offer by which the page sells: its seller is named beside the page's price, apart from any list. */
const soldByPage = (
  listed: readonly ListedOffer[],
  { price, visible }: PriceDecision,
  mentions: readonly SellerMention[],
): ListedOffer | undefined => {
  const near = visible && nearestMention(mentions, visible.run);
  if (!price || !near) return undefined;
  return listed.find(({ offer }) => samePrice(offer.price!, price) && isSoldBy(offer, near.name));
};

/** Marks one offer as featured, or none where the page marks several. */
const withOneFeatured = (listed: readonly ListedOffer[], found: ListedOffer | undefined): ListedOffer[] => {
  const marked = listed.filter(({ offer }) => offer.isFeatured);
  const featured = marked.length === 1 ? marked[0] : marked.length === 0 ? found : undefined;
  return listed.map((each) => ({ ...each, offer: { ...each.offer, isFeatured: each === featured } }));
};

/** Offers of the product. Where their titles tell products apart, those that name another one are left out. */
const ofProduct = (listed: readonly ListedOffer[], product: ProductNames): readonly ListedOffer[] => {
  const isTitled = ({ offer: { name } }: ListedOffer): boolean =>
    name === undefined || namesProduct(name, product);
  return listed.some(isTitled)
    ? listed.filter(({ offer }) => verdictOf(offer.name, product) !== 'Different')
    : listed;
};

/** As many as a result takes up, a wanted seller's among them. */
const cut = (listed: readonly ListedOffer[], wanted: string | undefined): ListedOffer[] => {
  const isWanted = ({ offer }: ListedOffer): boolean => wanted !== undefined && isSoldBy(offer, wanted);
  const own = listed.slice(maxOffers).filter(isWanted).slice(0, maxOffers);
  return [...listed.slice(0, maxOffers - own.length), ...own];
};

/**
 * Finds the offers of all sellers that the page's data, its state and its visible list give for the product.
 *
 * @param wanted - the seller whose offer is asked for.
 */
export const gatherOffers = (
  page: Page,
  gathered: GatheredPage,
  decision: PriceDecision,
  wanted: string | undefined,
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
  ]
    .filter(({ offers }) => offers.length > 1)
    .toSorted(mostInformativeFirst);
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
  const own = ofProduct(others.reduce(joined, cut(every, wanted)), product);
  const beside = ownBeside(own, first.claim, decision, shown.mentions);
  const whole = [...beside, ...own];
  return {
    listed: cut(withOneFeatured(whole, soldByPage(whole, decision, shown.mentions)), wanted),
    mayDiffer: own.some(({ offer }) => verdictOf(offer.name, product) === 'Unknown'),
    isCut: Math.max(every.length, whole.length) > maxOffers,
    rows: shown.rows,
    mentions: shown.mentions,
  };
};
