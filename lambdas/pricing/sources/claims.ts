import type { Element } from 'domhandler';
import type {
  Availability,
  Condition,
  EvidenceSource,
  UnitMeasure,
} from '../../domain/result/site-result.ts';
import type { RegionalSize } from '../text/regional-sizes.ts';

/** A value stated on the page, and where. */
export interface Claim<T> {
  value: T;
  raw: string;
  path: string;
}

/** An amount stated on the page. */
export interface MoneyClaim {
  /** Decimal string in major units, with the page's own digits. */
  amount: string;
  /** ISO 4217; null when none is stated with the amount. */
  currency: string | null;
  raw: string;
  path: string;
  /** The other reading of ambiguous digits: "30.000" is 30000 or 30.000. */
  otherwise?: string | undefined;
}

/** One offer for a product, as stated by one source. */
export interface OfferClaim {
  path: string;
  price?: MoneyClaim | undefined;
  listPrice?: MoneyClaim | undefined;
  /** Bounds of an aggregate offer. */
  low?: MoneyClaim | undefined;
  high?: MoneyClaim | undefined;
  shipping?: MoneyClaim | undefined;
  /** Order value from which shipping is free. */
  freeFrom?: MoneyClaim | undefined;
  /** Price of one unit of measure. */
  unitPrice?: { money: MoneyClaim; per: UnitMeasure } | undefined;
  /** ISO 8601 date or time until which the price is valid. */
  validUntil?: Claim<string> | undefined;
  /** Amounts stated as something other than the price: shipping, member prices, bulk prices. */
  asides?: readonly MoneyClaim[] | undefined;
  availability?: Claim<Availability> | undefined;
  condition?: Claim<Condition> | undefined;
  seller?: Claim<string> | undefined;
  /** The page marks it as the default offer. */
  isFeatured?: boolean | undefined;
  sku?: Claim<string> | undefined;
  gtin?: Claim<string> | undefined;
  url?: string | undefined;
  name?: string | undefined;
  size?: string | undefined;
  sizeRegion?: string | undefined;
  color?: string | undefined;
  /** The same size in every stated size system. */
  sizes?: readonly RegionalSize[] | undefined;
  /** On resale markets: the highest current bid, and the last sale price. */
  highestBid?: MoneyClaim | undefined;
  lastSale?: MoneyClaim | undefined;
  /** Number of sellers. */
  offerCount?: number | undefined;
  id?: string | undefined;
  /** Products of this kind may be free: a price of 0 is real, not a field left empty. */
  mayBeFree?: boolean | undefined;
}

/** One product, as stated by one source. */
export interface ProductClaim {
  source: EvidenceSource;
  path: string;
  name?: Claim<string> | undefined;
  sku?: Claim<string> | undefined;
  /** Every identifier stated: SKU, MPN, product and group IDs, GTIN. */
  identifiers: readonly string[];
  gtin?: Claim<string> | undefined;
  /** Manufacturer part number. */
  mpn?: Claim<string> | undefined;
  brand?: Claim<string> | undefined;
  url?: string | undefined;
  /**
   * Identifiers that may be URLs (`@id`, `mainEntityOfPage`): a match with the page's URL identifies the
   * product, a mismatch means nothing.
   */
  namesakes?: readonly string[] | undefined;
  /** Offers for the product as a whole. */
  offers: readonly OfferClaim[];
  /** Offers of several sellers, when listed beside the product's own offer. */
  sellers?: readonly OfferClaim[] | undefined;
  /** One offer per variant, with its size and colour; empty when the source lists no variants. */
  variants: readonly OfferClaim[];
  /** Size, colour and ID of the product itself when it is one variant of a group. */
  size?: string | undefined;
  sizeRegion?: string | undefined;
  color?: string | undefined;
  /** Stated as another product's companion: similar, accessory, list item. */
  isRelated: boolean;
  /** The element that states it. */
  element?: Element | undefined;
  /**
   * Reliability of the source about the page's own product: `stated` for standard markup, `guessed` for
   * application state interpreted by its member names.
   */
  certainty: 'stated' | 'guessed';
}

/** All offers of a product, its variants' included. */
export const offersOf = ({ offers, variants }: ProductClaim): OfferClaim[] => [...offers, ...variants];

/** True if a claim states a price, its own or a variant's. */
export const isPriced = (claim: ProductClaim): boolean =>
  offersOf(claim).some(({ price, low }) => price !== undefined || low !== undefined);
