import type { Element } from 'domhandler';
import type { EvidenceSource } from '../../domain/site-result.ts';
import type { Claim, MoneyClaim, OfferClaim, ProductClaim } from '../claims.ts';
import type { GatheredPage } from '../decide/gather-page.ts';
import type { PriceDecision } from '../decide/price-decision.ts';
import { sourceRank } from '../decide/price-scene.ts';
import { decimalsOf, fromMinorUnits } from '../embedded/minor-units.ts';
import { namesProduct, type ProductNames, productNames, verdictOf } from '../identity/other-title.ts';
import { samePrice } from '../money/amounts.ts';
import { contains, cssPath, type Page } from '../page/page.ts';
import { isCurrent, type ScoredPrice } from '../visible/scored-price.ts';
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
  /** It has a title of its own, of which is not known whether it is the product's. */
  isUnsure?: boolean;
}

export interface GatheredOffers {
  /** In the page's order; at most one is marked as featured. */
  listed: readonly ListedOffer[];
  /** Who sells, where nothing is listed. */
  soleSeller?: Claim<string> | undefined;
  /** Those of the same lists whose own titles name another product. */
  foreign: readonly ListedOffer[];
  /** The price is one of theirs, and no price of the page's product. */
  isPriceForeign: boolean;
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
const byTelling = (one: OfferList, other: OfferList): number =>
  namedCount(other) - namedCount(one) ||
  other.offers.length - one.offers.length ||
  sourceRank[one.claim.source] - sourceRank[other.claim.source];

const isSameOffer = (one: OfferClaim, other: OfferClaim): boolean =>
  samePrice(one.price!, other.price!) &&
  (!one.seller || !other.seller || isSameSeller(one.seller.value, other.seller.value)) &&
  (!one.condition || !other.condition || one.condition.value === other.condition.value);

/** What a second source says of an offer as well. */
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
  standing: 'guessed',
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
  return near?.isSaid && names.size === 1 ? claimOf(near) : undefined;
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

/**
 * Whole numbers of state are cents where the page's own price is one of them with its point put in, and none of them as
 * it stands.
 */
const inMajorUnits = (
  { source }: ProductClaim,
  offers: readonly OfferClaim[],
  { price }: PriceDecision,
): readonly OfferClaim[] => {
  const isWhole = ({ price: own }: OfferClaim): boolean => own !== undefined && /^\d+$/.test(own.amount);
  if (source !== 'EmbeddedState' || !price || offers.length === 0 || !offers.every(isWhole)) return offers;
  const scaled = offers.map((offer): OfferClaim => {
    const { shipping } = offer;
    const counted = shipping && /^\d+$/.test(shipping.amount) ? inMinorUnits(shipping) : shipping;
    return { ...offer, price: inMinorUnits(offer.price!), shipping: counted };
  });
  const hasPrice = (some: readonly OfferClaim[]): boolean =>
    some.some((offer) => samePrice(offer.price!, price));
  return hasPrice(scaled) && !hasPrice(offers) ? scaled : offers;
};

const inMinorUnits = (money: MoneyClaim): MoneyClaim => ({
  ...money,
  amount: fromMinorUnits(money.amount, decimalsOf(money.currency ?? undefined)) ?? money.amount,
});

/**
 * Offers whose names are nowhere like the product's. Where all have one ("Standard", "Offer 2") it tells no products apart;
 * where others have none, it may be what is sold beside the product: a charger, an insurance.
 */
const byNameAlone = (listed: readonly ListedOffer[]): readonly ListedOffer[] => {
  if (listed.every(({ offer }) => offer.name !== undefined)) return listed;
  return listed.map((each) => (each.offer.name === undefined ? each : { ...each, isUnsure: true }));
};

/** Offers of the product, each known to be or not; and those that are another product's by their own titles. */
const byTitle = (
  all: readonly ListedOffer[],
  product: ProductNames,
): Pick<GatheredOffers, 'listed' | 'foreign'> => {
  const { own: listed = [], other: beside = [] } = Object.groupBy(all, ({ offer }) =>
    offer.isOfOtherGoods ? 'other' : 'own',
  );
  const haveTitles = listed.some(
    ({ offer }) => offer.name !== undefined && namesProduct(offer.name, product),
  );
  if (!haveTitles) return { listed: byNameAlone(listed), foreign: beside };
  // What all rows are called alike tells none of them apart, and is another name of the page's product.
  const areAlike = new Set(listed.map(({ offer }) => offer.name?.trim().toLowerCase())).size === 1;
  const judged = listed.map((each) => ({ each, verdict: verdictOf(each.offer.name, product) }));
  return {
    listed: judged
      .filter(({ verdict }) => verdict !== 'Different')
      .map(({ each, verdict }) => (verdict === 'Unknown' && !areAlike ? { ...each, isUnsure: true } : each)),
    foreign: [...beside, ...judged.filter(({ verdict }) => verdict === 'Different').map(({ each }) => each)],
  };
};

const asks = ({ offer }: ListedOffer, price: MoneyClaim): boolean => samePrice(offer.price!, price);

/**
 * True if the price is that of an offer whose own title names another product: no offer of the product asks it, and nothing
 * outside of the list shows it as more than the lowest of several.
 */
const isOfForeign = (
  { listed, foreign, rows }: Pick<GatheredOffers, 'listed' | 'foreign' | 'rows'>,
  { price, source, visible }: PriceDecision,
  scored: readonly ScoredPrice[],
): boolean => {
  if (!price || source === 'Selector' || !foreign.some((each) => asks(each, price))) return false;
  if (listed.some((each) => asks(each, price))) return false;
  const isInRow = (look: ScoredPrice): boolean => rows.some((row) => contains(row, look.element));
  const looks = visible ? [visible, ...scored] : scored;
  return !looks.some(
    (look) =>
      samePrice(look, price) &&
      isCurrent(look) &&
      !lowestOfSeveral.has(look.qualifier ?? '') &&
      !isInRow(look),
  );
};

const lowestOfSeveral: ReadonlySet<string> = new Set(['From', 'RangeLow', 'RangeHigh']);

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
  const { claims, sellersAlone } = gathered;
  const stated = [...claims, ...(sellersAlone.length === 1 ? sellersAlone : [])].map((claim) => ({
    claim,
    offers: inMajorUnits(claim, statedSellers(claim), decision),
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
    .toSorted(byTelling);
  const [first, ...others] = lists;
  if (!first)
    return {
      listed: [],
      soleSeller: soleSeller(decision, shown.mentions),
      foreign: [],
      isPriceForeign: false,
      isCut: false,
      rows: [],
      mentions: shown.mentions,
    };
  const every = first.offers.map((offer): ListedOffer => ({ offer, claim: first.claim, agrees: [] }));
  const { listed: own, foreign } = byTitle(others.reduce(joined, cut(every, wanted)), product);
  const isPriceForeign = isOfForeign({ listed: own, foreign, rows: shown.rows }, decision, gathered.scored);
  const beside = isPriceForeign ? [] : ownBeside(own, first.claim, decision, shown.mentions);
  const whole = [...beside, ...own];
  return {
    foreign,
    isPriceForeign,
    listed: cut(withOneFeatured(whole, soldByPage(whole, decision, shown.mentions)), wanted),
    isCut: Math.max(every.length, whole.length) > maxOffers,
    rows: shown.rows,
    mentions: shown.mentions,
  };
};
