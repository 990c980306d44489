import type { Element } from 'domhandler';
import type { Availability, Condition, EvidenceSource, UnitMeasure } from '../domain/site-result.ts';
import type { RegionalSize } from './regional-sizes.ts';

/** A value that one place of the page states, with the place. */
export interface Claim<T> {
  value: T;
  raw: string;
  path: string;
}

/** An amount that one place of the page states. */
export interface MoneyClaim {
  /** Decimal string in major units, the page's own digits. */
  amount: string;
  /** ISO 4217, or null when the place names none. */
  currency: string | null;
  raw: string;
  path: string;
  /** The other amount that the same digits may mean: "30.000" is 30000 or 30.000. */
  otherwise?: string | undefined;
}

/** One offer for a product as one source states it. */
export interface OfferClaim {
  path: string;
  price?: MoneyClaim | undefined;
  listPrice?: MoneyClaim | undefined;
  /** Ends of an aggregate offer. */
  low?: MoneyClaim | undefined;
  high?: MoneyClaim | undefined;
  shipping?: MoneyClaim | undefined;
  /** Order value from which shipping is free. */
  freeFrom?: MoneyClaim | undefined;
  /** Price of one unit of measure. */
  unitPrice?: { money: MoneyClaim; per: UnitMeasure } | undefined;
  /** Until when its price holds: an ISO 8601 date or time. */
  validUntil?: Claim<string> | undefined;
  /** Amounts that are said to be something else than the price: carriage, what members or who buys many pays. */
  asides?: readonly MoneyClaim[] | undefined;
  availability?: Claim<Availability> | undefined;
  condition?: Claim<Condition> | undefined;
  seller?: Claim<string> | undefined;
  /** The page marks it as the one that is sold unless a buyer chooses another. */
  isFeatured?: boolean | undefined;
  sku?: Claim<string> | undefined;
  gtin?: Claim<string> | undefined;
  url?: string | undefined;
  name?: string | undefined;
  size?: string | undefined;
  sizeRegion?: string | undefined;
  color?: string | undefined;
  /** The same size in all systems that are stated. */
  sizes?: readonly RegionalSize[] | undefined;
  /** On resale markets: what is offered for it at most, and what it was last sold for. */
  highestBid?: MoneyClaim | undefined;
  lastSale?: MoneyClaim | undefined;
  /** How many sell it. */
  offerCount?: number | undefined;
  id?: string | undefined;
  /** Things of this kind are given away at times: a price of 0 means free, not that the shop left it empty. */
  mayBeFree?: boolean | undefined;
}

/** One product as one source states it. */
export interface ProductClaim {
  source: EvidenceSource;
  path: string;
  name?: Claim<string> | undefined;
  sku?: Claim<string> | undefined;
  /** Every identifier the source gives: SKU, MPN, product and group IDs, GTIN. */
  identifiers: readonly string[];
  gtin?: Claim<string> | undefined;
  /** The maker's number. */
  mpn?: Claim<string> | undefined;
  brand?: Claim<string> | undefined;
  url?: string | undefined;
  /**
   * Names of it that may be addresses (`@id`, `mainEntityOfPage`): if one is the page's, so is the product; any other
   * says nothing.
   */
  namesakes?: readonly string[] | undefined;
  /** Offers for the product as a whole. */
  offers: readonly OfferClaim[];
  /** Offers of several sellers, where the source lists them beside the product's own offer. */
  sellers?: readonly OfferClaim[] | undefined;
  /** One offer per variant, with its size and colour; empty when the source tells no variants apart. */
  variants: readonly OfferClaim[];
  /** Size, colour and ID of the product itself, when it is one variant of a group. */
  size?: string | undefined;
  sizeRegion?: string | undefined;
  color?: string | undefined;
  /** Stated as another product's companion: similar, accessory, member of a list. */
  isRelated: boolean;
  /** Where markup in the document states it. */
  element?: Element | undefined;
  /**
   * How far the source is to be believed about this page's own product: `stated` for standard markup,
   * `guessed` for application state whose meaning is read from its names.
   */
  certainty: 'stated' | 'guessed';
}

/** All that a product is offered for: as a whole, and by its variants. */
export const offersOf = ({ offers, variants }: ProductClaim): OfferClaim[] => [...offers, ...variants];

/** True if a claim states any price, its own or a variant's. */
export const isPriced = (claim: ProductClaim): boolean =>
  offersOf(claim).some(({ price, low }) => price !== undefined || low !== undefined);
